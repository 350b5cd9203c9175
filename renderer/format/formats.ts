// Numbers, sizes, dates and languages in the page's language, by Intl.

/** `92 %` in Spanish, `92%` in English. */
export function formatPercent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A cosine as measured, always three decimals. */
export function formatCosine(cosine: number, language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(cosine);
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * `30 May 2021`; the text itself where it is no date. Written as in the person's region where the system names one of
 * that language (`systemLocales`), and as in Great Britain for English elsewhere: the month comes first in few places.
 */
export function formatDate(iso: string, language: string, systemLocales = navigator.languages): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const regional = systemLocales.find((locale) => locale.startsWith(`${language}-`));
  const locale = regional ?? (language === 'en' ? 'en-GB' : language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
}

const secondsPer = { minute: 60, hour: 3_600, day: 86_400, month: 2_629_800, year: 31_557_600 } as const;

/** `3 days ago`, measured from `nowMs`. */
export function formatWhen(iso: string, language: string, nowMs: number): string {
  const seconds = (new Date(iso).getTime() - nowMs) / 1000;
  if (Number.isNaN(seconds)) return iso;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 45) return format.format(0, 'second');
  if (size < 2_700) return format.format(Math.round(seconds / secondsPer.minute), 'minute');
  if (size < 79_200) return format.format(Math.round(seconds / secondsPer.hour), 'hour');
  if (size < 2_600_000) return format.format(Math.round(seconds / secondsPer.day), 'day');
  if (size < 31_000_000) return format.format(Math.round(seconds / secondsPer.month), 'month');
  return format.format(Math.round(seconds / secondsPer.year), 'year');
}

/** `German` for `de`; the code itself where it is not known. */
export function formatLanguage(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(code) ?? code;
}

/** With a capital letter, as a thing that stands by itself begins. */
export function capitalised(text: string, language: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(language) + rest.join('');
}
