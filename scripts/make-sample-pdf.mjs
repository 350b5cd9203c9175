// Makes the PDF files of the sample library from scripts/sample-pdf/*.txt, the same bytes each time.
// `node scripts/make-sample-pdf.mjs` writes them; with `--check` it fails if the files in the library are others.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFolder = join(root, 'scripts/sample-pdf');
const libraryFolder = join(root, 'resources/sample-library');

const page = { widthPt: 595, heightPt: 842, marginPt: 62 };
const styles = {
  title: { font: 'F2', sizePt: 20, leadingPt: 26, spaceAfterPt: 12 },
  heading: { font: 'F2', sizePt: 13, leadingPt: 17, spaceAfterPt: 5 },
  body: { font: 'F1', sizePt: 11, leadingPt: 16, spaceAfterPt: 9 },
};

// Widths of Helvetica in thousandths of the size, from the space to the tilde; the bold face is set a little wider.
const asciiWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const boldFactor = 1.08;

/** Width of `text` in points. An accented letter is as wide as its plain one; anything else counts as a digit does. */
function widthPt(text, style) {
  let thousandths = 0;
  for (const character of text.normalize('NFD').replace(/\p{M}/gu, '')) {
    thousandths += asciiWidths[character.charCodeAt(0) - 32] ?? 556;
  }
  return (thousandths / 1000) * style.sizePt * (style.font === 'F2' ? boldFactor : 1);
}

function wrap(text, style) {
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthPt(longer, style) > page.widthPt - 2 * page.marginPt) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A PDF text string in WinAnsi, which is Latin-1 for all letters used here. */
function literal(text) {
  for (const character of text) {
    if (character.charCodeAt(0) > 255) throw new Error(`Not in Latin-1, so not for these files: ${character}`);
  }
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

function parseSource(source) {
  const [head = '', ...rest] = source.split(/\n\n/);
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  const pages = rest
    .join('\n\n')
    .split(/\n===\n/)
    .map((text) => text.trim().split(/\n\n+/));
  return { title: fields.title, language: fields.language, footer: fields.footer, pages };
}

function styleOf(paragraph) {
  if (paragraph.startsWith('## ')) return { style: styles.heading, text: paragraph.slice(3) };
  if (paragraph.startsWith('# ')) return { style: styles.title, text: paragraph.slice(2) };
  return { style: styles.body, text: paragraph };
}

/** The drawing operators of one page. */
function pageContent(paragraphs, footer) {
  const parts = [];
  let top = page.heightPt - page.marginPt;
  for (const paragraph of paragraphs) {
    const { style, text } = styleOf(paragraph);
    for (const line of wrap(text, style)) {
      top -= style.leadingPt;
      parts.push(`BT /${style.font} ${style.sizePt} Tf ${page.marginPt} ${top} Td ${literal(line)} Tj ET`);
    }
    top -= style.spaceAfterPt;
  }
  if (top < page.marginPt) throw new Error(`A page of "${footer}" is too full: move its === up.`);
  parts.push(`BT /F1 8 Tf ${page.marginPt} 36 Td ${literal(footer)} Tj ET`);
  return parts.join('\n');
}

/** The whole file as Latin-1 text: one character is one byte. */
export function makePdf(source) {
  const { title, language, footer, pages } = parseSource(source);
  const font = (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const pageIds = pages.map((_, index) => 6 + 2 * index);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${literal(language)} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${literal(title)} >>`,
  ];
  pages.forEach((paragraphs, index) => {
    const content = pageContent(paragraphs, `${footer} - ${index + 1} / ${pages.length}`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.widthPt} ${page.heightPt}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  });

  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  return (
    `${file}xref\n0 ${objects.length + 1}\n${table}\n` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isCheck = process.argv.includes('--check');
  for (const name of readdirSync(sourceFolder).sort()) {
    const pdf = Buffer.from(makePdf(readFileSync(join(sourceFolder, name), 'utf8')), 'latin1');
    const target = join(libraryFolder, name.replace(/\.txt$/, '.pdf'));
    if (!isCheck) writeFileSync(target, pdf);
    else if (!readFileSync(target).equals(pdf)) {
      process.stderr.write(`${target} is not what its source makes. Run: node scripts/make-sample-pdf.mjs\n`);
      process.exitCode = 1;
    }
  }
}
