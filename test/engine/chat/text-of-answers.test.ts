// Answers in text form, the conversation as Markdown, sentences, confidence, and the history that goes along.
import { expect, test } from 'vitest';
import { answerText, answerWords, conversationMarkdown } from '../../../electron/engine/chat/answer-text.js';
import { confidenceOf } from '../../../electron/engine/chat/confidence.js';
import { historyOf } from '../../../electron/engine/chat/history.js';
import { quotableSentences } from '../../../electron/engine/chat/sentences-of.js';
import { shownQuote } from '../../../electron/engine/chat/shown-quote.js';
import { sourcesLine } from '../../../shared/domain/answer-text.js';
import type { Answer, AnswerPassage, Turn } from '../../../shared/domain/chat.js';
import { passageOf } from '../../helpers/answer-passage.js';

const nowhere = { page: null, line: null, headingPath: null, sheet: null, row: null, slide: null, part: null };
const headed = passageOf('c1', 'Two rents.', 0, {
  path: '/papers/a.md',
  locator: { ...nowhere, line: 3, headingPath: ['Hausordnung', 'Gastos'] },
});
const paged = passageOf('c2', 'In May.', 0, { path: '/papers/b.pdf', locator: { ...nowhere, page: 14 } });

const answer: Answer = {
  kind: 'answered',
  answer: 'Two rents, back in May.',
  confidence: 'high',
  queryUsed: '',
  steps: [],
  sources: [
    { ...headed, n: 1 },
    { ...paged, n: 2 },
  ],
  citations: [
    { n: 1, at: 9, quote: 'Two rents.', start: 0, end: 10 },
    { n: 2, at: 23, quote: 'In May.', start: 0, end: 7 },
  ],
  passagesRead: [],
  nearest: [],
  answerable: 0.9,
  sent: null,
  problem: null,
  isStopped: false,
  isFromCache: false,
  seconds: 1,
};

function turn(question: string, said: string): Turn {
  return { turnId: 1, question, asked: '2026-01-01T00:00:00.000Z', answer: { ...answer, answer: said } };
}

test('a text answer ends with one line that names its sources in order of use, in the language of the question', () => {
  expect(answerText(answer, '¿Cuánto es la fianza?')).toBe(
    'Two rents [1], back in May. [2]\n\nFuentes: [1] a.md › Gastos, [2] b.pdf p. 14',
  );
  const german = answerWords('Wie viel ist das und wer zahlt es?');
  expect(sourcesLine({ sources: [{ ...paged, n: 1 }] }, german)).toBe('Quelle: b.pdf S. 14');
  expect(sourcesLine({ sources: [{ ...paged, n: 1 }] }, german, 'always')).toBe('Quelle: [1] b.pdf S. 14');
  expect(answerText({ ...answer, sources: answer.sources.slice(1) }, 'How much?')).toBe(
    'Two rents, back in May.\n\nSource: b.pdf p. 14',
  );
  expect(answerText({ ...answer, sources: [] }, 'How much?')).toBe('Two rents, back in May.');
});

test('two passages of one place are named once, and a name with line breaks stays on the line', () => {
  const sources = [headed, { ...headed, chunkId: 'c9' }, { ...paged, path: '/x/b\nc.pdf' }];
  expect(sourcesLine({ sources: sources.map((one, at) => ({ ...one, n: at + 1 })) }, answerWords('How much?'))).toBe(
    'Sources: [1][2] a.md › Gastos, [3] b\ufffdc.pdf p. 14',
  );
});

test('files of one name are told apart by as much of their folders as it takes, and rows and slides are named in words', () => {
  const rows = passageOf('c3', 'Bob', 0, { path: '/a/2024/x/lista.csv', locator: { ...nowhere, row: 7, line: 9 } });
  const sheet = passageOf('c4', 'Eva', 0, {
    path: '/a/2025/x/lista.csv',
    locator: { ...nowhere, sheet: 'Mayo', row: 2 },
  });
  const slide = passageOf('c5', 'Fin', 0, { path: '/a/fin.pptx', locator: { ...nowhere, slide: 3 } });
  const sources = [rows, sheet, slide].map((one, at) => ({ ...one, n: at + 1 }));
  expect(sourcesLine({ sources }, answerWords('¿Cuánto es?'))).toBe(
    'Fuentes: [1] 2024/x/lista.csv fila 7, [2] 2025/x/lista.csv › Mayo · fila 2, [3] fin.pptx diapositiva 3',
  );
});

