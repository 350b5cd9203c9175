// Every command of the command line, its words and its options: what is parsed and what is explained come from here.
import { readings } from '../../shared/domain/chat.js';
import { documentStates } from '../../shared/domain/document.js';
import { chunkRanges, defaultChunkSettings, passageRanges, poolings } from '../../shared/domain/models.js';
import { fusionNames, searchModes } from '../../shared/domain/search.js';
import { timeLimitRange } from '../../shared/domain/settings.js';

export interface Option {
  /** What stands after it, as the help names it; none for an option that is there or not. */
  readonly value?: string;
  readonly short?: string;
  /** May be given more than once. */
  readonly isList?: boolean;
  readonly help: string;
}

type OptionTable = Readonly<Record<string, Option>>;

export interface Command {
  /** What stands after the command's name, before its options. */
  readonly words: string;
  /** How many words may follow: at least, at most. */
  readonly wordCount: readonly [number, number];
  readonly help: string;
  readonly options: OptionTable;
}

/** Options of every command. */
export const commonOptions: OptionTable = {
  library: { value: 'FOLDER', help: 'The library to work on; without it the one of the app.' },
  json: { help: 'One JSON object instead of text, also for errors.' },
  help: { short: 'h', help: 'Explain the command.' },
};

const retrievalOptions: OptionTable = {
  mode: {
    value: searchModes.join('|'),
    help: 'By meaning and words together (hybrid, the default), by meaning alone (vector), or by words alone.',
  },
  fusion: {
    value: fusionNames.join('|'),
    help: 'How both are put in one order: the default, or reciprocal ranks.',
  },
  rerank: {
    help: 'Read question and passages together once more, and put the best twenty in a better order; about a second.',
  },
};

const collection = (help: string): Option => ({ value: 'NAME', help });

const timeLimit: Option = {
  value: 'SECONDS',
  help: `Give a document up that shows no progress for so long; ${timeLimitRange.usual} without it.`,
};

const any = Number.POSITIVE_INFINITY;

const spoken = ({ least, most }: { readonly least: number; readonly most: number }): string => `${least} to ${most}`;

const writerOptions: OptionTable = {
  'base-url': {
    value: 'URL',
    help: 'The host that writes answers: any that speaks the Messages API, also one on this machine without a key.',
  },
  'send-key': {
    help: 'Send the key in ANTHROPIC_API_KEY to the host of --base-url too. Without this only api.anthropic.com is sent it.',
  },
  model: { value: 'NAME', help: 'The model that writes them.' },
  extractive: {
    help: 'Quote the best sentences, and send nothing. This is what happens anyway where there is no key in ANTHROPIC_API_KEY and no --base-url.',
  },
};

const answerOptions: OptionTable = {
  k: {
    value: 'NUMBER',
    short: 'k',
    help: `How many passages an answer may be made from, ${spoken(passageRanges.answer)}; ${passageRanges.answer.usual} without it.`,
  },
  afresh: { help: 'Ask the model again, also where it answered the same from the same passages before.' },
  reading: {
    value: readings.join('|'),
    help: 'Of one document (--in FILE), ask with its passages or with all of it; auto takes all of a short one.',
  },
  conversation: { value: 'ID', help: 'Go on with this conversation, as an earlier answer named it.' },
  ...writerOptions,
  collection: collection('Only from this collection.'),
  in: { value: 'PATH', isList: true, help: 'Only from this folder or file; may be repeated.' },
  type: { value: 'EXTENSION', isList: true, help: 'Only from documents of this type, such as pdf; may be repeated.' },
};

