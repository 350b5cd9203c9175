// Numbers, sizes, times and paths as a person reads them.
import { describe, expect, it } from 'vitest';
import { capitalised, formatCosine, formatDate, formatPercent, formatWhen } from '../../../renderer/format/formats.js';
import {
  depthInside,
  fileName,
  holderOf,
  nameInside,
  rootOf,
  shownName,
  trailBelow,
} from '../../../renderer/format/path-parts.js';
import { timeLeft } from '../../../renderer/format/time-left.js';
import { sizeText } from '../../../shared/domain/size-text.js';

/** Intl puts narrow and non-breaking spaces where a person sees a space. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('formats', () => {
  it('shows sizes in the unit that fits, in both languages', () => {
    expect([sizeText(0, 'en'), sizeText(1_240_000, 'en'), sizeText(1_240_000, 'es')].map(spaced)).toEqual([
      '0 bytes',
      '1.2 MB',
      '1,2 MB',
    ]);
  });

  it('shows a cosine with three decimals, also where they are zeros', () => {
    expect([formatCosine(0.9, 'en'), formatCosine(0.8714, 'es')]).toEqual(['0.900', '0,871']);
  });

  it('writes percent as each language does', () => {
    expect([formatPercent(0.92, 'en'), formatPercent(0.92, 'es')].map(spaced)).toEqual(['92%', '92 %']);
  });

  it('writes dates as in the region of the system where that speaks the language, else with the day first', () => {
    const date = '2021-05-30T12:00:00Z';
    expect(formatDate(date, 'en', ['de-DE', 'en-US'])).toBe('May 30, 2021');
    expect(formatDate(date, 'en', ['de-DE'])).toBe('30 May 2021');
    expect(formatDate(date, 'es', ['en-US'])).toBe('30 may 2021');
    expect(formatDate('no date', 'en', [])).toBe('no date');
  });

  it('begins a thing that stands by itself with a capital letter', () => {
    expect([capitalised('español', 'es'), capitalised('', 'es')]).toEqual(['Español', '']);
  });

  it('tells how long ago something was', () => {
    const now = Date.parse('2024-05-10T12:00:00Z');
    expect(formatWhen('2024-05-07T12:00:00Z', 'en', now)).toBe('3 days ago');
    expect(formatWhen('2024-05-10T11:57:00Z', 'es', now)).toBe('hace 3 minutos');
  });
});

describe('the time left', () => {
  it('is rounded so that it does not jitter', () => {
    expect(timeLeft(4)).toEqual({ kind: 'soon' });
    expect(timeLeft(31)).toEqual({ kind: 'seconds', count: 40 });
    expect(timeLeft(842)).toEqual({ kind: 'minutes', count: 14 });
    expect(timeLeft(11_000)).toEqual({ kind: 'hours', count: 3 });
  });

  it('is unknown where it cannot be told', () => {
    expect(timeLeft(null)).toEqual({ kind: 'unknown' });
    expect(timeLeft(Number.POSITIVE_INFINITY)).toEqual({ kind: 'unknown' });
  });
});

describe('paths', () => {
  it('give the name of a file on every system, and of a part of a container', () => {
    expect(fileName('/home/ana/report.pdf')).toBe('report.pdf');
    expect(fileName('E:\\Archive\\report.pdf')).toBe('report.pdf');
    expect(fileName('/mail/note.eml!/report.pdf')).toBe('report.pdf');
  });

  it('name a document by what holds it, and say how deep it lies', () => {
    const path = '/mail/note.eml!/old.zip!/site/plan.pdf';
    expect(shownName(path)).toBe('old.zip › site/plan.pdf');
    expect(nameInside(path)).toBe('site/plan.pdf');
    expect(holderOf(path)).toBe('/mail/note.eml!/old.zip');
    expect(depthInside('/mail/note.eml', path)).toBe(2);
    expect([shownName, nameInside].map((name) => name('/mail/note.eml'))).toEqual(['note.eml', 'note.eml']);
    expect(holderOf('/mail/note.eml')).toBe('/mail/note.eml');
  });

  it('give the folders between a root and a file', () => {
    expect(trailBelow('/home/ana/docs', '/home/ana/docs/2021/leases/a.md')).toEqual(['2021', 'leases']);
    expect(trailBelow('/home/ana/docs', '/home/ana/docs/a.md')).toEqual([]);
  });

  it('find the deepest root, and never one that only begins alike', () => {
    const roots = ['/home/ana', '/home/ana/docs', '/home/ana/doc'];
    expect(rootOf(roots, '/home/ana/docs/a.md')).toBe('/home/ana/docs');
    expect(rootOf(['/home/ana/doc'], '/home/ana/docs/a.md')).toBeNull();
    expect(rootOf(['/'], '/a.md')).toBe('/');
  });
});
