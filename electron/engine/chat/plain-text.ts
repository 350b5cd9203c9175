// Words of models and of documents as plain text: nothing in them may steer a terminal or turn the direction of what follows.

/** Control characters but for tab and line feed, marks of direction, and the byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function plainText(text: string): string {
  return text.replace(unwanted, '');
}