export const commands = {
  index: {
    words: 'PATH…',
    wordCount: [1, any],
    help: 'Add folders and files, and index what is new or changed in them.',
    options: {
      collection: collection('Put them into this collection.'),
      ignore: {
        value: 'PATTERN',
        isList: true,
        help: 'Leave out what matches, as in a .gitignore file, from now on; may be repeated. Replaces the patterns of before.',
      },
      'ignore-nothing': { help: 'Take the patterns of these folders away.' },
      'size-limit': { value: 'MB', help: 'Leave out files that are larger, from now on; 0 takes the limit away.' },
      force: { help: 'Read and embed again what is unchanged too.' },
      'accept-deletions': {
        help: 'Documents that are gone from these paths were deleted: forget them, however many they are.',
      },
      'keep-missing': {
        help: 'Documents that are gone from these paths stay searchable, and are not asked about again.',
      },
      'words-only': { help: 'Stop when everything can be found by words.' },
      recognise: { help: 'Read scanned pages and pictures too, after everything else.' },
      'time-limit': timeLimit,
      passwords: {
        value: 'FILE',
        help: 'Passwords for protected PDFs and office files, one a line; “-” reads them from standard input, or asks for one here.',
      },
    },
  },
  search: {
    words: 'QUESTION',
    wordCount: [1, any],
    help: 'Find passages by meaning and by words. In the question, "these words" must stand so and -word must not be there; type:pdf, in:folder, lang:es, since:2021-05, until:2022 and meta:version=2 do what the options of these names do. Filters alone list the documents that fit.',
    options: {
      k: { value: 'NUMBER', short: 'k', help: 'How many passages at most, 1 to 1000; 10 without it.' },
      all: { help: 'All of them, also those that are less sure.' },
      'min-relevance': {
        value: 'SHARE',
        help: 'From 0 to 1: passages below it are less sure. Without it the measured one.',
      },
      ...retrievalOptions,
      collection: collection('Only in this collection.'),
      in: { value: 'PATH', isList: true, help: 'Only in this folder or file; may be repeated.' },
      type: { value: 'EXTENSION', isList: true, help: 'Only documents of this type, such as pdf; may be repeated.' },
      language: { value: 'CODE', isList: true, help: 'Only documents in this language, such as es; may be repeated.' },
      since: { value: 'DATE', help: 'Only documents changed on this day or later: 2021, 2021-05 or 2021-05-30.' },
      until: { value: 'DATE', help: 'Only documents changed on this day or before.' },
      meta: {
        value: 'CONDITION',
        isList: true,
        help: 'Only documents whose keys say so: version=2, year>2020, tags=a,b; may be repeated.',
      },
    },
  },
  ask: {
    words: 'QUESTION',
    wordCount: [1, any],
    help: 'Answer a question from the documents, with its sources; or say that they do not hold the answer.',
    options: answerOptions,
  },
  chat: {
    words: '',
    wordCount: [0, 0],
    help: 'The same as a dialogue: a question a line, and each may lean on the ones before it.',
    options: answerOptions,
  },
  conversations: {
    words: '',
    wordCount: [0, 0],
    help: 'List what was asked and answered, newest first. Every question is kept with its answer until it is removed.',
    options: {
      find: { value: 'WORDS', help: 'Only those whose questions or answers hold these words.' },
      show: { value: 'ID', help: 'One of them with its sources, as Markdown.' },
      remove: { value: 'ID', help: 'Forget this one; its words are taken out of the library’s file.' },
    },
  },
  status: { words: '', wordCount: [0, 0], help: 'Say what the library holds.', options: {} },
  documents: {
    words: '',
    wordCount: [0, 0],
    help: 'List the documents with their states and reasons.',
    options: { state: { value: 'STATE', help: `Only those in this state: ${documentStates.join(', ')}.` } },
  },
  text: {
    words: 'PATH',
    wordCount: [1, 1],
    help: "Show a document's text as Acervo read it.",
    options: {
      encoding: {
        value: 'NAME|auto',
        help: 'Read it again, now and from now on, with this encoding; auto goes back to the one that is found.',
      },
      'time-limit': timeLimit,
    },
  },
  eval: {
    words: 'SET',
    wordCount: [1, 1],
    help: 'Measure retrieval on a folder with documents (corpus.jsonl), questions (queries.jsonl) and which answers which (qrels.tsv).',
    options: {
      queries: { value: 'SET2', help: 'Ask the questions of this set instead.' },
      ...retrievalOptions,
      'threshold-curve': {
        help: 'Leave a fifth of the documents out, and say how often their questions are declined.',
      },
      run: { value: 'FILE', help: 'Write what was found as a TREC run.' },
    },
  },
  'eval-answers': {
    words: 'SET',
    wordCount: [1, 1],
    help: 'Measure answers on a set whose answers are known (answers.jsonl): what they quote and cite, and what is declined.',
    options: {
      queries: { value: 'SET2', help: 'Ask the questions of this set instead.' },
      drop: {
        value: 'NUMBER',
        help: 'Leave one in so many documents out: its questions have no answer, and are to be declined.',
      },
      'whole-document': {
        help: 'Ask each question that has an answer once more, of its whole document, and say what both ways cost.',
      },
      part: { value: 'NAME', help: 'Only the questions that split.tsv puts into this part.' },
      ...writerOptions,
    },
  },
  model: {
    words: 'list | add FOLDER | use NAME | remove NAME | cancel',
    wordCount: [1, 2],
    help: 'The model that vectors are made with, and how passages are cut. “use” builds them anew beside the old ones, which go on answering, and goes on where it was stopped.',
    options: {
      estimate: { help: 'use: only say how much work it is.' },
      'chunk-size': {
        value: 'TOKENS',
        help: `use: about how long a passage is, ${spoken(chunkRanges.size)}; ${defaultChunkSettings.size} is usual.`,
      },
      overlap: {
        value: 'PERCENT',
        help: `use: how much of a passage is repeated at the start of the next, ${spoken(chunkRanges.overlap)}.`,
      },
      'min-characters': {
        value: 'NUMBER',
        help: `use: a shorter passage joins its neighbour, ${spoken(chunkRanges.minimum)}.`,
      },
      name: { value: 'NAME', help: 'add: what to call it; without it as its folder.' },
      pooling: {
        value: poolings.join('|'),
        help: 'add: how the vectors of its tokens become one, where the folder does not say it.',
      },
      dimension: { value: 'NUMBER', help: 'add: how many numbers a vector has, where the folder does not say it.' },
      'question-prefix': { value: 'TEXT', help: 'add: what it wants to read before a question, such as “query: ”.' },
      'passage-prefix': { value: 'TEXT', help: 'add: what it wants to read before a passage.' },
      'max-tokens': {
        value: 'NUMBER',
        help: 'add: the longest input that it reads, where that is less than its files say.',
      },
      weights: { value: 'FILE', help: 'add: which of several files in onnx/.' },
    },
  },
  export: {
    words: 'FILE',
    wordCount: [1, 1],
    help: 'Write the library into one file, to be imported on another machine without embedding anything again.',
    options: {
      'without-text': {
        help: 'Leave out every word from inside the documents; whoever imports it reads them once more, and embeds nothing.',
      },
    },
  },
  import: {
    words: 'FILE',
    wordCount: [1, 1],
    help: 'Take an exported library into this one, beside what it holds; all of it or nothing. Makes a missing library.',
    options: {
      map: {
        value: 'OLD=NEW',
        isList: true,
        help: 'A folder of the export, or one around several, and where it lies on this machine; may be repeated.',
      },
    },
  },
  reset: {
    words: '',
    wordCount: [0, 0],
    help: 'Forget everything, or one collection. Files on disk are never touched.',
    options: {
      collection: collection('Forget only this one.'),
      yes: { help: 'Do it: without this nothing happens.' },
    },
  },
  forget: {
    words: 'PATH',
    wordCount: [1, 1],
    help: 'Forget one folder or file that was added, also one that is not there any more. Files on disk are never touched.',
    options: { yes: { help: 'Do it: without this nothing happens.' } },
  },
  verify: {
    words: '',
    wordCount: [0, 0],
    help: 'Compare store, texts, words, vectors and graph, and repair.',
    options: {},
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export function commandNamed(name: CommandName): Command {
  return commands[name];
}

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name);
}

/** An option as it is typed. */
export function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
