// Starts i18next with both languages inside the bundle: nothing is fetched, nothing is asynchronous.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { english } from './en/english.js';
import { spanish } from './es/spanish.js';

export type UiLanguage = 'en' | 'es';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'translation';
    readonly resources: { readonly translation: typeof english };
  }
}

/** Must run before the first render. */
export function startStrings(language: UiLanguage): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    resources: { en: { translation: english }, es: { translation: spanish } },
    // React escapes; a second time would show `&amp;` to the person.
    interpolation: { escapeValue: false },
  });
}

/** Switches every string at once, and tells the page's language to assistive technology. */
export function changeUiLanguage(language: UiLanguage): void {
  document.documentElement.lang = language;
  if (i18next.language !== language) void i18next.changeLanguage(language);
}
