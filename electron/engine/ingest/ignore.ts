// Names that are never documents: hidden ones, what systems and editors leave about, what tools build.

const ignoredNames: ReadonlySet<string> = new Set([
  'node_modules',
  '__pycache__',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
]);

/** Half-written and temporary files of editors, offices and browsers. */
const temporaryName =
  /^~\$|^\.~lock\.|^~wrl\d+|^#.*#$|~$|\.sb-[\da-f]{8}-\w{6}$|\.(?:tmp|temp|part|partial|crdownload|opdownload|filepart|aria2|download|swp|swo|lock)$/iu;

/** Files of which nothing can be read as text: skipped by name, so that a film is not read to the end for its hash. */
const mediaExtensions: ReadonlySet<string> = new Set(
  (
    'mp3 m4a aac ogg oga opus wav flac wma mp4 m4v mov avi mkv webm wmv mpg mpeg 3gp ' +
    'iso img dmg vmdk vdi qcow2 exe msi dll so dylib bin class jar o a obj pyc wasm ' +
    'ttf otf woff woff2 eot psd ai blend sqlite db mdb accdb 7z rar gz bz2 xz zst tar tgz deb rpm apk pkg'
  ).split(' '),
);

/** True for a file or folder that a check passes over without a word. */
export function isIgnoredName(name: string): boolean {
  return name.startsWith('.') || ignoredNames.has(name.toLowerCase()) || temporaryName.test(name);
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** True where the name alone says that there is no text inside. */
export function isMediaName(name: string): boolean {
  return mediaExtensions.has(extensionOf(name));
}
