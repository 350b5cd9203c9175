// Spanish: for each code of shared/errors.ts what happened, and the next step.
import type { errors as englishErrors, reasons as englishReasons } from '../en/errors.js';
import type { Translated } from '../translated.js';

export const reasons: Translated<typeof englishReasons> = {
  empty: 'Vacíos',
  'needs-recognition': 'Necesitan reconocimiento de texto',
  'password-protected': 'Protegidos con contraseña',
  damaged: 'Dañados',
  unsupported: 'Formato aún no admitido',
  'too-large': 'Demasiado grandes',
  'timed-out': 'Tardaron demasiado',
  unreadable: 'No se pueden abrir',
  vanished: 'Desaparecidos durante la lectura',
  incomplete: 'Aún incompletos',
  quarantined: 'Apartados',
};

export const errors: Translated<typeof englishErrors> = {
  empty: { what: 'No contiene texto.', next: 'No hay nada que hacer: se volverá a leer cuando cambie.' },
  'needs-recognition': {
    what: 'Es una imagen o tiene páginas escaneadas, cuyas palabras aún no se encuentran.',
    next: 'Acervo puede reconocerlas cuando termine de leer lo demás.',
  },
  'password-protected': {
    what: 'Solo se abre con contraseña.',
    next: 'Si es un PDF, o se hizo con Word, Excel o PowerPoint a partir de 2007, escribe su contraseña. Si no, guarda una copia sin contraseña o déjalo fuera.',
  },
  damaged: {
    what: 'El archivo está dañado o incompleto.',
    next: 'Ábrelo en su programa, guárdalo de nuevo y reinténtalo.',
  },
  unsupported: {
    what: 'Acervo todavía no lee este formato.',
    next: 'Guárdalo como PDF, texto o Markdown para buscar en él.',
  },
  'too-large': { what: 'Es más grande de lo que Acervo lee.', next: 'Divídelo en archivos más pequeños.' },
  'timed-out': {
    what: 'Leerlo tardaba demasiado y se dejó.',
    next: 'Dales más tiempo a los documentos en Ajustes y reinténtalo.',
  },
  unreadable: {
    what: 'El sistema no dejó que Acervo lo abriera.',
    next: 'Comprueba los permisos y que su disco esté conectado, y reinténtalo.',
  },
  vanished: {
    what: 'Se movió o se borró antes de poder leerlo.',
    next: 'Vuelve a comprobar la carpeta para saber adónde fue.',
  },
  incomplete: {
    what: 'Todavía se está escribiendo, o en este ordenador solo está su nombre.',
    next: 'Se lee cuando esté aquí entero: ábrelo una vez o consérvalo en este ordenador.',
  },
  quarantined: {
    what: 'Al leerlo falló el lector dos veces, así que ya no se intenta.',
    next: 'Guárdalo de nuevo en su programa y reinténtalo.',
  },
  'wrong-use': { what: 'No se ha podido hacer tal como lo pediste.', next: 'Cámbialo un poco y vuelve a intentarlo.' },
  'not-found': { what: 'Eso ya no está en la biblioteca.', next: 'Busca de nuevo o comprueba la carpeta.' },
  'library-locked': {
    what: 'Otro programa tiene abierta esta biblioteca.',
    next: 'Cierra la otra ventana u orden de Acervo y vuelve a intentarlo.',
  },
  'library-newer': {
    what: 'Esta biblioteca la creó un Acervo más reciente.',
    next: 'Actualiza Acervo o elige otra carpeta para la biblioteca en Ajustes.',
  },
  'export-damaged': {
    what: 'Este archivo no es una exportación completa de una biblioteca. No se ha importado nada.',
    next: 'Vuelve a copiarlo desde su origen o exporta la biblioteca otra vez.',
  },
  'export-other-model': {
    what: 'Esta exportación se hizo con otro modelo de lenguaje.',
    next: 'Ábrela con la versión de Acervo que la hizo o añade aquí sus carpetas.',
  },
  'folder-taken': {
    what: 'Una carpeta de la exportación ya está en esta biblioteca, o dos quedarían en el mismo sitio.',
    next: 'Elige otro sitio para ella o quita antes la carpeta de aquí.',
  },
  'store-corrupt': {
    what: 'El archivo de la biblioteca está dañado.',
    next: 'Vuelve a intentarlo. Si sigue igual, elige en Ajustes una carpeta nueva y añade allí tus carpetas.',
  },
  'disk-full': { what: 'El disco está lleno.', next: 'Libera espacio y vuelve a intentarlo.' },
  'disk-error': { what: 'El disco de la biblioteca dio un error.', next: 'Revisa el disco y vuelve a intentarlo.' },
  'read-only': {
    what: 'No se puede escribir en la carpeta de la biblioteca.',
    next: 'Comprueba sus permisos o elige otra carpeta en Ajustes.',
  },
  'model-missing': {
    what: 'Falta el modelo de búsqueda con el que se hizo esta biblioteca.',
    next: 'Si lo añadiste tú, devuelve su carpeta a su sitio, añádelo otra vez en Ajustes o cambia a otro modelo. Si vino con Acervo, instala Acervo de nuevo. La búsqueda por palabras sigue funcionando.',
  },
  'model-corrupt': {
    what: 'El modelo de búsqueda con el que se hizo esta biblioteca ha cambiado en el disco.',
    next: 'Si lo añadiste tú, devuelve su carpeta como estaba o cambia a otro modelo en Ajustes. Si vino con Acervo, instala Acervo de nuevo. La búsqueda por palabras sigue funcionando.',
  },
  'model-incomplete': {
    what: 'Esta carpeta no es un modelo de búsqueda completo.',
    next: 'Elige una carpeta con config.json, tokenizer.json y el modelo en onnx.',
  },
  'model-unclear': {
    what: 'La carpeta no dice cómo se usa el modelo.',
    next: 'Indica cómo se agrupan sus vectores; lo dice la página del modelo.',
  },
  'model-unfit': {
    what: 'Este modelo no puede hacer vectores para Acervo.',
    next: 'Revisa lo que has indicado o elige otro modelo.',
  },
  'model-in-use': {
    what: 'Este modelo está en uso o se está preparando.',
    next: 'Cambia antes a otro o cancela el cambio.',
  },
  'offline-chosen': {
    what: 'Elegiste seguir sin conexión, así que no se ha preguntado a nadie.',
    next: 'Desactívalo en Ajustes, Respuestas.',
  },
  'address-refused': {
    what: 'La dirección base de las respuestas no se puede usar.',
    next: 'Corrígela en Ajustes, Respuestas: https, o http para un servidor de este equipo.',
  },
  'key-missing': { what: 'Falta la clave del servicio de respuestas.', next: 'Escríbela en Ajustes, Respuestas.' },
  'key-refused': {
    what: 'El servicio no acepta la clave.',
    next: 'Vuelve a escribirla en Ajustes, Respuestas, o elige otro modelo.',
  },
  'host-refused': {
    what: 'El servicio no quiere responder a esto.',
    next: 'Revisa el modelo y la dirección en Ajustes, Respuestas, o pregunta en menos documentos.',
  },
  'host-overloaded': {
    what: 'El servicio tiene demasiado trabajo ahora mismo.',
    next: 'Pregunta de nuevo dentro de un rato.',
  },
  'host-unreachable': {
    what: 'No se ha podido llegar al servicio.',
    next: 'Comprueba la conexión y la dirección base en Ajustes, Respuestas.',
  },
  'host-failed': { what: 'El servicio ha tenido un error propio.', next: 'Pregunta de nuevo dentro de un rato.' },
  'host-answer-broken': {
    what: 'La respuesta del servicio se ha cortado o no tenía sentido.',
    next: 'Pregunta de nuevo. Si sigue igual, revisa la dirección base en Ajustes, Respuestas.',
  },
  'engine-stopped': { what: 'La parte que lee y busca se ha detenido.', next: 'Vuelve a intentarlo.' },
  cancelled: { what: 'Cancelado.', next: 'No hay nada que hacer.' },
  bug: {
    what: 'Algo ha fallado dentro de Acervo.',
    next: 'Vuelve a intentarlo. Si sigue igual, copia el informe y envíalo.',
  },
};
