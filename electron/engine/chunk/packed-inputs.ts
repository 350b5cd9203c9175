// The model's inputs of many passages in three flat arrays: a hundred thousand small ones would hold up the engine's loop.

export interface ModelInput {
  /** 32 bytes: the key under which the vector is kept. */
  readonly inputHash: Uint8Array;
  readonly tokenIds: Int32Array;
}

export interface PackedInputs {
  /** 32 bytes each, one after the other. */
  readonly inputHashes: Uint8Array;
  /** Of all inputs, one after the other. */
  readonly tokenIds: Int32Array;
  /** Where each one's ids end; its length is the number of inputs. */
  readonly ends: Int32Array;
}

const hashBytes = 32;

export function packInputs(inputs: readonly ModelInput[]): PackedInputs {
  const inputHashes = new Uint8Array(inputs.length * hashBytes);
  const tokenIds = new Int32Array(inputs.reduce((sum, input) => sum + input.tokenIds.length, 0));
  const ends = new Int32Array(inputs.length);
  let end = 0;
  for (const [index, input] of inputs.entries()) {
    inputHashes.set(input.inputHash, index * hashBytes);
    tokenIds.set(input.tokenIds, end);
    end += input.tokenIds.length;
    ends[index] = end;
  }
  return { inputHashes, tokenIds, ends };
}

/** A copy: a view would take all the others along to another thread. */
export function inputAt({ inputHashes, tokenIds, ends }: PackedInputs, index: number): ModelInput {
  return {
    inputHash: inputHashes.slice(index * hashBytes, (index + 1) * hashBytes),
    tokenIds: tokenIds.slice(ends[index - 1] ?? 0, ends[index]),
  };
}
