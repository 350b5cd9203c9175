// A vector in a quarter of its bytes: a signed byte for each number.
import { rowGroup } from './dot-rows.js';

/** 26 MB of the shipped model's. */
const usualSegmentRows = 65_536;

/**
 * Vectors are coded by what sets them apart from a fixed centre: all passages have much in common, which tells nothing. A byte a number,
 * times the vector's `scale`, gives each number to within half of 1/127 of the largest.
 */
export class VectorCoder {
  readonly dimension: number;
  /** Bytes of a row, the last ones without meaning where the dimension is no multiple of {@link rowGroup}. */
  readonly rowBytes: number;
  readonly centre: Float32Array;
  /** Vectors that lie together, in one piece of memory and in one file. */
  readonly segmentRows: number;
  /** Of the last vector that was coded. */
  readonly bytes: Int8Array;
  scale = 0;

  /** @param segmentRows a multiple of {@link rowGroup} */
  constructor(centre: Float32Array, segmentRows = usualSegmentRows) {
    this.centre = centre;
    this.segmentRows = segmentRows;
    this.dimension = centre.length;
    this.rowBytes = Math.ceil(centre.length / rowGroup) * rowGroup;
    this.bytes = new Int8Array(this.rowBytes);
  }

  /** Leaves the vector's code in {@link bytes} and {@link scale}. */
  code(vector: Float32Array): void {
    const { centre, bytes, dimension } = this;
    let most = 0;
    for (let at = 0; at < dimension; at++) {
      const size = Math.abs((vector[at] as number) - (centre[at] as number));
      if (size > most) most = size;
    }
    const scale = most / 127;
    for (let at = 0; at < dimension; at++) {
      bytes[at] = most === 0 ? 0 : Math.round(((vector[at] as number) - (centre[at] as number)) / scale);
    }
    this.scale = scale;
  }

  /**
   * A question in 16 bits a number, as large as they may be for sums of products with bytes to stay below 2³¹. Its product with
   * the centre is the same for all and is left out.
   */
  question(vector: Float32Array): Int16Array {
    let most = 0;
    let sum = 0;
    for (const value of vector) {
      const size = Math.abs(value);
      sum += size;
      if (size > most) most = size;
    }
    const times = most === 0 ? 0 : Math.min(32_767 / most, (2 ** 31 - 2 ** 17) / 127 / sum);
    const numbers = new Int16Array(this.rowBytes);
    for (const [at, value] of vector.entries()) numbers[at] = Math.round(value * times);
    return numbers;
  }
}
