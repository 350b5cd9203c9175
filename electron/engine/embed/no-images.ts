// Stands in for the image library that transformers.js imports at load. Acervo embeds text only.

export default function noImages(): never {
  throw new Error('Acervo has no image library.');
}
