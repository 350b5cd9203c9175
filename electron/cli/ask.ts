// `acervo ask` and `acervo chat`: questions to the library's documents, answered in the terminal.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { AskRequest, AskResult, ChatScope } from '../../shared/domain/chat.js';
import { AppError } from '../../shared/errors.js';
import { answerText } from '../engine/chat/answer-text.js';
import type { Library } from '../engine/library.js';
import { chooseAnswerMode } from './answer-settings.js';
import { numberOf, optionOf, type ParsedArguments } from './arguments.js';
import { nameOf, type Output, placeOf, printable, snippetOf } from './output.js';
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

type Settled = Omit<AskRequest, 'askId' | 'question' | 'conversationId'>;

function settled(parsed: ParsedArguments, library: Library): Settled {
  return {
    scope: scopeOf(parsed),
    mode: chooseAnswerMode(parsed, library.chat),
    passages: numberOf(parsed, 'k', 1, 50, 'whole'),
  };
}

/** One question. @returns 1 where it could not be answered as it was meant, for a reason that is told */
export async function askOnce(
  parsed: ParsedArguments,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const request = settled(parsed, library);
  const conversationId = optionOf(parsed, 'conversation') ?? null;
  const question = parsed.words.join(' ');
  const result = await library.chat.ask(
    { ...request, askId: randomUUID(), question, conversationId },
    undefined,
    signal,
  );
  output.result(
    answerJson(result),
    () => `${answerLines(result)}\nConversation: ${result.conversation.conversationId}\n`,
  );
  return codeOf(result);
}

/**
 * A dialogue: a question a line, until the input ends. With `--json` an answer a line.
 * @returns 1 where the last question could not be answered as it was meant
 */
export async function chat(
  parsed: ParsedArguments,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const request = settled(parsed, library);
  let conversationId = optionOf(parsed, 'conversation') ?? null;
  let code = done;
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !output.isJson;
  if (isTerminal) output.message('Ask your documents. An empty line or Ctrl+D ends.');
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    prompt: '> ',
  });
  const end = (): void => lines.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (isTerminal) lines.prompt();
    for await (const line of lines) {
      const question = line.trim();
      if (question === '' && isTerminal) break;
      if (question === '') continue;
      const asked = { ...request, askId: randomUUID(), question, conversationId };
      const result = await library.chat.ask(asked, undefined, signal).catch((error: unknown) => {
        // A question that is too long, say, is told and left: the dialogue goes on.
        if (!(error instanceof AppError) || error.code !== 'wrong-use') throw error;
        output.message(error.message);
        return null;
      });
      code = result === null ? doneWithProblems : codeOf(result);
      if (result !== null) {
        ({ conversationId } = result.conversation);
        output.result(answerJson(result), () => `${answerLines(result)}\n`);
      }
      if (signal.aborted) break;
      if (isTerminal) lines.prompt();
    }
  } finally {
    signal.removeEventListener('abort', end);
    lines.close();
    if (conversationId !== null) output.message(`Conversation: ${conversationId}`);
  }
  return code;
}

/** A script must not take half a sentence for an answer. */
function codeOf({ turn: { answer } }: AskResult): number {
  return answer.problem === null && !answer.isStopped ? done : doneWithProblems;
}

/** The names of the command line's table: flat, and nothing left out. */
function answerJson({ conversation, turn }: AskResult): Readonly<Record<string, unknown>> {
  return {
    question: turn.question,
    ...turn.answer,
    usage: turn.answer.sent?.usage ?? null,
    costUsd: turn.answer.sent?.costUsd ?? null,
    conversation: conversation.conversationId,
    turnId: turn.turnId,
  };
}

/** How a follow-up was understood, the answer, its line of sources, and where there is none what comes nearest. */
function answerLines({ turn }: AskResult): string {
  const { answer, question } = turn;
  const lines: string[] = [];
  if (answer.queryUsed !== question) lines.push(`(searched for: ${answer.queryUsed})`);
  if (answer.problem !== null) lines.push(`(${answer.problem.message})`);
  lines.push(answerText(answer, question));
  if (answer.isStopped && answer.answer !== '') lines.push('(Stopped: this is what was said until then.)');
  if (answer.nearest.length > 0) {
    lines.push('', 'Nearest passages:');
    for (const passage of answer.nearest) {
      const place = placeOf(passage);
      lines.push(`  ${nameOf(passage.path)}${place === '' ? '' : `  (${place})`}`, `    ${snippetOf(passage.text)}`);
    }
  }
  if (answer.sources.length > 0 && answer.answerable === null) {
    lines.push('(Not judged: the search model is not calibrated.)');
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
  return printable(`${lines.join('\n').trimEnd()}\n`);
}
