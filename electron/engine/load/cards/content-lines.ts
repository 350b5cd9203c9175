// The lines that contacts and calendars are written in (RFC 6350, RFC 5545, vCard 2.1): folded, with parameters, some of them coded.
import iconv from 'iconv-lite';

export interface ContentLine {
  /** Upper-case, without a group before it. */
  readonly name: string;
  /** As they are written: `WORK`, `TYPE=home`, `CN=Ana`, … */
  readonly parameters: readonly string[];
  /** As it is written, escapes and all. */
  readonly value: string;
}

/** What is not a line of such a file is passed over. */
export function contentLines(source: string): readonly ContentLine[] {
  return unfolded(source).flatMap((line) => {
    const found = /^(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s.exec(line);
    if (found === null) return [];
    const [, name = '', given = '', value = ''] = found;
    const parameters = given.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(1);
    return [{ name: name.toUpperCase(), parameters, value: decoded(value, parameters) }];
  });
}

/** A line that begins with a space goes on the one before; a quoted-printable one goes on behind `=`. */
function unfolded(source: string): readonly string[] {
  const lines: string[] = [];
  for (const line of source.split(/\r\n?|\n/)) {
    const last = lines.at(-1);
    if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1);
    else if (last?.endsWith('=') && /ENCODING=QUOTED-PRINTABLE/i.test(last))
      lines[lines.length - 1] = last.slice(0, -1) + line;
    else lines.push(line);
  }
  return lines;
}

function decoded(value: string, parameters: readonly string[]): string {
  if (!parameters.some((one) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(one))) return value;
  const charset = parameters.find((one) => /^CHARSET=/i.test(one))?.slice(8) ?? 'UTF-8';
  const bytes = Buffer.from(
    value.replace(/=([\dA-F]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );
  return iconv.decode(bytes, iconv.encodingExists(charset) ? charset : 'utf-8');
}

/** Words without their escapes. */
export function plainValue(value: string): string {
  return value
    .replace(/\\([nN])/g, '\n')
    .replace(/\\([\\,;:])/g, '$1')
    .trim();
}

/** The parts of a value that has several, those without words left out. */
export function partsOf(value: string): readonly string[] {
  return value
    .split(/(?<!\\)[;,]/)
    .map((part) => plainValue(part).replace(/\s+/g, ' '))
    .filter((part) => part !== '');
}
