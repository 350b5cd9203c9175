// What may be in the way of reading a file for a while, though nothing is wrong with it.

/** The old content of such a document stays, and each check tries it again, also where the file did not change. */
export function isPassing(reason: string | null): boolean {
  return reason === 'unreadable' || reason === 'vanished' || reason === 'incomplete';
}
