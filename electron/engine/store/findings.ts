// What the checks of a verification write down.

/** What one check found and put right. Counts and ids only: no word of a document. */
export interface Findings {
  readonly damage: string[];
  readonly repaired: string[];
}

/** "1 thing is" or "3 things are". */
export function plural(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
