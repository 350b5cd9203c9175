// scripts/check-lines.mjs on small repositories made here: what it lets pass and what it names.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

function checkRepository(files: Readonly<Record<string, string>>): {
  readonly status: number;
  readonly stderr: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-check-lines-'));
  execFileSync('git', ['init', '-q', folder]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = spawnSync(process.execPath, [resolve('scripts/check-lines.mjs'), folder], { encoding: 'utf8' });
  return { status: run.status ?? -1, stderr: run.stderr };
}

describe('check-lines', () => {
  it('passes a short file that says what it is for', () => {
    expect(checkRepository({ 'shared/sum.ts': '// Adds numbers.\nexport const sum = 1;\n' })).toEqual({
      status: 0,
      stderr: '',
    });
  });

  it('passes 400 lines and names a file of 401', () => {
    const linesOf = (count: number): string => `// Long.\n${'export {};\n'.repeat(count - 1)}`;
    const { status, stderr } = checkRepository({ 'shared/a.ts': linesOf(400), 'shared/b.ts': linesOf(401) });
    expect(status).toBe(1);
    expect(stderr).toBe('shared/b.ts: 401 lines, at most 400 are allowed: split it\n');
  });

  it('names a source file without a purpose line', () => {
    const { status, stderr } = checkRepository({ 'renderer/app.tsx': "import 'react';\n" });
    expect(status).toBe(1);
    expect(stderr).toContain('renderer/app.tsx: the first line must be a comment');
  });

  it('names a stray file at the root, also one that is not committed yet', () => {
    const { status, stderr } = checkRepository({ 'notes.txt': 'x', 'shared/a.ts': '// Fine.\n' });
    expect(status).toBe(1);
    expect(stderr).toContain('"notes.txt" is not expected at the root');
  });
});
