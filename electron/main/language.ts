// Which of the app's languages is meant, and main's own few sentences in them.
import type { Settings } from '../../shared/domain/settings.js';

export type Language = 'en' | 'es';

/** Spanish for any Spanish locale, English for everything else. */
export function languageOfLocale(locale: string): Language {
  return /^es(?:[-_]|$)/iu.test(locale) ? 'es' : 'en';
}

export function chosenLanguage(settings: Settings, locale: string): Language {
  return settings.language === 'system' ? languageOfLocale(locale) : settings.language;
}

const en = {
  file: 'File',
  addFolders: 'Add folders…',
  close: 'Close window',
  quit: 'Quit Acervo',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetZoom: 'Actual size',
  fullScreen: 'Full screen',
  window: 'Window',
  minimize: 'Minimize',
  about: 'About Acervo',
  hide: 'Hide Acervo',
  pickFolders: 'Choose folders to add',
  pickLibrary: 'Choose where the library lies',
  chooseExport: 'Export the library',
  chooseConversation: 'Export the conversation',
  export: 'Export',
  pickExport: 'Choose a library to import',
  pickPlace: 'Choose where it lies on this computer',
  pickModel: 'Choose the folder of a search model',
  allFiles: 'All files',
  add: 'Add',
  choose: 'Choose',
  openLink: 'Open this link in your browser?',
  open: 'Open',
  cancel: 'Cancel',
};

/** Main's words: menus and the few dialogs that are the system's. */
export type MainWords = Readonly<Record<keyof typeof en, string>>;

const es: MainWords = {
  file: 'Archivo',
  addFolders: 'Añadir carpetas…',
  close: 'Cerrar ventana',
  quit: 'Salir de Acervo',
  edit: 'Edición',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  view: 'Ver',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  resetZoom: 'Tamaño real',
  fullScreen: 'Pantalla completa',
  window: 'Ventana',
  minimize: 'Minimizar',
  about: 'Acerca de Acervo',
  hide: 'Ocultar Acervo',
  pickFolders: 'Elige las carpetas que quieres añadir',
  pickLibrary: 'Elige dónde estará la biblioteca',
  chooseExport: 'Exportar la biblioteca',
  chooseConversation: 'Exportar la conversación',
  export: 'Exportar',
  pickExport: 'Elige la biblioteca que quieres importar',
  pickPlace: 'Elige dónde está en este ordenador',
  pickModel: 'Elige la carpeta de un modelo de búsqueda',
  allFiles: 'Todos los archivos',
  add: 'Añadir',
  choose: 'Elegir',
  openLink: '¿Abrir este enlace en tu navegador?',
  open: 'Abrir',
  cancel: 'Cancelar',
};

export const mainWords: Readonly<Record<Language, MainWords>> = { en, es };
