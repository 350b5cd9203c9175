// Contacts (vcf) and calendars (ics): each person and each event is a section, with its name as heading and what is known as lines.
import { shorten } from '../blocks.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { plainTextDocument } from '../load-txt.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import { type ContentLine, contentLines, partsOf, plainValue } from './content-lines.js';

interface Entry {
  readonly title: string;
  readonly lines: readonly string[];
  /** Longer words, which stand below the lines. */
  readonly notes: readonly string[];
}

export const loadContacts: Loader = async (bytes) => loadCards(bytes, 'vcf', ['VCARD'], contactOf);

export const loadCalendar: Loader = async (bytes) =>
  loadCards(bytes, 'ics', ['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY'], eventOf);

function loadCards(
  bytes: Uint8Array,
  type: 'vcf' | 'ics',
  kinds: readonly string[],
  entryOf: (lines: readonly ContentLine[]) => Entry,
) {
  const { text: source, encoding } = decodeText(bytes);
  const entries = groupsOf(contentLines(source), kinds).map(entryOf);
  if (entries.length === 0) return plainTextDocument(source, encoding, type);
  const writer = new TextWriter();
  for (const { title, lines, notes } of entries) {
    const heading = shorten(title.replace(/\s+/g, ' '), loadLimits.maxHeadingCharacters);
    const headingPath = heading === '' ? [] : [heading];
    writer.add(heading, { kind: 'heading', headingPath });
    writer.add(lines.join('\n'), { kind: 'paragraph', headingPath });
    for (const note of notes) writer.add(note, { kind: 'paragraph', headingPath });
  }
  const { text, blocks } = writer;
  const [first] = entries;
  return textDocument({ text, type, title: entries.length === 1 ? (first?.title ?? null) : null, encoding, blocks });
}

/** The lines of each entry; of what lies in an entry (alarms) none. */
function groupsOf(lines: readonly ContentLine[], kinds: readonly string[]): readonly (readonly ContentLine[])[] {
  const groups: ContentLine[][] = [];
  let depth = 0;
  for (const line of lines) {
    const kind = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      if (depth > 0) depth += 1;
      else if (kinds.includes(kind)) {
        depth = 1;
        groups.push([]);
      }
    } else if (line.name === 'END') depth = Math.max(0, depth - 1);
    else if (depth === 1) groups.at(-1)?.push(line);
  }
  return groups;
}

const contactNames: readonly (readonly [name: string, label: string])[] = [
  ['NICKNAME', 'Nickname'],
  ['ORG', 'Organisation'],
  ['TITLE', 'Title'],
  ['ROLE', 'Role'],
  ['TEL', 'Phone'],
  ['EMAIL', 'Email'],
  ['ADR', 'Address'],
  ['URL', 'Web'],
  ['BDAY', 'Birthday'],
  ['CATEGORIES', 'Categories'],
];

const inParts: ReadonlySet<string> = new Set(['NICKNAME', 'ORG', 'ADR', 'CATEGORIES']);

function contactOf(lines: readonly ContentLine[]): Entry {
  const known = contactNames.flatMap(([name, label]) =>
    valuesOf(lines, name).map(
      (value) => `${label}: ${inParts.has(name) ? partsOf(value).join(', ') : plainValue(value)}`,
    ),
  );
  const [name] = [...valuesOf(lines, 'FN'), ...valuesOf(lines, 'N').map(givenFirst), ...valuesOf(lines, 'ORG')];
  return {
    title: plainValue(name ?? ''),
    lines: known.filter((line) => !line.endsWith(': ')),
    notes: valuesOf(lines, 'NOTE').map(plainValue),
  };
}

/** Family name, given name, further ones, what stands before and behind. */
function givenFirst(value: string): string {
  const [family = '', given = '', more = '', before = '', behind = ''] = value.split(/(?<!\\);/);
  return [before, given, more, family, behind].filter((part) => part.trim() !== '').join(' ');
}

function eventOf(lines: readonly ContentLine[]): Entry {
  const [start, end, due] = ['DTSTART', 'DTEND', 'DUE'].map((name) => timeOf(valuesOf(lines, name)[0]));
  const people = (name: string): string =>
    lines
      .filter((line) => line.name === name)
      .map(({ value, parameters }) => personOf(value, parameters))
      .join(', ');
  const known: readonly (readonly [string, string])[] = [
    ['When', [start, end].filter((time) => time !== '').join(' – ')],
    ['Due', due ?? ''],
    ['Where', valuesOf(lines, 'LOCATION').map(plainValue).join(', ')],
    ['Organiser', people('ORGANIZER')],
    ['With', people('ATTENDEE')],
    ['Categories', valuesOf(lines, 'CATEGORIES').flatMap(partsOf).join(', ')],
  ];
  return {
    title: plainValue(valuesOf(lines, 'SUMMARY')[0] ?? ''),
    lines: known.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`),
    notes: [...valuesOf(lines, 'DESCRIPTION'), ...valuesOf(lines, 'COMMENT')].map(plainValue),
  };
}

function valuesOf(lines: readonly ContentLine[], name: string): readonly string[] {
  return lines.filter((line) => line.name === name && line.value.trim() !== '').map(({ value }) => value);
}

function personOf(value: string, parameters: readonly string[]): string {
  const address = value.replace(/^mailto:/i, '').trim();
  const name = parameters
    .find((one) => /^CN=/i.test(one))
    ?.slice(3)
    .replaceAll('"', '');
  return name === undefined || name.toLowerCase() === address.toLowerCase() ? address : `${name} <${address}>`;
}

/** `20240301T100000Z` as `2024-03-01 10:00 UTC`; of a whole day the day alone. What is written otherwise stays so. */
function timeOf(value: string | undefined): string {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?$/.exec(value?.trim() ?? '');
  if (found === null) return value?.trim() ?? '';
  const [, year, month, day, hour, minute, zone] = found;
  const time = hour === undefined ? '' : ` ${hour}:${minute}${zone === 'Z' ? ' UTC' : ''}`;
  return `${year}-${month}-${day}${time}`;
}
