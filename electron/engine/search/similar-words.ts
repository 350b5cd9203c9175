// How much one word counts for another: endings, typing errors, words made of the same letters.
import { editDistance } from './edit-distance.js';

/** Words shorter than this are only ever compared for equality. */
export const minSharedPrefix = 4;
/** Similar words are found by their trigrams; one in common is chance. */
export const minSharedTrigrams = 2;
const maxLengthDifference = 3;
const sharedPrefixWeight = 0.8;
const oneEditWeight = 0.75;
const twoEditsWeight = 0.65;
/** Short words that differ in their first letter are other words: house and mouse. */
const minLengthForOtherFirst = 6;
const minLengthForTwoEdits = 8;
const minJaccard = 0.42;
const leastLetterWeight = 0.55;
const mostLetterWeight = 0.72;

/** Numbers and codes differ by one character and mean something else; pairs of characters have no endings. */
export function canBeSimilar(word: string): boolean {
  return word.length >= minSharedPrefix && !/[\p{N}\p{Co}\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}]/u.test(word);
}

/** The trigrams of a word, its beginning and its end marked, each once. */
export function trigramsOf(word: string): readonly string[] {
  const padded = `^${word}$`;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  return [...trigrams];
}

/** 1 for the same word, .8 for a shared beginning, .55 to .75 for shared letters, 0 for none of these. */
export function wordSimilarity(first: string, second: string): number {
  return similarityTo(first)(second);
}

/** {@link wordSimilarity} to one word, for comparing it with many. */
export function similarityTo(first: string): (second: string) => number {
  const trigrams = canBeSimilar(first) ? new Set(trigramsOf(first)) : null;
  return (second) => {
    if (first === second) return 1;
    if (trigrams === null || !canBeSimilar(second)) return 0;
    return sharesBeginning(first, second) ? sharedPrefixWeight : letterSimilarity(first, second, trigrams);
  };
}

/** Inflections of one word: a common prefix of all but two letters of the shorter one, and about the same length. */
export function sharesBeginning(first: string, second: string): boolean {
  const shorter = Math.min(first.length, second.length);
  if (Math.abs(first.length - second.length) > maxLengthDifference) return false;
  const needed = Math.max(minSharedPrefix, shorter - 2);
  if (shorter < needed) return false;
  for (let at = 0; at < needed; at++) {
    if (first.charCodeAt(at) !== second.charCodeAt(at)) return false;
  }
  return true;
}

function letterSimilarity(first: string, second: string, trigrams: ReadonlySet<string>): number {
  let shared = 0;
  const others = trigramsOf(second);
  for (const trigram of others) if (trigrams.has(trigram)) shared++;
  if (shared < minSharedTrigrams) return 0;
  const shorter = Math.min(first.length, second.length);
  const edits = editDistance(first, second, 2);
  if (edits === 1 && (first[0] === second[0] || shorter >= minLengthForOtherFirst)) return oneEditWeight;
  if (edits === 2 && shorter >= minLengthForTwoEdits) return twoEditsWeight;
  const jaccard = shared / (trigrams.size + others.length - shared);
  if (jaccard < minJaccard) return 0;
  return leastLetterWeight + ((jaccard - minJaccard) / (1 - minJaccard)) * (mostLetterWeight - leastLetterWeight);
}
