// Embedded objects for tests: what Windows' packager writes, and the frame that RTF keeps objects in.

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The stream `\u0001Ole10Native` around a file. `wideName`: as newer Windows writes it once more behind the file. */
export function packageStream(name: string, content: Uint8Array, wideName?: string): Buffer {
  const words = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');
  const wide = (text: string): Buffer => Buffer.concat([number(text.length + 1), Buffer.from(`${text}\0`, 'utf16le')]);
  const path = words(`C:\\Temp\\${name}`);
  const body = Buffer.concat([
    Buffer.from([2, 0]),
    words(name),
    words(`C:\\Docs\\${name}`),
    number(0x30000),
    number(path.length),
    path,
    number(content.length),
    content,
    ...(wideName === undefined ? [] : [wide(`C:\\Temp\\${wideName}`), wide(wideName), wide(`C:\\Docs\\${wideName}`)]),
  ]);
  return Buffer.concat([number(body.length), body]);
}

/** OLE 1's frame around an object. `format`: 2 is embedded, 1 a link. */
export function objectFrame(className: string, content: Uint8Array, format = 2): Buffer {
  const name = Buffer.from(`${className}\0`, 'latin1');
  return Buffer.concat([
    number(0x501),
    number(format),
    number(name.length),
    name,
    number(0),
    number(0),
    number(content.length),
    content,
  ]);
}

/** `{\object …}` with the frame as digits, in lines as Word writes them. */
export function rtfObject(frame: Uint8Array): string {
  const digits = Buffer.from(frame)
    .toString('hex')
    .replace(/.{1,128}/g, '$&\r\n');
  return `{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata ${digits}}{\\result a picture}}`;
}
