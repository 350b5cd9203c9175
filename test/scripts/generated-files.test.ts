// Files that a script makes are committed; here each script says whether they are still what it would make.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

function check(script: string): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  return { status, stderr };
}

describe('files made by a script', () => {
  it('has notices and licence texts for exactly the packages that ship', () => {
    expect(check('scripts/third-party-notices.mjs')).toEqual({ status: 0, stderr: '' });
  });

  it('has the PDF files of the sample library as their sources make them', () => {
    expect(check('scripts/make-sample-pdf.mjs')).toEqual({ status: 0, stderr: '' });
  });
});
