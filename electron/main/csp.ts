// The content policies, as data. Each text is compared whole in test/security; a change here is a decision.

/** The page: nothing by default, everything from our own scheme, styles by a nonce that each load gets anew. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The pdf.js workers decode images with WebAssembly; a worker is ruled by its own header, not by the page's. */
export const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Everything else is data: if it were ever opened as a page, nothing in it would run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
