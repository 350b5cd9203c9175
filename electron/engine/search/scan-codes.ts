// The nearest of many coded vectors, by comparing the question with the bytes of each.
import type { CodeSegment } from './code-segment.js';
import type { VectorCoder } from './vector-codes.js';
import { NearestList } from './vector-index.js';

/** Ids of the `count` nearest by their bytes, nearest first. `isAllowed` leaves rows out by their id. */
export function scanCodes(
  coder: VectorCoder,
  segments: readonly CodeSegment[],
  question: Float32Array,
  count: number,
  isAllowed?: (vectorId: number) => boolean,
): readonly number[] {
  const nearest = new NearestList(count);
  const numbers = coder.question(question);
  // What is not nearer than the last of a full list need not be offered.
  let least = Number.NEGATIVE_INFINITY;
  for (const segment of segments) {
    const { ids, scales, counts, rows } = segment;
    const dots = rows === 0 ? [] : segment.dots(numbers, 0, rows);
    for (let row = 0; row < rows; row++) {
      const near = (dots[row] as number) * (scales[row] as number);
      if (near < least || counts[row] === 0) continue;
      const id = ids[row] as number;
      if (isAllowed !== undefined && !isAllowed(id)) continue;
      nearest.offer(id, near);
      least = nearest.leastNearness;
    }
  }
  return idsOf(nearest);
}

/** The same among rows that are known by their places: segment times rows of a segment, and row. */
export function nearestPlaces(
  coder: VectorCoder,
  segments: readonly CodeSegment[],
  question: Float32Array,
  count: number,
  places: Iterable<number>,
): readonly number[] {
  const nearest = new NearestList(count);
  const numbers = coder.question(question);
  for (const place of places) {
    const segment = segments[Math.floor(place / coder.segmentRows)];
    if (segment === undefined) continue;
    const row = place % coder.segmentRows;
    const [dot = 0] = segment.dots(numbers, row, 1);
    nearest.offer(segment.ids[row] as number, dot * (segment.scales[row] as number));
  }
  return idsOf(nearest);
}

function idsOf(nearest: NearestList): readonly number[] {
  return nearest.list().map(({ vectorId }) => vectorId);
}
