// The content policies, word for word.
import { expect, it } from 'vitest';
import { dataPolicy, pagePolicy, pdfWorkerPolicy } from '../../electron/main/csp.js';

it('lets the page load its own parts, its nonced styles and nothing else', () => {
  expect(pagePolicy('abc')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; img-src 'self' data: blob:; font-src 'self'; " +
      "worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "object-src 'none'; require-trusted-types-for 'script'; trusted-types default",
  );
});

it('lets the pdf.js workers compile WebAssembly and read our scheme only', () => {
  expect(pdfWorkerPolicy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
});

it('lets nothing run in what is served as data', () => {
  expect(dataPolicy).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
});

it('nowhere allows eval, inline code or another host', () => {
  for (const policy of [pagePolicy('n'), pdfWorkerPolicy, dataPolicy]) {
    expect(policy).not.toMatch(/'unsafe-eval'|'unsafe-inline'|https?:|\*/u);
  }
});
