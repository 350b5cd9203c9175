// Each file in changes/ is one that a release can gather: a kind and one sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('changes', () => {
  it.each(readdirSync('changes'))('%s has a kind and one sentence', (name) => {
    expect(name).toMatch(/^[a-z0-9-]+\.md$/);
    expect(readFileSync(`changes/${name}`, 'utf8')).toMatch(
      /^---\nkind: (added|changed|fixed|removed)\n---\n\n[A-Z][^\n]+\.\n$/,
    );
  });
});
