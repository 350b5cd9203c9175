// Writes small PDFs by hand: text at given places, pictures, headers, forms, outlines, passwords. Only what the tests need.
import { createHash } from 'node:crypto';

export interface PdfText {
  readonly text: string;
  /** Points from the left and from the top of the unrotated page. */
  readonly x: number;
  readonly y: number;
  /** 11 where absent. */
  readonly size?: number;
}

export interface PdfPage {
  readonly texts?: readonly PdfText[];
  /** A grey square that stands for a scan. */
  readonly hasPicture?: boolean;
  /** Fills the unrotated page, as a scan does. */
  readonly scan?: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number };
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Left, bottom, right, top. */
  readonly cropBox?: readonly [number, number, number, number];
  /** Content operators, drawn after the texts. */
  readonly operators?: string;
}

export interface PdfField {
  readonly page: number;
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

export interface PdfOptions {
  readonly title?: string;
  /** Asked for when the file is opened; '' encrypts it so that it opens without one. */
  readonly password?: string;
  readonly outline?: readonly string[];
  readonly fields?: readonly PdfField[];
}

export const pageWidthPt = 595;
export const pageHeightPt = 842;

/** Lines of text one below the other, 14 points apart. */
export function linesAt(x: number, y: number, lines: readonly string[], size = 11): PdfText[] {
  return lines.map((text, index) => ({ text, x, y: y + index * 14, size }));
}

/** The file's bytes. Letters are those of Windows-1252, and `ﬁ` as the one glyph that it is. */
export function makePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add('');
  const tree = add('');
  const font = add(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [129 /fi] >> >>',
  );
  const key = options.password === undefined ? null : encryption(options.password);
  const pageNumbers = pages.map((page) => {
    const contents = add('');
    objects[contents - 1] = stream(contentOf(page), contents, key);
    const { scan } = page;
    const picture = scan === undefined ? '' : ` /XObject << /Im ${add(imageObject(scan))} 0 R >>`;
    const crop = page.cropBox ? ` /CropBox [${page.cropBox.join(' ')}]` : '';
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${pageWidthPt} ${pageHeightPt}]${crop} /Rotate ${page.rotate ?? 0} ` +
        `/Resources << /Font << /F1 ${font} 0 R >>${picture} >> /Contents ${contents} 0 R /Annots [] >>`,
    );
  });
  const fields = (options.fields ?? []).map((field) => {
    const page = pageNumbers[field.page - 1] ?? 0;
    const top = pageHeightPt - field.y;
    const number = add(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field${objects.length}) /V ${literal(field.value)} /F 4 /P ${page} 0 R ` +
        `/Rect [${field.x} ${top - 14} ${field.x + 200} ${top}] /DA (/F1 11 Tf) >>`,
    );
    objects[page - 1] = (objects[page - 1] ?? '').replace('/Annots [', `/Annots [${number} 0 R `);
    return number;
  });
  objects[tree - 1] =
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((n) => `${n} 0 R`).join(' ')}] >>`;
  const form = fields.length > 0 ? ` /AcroForm << /Fields [${fields.map((n) => `${n} 0 R`).join(' ')}] >>` : '';
  const outlines = options.outline ? ` /Outlines ${addOutline(options.outline, pageNumbers[0] ?? 0, add)} 0 R` : '';
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R${form}${outlines} >>`;
  const info = options.title === undefined ? null : add(`<< /Title ${literal(options.title)} >>`);
  const extra = `${info === null ? '' : ` /Info ${info} 0 R`}${key === null ? '' : ` /Encrypt ${add(key.dictionary)} 0 R /ID [<${key.id}> <${key.id}>]`}`;
  return assemble(objects, `/Root ${catalog} 0 R${extra}`);
}

function contentOf(page: PdfPage): string {
  const texts = (page.texts ?? []).map(
    ({ text, x, y, size = 11 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${pageHeightPt - y} Tm ${literal(text)} Tj ET`,
  );
  const picture: string[] = page.hasPicture ? ['q 400 0 0 500 90 170 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q'] : [];
  if (page.scan) picture.push(`q ${pageWidthPt} 0 0 ${pageHeightPt} 0 0 cm /Im Do Q`);
  return [...picture, ...texts, page.operators ?? ''].join('\n');
}

function imageObject({ jpeg, width, height }: NonNullable<PdfPage['scan']>): string {
  const head = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  const bytes = Buffer.from(jpeg).toString('latin1');
  return `${head} /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${bytes}\nendstream`;
}

function addOutline(titles: readonly string[], page: number, add: (body: string) => number): number {
  // Items are numbered one after the other, and the root comes last.
  const first = add('') + 1;
  const root = first + titles.length;
  titles.forEach((title, index) => {
    const next = index < titles.length - 1 ? ` /Next ${first + index + 1} 0 R` : '';
    add(`<< /Title ${literal(title)} /Parent ${root} 0 R /Dest [${page} 0 R /Fit]${next} >>`);
  });
  return add(`<< /Type /Outlines /First ${first} 0 R /Last ${root - 1} 0 R /Count ${titles.length} >>`);
}

function literal(text: string): string {
  return `(${text
    .replaceAll('ﬁ', '\x81')
    .replaceAll('•', '\x95')
    .replace(/[\\()]/g, '\\$&')})`;
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

interface Encryption {
  readonly key: Buffer;
  readonly id: string;
  readonly dictionary: string;
}

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const permissions = -4;

/** The standard handler's first revision: 40-bit RC4. Weak, and just right for a test. */
function encryption(password: string): Encryption {
  const user = padded(password);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), user);
  const id = md5(Buffer.from('acervo')).toString('hex');
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions);
  const key = md5(Buffer.concat([user, owner, bits, Buffer.from(id, 'hex')])).subarray(0, 5);
  const check = rc4(key, padding).toString('hex');
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P ${permissions} /O <${owner.toString('hex')}> /U <${check}> >>`;
  return { key, id, dictionary };
}

function stream(content: string, number: number, encrypted: Encryption | null): string {
  const plain = Buffer.from(content, 'latin1');
  const suffix = Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0]);
  const bytes = encrypted === null ? plain : rc4(md5(Buffer.concat([encrypted.key, suffix])).subarray(0, 10), plain);
  return `<< /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, input: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    input.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at((at(i) + at(j)) & 255);
    }),
  );
}
