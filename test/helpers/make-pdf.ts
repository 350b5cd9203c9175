// Writes small PDFs by hand: text at given places, pictures, headers, forms, outlines, passwords. Only what the tests need.
import { encryptedStream, encryption, type PdfCipher } from './pdf-encryption.js';

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

export interface PdfComment {
  readonly page: number;
  readonly kind: 'Text' | 'Highlight';
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

export interface PdfOptions {
  readonly title?: string;
  /** Asked for when the file is opened; '' encrypts it so that it opens without one. */
  readonly password?: string;
  /** How it is encrypted; `rc4` where absent. */
  readonly cipher?: PdfCipher;
  readonly outline?: readonly string[];
  readonly fields?: readonly PdfField[];
  /** Files embedded in it: listed in the document, or pinned to its first page. */
  readonly files?: readonly {
    readonly name: string;
    readonly content: string | Uint8Array;
    readonly isPinned?: boolean;
  }[];
  readonly comments?: readonly PdfComment[];
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
  const key = options.password === undefined ? null : encryption(options.password, options.cipher ?? 'rc4');
  const pageNumbers = pages.map((page) => {
    const contents = add('');
    const content = Buffer.from(contentOf(page), 'latin1');
    objects[contents - 1] = stream(key === null ? content : encryptedStream(key, contents, content));
    const { scan } = page;
    const image = scan === undefined ? 0 : add('');
    if (scan !== undefined) {
      const jpeg = Buffer.from(scan.jpeg);
      const body = stream(key === null ? jpeg : encryptedStream(key, image, jpeg));
      objects[image - 1] = body.replace('<<', `<< ${imageEntries(scan)}`);
    }
    const picture = scan === undefined ? '' : ` /XObject << /Im ${image} 0 R >>`;
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
  const files = (options.files ?? []).map(({ name, content, isPinned = false }) => {
    const embedded = add('');
    const bytes = Buffer.from(content);
    const body = stream(key === null ? bytes : encryptedStream(key, embedded, bytes));
    objects[embedded - 1] = body.replace('<<', '<< /Type /EmbeddedFile');
    const file = add(`<< /Type /Filespec /F ${literal(name)} /UF ${literal(name)} /EF << /F ${embedded} 0 R >> >>`);
    if (!isPinned) return `${literal(name)} ${file} 0 R `;
    const pin = add(`<< /Type /Annot /Subtype /FileAttachment /Rect [20 20 40 40] /FS ${file} 0 R >>`);
    const first = pageNumbers[0] ?? 0;
    objects[first - 1] = (objects[first - 1] ?? '').replace('/Annots [', `/Annots [${pin} 0 R `);
    return '';
  });
  for (const { page, kind, words, x, y } of options.comments ?? []) {
    const top = pageHeightPt - y;
    const number = add(
      `<< /Type /Annot /Subtype /${kind} /Contents ${literal(words)} /F 4 /Rect [${x} ${top - 12} ${x + 60} ${top}] ` +
        `/QuadPoints [${x} ${top} ${x + 60} ${top} ${x} ${top - 12} ${x + 60} ${top - 12}] >>`,
    );
    const owner = (pageNumbers[page - 1] ?? 0) - 1;
    objects[owner] = (objects[owner] ?? '').replace('/Annots [', `/Annots [${number} 0 R `);
  }
  objects[tree - 1] =
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((n) => `${n} 0 R`).join(' ')}] >>`;
  const form = fields.length > 0 ? ` /AcroForm << /Fields [${fields.map((n) => `${n} 0 R`).join(' ')}] >>` : '';
  const outlines = options.outline ? ` /Outlines ${addOutline(options.outline, pageNumbers[0] ?? 0, add)} 0 R` : '';
  const names = files.length > 0 ? ` /Names << /EmbeddedFiles << /Names [${files.join('')}] >> >>` : '';
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R${form}${outlines}${names} >>`;
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

function imageEntries({ width, height }: NonNullable<PdfPage['scan']>): string {
  const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  return `/Type /XObject /Subtype /Image ${size} /Filter /DCTDecode`;
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

function stream(bytes: Buffer): string {
  return `<< /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}
