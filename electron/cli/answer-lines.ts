// An answer as lines for a person at a terminal: how it was understood, what it says, its sources, and what was sent.
import { sourcesLine } from '../../shared/domain/answer-text.js';
import type { Answer, Confidence, OtherReading, Turn } from '../../shared/domain/chat.js';
import { answerText, answerWords } from '../engine/chat/answer-text.js';
import { nameOf, placeOf, printable, snippetOf } from './output.js';

export function answerLines({ answer, question }: Turn): string {
  const problem = answer.problem === null ? '' : `(${answer.problem.message})\n`;
  return printable(beforeAnswer(answer, question) + problem + answerText(answer, question) + belowSources(answer));
}

/** How a follow-up was understood. */
export function beforeAnswer({ queryUsed }: Pick<Answer, 'queryUsed'>, question: string): string {
  return queryUsed === question ? '' : `(searched for: ${queryUsed})\n`;
}

/** Its sources, or what comes nearest where there are none; where it comes from, and what it took. Begins with a line's end. */
export function afterAnswer(answer: Answer, question: string): string {
  // What was written as it came has marks, however many sources there came to be.
  const sources = sourcesLine(answer, answerWords(question), 'always');
  return (sources === '' ? '' : `\n\n${sources}`) + belowSources(answer);
}

const supported: Readonly<Record<Confidence, string>> = {
  high: 'Well supported',
  medium: 'Only partly supported',
  low: 'Only weakly supported',
};

function belowSources(answer: Answer): string {
  const lines: string[] = [''];
  const reused = answer.steps.find((step) => step.kind === 'reused');
  if (reused !== undefined) {
    lines.push('', `(Answered earlier, to “${reused.question}”, from the same passages. --afresh asks again.)`);
  }
  if (answer.isStopped && answer.answer !== '') lines.push('(Stopped: this is what was said until then.)');
  if (answer.nearest.length > 0) {
    lines.push('', 'Nearest passages:');
    for (const passage of answer.nearest) {
      const place = placeOf(passage);
      lines.push(`  ${nameOf(passage.path)}${place === '' ? '' : `  (${place})`}`, `    ${snippetOf(passage.text)}`);
    }
  }
  if (answer.sources.length > 0 && answer.confidence !== null) {
    lines.push(
      '',
      answer.answerable === null
        ? '(Not judged: the search model is not calibrated.)'
        : `(${supported[answer.confidence]} by the documents.)`,
    );
  }
  const { sent } = answer;
  if (sent !== null) {
    const { input, cacheRead, cacheWritten, output } = sent.usage;
    const cost = sent.costUsd === null ? '' : `, ${sent.costUsd.toFixed(4)} US dollars`;
    lines.push(
      '',
      `Sent to ${sent.host} (${sent.model}): ${sent.passages.length} passages, ${input + cacheWritten} tokens and ${cacheRead} from its cache, ${output} answered${cost}.`,
    );
  }
  if (answer.other !== undefined) lines.push(otherReadingLine(answer.other));
  return `${lines.join('\n').trimEnd()}\n`;
}

function otherReadingLine({ reading, tokens, costUsd, followingCostUsd }: OtherReading): string {
  const dollars = (usd: number | null): string => (usd === null ? '' : `, ${usd.toFixed(4)} US dollars`);
  const following = followingCostUsd === null ? '' : ` (${followingCostUsd.toFixed(4)} for those that follow soon)`;
  const what = reading === 'document' ? 'From the whole document' : 'From its passages alone';
  return `${what} it would have been about ${tokens} tokens${dollars(costUsd)}${following}: --reading ${reading}.`;
}
