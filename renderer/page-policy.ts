// What the page's content policy needs of the page itself. Imported before everything else: whatever runs first must
// already find the trusted types policy and the nonce.
import { setNonce } from 'get-nonce';

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ): unknown;
}

/** Markup never passes: the one caller is the component library, which fills style elements with plain text. */
export function onlyPlainText(text: string): string {
  if (/[<&]/.test(text)) throw new TypeError('Markup is not allowed here.');
  return text;
}

/** Only the reader of PDF files runs in a worker of the page. */
export function onlyPdfWorkers(url: string, pageUrl: string): string {
  // Compared by scheme and host: some readers of URLs know no origin for a scheme like ours.
  const page = new URL(pageUrl);
  const { protocol, host, pathname } = new URL(url, page);
  const isOurs = protocol === page.protocol && host === page.host;
  if (!isOurs || !/^\/assets\/pdf\.worker[\w.-]*\.mjs$/.test(pathname)) {
    throw new TypeError('This is not a script of Acervo.');
  }
  return url;
}

/** Installs the policy named `default`, which the page's header allows, and hands the nonce on. */
export function installPagePolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: onlyPlainText,
    createScriptURL: (url) => onlyPdfWorkers(url, window.location.href),
  });
  setNonce(pageNonce());
}

/** The nonce of this load, for style elements made later. Attributes hide it, the property does not. */
export function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
