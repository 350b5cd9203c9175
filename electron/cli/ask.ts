// `acervo ask` and `acervo chat`: questions to the library's documents, answered in the terminal.
import { randomUUID } from 'node:crypto';
import type { AskResult, ChatScope } from '../../shared/domain/chat.js';
import { answerText } from '../engine/chat/answer-text.js';
import type { Library } from '../engine/library.js';
import { numberOf, optionOf, type ParsedArguments } from './arguments.js';
import { nameOf, type Output, placeOf, snippetOf } from './output.js';
import { realPathOf } from './real-path.js';

const done = 0;
const doneWithProblems = 1;

function scopeOf(parsed: ParsedArguments): ChatScope | undefined {
  const collection = optionOf(parsed, 'collection');
  const paths = parsed.values.get('in')?.map(realPathOf);
  const types = parsed.values.get('type')?.map((type) => type.toLowerCase().replace(/^\./u, ''));
  return collection === undefined && paths === undefined && types === undefined
    ? undefined
    : { collection, paths, types };
}

/** One question. @returns 1 where it could not be answered for a reason that is told */
export async function askOnce(
  parsed: ParsedArguments,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const question = parsed.words.join(' ');
  const result = await library.chat.ask(
    {
      askId: randomUUID(),
      question,
      conversationId: optionOf(parsed, 'conversation') ?? null,
      scope: scopeOf(parsed),
      mode: 'extractive',
      passages: numberOf(parsed, 'k', 1, 50, 'whole'),
    },
    undefined,
    signal,
  );
  output.result(answerJson(result), () => answerLines(result));
  return result.turn.answer.problem === null ? done : doneWithProblems;
}

/** The names of the command line's table: flat, and nothing left out. */
export function answerJson({ conversation, turn }: AskResult): Readonly<Record<string, unknown>> {
  const { sent, ...answer } = turn.answer;
  return {
    question: turn.question,
    ...answer,
    usage: sent?.usage ?? null,
    costUsd: sent?.costUsd ?? null,
    sent,
    conversation: conversation.conversationId,
    turnId: turn.turnId,
  };
}

/** The answer and its line of sources; where there is none, what comes nearest. */
export function answerLines({ conversation, turn }: AskResult): string {
  const { answer, question } = turn;
  const lines = [answerText(answer, question)];
  if (answer.problem !== null) lines.push(answer.problem.message);
  if (answer.nearest.length > 0) {
    lines.push('', 'Nearest passages:');
    for (const passage of answer.nearest) {
      const place = placeOf(passage);
      lines.push(`  ${nameOf(passage.path)}${place === '' ? '' : `  (${place})`}`, `    ${snippetOf(passage.text)}`);
    }
  }
  lines.push('', `Conversation: ${conversation.conversationId}`);
  return `${lines.filter((line, at) => at > 0 || line !== '').join('\n')}\n`;
}
