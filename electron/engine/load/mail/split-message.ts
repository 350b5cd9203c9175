// A message's bytes to its parts: headers, texts as decoded bytes, names of attachments, messages inside.
import { type MimeNode, Splitter } from '@zone-eu/mailsplit';
import { loadLimits } from '../load-limits.js';

export type MessagePart =
  | { readonly kind: 'message'; readonly depth: number; readonly headers: MessageHeaders }
  | TextPart
  | { readonly kind: 'attachment'; readonly name: string };

export interface TextPart {
  readonly kind: 'text';
  readonly isHtml: boolean;
  /** Without the transfer encoding, in the message's own charset. */
  readonly bytes: Uint8Array;
  readonly charset: string | null;
  /** RFC 3676: lines that end in a space go on in the next one. */
  readonly flow: 'none' | 'flowed' | 'flowed-without-spaces';
  /** Numbers the `multipart/alternative` around it, of which a reader sees one part only; null where there is none. */
  readonly alternative: number | null;
}

/** First value of a header, raw and unfolded; empty where there is none. */
export type MessageHeaders = (name: string) => string;

/** Parts in reading order, the message itself first. */
export async function splitMessage(bytes: Uint8Array): Promise<readonly MessagePart[]> {
  const splitter = new Splitter({
    ignoreEmbedded: false,
    defaultInlineEmbedded: true,
    maxHeadSize: loadLimits.maxMailHeaderBytes,
    maxChildNodes: loadLimits.maxMailParts,
  });
  const nodes: MimeNode[] = [];
  const bodies = new Map<MimeNode, Buffer[]>();
  const read = (async (): Promise<void> => {
    for await (const chunk of splitter) {
      if (chunk.type === 'node') nodes.push(chunk);
      else if (chunk.type === 'body' && isReadAsText(chunk.node)) {
        const pieces = bodies.get(chunk.node) ?? [];
        pieces.push(chunk.value);
        bodies.set(chunk.node, pieces);
      }
    }
  })();
  splitter.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  await read;
  const numbers = new Map<MimeNode, number>();
  const parts: MessagePart[] = [];
  for (const node of nodes) {
    const part = await partOf(node, bodies.get(node) ?? [], numbers);
    if (isMessageStart(node)) parts.push({ kind: 'message', depth: depthOf(node), headers: headersOf(node) });
    if (part !== null) parts.push(part);
  }
  return parts;
}

async function partOf(
  node: MimeNode,
  body: readonly Buffer[],
  numbers: Map<MimeNode, number>,
): Promise<MessagePart | null> {
  if (isReadAsText(node)) {
    return {
      kind: 'text',
      isHtml: node.contentType === 'text/html',
      bytes: await decoded(node, body),
      charset: node.charset === false ? null : node.charset,
      flow: node.flowed ? (node.delSp ? 'flowed-without-spaces' : 'flowed') : 'none',
      alternative: alternativeOf(node, numbers),
    };
  }
  if (node.multipart !== false || node.messageNode === true) return null;
  const name = node.filename === false ? '' : node.filename.trim();
  // Parts without a name that nobody reads (delivery reports, signatures) have nothing to say here.
  return name === '' ? null : { kind: 'attachment', name };
}

function isReadAsText(node: MimeNode): boolean {
  if (node.disposition === 'attachment' || (node.filename !== false && node.contentType !== 'text/html')) return false;
  return (
    node.contentType === 'text/plain' ||
    node.contentType === 'text/html' ||
    node.contentType === 'message/delivery-status'
  );
}

function isMessageStart(node: MimeNode): boolean {
  return node.parentNode === false || node.parentNode.messageNode === true;
}

function depthOf(node: MimeNode): number {
  let depth = 0;
  for (let above = node.parentNode; above !== false; above = above.parentNode) if (above.messageNode === true) depth++;
  return depth;
}

function headersOf({ headers }: MimeNode): MessageHeaders {
  return (name) => (headers === false ? '' : headers.getFirst(name));
}

function alternativeOf(node: MimeNode, numbers: Map<MimeNode, number>): number | null {
  for (let above = node.parentNode; above !== false && above.messageNode !== true; above = above.parentNode) {
    if (above.multipart !== 'alternative') continue;
    const number = numbers.get(above) ?? numbers.size;
    numbers.set(above, number);
    return number;
  }
  return null;
}

async function decoded(node: MimeNode, body: readonly Buffer[]): Promise<Uint8Array> {
  const decoder = node.getDecoder();
  const pieces: Buffer[] = [];
  const read = (async (): Promise<void> => {
    for await (const piece of decoder) pieces.push(piece as Buffer);
  })();
  for (const piece of body) decoder.write(piece);
  decoder.end();
  await read;
  return Buffer.concat(pieces);
}
