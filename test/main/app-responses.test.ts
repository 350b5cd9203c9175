// What our scheme answers, with real files in a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppResponder } from '../../electron/main/app-responses.js';
import { dataPolicy, pagePolicy, pdfWorkerPolicy } from '../../electron/main/csp.js';
import { realPathInside } from '../../electron/main/inside-folder.js';

let folder: string;
let respond: (request: Request) => Promise<Response>;
const documentId = 'd0123456789abcdef';
const parts: Readonly<Record<string, { readonly type: string; readonly content: string }>> = {
  d6666666666666666: { type: 'pdf', content: '%PDF-1.4 inside' },
  d7777777777777777: { type: 'png', content: 'picture' },
  d8888888888888888: { type: 'html', content: '<script>alert(1)</script>' },
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'acervo-scheme-'));
  const files = {
    'renderer/index.html':
      '<meta property="csp-nonce" nonce="NONCE_PLACEHOLDER"><style nonce="NONCE_PLACEHOLDER"></style>',
    'renderer/assets/index-1.js': 'export {};',
    'renderer/assets/pdf.worker.min-1a2b.mjs': 'export {};',
    'renderer/assets/not-pdf.worker.js': 'export {};',
    'renderer-evil/secret.txt': 'secret',
    'secret.txt': 'secret',
    'pdfjs/cmaps/78-H.bcmap': 'map',
    'pdfjs/build/pdf.mjs': 'code',
    'library/page.html': '<script>alert(1)</script>',
    'library/Informe nº 1.pdf': '%PDF-1.7',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'library', 'link.txt'));
  const documents: Record<string, string> = {
    [documentId]: 'library/Informe nº 1.pdf',
    d1111111111111111: 'library/page.html',
    d2222222222222222: 'library/link.txt',
    d3333333333333333: 'library/gone.txt',
    d4444444444444444: 'library',
  };
  respond = createAppResponder({
    rendererFolder: join(folder, 'renderer'),
    pdfjsFolder: join(folder, 'pdfjs'),
    documentSource: async (id) => {
      const part = parts[id];
      if (part !== undefined) return { kind: 'bytes', bytes: Buffer.from(part.content), type: part.type };
      const path = await realPathInside([join(folder, 'library')], join(folder, documents[id] ?? 'nothing'));
      return { kind: 'file', path };
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

const get = (address: string) => respond(new Request(address));

describe('the page', () => {
  it('comes with a policy whose nonce is new for each load and is in the page', async () => {
    const [first, second] = [await get('app://ui/index.html'), await get('app://ui/')];
    const html = await first.text();
    const nonce = /nonce="([^"]+)"/u.exec(html)?.[1] ?? '';
    expect(nonce).toMatch(/^[\w+/]{24}$/u);
    expect(html).not.toContain('NONCE_PLACEHOLDER');
    expect(first.headers.get('content-security-policy')).toBe(pagePolicy(nonce));
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await second.text()).not.toContain(nonce);
  });

  it('gets its scripts with the right type, never guessed', async () => {
    const response = await get('app://ui/assets/index-1.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(dataPolicy);
  });

  it('gets the pdf.js workers, and them alone, with the policy that allows WebAssembly', async () => {
    const policyOf = async (path: string) => (await get(`app://ui${path}`)).headers.get('content-security-policy');
    expect(await policyOf('/assets/pdf.worker.min-1a2b.mjs')).toBe(pdfWorkerPolicy);
    expect(await policyOf('/assets/not-pdf.worker.js')).toBe(dataPolicy);
  });
});

describe('tricks with paths', () => {
  it.each([
    'app://ui/..%2fsecret.txt',
    'app://ui/%2e%2e%2fsecret.txt',
    'app://ui/assets/..%2f..%2fsecret.txt',
    'app://ui/..%5csecret.txt',
    'app://ui/..%2frenderer-evil/secret.txt',
    'app://ui/%2fetc%2fpasswd',
    'app://ui//etc/passwd',
    'app://ui/assets/index-1.js%00.html',
    'app://ui/c:/windows/win.ini',
    'app://ui/%E0%A4%A',
    'app://other/index.html',
    'app://ui.evil/index.html',
    'https://ui/index.html',
    'file:///etc/passwd',
    'app://ui/assets',
    'app://ui/pdfjs/build/pdf.mjs',
    'app://ui/pdfjs/cmaps/..%2fbuild/pdf.mjs',
    'app://ui/pdfjs/',
    'app://ui/document/',
    'app://ui/document/../index.html/x',
    'app://ui/document/d0123456789abcdef%2f..%2fpage.html',
    'app://ui/document//etc/passwd',
  ])('answers 404 to %s', async (address) => {
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('answers only to reading', async () => {
    expect((await respond(new Request('app://ui/index.html', { method: 'POST', body: 'x' }))).status).toBe(404);
  });
});

describe('documents', () => {
  it('gives the bytes of a document of the library', async () => {
    const response = await get(`app://ui/document/${documentId}`);
    expect(await response.text()).toBe('%PDF-1.7');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-length')).toBe('8');
  });

  it.each([
    ['d6666666666666666', 'application/pdf'],
    ['d7777777777777777', 'image/png'],
    ['d8888888888888888', 'application/octet-stream'],
  ])('gives the bytes of a document that lies inside a file: %s as %s', async (id, contentType) => {
    const response = await get(`app://ui/document/${id}`);
    expect(await response.text()).toBe(parts[id]?.content);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-security-policy')).toBe(dataPolicy);
  });

  it('gives a web page of the library as bytes in which nothing would run', async () => {
    const response = await get('app://ui/document/d1111111111111111');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-security-policy')).toBe(dataPolicy);
  });

  it.each([
    ['a link that leads out of the library', 'd2222222222222222'],
    ['a file that is gone', 'd3333333333333333'],
    ['a folder', 'd4444444444444444'],
    ['an id that nobody has', 'd5555555555555555'],
    ['something that is no id', 'x123'],
  ])('gives nothing for %s', async (_what, id) => {
    expect((await get(`app://ui/document/${id}`)).status).toBe(404);
  });
});

it('gives the character maps of pdf.js', async () => {
  expect(await (await get('app://ui/pdfjs/cmaps/78-H.bcmap')).text()).toBe('map');
});
