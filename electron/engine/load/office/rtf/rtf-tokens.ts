// RTF's tokens: groups, control words and bytes of text. Binary data is stepped over.

export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | null }
  /** One byte, written as itself or as `\'hh`. */
  | { readonly kind: 'byte'; readonly byte: number };

const open: RtfToken = { kind: 'open' };
const close: RtfToken = { kind: 'close' };
const bytes: readonly RtfToken[] = Array.from({ length: 256 }, (_value, byte) => ({ kind: 'byte', byte }));

const backslash = 0x5c;
const maxWordCharacters = 40;

export class RtfReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** The next token, or null at the end. */
  next(): RtfToken | null {
    while (this.#at < this.#data.length) {
      const byte = this.#data[this.#at++] ?? 0;
      if (byte === 0x7b) return open;
      if (byte === 0x7d) return close;
      if (byte === backslash) return this.#control();
      // Line ends only break the file into lines.
      if (byte !== 0x0d && byte !== 0x0a && byte !== 0) return bytes[byte] ?? null;
    }
    return null;
  }

  /** Steps over the rest of the group that is open, its end included. */
  skipGroup(): void {
    let depth = 1;
    while (depth > 0 && this.#at < this.#data.length) {
      const byte = this.#data[this.#at++];
      if (byte === 0x7b) depth++;
      else if (byte === 0x7d) depth--;
      else if (byte === backslash) this.#control();
    }
  }

  #control(): RtfToken {
    const start = this.#at;
    while (isLetter(this.#data[this.#at]) && this.#at - start < maxWordCharacters) this.#at++;
    if (this.#at === start) return this.#symbol();
    const name = latin1(this.#data.subarray(start, this.#at));
    const value = this.#number();
    if (this.#data[this.#at] === 0x20) this.#at++;
    if (name === 'bin' && value !== null && value > 0) this.#at += value;
    return { kind: 'word', name, value };
  }

  #number(): number | null {
    const start = this.#at;
    if (this.#data[this.#at] === 0x2d) this.#at++;
    while (isDigit(this.#data[this.#at]) && this.#at - start < 12) this.#at++;
    const value = Number.parseInt(latin1(this.#data.subarray(start, this.#at)), 10);
    if (Number.isNaN(value)) this.#at = start;
    return Number.isNaN(value) ? null : value;
  }

  #symbol(): RtfToken {
    const symbol = this.#data[this.#at++] ?? 0x20;
    if (symbol === 0x27) {
      const digits = latin1(this.#data.subarray(this.#at, this.#at + 2));
      if (!/^[\da-f]{2}$/i.test(digits)) return bytes[0x20] ?? open;
      this.#at += 2;
      return bytes[Number.parseInt(digits, 16)] ?? open;
    }
    // Escaped braces and backslashes are text.
    if (symbol === 0x7b || symbol === 0x7d || symbol === backslash) return bytes[symbol] ?? open;
    return {
      kind: 'word',
      name: symbol === 0x0a || symbol === 0x0d ? 'par' : String.fromCharCode(symbol),
      value: null,
    };
  }
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function latin1(data: Uint8Array): string {
  return String.fromCharCode(...data);
}
