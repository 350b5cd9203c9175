// How the texts of a message are written, told by their type, and what a reader sees of the rare ones.

/** `other`: text of some kind, which is shown as it stands. */
export type TextFormat = 'plain' | 'html' | 'enriched' | 'calendar' | 'other';

/** They belong to a web page, or a program draws them. */
const unreadTypes = /^text\/(?:css|(?:x-)?(?:java|ecma)script|rtf|x-amp-html)\b/;

/**
 * Null for what is no text to read.
 * @param type in lower case; one that is missing or malformed is plain text (RFC 2045, 5.2)
 */
export function formatOf(type: string): TextFormat | null {
  if (/^(?:text\/)?(?:x-)?(?:watch-)?html\b/.test(type)) return 'html';
  if (/^(?:text\/plain\b|[^/]*$)/.test(type)) return 'plain';
  if (type === 'message/delivery-status') return 'plain';
  if (/^(?:text\/calendar\b|application\/ics$)/.test(type)) return 'calendar';
  if (/^text\/(?:enriched|richtext)\b/.test(type)) return 'enriched';
  return type.startsWith('text/') && !unreadTypes.test(type) ? 'other' : null;
}

/** The words of text/enriched (RFC 1896): its commands are gone, and one line break alone is a space. */
export function enrichedWords(source: string): string {
  return source
    .replace(/<param>[^<]*<\/param>/gi, '')
    .replace(/\n(\n*)/g, (_breaks, more: string) => (more === '' ? ' ' : more))
    .replace(/<(?:<|nl>|\/?[a-z][a-z0-9-]{0,60}>)/gi, (command) => knownCommands[command.toLowerCase()] ?? '');
}

const knownCommands: Readonly<Record<string, string>> = { '<<': '<', '<nl>': '\n' };

const calendarNames: Readonly<Record<string, string>> = {
  SUMMARY: 'Summary',
  LOCATION: 'Location',
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
};
const eventKinds = ['VEVENT', 'VTODO', 'VJOURNAL', 'VCALENDAR'];

/** What an invitation (iCalendar, RFC 5545) is about, where and when, line by line. */
export function calendarWords(source: string, { withDescription }: { readonly withDescription: boolean }): string {
  const names = withDescription ? { ...calendarNames, DESCRIPTION: 'Description' } : calendarNames;
  const lines: string[] = [];
  const open: string[] = [];
  for (const line of source.replace(/\n[ \t]/g, '').split('\n')) {
    const [, key = '', parameters = '', value = ''] =
      /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/.exec(line) ?? [];
    const name = key.toUpperCase();
    if (name === 'BEGIN') open.push(value.trim().toUpperCase());
    else if (name === 'END') open.pop();
    // An event says more of itself further in, about alarms and time zones.
    else if (names[name] !== undefined && eventKinds.includes(open.at(-1) ?? '')) {
      const words = name.startsWith('D') && name !== 'DESCRIPTION' ? timeWords(value, parameters) : plainValue(value);
      if (words !== '') lines.push(`${names[name]}: ${words}`);
    }
  }
  return lines.join('\n');
}

function plainValue(value: string): string {
  return value.replace(/\\(.)/g, (_escape, letter: string) => (/n/i.test(letter) ? '\n' : letter)).trim();
}

/** `20240503T100000` as people read it, with its time zone where it names one. */
function timeWords(value: string, parameters: string): string {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?\s*$/.exec(value);
  if (found === null) return plainValue(value);
  const [, year, month, day, hour, minute, isUtc] = found;
  const zone = isUtc === 'Z' ? 'UTC' : /;TZID="?([^;:"]+)/i.exec(parameters)?.[1];
  const time = hour === undefined ? '' : ` ${hour}:${minute}`;
  return `${year}-${month}-${day}${time}${time === '' || zone === undefined ? '' : ` (${zone})`}`;
}