test('a conversation as Markdown has questions as headings, numbered marks, and each source with its words quoted', () => {
  const markdown = conversationMarkdown({
    conversationId: 'k1',
    title: 'Fianza',
    created: '2026-01-01T00:00:00.000Z',
    changed: '2026-01-01T00:00:00.000Z',
    turns: 1,
    scope: {},
    all: [turn('¿Cuánto es\nla fianza?', answer.answer)],
  });
  expect(markdown).toBe(
    [
      '# Fianza\n\n2026-01-01\n',
      '## ¿Cuánto es la fianza?\n',
      'Two rents[1], back in May.[2]\n',
      '[1] a.md › Gastos\n\n> Two rents.\n',
      '[2] b.pdf p. 14\n\n> In May.\n',
      'Fuentes: [1] a.md › Gastos, [2] b.pdf p. 14\n',
    ].join('\n'),
  );
});

test('what a document smuggles into an exported conversation stays text', () => {
  const text = '<img src="https://x.example/p"> ![x](https://x.example/y)';
  const hostile = { ...headed, text, locator: { ...headed.locator, headingPath: [text] } };
  const markdown = conversationMarkdown({
    conversationId: 'k1',
    title: text,
    created: '2026-01-01T00:00:00.000Z',
    changed: '2026-01-01T00:00:00.000Z',
    turns: 1,
    scope: {},
    all: [
      {
        ...turn(`What? ${text}`, hostile.text),
        answer: { ...answer, answer: hostile.text, citations: [], sources: [{ ...hostile, n: 1 }] },
      },
    ],
  });
  expect(markdown).not.toMatch(/<img|!\[x/);
  expect(markdown).toContain('> &lt;img src="https://x.example/p"> !\\[x](https://x.example/y)');
});

test('the history is cut from its oldest end by a budget, and says how much is left out', () => {
  const turns = ['one', 'two', 'three'].map((word) => turn(word, word.repeat(10)));
  expect(historyOf(turns, 1_000)).toMatchObject({ leftOut: 0, turns: [{ question: 'one' }, {}, {}] });
  expect(historyOf(turns, 100)).toMatchObject({ leftOut: 1, turns: [{ question: 'two' }, { question: 'three' }] });
  expect(historyOf([turn('big', 'x'.repeat(90_000))]).turns[0]?.answer.length).toBeLessThan(5_000);
  expect(historyOf([turn('failed', '')])).toEqual({ turns: [], leftOut: 0 });
});

test('marks of lists, tables and front matter are left out of what is quoted', () => {
  const of = (text: string): string[] => quotableSentences(text).map(({ start, end }) => text.slice(start, end));
  expect(of('---\ntitle: Meters and more\n---\n\nThe meter is in the cellar.')).toEqual([
    'The meter is in the cellar.',
  ]);
  const table = '| kind of meter | place |\n| --- | --- |\n| gas meter | cellar |';
  expect(of(table)).toEqual(['gas meter | cellar']);
  expect(of(table.replace(/^\| | \|$/gmu, ''))).toEqual(['gas meter | cellar']);
  expect(quotableSentences(table)[0]?.heading).toBe('kind of meter | place');
  expect(of('- The meter is in the cellar.')).toEqual(['The meter is in the cellar.']);
  expect(of('1. The meter is in the cellar.')).toEqual(['The meter is in the cellar.']);
  expect(of('**Always** ask the caretaker first.')).toEqual(['**Always** ask the caretaker first.']);
  expect(shownQuote('gas meter | cellar |\n - water meter\n - heating')).toBe(
    'gas meter · cellar · water meter · heating',
  );
});

test('a row of a table in a text file is shown with points between its cells, whatever parts them there', () => {
  expect(shownQuote('Enero;Salud;Dentista;0,00;185,00;', 'csv')).toBe('Enero · Salud · Dentista · 0,00 · 185,00');
  expect(shownQuote('"Plumber, ""Eva""\nnights",555-0100', 'csv')).toBe('Plumber, "Eva" nights · 555-0100');
  expect(shownQuote('Bob\t555-0199', 'tsv')).toBe('Bob · 555-0199');
  expect(shownQuote('Bob, who is here; Eva is not.', 'txt')).toBe('Bob, who is here; Eva is not.');
});

test('a line in capitals that begins a paragraph is a heading, also where the library has not kept it as one', () => {
  const of = (text: string): string[] =>
    quotableSentences(text, passageOf('c1', text, 40)).map(({ start, end }) => text.slice(start, end));
  expect(of('TO DO\n\n- Felix: two quotes.\n\nNEXT MEETING\n\nTuesday 11 June, same room.')).toEqual([
    'Felix: two quotes.',
    'Tuesday 11 June, same room.',
  ]);
  expect(of('ÖFFNUNGSZEITEN\nDienstag bis Freitag von 10 bis 19 Uhr.')).toEqual([
    'Dienstag bis Freitag von 10 bis 19 Uhr.',
  ]);
  expect(of('NO PARKING IN FRONT OF THE GATE\nALSO AT NIGHT')).toHaveLength(1);
  expect(of('Our rule:\nNO PARKING IN FRONT OF THE GATE')).toHaveLength(1);
});

test('headings are not quoted, whatever their format: the trail, the title, a line below, or a first line alone tells them', () => {
  const of = (text: string, about: Partial<AnswerPassage> = {}): string[] =>
    quotableSentences(text, passageOf('c1', text, 40, about)).map(({ start, end }) => text.slice(start, end));
  const stolen = 'My bicycle was stolen from the street.\n\nIt is covered up to 800 euros.';
  const trail = { locator: { ...nowhere, headingPath: ['Questions', 'My bicycle was stolen from the street.'] } };
  expect(of(stolen, trail)).toEqual(['It is covered up to 800 euros.']);
  expect(of('1. METERS\nThe meter is in the cellar.', { title: 'Meters' })).toEqual(['The meter is in the cellar.']);
  expect(of('Where the meter is\n-----\nIt is in the cellar.')).toEqual(['It is in the cellar.']);
  const first = 'Notes on the garden\n\nThe roses are cut in March.';
  expect(of(first, { start: 0 })).toEqual(['The roses are cut in March.']);
  expect(of(first)).toHaveLength(2);
  expect(of('Deposit: two rents\n\nIt is paid back in May.', { start: 0 })).toHaveLength(2);
  expect(of('Notes on the garden', { start: 0, title: 'Notes on the garden' })).toEqual(['Notes on the garden']);
});

test('a record of a table is quoted alone, under its columns and without them', () => {
  const of = (text: string, about: Partial<AnswerPassage>): string[] =>
    quotableSentences(text, passageOf('c1', text, 0, about)).map(({ start, end }) => text.slice(start, end));
  const csv = { type: 'csv', locator: { ...nowhere, row: 1 } };
  expect(of('name,phone\nElectrician Bob,555-0199\n"Plumber\nEva",555-0100', csv)).toEqual([
    'Electrician Bob,555-0199',
    '"Plumber\nEva",555-0100',
  ]);
  expect(of('Electrician Bob,555-0199\nPlumber Eva,555-0100', csv)).toHaveLength(2);
  const sheet = { type: 'xlsx', locator: { ...nowhere, sheet: 'May', row: 1 } };
  expect(of('Expense | Amount\nTrain to Lyon | 80', sheet)).toEqual(['Train to Lyon | 80']);
  const inside = { type: 'docx', locator: { ...nowhere, row: 1 } };
  expect(of('What we paid last year.\n\nExpense | Amount\nTrain to Lyon | 80', inside)).toEqual([
    'What we paid last year.',
    'Train to Lyon | 80',
  ]);
  expect(
    of('Train to Lyon | paid\nHotel in Lyon | open', { ...sheet, locator: { ...sheet.locator, row: 4 } }),
  ).toHaveLength(2);
});

test('no answer is surer than its citations: one that can not be checked makes it less sure', () => {
  const checked = { n: 1, at: 1, quote: 'a', start: 0, end: 1 };
  const lost = { ...checked, start: null, end: null };
  expect(confidenceOf({ answerable: 0.9, citations: [checked] })).toBe('high');
  expect(confidenceOf({ answerable: 0.9, citations: [checked, lost] })).toBe('medium');
  expect(confidenceOf({ answerable: 0.9, citations: [checked, lost, lost] })).toBe('low');
  expect(confidenceOf({ answerable: 0.9, citations: [] })).toBe('low');
  expect(confidenceOf({ answerable: null, citations: [checked] })).toBe('low');
});

test('rows of a table and lines of a list are sentences; a mark alone is none; a text without any end is cut at words', () => {
  const of = (text: string): string[] => quotableSentences(text).map(({ start, end }) => text.slice(start, end));
  expect(of('Dr. No is here. The meter is in the cellar!')).toEqual(['Dr. No is here.', 'The meter is in the cellar!']);
  const rows = Array.from({ length: 20 }, (_, row) => `${row} | cable red | 4.50 EUR`).join('\n');
  expect(of(rows)).toHaveLength(20);
  expect(of('1.\n\nThe meter is in the cellar.')).toEqual(['The meter is in the cellar.']);
  expect(quotableSentences('## Meters\n\nThe meter is in the cellar.')).toMatchObject([
    { start: 11, heading: 'Meters' },
  ]);
  const parts = of('word '.repeat(400).trim());
  expect(parts.every((part) => part.length <= 600 && /^word/.test(part))).toBe(true);
  expect(parts.join(' ')).toBe('word '.repeat(400).trim());
  expect(of('🙂'.repeat(700)).join('')).toBe('🙂'.repeat(700));
  expect(of('')).toEqual([]);
});
