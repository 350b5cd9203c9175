// Where a command looks: collection, folders and files, and kinds of documents, as they were typed.
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
