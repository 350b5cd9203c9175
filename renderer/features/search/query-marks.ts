// The signs in a question that narrow it: quotation marks and words with a minus.

const quotes = /["“”„«»]/g;
const leftOut = /(^|\s)-(?:["“„«][^"“”„«»]*["“”»]?|[\p{L}\p{N}]\S*)/gu;

export function hasMarks(query: string): boolean {
  return query !== withoutMarks(query);
}

/** The question as plain words. A word that was to be left out is not one that was asked for. */
export function withoutMarks(query: string): string {
  return query.replace(leftOut, '$1').replace(quotes, '').replace(/\s+/g, ' ').trim();
}

/** The question to be shown between quotation marks: one that is a single phrase has its own already. */
export function forQuoting(query: string): string {
  return /^["“„«]([^"“”„«»]+)["“”»]$/.exec(query.trim())?.[1]?.trim() ?? query;
}
