// How many slips of the finger lie between two words: a letter lost, doubled, changed, or two swapped.

/**
 * The number of edits from `first` to `second`, neighbouring letters swapped counting one; `most + 1` when there are
 * more than `most`.
 */
export function editDistance(first: string, second: string, most: number): number {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  let start = 0;
  let firstEnd = first.length;
  let secondEnd = second.length;
  while (start < firstEnd && start < secondEnd && first[start] === second[start]) start++;
  while (firstEnd > start && secondEnd > start && first[firstEnd - 1] === second[secondEnd - 1]) {
    firstEnd--;
    secondEnd--;
  }
  return distanceBetween(first.slice(start, firstEnd), second.slice(start, secondEnd), most);
}

function distanceBetween(first: string, second: string, most: number): number {
  if (first.length === 0 || second.length === 0) return Math.min(most + 1, first.length + second.length);
  let twoAbove: number[] = [];
  let above = Array.from({ length: second.length + 1 }, (_, column) => column);
  for (let row = 1; row <= first.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= second.length; column++) {
      const isSame = first[row - 1] === second[column - 1];
      let edits = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      if (isSwapped) edits = Math.min(edits, (twoAbove[column - 2] ?? 0) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    twoAbove = above;
    above = current;
  }
  return Math.min(most + 1, above[second.length] ?? 0);
}
