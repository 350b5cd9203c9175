// The shape that a translation must have: the same keys, every one, and the plural forms of its own language.

type ManyOf<K> = K extends `${infer Base}_other` ? `${Base}_many` : never;

/**
 * The Spanish form of a table of English strings. Spanish has a third plural (`un millón de documentos`), so each
 * `…_other` needs a `…_many` beside it. A missing or a superfluous key does not compile.
 */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> } & {
  readonly [K in ManyOf<keyof T>]: string;
};
