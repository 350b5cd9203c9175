// Where a command looks: collection, folders and files, and kinds of documents, as they were typed.
import { AppError } from '../../shared/errors.js';
import type { Library } from '../engine/library.js';
import { optionOf, type ParsedArguments } from './arguments.js';
import { realPathOf } from './real-path.js';

export interface Places {
  readonly collection: string | undefined;
  readonly paths: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
}

export function placesOf(parsed: ParsedArguments): Places {
  return {
    collection: optionOf(parsed, 'collection'),
    paths: parsed.values.get('in')?.map(realPathOf),
    types: parsed.values.get('type')?.map((type) => type.toLowerCase().replace(/^\./u, '')),
  };
}

/**
 * What is mistyped finds nothing, which is to be told apart from a question that the documents do not answer.
 * @throws AppError `not-found` for a path with no document of the library at or under it, and for a type or a language that
 *   there is not and that no document has; `wrong-use` for what can't be a language
 */
export async function checkPlaces(
  library: Pick<Library, 'countDocuments'>,
  { paths = [], types = [], languages = [] }: Partial<Places> & { readonly languages?: readonly string[] | undefined },
): Promise<void> {
  for (const path of paths) {
    if ((await library.countDocuments({ paths: [path] })) > 0) continue;
    throw new AppError(
      'not-found',
      `No document of the library lies at or under “${path}”. Check the path; “acervo documents” lists what is there.`,
    );
  }
  for (const type of types) {
    if ((await library.countDocuments({ types: [type] })) > 0 || (await isType(type))) continue;
    throw new AppError('not-found', `No document of the library has the type “${type}”. Write it as pdf, md, docx, …`);
  }
  for (const language of languages) {
    if ((await library.countDocuments({ languages: [language] })) > 0 || isLanguage(language)) continue;
    throw new AppError('not-found', `There is no language “${language}”. Write it in two letters: es, en, de, fr, …`);
  }
}

/** Read into memory only where the library has none of it. */
async function isType(type: string): Promise<boolean> {
  const { loadableTypes } = await import('../engine/load/sniff-type.js');
  return loadableTypes.some((known) => known === type);
}

/** ISO 639, by the names that the system knows. */
function isLanguage(code: string): boolean {
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
}
