// Small sums, as a host asks for one answer.

/** `0.006 USD`, with two figures that say something. */
export function formatUsd(usd: number, language: string): string {
  const digits = usd >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(Math.max(usd, 1e-6)))));
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(usd);
  return `${number} USD`;
}
