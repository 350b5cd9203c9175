// TNEF ([MS-OXTNEF]), the `winmail.dat` in which Outlook wraps a message and what is attached to it: a list of attributes, some of
// which hold a list of MAPI's properties.
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { encodingOfCodePage } from '../office/code-pages.js';
import { decodeWords, type MapiProperties, readProperties } from './mapi-properties.js';

export interface TnefMessage {
  /** Of the message itself. */
  readonly properties: MapiProperties;
  /** Subject and body as the oldest mail programs keep them; '' where they stand among the properties. */
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly TnefAttachment[];
  /** The encoding of what is not in Unicode. */
  readonly encoding: string;
  /** False where the file ends before its last attribute does. */
  readonly isWhole: boolean;
}

export interface TnefAttachment {
  readonly properties: MapiProperties;
  /** The short name; '' where only the properties have one. */
  readonly title: string;
  readonly content: Uint8Array | null;
}

const signature = 0x223e9f78;
const headBytes = 6;
/** Level, attribute and length before what an attribute holds; a sum behind it. */
const attributeHeadBytes = 9;
const sumBytes = 2;
const attributes = {
  subject: 0x00018004,
  body: 0x0002800c,
  codePage: 0x00069007,
  message: 0x00069003,
  attachmentBegins: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentContent: 0x0006800f,
  attachment: 0x00069005,
} as const;

export function isTnef([a, b, c, d]: Uint8Array): boolean {
  return a === 0x78 && b === 0x9f && c === 0x3e && d === 0x22;
}

interface Attribute {
  readonly id: number;
  readonly content: Buffer;
}

/** @throws AppError `damaged` */
export function readTnef(bytes: Uint8Array): TnefMessage {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < headBytes || data.readUInt32LE(0) !== signature) throw damagedError();
  const { found, isWhole } = attributesOf(data);
  const page = found.find(({ id, content }) => id === attributes.codePage && content.length >= 4);
  const encoding = encodingOfCodePage(page?.content.readUInt32LE(0) ?? 0);
  const words = (id: number): string => textOf(found.find((one) => one.id === id)?.content, encoding);
  const properties = found.find(({ id }) => id === attributes.message)?.content;
  const message: TnefMessage = {
    properties: readProperties(properties ?? Buffer.alloc(0), encoding),
    subject: words(attributes.subject),
    body: words(attributes.body),
    attachments: attachmentsOf(found, encoding),
    encoding,
    isWhole,
  };
  return message;
}

function attributesOf(data: Buffer): { readonly found: readonly Attribute[]; readonly isWhole: boolean } {
  const found: Attribute[] = [];
  let at = headBytes;
  while (at + attributeHeadBytes <= data.length && found.length < loadLimits.maxPackedParts) {
    const start = at + attributeHeadBytes;
    const end = start + data.readUInt32LE(at + 5);
    if (end > data.length) return { found, isWhole: false };
    found.push({ id: data.readUInt32LE(at + 1), content: data.subarray(start, end) });
    at = end + sumBytes;
  }
  return { found, isWhole: true };
}

/** Each begins with an attribute of its own; what follows belongs to it. */
function attachmentsOf(found: readonly Attribute[], encoding: string): readonly TnefAttachment[] {
  const groups: Attribute[][] = [];
  for (const attribute of found) {
    if (attribute.id === attributes.attachmentBegins) groups.push([]);
    else groups.at(-1)?.push(attribute);
  }
  return groups.map((group) => {
    const of = (id: number): Buffer | undefined => group.find((one) => one.id === id)?.content;
    return {
      properties: readProperties(of(attributes.attachment) ?? Buffer.alloc(0), encoding),
      title: textOf(of(attributes.attachmentTitle), encoding),
      content: of(attributes.attachmentContent) ?? null,
    };
  });
}

function textOf(content: Buffer | undefined, encoding: string): string {
  return content === undefined ? '' : decodeWords(content, encoding);
}

export function damagedError(): AppError {
  return new AppError('damaged', 'This message is damaged and could not be read.');
}
