// `winmail.dat` for tests: attributes with their sums, and MAPI's properties.

export interface TnefOptions {
  readonly subject: string;
  /** Plain text, a page, or both. */
  readonly body?: string;
  readonly html?: string;
  readonly sender?: string;
  readonly attachments?: readonly TnefFile[];
}

export interface TnefFile {
  /** Letters that have no place in a short name stand in the long one only. */
  readonly name: string;
  readonly content: Uint8Array;
  /** An attached message is wrapped once more. */
  readonly isMessage?: boolean;
  /** A picture that the page shows. */
  readonly contentId?: string;
}

type Property = readonly [id: number, type: number, content: Uint8Array];

const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');

export function makeTnef({ subject, body, html, sender = 'Ana Pérez', attachments = [] }: TnefOptions): Buffer {
  const message: Property[] = [
    [0x0037, 0x1f, wide(subject)],
    [0x0c1a, 0x1f, wide(sender)],
    // A number, several words and a property with a name of its own stand between, as Outlook writes them.
    [0x0017, 0x03, number(1)],
    [0x8001, 0x1f, wide('Keywords')],
    [0x0039, 0x40, Buffer.from('0040d7b6fe7bd401', 'hex')],
    ...(body === undefined ? [] : [[0x1000, 0x1f, wide(body)] as const]),
    ...(html === undefined ? [] : [[0x1013, 0x102, Buffer.from(html, 'latin1')] as const]),
  ];
  return Buffer.concat([
    number(0x223e9f78),
    Buffer.from([1, 0]),
    attribute(1, 0x00069007, Buffer.concat([number(1252), number(0)])),
    attribute(1, 0x00069003, properties(message)),
    ...attachments.flatMap(attached),
  ]);
}

function attached({ name, content, isMessage = false, contentId }: TnefFile): readonly Buffer[] {
  const listed: Property[] = [[0x3707, 0x1f, wide(name)]];
  if (contentId !== undefined) listed.push([0x3712, 0x1f, wide(contentId)]);
  if (isMessage) listed.push([0x3701, 0x0d, Buffer.concat([Buffer.alloc(16, 7), content])]);
  return [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${name.slice(0, 8).replace(/[^ -~]/g, '_')}\0`)),
    ...(isMessage ? [] : [attribute(2, 0x0006800f, Buffer.from(content))]),
    attribute(2, 0x00069005, properties(listed)),
  ];
}

function attribute(level: number, id: number, content: Buffer): Buffer {
  const sum = content.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([
    Buffer.from([level]),
    number(id),
    number(content.length),
    content,
    Buffer.from([sum & 0xff, sum >> 8]),
  ]);
}

function properties(listed: readonly Property[]): Buffer {
  return Buffer.concat([number(listed.length), ...listed.flatMap(property)]);
}

function property([id, type, content]: Property): readonly Buffer[] {
  const name = id >= 0x8000 ? [Buffer.alloc(16, 3), number(1), number(18), padded(wide('Keywords'))] : [];
  const isLong = type === 0x1f || type === 0x102 || type === 0x0d;
  return [
    number(id * 0x10000 + type),
    ...name,
    ...(isLong ? [number(1), number(content.length)] : []),
    padded(content),
  ];
}

function padded(content: Uint8Array): Buffer {
  return Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
