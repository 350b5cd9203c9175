// Heads of messages that do not keep to the rules: too long ones, and those that go on as the body without a blank line.
import { loadLimits } from '../load-limits.js';
import { envelopeName } from './looks-like-mail.js';

const newline = 0x0a;
/** What the splitter counts for a line at least. */
const minLineCost = 64;
/** Of one field with its folded lines: what is written of it is far less. */
const maxFieldBytes = loadLimits.maxMailHeaderBytes / 16;
/** So that what stands in it between its fields has room, too. */
const maxHeadCost = loadLimits.maxMailHeaderBytes / 2;

/** The message with a head that is within its limit: fields that are too long are cut, those beyond the limit left out. */
export function cutHead(bytes: Uint8Array): { readonly bytes: Buffer; readonly isWhole: boolean } {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends = [message.indexOf('\n\n'), message.indexOf('\n\r\n')].filter((at) => at !== -1);
  const end = ends.length === 0 ? message.length : Math.min(...ends) + 1;
  const kept: Buffer[] = [];
  let [cost, fieldBytes, left] = [0, 0, 0];
  for (const line of linesOf(message.subarray(0, end))) {
    fieldBytes = isFolded(line) ? fieldBytes + line.length : line.length;
    const ownCost = Math.max(line.length, minLineCost);
    if (fieldBytes > maxFieldBytes || cost + ownCost > maxHeadCost) left++;
    else {
      kept.push(line);
      cost += ownCost;
    }
  }
  if (left === 0) return { bytes: message, isWhole: true };
  return { bytes: Buffer.concat([...kept, message.subarray(end)]), isWhole: false };
}

/**
 * What stands in a head from its first line on that is no field, where no field of mail follows it: a program that left the
 * blank line out. Nothing where there is no such line.
 */
export function bodyInHead(head: Buffer): readonly Buffer[] {
  let start = -1;
  let at = 0;
  for (const line of linesOf(head)) {
    const words = line.toString('latin1');
    if (words.trim() === '') break;
    if (start === -1 && !isField(words)) start = at;
    else if (start !== -1 && envelopeName.test(words)) return [];
    at += line.length;
  }
  return start === -1 ? [] : [head.subarray(start)];
}

/** A line of mailboxes may have strayed into it. */
function isField(line: string): boolean {
  return /^(?:[!-9;-~]+[ \t]*:|[ \t]|>*From )/.test(line);
}

function isFolded(line: Buffer): boolean {
  return line[0] === 0x20 || line[0] === 0x09;
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(newline, start);
    const end = at === -1 ? bytes.length : at + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}
