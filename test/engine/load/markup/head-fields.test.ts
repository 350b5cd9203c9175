// Fields at the top of Org, AsciiDoc and reStructuredText; what stands further down is none.
import { expect, test } from 'vitest';
import { loadBytes } from '../../../helpers/load-bytes.js';

const pairsOf = async (name: string, content: string) =>
  (await loadBytes(name, content)).meta?.map(({ key, value }) => `${key}=${value}`);

test('Org settings', async () => {
  const text =
    '# -*- mode: org -*-\n#+TITLE: Pump\n#+author: Ana Pérez\n\n#+VERSION: 2.0\n#+BEGIN_SRC: x\n* First\n#+LATER: no\n';
  expect(await pairsOf('a.org', text)).toEqual(['TITLE=Pump', 'author=Ana Pérez', 'VERSION=2.0']);
});

test('AsciiDoc attributes of the header', async () => {
  const text =
    '// a comment\n= Pump guide\nAna Pérez <ana@example.org>\n:version: 2.0\n:toc:\n:status: final\n\nWords.\n\n:later: no\n';
  expect(await pairsOf('a.adoc', text)).toEqual(['version=2.0', 'status=final']);
});

test('reStructuredText fields behind the title', async () => {
  const text =
    '==========\nPump guide\n==========\n\n:Author: Ana Pérez\n:Version: 2.0\n\nWords of the guide.\n\n:Later: no\n';
  expect(await pairsOf('a.rst', text)).toEqual(['Author=Ana Pérez', 'Version=2.0']);
});

test('plain words give none', async () => {
  expect(await pairsOf('a.rst', 'Pump\n====\n\nWords and words.\n\nMore.\n\n:Later: no\n')).toEqual([]);
  expect(await pairsOf('a.tex', ':version: 2\n')).toEqual([]);
});
