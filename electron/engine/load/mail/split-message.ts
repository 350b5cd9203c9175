// A message's bytes to its parts: headers, texts as decoded bytes, names of attachments, messages inside.
import { type MimeNode, Splitter } from '@zone-eu/mailsplit';
import libmime from 'libmime';
import { loadLimits } from '../load-limits.js';

export type MessagePart =
  | { readonly kind: 'message'; readonly depth: number; readonly headers: MessageHeaders }
  | TextPart
  | AttachmentPart;

export interface AttachmentPart {
  readonly kind: 'attachment';
  readonly name: string;
  /** In lower case. */
  readonly contentType: string;
  /** The text shows it in its place. */
  readonly isInText: boolean;
  /** Without the transfer encoding; empty unless attachments were asked for. */
  readonly bytes: Uint8Array;
}

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

/** Parts in reading order, the message itself first. `withAttachments`: with what is attached, not only its names. */
export async function splitMessage(
  bytes: Uint8Array,
  { withAttachments = false }: { readonly withAttachments?: boolean } = {},
): Promise<readonly MessagePart[]> {
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
      else if (chunk.type === 'body' && (withAttachments || isReadAsText(chunk.node))) {
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
  const contentType = node.contentType === false ? '' : node.contentType;
  const name = node.filename === false ? '' : node.filename.trim();
  const isInText = node.disposition === 'inline' || headersOf(node)('content-id') !== '';
  // Parts without a name that nobody reads (delivery reports, signatures) have nothing to say here.
  if (name === '' && node.disposition !== 'attachment') return null;
  return {
    kind: 'attachment',
    name: name === '' ? unnamed(contentType) : name,
    contentType,
    isInText,
    bytes: body.length === 0 ? new Uint8Array() : await decoded(node, body),
  };
}

/** Mail programs show such parts under a name of their own. */
function unnamed(contentType: string): string {
  return contentType === 'message/rfc822' ? 'message.eml' : `attachment.${libmime.detectExtension(contentType)}`;
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
