// A message's bytes to its parts: headers, texts as decoded bytes, names of attachments, messages inside.
import { finished } from 'node:stream';
import { type MimeNode, Splitter, type SplitterChunk } from '@zone-eu/mailsplit';
import libmime from 'libmime';
import { loadLimits } from '../load-limits.js';
import { bodyInHead, cutHead } from './message-head.js';
import { formatOf, type TextFormat } from './text-format.js';

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
  readonly format: TextFormat;
  /** Without the transfer encoding, in the message's own charset. */
  readonly bytes: Uint8Array;
  readonly charset: string | null;
  /** RFC 3676: lines that end in a space go on in the next one. */
  readonly flow: 'none' | 'flowed' | 'flowed-without-spaces';
  /** Numbers the `multipart/alternative` around it, of which a reader sees one part only; null where there is none. */
  readonly alternative: number | null;
}

export interface SplitMessage {
  /** In reading order, the message itself first. */
  readonly parts: readonly MessagePart[];
  /** False where its head or its parts are over their limits: what is beyond them is missing. */
  readonly isWhole: boolean;
}

/** First value of a header, raw and unfolded; empty where there is none. */
export type MessageHeaders = (name: string) => string;

/** `withAttachments`: with what is attached, not only its names. */
export async function splitMessage(
  bytes: Uint8Array,
  { withAttachments = false }: { readonly withAttachments?: boolean } = {},
): Promise<SplitMessage> {
  const nodes: MimeNode[] = [];
  const bodies = new Map<MimeNode, Buffer[]>();
  const message = cutHead(bytes);
  const isRead = await readNodes(message.bytes, (chunk) => {
    if (chunk.type === 'node') nodes.push(chunk);
    else if (chunk.type === 'body' && (withAttachments || textFormatOf(chunk.node) !== null)) {
      const pieces = bodies.get(chunk.node) ?? [];
      pieces.push(chunk.value);
      bodies.set(chunk.node, pieces);
    }
  });
  const numbers = new Map<MimeNode, number>();
  const parts: MessagePart[] = [];
  for (const node of nodes) {
    const part = await partOf(node, bodies.get(node) ?? [], numbers);
    if (isMessageStart(node)) parts.push({ kind: 'message', depth: depthOf(node), headers: headersOf(node) });
    if (part !== null) parts.push(part);
  }
  return { parts, isWhole: isRead && message.isWhole };
}

/** Gives each piece as soon as it is found: at a limit the splitter ends with an error. False where it did. */
async function readNodes(bytes: Buffer, take: (chunk: SplitterChunk) => void): Promise<boolean> {
  const splitter = new Splitter({
    ignoreEmbedded: false,
    defaultInlineEmbedded: true,
    maxHeadSize: loadLimits.maxMailHeaderBytes,
    maxChildNodes: loadLimits.maxMailParts,
  });
  return new Promise((resolve, reject) => {
    splitter.on('data', take);
    finished(splitter, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error?.code === 'EMAXLEN') resolve(false);
      else if (error) reject(error);
      else resolve(true);
    });
    splitter.end(bytes);
  });
}

async function partOf(
  node: MimeNode,
  body: readonly Buffer[],
  numbers: Map<MimeNode, number>,
): Promise<MessagePart | null> {
  const format = textFormatOf(node);
  if (format !== null) {
    return {
      kind: 'text',
      format,
      bytes: await decoded(node, [...bodyInHead(node.getHeaders()), ...body]),
      charset: node.charset === false ? null : node.charset,
      flow: node.flowed ? (node.delSp ? 'flowed-without-spaces' : 'flowed') : 'none',
      alternative: alternativeOf(node, numbers),
    };
  }
  if (node.multipart !== false || node.messageNode === true) return null;
  const contentType = node.contentType === false ? '' : node.contentType;
  const name = node.filename === false ? '' : node.filename.trim();
  const isInText = node.disposition === 'inline' || headersOf(node)('content-id') !== '';
  if (name === '' && node.disposition !== 'attachment' && isForPrograms(node, contentType)) return null;
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

/** Null where the part is no text of the message. A file has a name; web pages of the text have one, too. */
function textFormatOf(node: MimeNode): TextFormat | null {
  if (node.disposition === 'attachment') return null;
  const format = formatOf(node.contentType === false ? '' : node.contentType);
  return node.filename === false || format === 'html' ? format : null;
}

/** What has no name and nothing to say: the pictures and styles of a page, signatures, reports between servers. */
function isForPrograms(node: MimeNode, contentType: string): boolean {
  const headers = headersOf(node);
  if (/^(?:text|multipart)\/|signature$|^application\/pgp-encrypted$/.test(contentType)) return true;
  if (contentType.startsWith('message/')) return contentType !== 'message/rfc822';
  return headers('content-location') !== '' || headers('content-id') !== '';
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
