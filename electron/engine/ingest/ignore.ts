// Names that are never documents: hidden ones, what systems and editors leave about, what tools build.
import { type UsualIgnore, usualIgnores } from '../../../shared/domain/folder-rules.js';
import { extensionOf } from '../store/paths.js';

const toolNames = lowerCase(usualIgnores.tools);
const systemNames = lowerCase(usualIgnores.system);

/** Half-written and temporary files of editors, offices and browsers. */
const temporaryName =
  /^~\$|^\.~lock\.|^~wrl\d+|^#.*#$|~$|\.sb-[\da-f]{8}-\w{6}$|\.(?:tmp|temp|part|partial|crdownload|opdownload|filepart|aria2|download|swp|swo|lock)$/iu;

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Files of which nothing can be read as text: skipped by name, so that a film is not read to the end for its hash. */
const mediaExtensions: ReadonlySet<string> = new Set(
  (
    'mp3 m4a aac ogg oga opus wav flac wma mp4 m4v mov avi mkv webm wmv mpg mpeg 3gp ' +
    'iso img dmg vmdk vdi qcow2 exe msi dll so dylib bin class jar o a obj pyc wasm ' +
    'ttf otf woff woff2 eot psd ai blend sqlite db mdb accdb 7z rar bz2 xz zst deb rpm apk pkg'
  ).split(' '),
);

/** Which of the usual ignores a file's or folder's name falls under; most fall under none. */
export function usualIgnoresOf(name: string): readonly UsualIgnore[] {
  const found: UsualIgnore[] = [];
  const lower = name.toLowerCase();
  if (name.startsWith('.')) found.push('hidden');
  if (toolNames.has(lower)) found.push('tools');
  if (systemNames.has(lower)) found.push('system');
  if (temporaryName.test(name)) found.push('temporary');
  return found;
}

/** True for a file or folder that is passed over without a word where no rules say otherwise. */
export function isIgnoredName(name: string): boolean {
  return usualIgnoresOf(name).length > 0;
}

/** True where the name alone says that there is no text inside. */
export function isMediaName(name: string): boolean {
  return mediaExtensions.has(extensionOf(name));
}
