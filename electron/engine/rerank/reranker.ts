// The interface to whatever looks at question and passage together, and is too slow to look at more than the best.

export interface PassageToRerank {
  /** What was embedded with it: title, headings, column names. */
  readonly context: string;
  readonly text: string;
}

export interface Reranker {
  /** What a difference of 1 in its scores is worth in the score that found the passages. */
  readonly weight: number;
  /**
   * One score for each passage, the higher the better; only differences between passages of one question tell anything.
   * @throws AppError `cancelled` when `signal` aborts; what the model's threads throw
   */
  score(question: string, passages: readonly PassageToRerank[], signal?: AbortSignal): Promise<readonly number[]>;
}
