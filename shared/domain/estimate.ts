// How much work a folder will be, told before it is begun.

export interface WorkEstimate {
  /** Files that would be read, and their size. */
  readonly files: number;
  readonly bytes: number;
  /** Until all of it can be found by meaning. */
  readonly seconds: number;
  /** From speeds measured on this machine; else from usual ones. */
  readonly isMeasured: boolean;
  /** False where there was too much to count it all: it is more than this. */
  readonly isWhole: boolean;
}

/** Asked before much work is begun. */
export interface AddQuestion {
  readonly questionId: number;
  /** How many folders and files were dropped or chosen. */
  readonly places: number;
  readonly estimate: WorkEstimate;
}

/** What begins at once, without a question: all three must be kept. */
const atOnce = { files: 2_000, bytes: 500_000_000, seconds: 180 } as const;

/** Whether a person should be told before it is begun. */
export function isMuch({ files, bytes, seconds, isWhole }: WorkEstimate): boolean {
  return !isWhole || files > atOnce.files || bytes > atOnce.bytes || seconds > atOnce.seconds;
}
