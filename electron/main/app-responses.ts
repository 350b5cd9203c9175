// What `app://ui` answers: the built page, the files of pdf.js, and the bytes of a document by its id. Nothing else.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { documentUrlPrefix } from '../../shared/ipc/document-url.js';
import { dataPolicy, pagePolicy, pdfWorkerPolicy } from './csp.js';
import { isInside } from './inside-folder.js';

export interface AppResponseSources {
  readonly rendererFolder: string;
  /** Holds `cmaps`, `standard_fonts`, `wasm` and `iccs`. */
  readonly pdfjsFolder: string;
  /** A document that lies in the library; rejects when there is none. */
  readonly documentSource: (documentId: string) => Promise<DocumentSource>;
}

export type DocumentSource =
  /** The real path of its file. */
  | { readonly kind: 'file'; readonly path: string }
  /** It lies inside a file, and was taken out of it. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string };

export const appHost = 'ui';
const pdfjsUrlPrefix = '/pdfjs/';
const pdfjsFolders: ReadonlySet<string> = new Set(['cmaps', 'standard_fonts', 'wasm', 'iccs']);
const documentIdPattern = /^d[0-9a-f]{8,64}$/u;
/** Documents that the page draws from their own bytes; all others come as bytes of no kind. */
const shownExtensions: ReadonlySet<string> = new Set(['.pdf', '.png', '.jpg', '.jpeg', '.webp']);
const noncePlaceholder = 'NONCE_PLACEHOLDER';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** The answer to each request of the page, as `protocol.handle` wants it. Never rejects: what is not ours is 404. */
export function createAppResponder(sources: AppResponseSources): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = ownPath(request);
    if (path === null) return refusal(404);
    try {
      if (path === '/' || path === '/index.html') return await page(sources.rendererFolder);
      if (path.startsWith(documentUrlPrefix)) {
        return await documentBytes(sources, path.slice(documentUrlPrefix.length));
      }
      if (path.startsWith(pdfjsUrlPrefix)) return await pdfjsFile(sources, path.slice(pdfjsUrlPrefix.length));
      return await fileIn(sources.rendererFolder, path);
    } catch {
      // Missing, moved or without permission: the page only needs to know that there is nothing to show.
      return refusal(404);
    }
  };
}

/** The decoded path of a request that is plainly ours, or null. */
function ownPath(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  try {
    const url = new URL(request.url);
    if (url.protocol !== 'app:' || url.host !== appHost) return null;
    const path = decodeURIComponent(url.pathname);
    const isPlain = !/[\\\0:]/u.test(path) && !path.split('/').some((part) => part === '..' || part === '.');
    return isPlain ? path : null;
  } catch {
    return null;
  }
}

async function page(rendererFolder: string): Promise<Response> {
  const html = await readFile(join(rendererFolder, 'index.html'), 'utf8');
  const nonce = randomBytes(18).toString('base64');
  return new Response(html.replaceAll(noncePlaceholder, nonce), {
    headers: headers('.html', pagePolicy(nonce)),
  });
}

async function fileIn(folder: string, path: string): Promise<Response> {
  const file = join(folder, path);
  if (!isInside(folder, file)) return refusal(404);
  const extension = extname(file).toLowerCase();
  const policy = isPdfWorker(path) ? pdfWorkerPolicy : dataPolicy;
  return new Response(new Uint8Array(await readFile(file)), { headers: headers(extension, policy) });
}

/** The build keeps the workers' own names in front of the hash. */
function isPdfWorker(path: string): boolean {
  return /^\/assets\/pdf\.[a-z.]*worker[a-z.]*[^/]*\.m?js$/u.test(path);
}

async function pdfjsFile(sources: AppResponseSources, path: string): Promise<Response> {
  const isAllowed = pdfjsFolders.has(path.slice(0, path.indexOf('/')));
  return isAllowed ? await fileIn(sources.pdfjsFolder, path) : refusal(404);
}

async function documentBytes(sources: AppResponseSources, documentId: string): Promise<Response> {
  if (!documentIdPattern.test(documentId)) return refusal(404);
  const source = await sources.documentSource(documentId);
  if (source.kind === 'bytes') {
    return new Response(new Uint8Array(source.bytes), {
      headers: documentHeaders(`.${source.type}`, source.bytes.length),
    });
  }
  const file = source.path;
  const info = await stat(file);
  if (!info.isFile()) return refusal(404);
  return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, {
    headers: documentHeaders(extname(file).toLowerCase(), info.size),
  });
}

function documentHeaders(extension: string, sizeBytes: number): Record<string, string> {
  return {
    ...headers(shownExtensions.has(extension) ? extension : '', dataPolicy),
    'Content-Length': String(sizeBytes),
  };
}

function headers(extension: string, policy: string): Record<string, string> {
  return {
    'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function refusal(status: 404): Response {
  return new Response(null, { status, headers: { 'Content-Security-Policy': dataPolicy } });
}
