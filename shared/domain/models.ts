// Embedding models, how documents are cut into passages, and what a change of either costs.

/** How passages are cut. */
export interface ChunkSettings {
  /** About how long a passage is, in tokens of the model. */
  readonly size: number;
  /** How much of a passage is repeated at the start of the next, in percent. */
  readonly overlap: number;
  /** A shorter passage joins its neighbour, in characters. */
  readonly minimum: number;
}

export const chunkRanges = {
  size: { least: 48, most: 480 },
  overlap: { least: 0, most: 50 },
  minimum: { least: 0, most: 400 },
} as const;

export const defaultChunkSettings: ChunkSettings = { size: 256, overlap: 15, minimum: 50 };

/** How many passages a search gives, and how many an answer may be made from. */
export const passageRanges = {
  search: { least: 5, most: 200, usual: 50 },
  answer: { least: 1, most: 30, usual: 8 },
} as const;

/** How the vectors of a passage's tokens become one. `in-model`: the model does that itself. */
export const poolings = ['mean', 'cls', 'last', 'in-model'] as const;
export type Pooling = (typeof poolings)[number];

export interface ModelInfo {
  /** Its name, by which it is chosen. */
  readonly name: string;
  readonly dimension: number;
  readonly maxInputTokens: number;
  readonly pooling: Pooling;
  readonly prefixes: { readonly question: string; readonly passage: string };
  readonly bytes: number;
  /** It came with Acervo; the others were added to this library. */
  readonly isShipped: boolean;
  readonly isInUse: boolean;
  /** It is in use, and its files are gone: what it made is searched by words only. */
  readonly isMissing: boolean;
  /** Without a calibration there is only the cosine: nothing is said of relevance, and no question is declined. */
  readonly isCalibrated: boolean;
}

/** What is left out stays as it is. */
export interface GenerationChange {
  /** A model's name. */
  readonly model?: string | undefined;
  readonly chunking?: ChunkSettings | undefined;
}

export interface GenerationEstimate {
  /** False where it is what the library has already. */
  readonly isChange: boolean;
  readonly documents: number;
  /** About how many there will be. */
  readonly passages: number;
  /** Less where passages stay as they are: what the same model has embedded is not embedded again. */
  readonly seconds: number;
  /** From a speed that this machine has shown; else from a usual one. */
  readonly isMeasured: boolean;
}

/** A new generation that is being built beside the one in use. */
export interface BuildProgress {
  readonly model: string;
  readonly chunking: ChunkSettings;
  readonly documents: number;
  readonly documentsDone: number;
  /** Passages embedded, or taken over, so far. */
  readonly passagesDone: number;
  /** Null while it cannot be told. */
  readonly secondsLeft: number | null;
}

export interface BuildReport {
  readonly model: string;
  readonly chunking: ChunkSettings;
  readonly documents: number;
  readonly passages: number;
  /** Embedded for it; the others were there already. */
  readonly embedded: number;
}

/** The library's model and passages, and what could take their place. */
export interface ModelsState {
  readonly models: readonly ModelInfo[];
  readonly chunking: ChunkSettings;
  /** Null while nothing is being built. */
  readonly building: { readonly model: string; readonly chunking: ChunkSettings } | null;
}

/** What the page is told of a model that was chosen: it is there now, or something about it has to be said first. */
export type AddedModel =
  | { readonly kind: 'added'; readonly model: ModelInfo }
  /** `pickId` names the folder in what follows; `name` is what it is called. */
  | { readonly kind: 'unclear'; readonly pickId: number; readonly name: string };
