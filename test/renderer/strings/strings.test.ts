// Both languages say the same things with the same figures in them. That no key is missing, the compiler checks.
import { describe, expect, it } from 'vitest';
import { english } from '../../../renderer/strings/en/english.js';
import { spanish } from '../../../renderer/strings/es/spanish.js';

function flat(table: object, prefix = ''): ReadonlyMap<string, string> {
  const entries = Object.entries(table).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flat(value as object, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

const placeholders = (text: string): string[] => (text.match(/\{\{.*?\}\}/g) ?? []).sort();

const en = flat(english);
const es = flat(spanish);

describe('strings', () => {
  it('have the same placeholders in both languages', () => {
    const wrong = [...es].filter(([key, text]) => {
      const other = en.get(key) ?? en.get(key.replace(/_many$/, '_other')) ?? '';
      return placeholders(text).join() !== placeholders(other).join();
    });
    expect(wrong).toEqual([]);
  });

  it('are never empty, and never begin or end with a space', () => {
    expect([...en, ...es].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });

  it('give each counted thing all plural forms of its language', () => {
    const bases = [...en.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6));
    expect(bases.filter((base) => !en.has(`${base}_one`))).toEqual([]);
    expect(bases.filter((base) => !es.has(`${base}_one`) || !es.has(`${base}_many`))).toEqual([]);
  });

  it('use Spanish quotation marks and opening question marks in Spanish', () => {
    const examples = /^search\.example/;
    const wrong = [...es].filter(([key, text]) => {
      if (examples.test(key)) return false;
      return /["“”]/.test(text) || (text.includes('?') && !text.includes('¿'));
    });
    expect(wrong).toEqual([]);
  });
});
