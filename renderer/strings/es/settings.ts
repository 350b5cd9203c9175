// Spanish: the settings view.
import type { settings as english } from '../en/settings.js';
import type { Translated } from '../translated.js';

export const settings: Translated<typeof english> = {
  title: 'Ajustes',
  appearance: 'Aspecto',
  language: 'Idioma',
  languageSystem: 'El del sistema ({{language}})',
  english: 'English',
  spanish: 'Español',
  theme: 'Tema',
  themeSystem: 'El del sistema',
  themeLight: 'Claro',
  themeDark: 'Oscuro',
  searching: 'Búsqueda',
  threshold: 'Umbral',
  thresholdHint:
    'Los pasajes con una relevancia menor se muestran como dudosos. Nunca se ocultan. Cuanto más alto, más estricto.',
  thresholdDefault: 'Restablecer',
  thresholdIsDefault: 'calibrado: {{percent}}',
  thresholdIsCalibrated: 'calibrado',
  thresholdOwn: 'tu valor: {{percent}}',
  recognition: 'Reconocimiento de texto',
  recognitionLabel: 'Imágenes y páginas escaneadas',
  recognitionHint:
    'Lee las palabras de imágenes y páginas escaneadas, en este ordenador, en inglés, español, francés y alemán. Tarda unos segundos por página y espera a que termine todo lo demás.',
  recognitionOff: 'No',
  recognitionAsk: 'Cuando lo pidas',
  recognitionOn: 'Automático',
  reading: 'Lectura de documentos',
  timeLimit: 'Tiempo por documento',
  timeLimitHint:
    'Si un documento no avanza en este tiempo, se deja para que los demás sigan. Si lo cambias, reintenta los que tardaron demasiado.',
  seconds_one: '{{count, number}} segundo',
  seconds_many: '{{count, number}} de segundos',
  seconds_other: '{{count, number}} segundos',
  minutes_one: '{{count, number}} minuto',
  minutes_many: '{{count, number}} de minutos',
  minutes_other: '{{count, number}} minutos',
  place: 'Biblioteca',
  placeLabel: 'Ubicación',
  placeHint:
    'El texto leído, sus palabras y sus vectores. Si eliges otra carpeta, se abre la biblioteca que haya allí; no se mueve ni se borra nada.',
  change: 'Cambiar…',
  changed: 'La biblioteca está abierta desde su nueva carpeta.',
  model: 'Modelo de lenguaje',
  sizes: 'Espacio en disco',
  sizesText: '{{text}} de texto, {{database}} en el archivo de la biblioteca',
  sizesTextGraph:
    '{{text}} de texto, {{database}} en el archivo de la biblioteca, {{graph}} en el índice de significado',
  about: 'Acerca de',
  version: 'Versión',
  privacy: 'Privacidad',
  privacyText:
    'Todo ocurre en este ordenador. Acervo no se conecta a ninguna red: ni cuenta, ni estadísticas, ni actualizaciones a tus espaldas.',
  licence: 'Licencia',
  licenceText: 'MIT, código abierto',
};
