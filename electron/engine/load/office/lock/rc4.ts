// RC4, as Office used it until 2007. Node's own is left out of its newer builds.

/** A stream of key bytes: each call gives the next one. */
export function keyStream(key: Uint8Array): () => number {
  const state = Uint8Array.from({ length: 256 }, (_value, index) => index);
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let at = 0, mixed = 0; at < 256; at += 1) {
    mixed = (mixed + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff;
    swap(at, mixed);
  }
  let [at, mixed] = [0, 0];
  return () => {
    at = (at + 1) & 0xff;
    mixed = (mixed + (state[at] ?? 0)) & 0xff;
    swap(at, mixed);
    return state[((state[at] ?? 0) + (state[mixed] ?? 0)) & 0xff] ?? 0;
  };
}
