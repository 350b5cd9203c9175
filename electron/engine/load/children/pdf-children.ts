// Files embedded in a PDF: those that the document lists, and those pinned to a page.
import { z } from 'zod';
import { openPdf } from '../pdf/open-pdf.js';
import type { Container } from './container.js';

const fileSchema = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });
const attachmentsSchema = z.record(z.string(), z.unknown());
const annotationsSchema = z.array(z.object({ file: z.unknown() }));
/** pdf.js's number for a file pinned to a page. */
const pinnedFile = 17;
/** Streams never lie inside other streams, so an embedded file's own head can be seen without opening the PDF. */
const marks = ['/EmbeddedFile', '/FileAttachment', '/Filespec'] as const;

const noFiles: Container = { children: [], heldBytes: 0 };

/** None of a PDF that does not open, or not without a password: why it does not is said of the PDF itself. */
export async function pdfChildren(bytes: Uint8Array): Promise<Container> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!marks.some((mark) => view.includes(mark))) return noFiles;
  // pdf.js takes the bytes over.
  const { task } = await openPdf(bytes.slice(), []);
  try {
    const document = await task.promise.catch(() => null);
    if (document === null) return noFiles;
    const listed: unknown = await document.getAttachments().catch(() => null);
    const pinned: unknown = await document.getAnnotationsByType(new Set([pinnedFile]), new Set()).catch(() => null);
    const found = [
      ...Object.values(attachmentsSchema.safeParse(listed).data ?? {}),
      ...(annotationsSchema.safeParse(pinned).data ?? []).map(({ file }) => file),
    ];
    const seen = new Set<string>();
    const files = found.flatMap((one) => {
      const { data } = fileSchema.safeParse(one);
      if (data === undefined) return [];
      // A file may be listed and pinned too.
      const key = `${data.filename}\0${Buffer.from(data.content).toString('latin1')}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [data];
    });
    return {
      children: files.map(({ filename, content }) => ({
        name: filename,
        sizeBytes: content.length,
        read: async () => content,
      })),
      heldBytes: files.reduce((sum, { content }) => sum + content.length, 0),
    };
  } finally {
    await task.destroy();
  }
}
