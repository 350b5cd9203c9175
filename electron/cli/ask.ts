// `acervo ask` and `acervo chat`: questions to the library's documents, answered in the terminal.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type AskRequest, type AskResult, type ChatScope, readings } from '../../shared/domain/chat.js';
import { passageRanges } from '../../shared/domain/models.js';
import { AppError, toPlainError } from '../../shared/errors.js';
import type { Library } from '../engine/library.js';
import { answerLines } from './answer-lines.js';
import { chooseAnswerMode } from './answer-settings.js';
import { choiceOf, numberOf, optionOf, type ParsedArguments } from './arguments.js';
import type { Output } from './output.js';
import { checkPlaces, placesOf } from './places-of.js';
import { StreamedAnswer } from './streamed-answer.js';

const done = 0;
const doneWithProblems = 1;

/** Undefined where nothing is said: a conversation then keeps its own. */
function scopeOf(parsed: ParsedArguments): ChatScope | undefined {
  const places = placesOf(parsed);
  return Object.values(places).every((place) => place === undefined) ? undefined : places;
}

type Settled = Omit<AskRequest, 'askId' | 'question' | 'conversationId'>;

function settled(parsed: ParsedArguments, library: Library): Settled {
  return {
    scope: scopeOf(parsed),
    mode: chooseAnswerMode(parsed, library.chat),
    isAfresh: parsed.flags.has('afresh'),
    reading: choiceOf(parsed, 'reading', readings),
    passages: numberOf(parsed, 'k', passageRanges.answer.least, passageRanges.answer.most, 'whole'),
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
  await checkPlaces(library, placesOf(parsed));
  const conversationId = optionOf(parsed, 'conversation') ?? null;
  const question = parsed.words.join(' ');
  const result = await library.chat.ask(
    { ...request, askId: randomUUID(), question, conversationId },
    undefined,
    signal,
  );
  output.result(
    answerJson(result),
    () => `${answerLines(result.turn)}\nConversation: ${result.conversation.conversationId}\n`,
  );
  if (result.conversation.isUnsaved === true) output.message(unsavedWords);
  return codeOf(result);
}

/**
 * A dialogue: a question a line, until the input ends. With `--json` an answer, or an `error`, a line.
 * @returns 1 where the last question could not be answered as it was meant
 */
export async function chat(
  parsed: ParsedArguments,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const request = settled(parsed, library);
  await checkPlaces(library, placesOf(parsed));
  let conversationId = optionOf(parsed, 'conversation') ?? null;
  let code = done;
  let isUnsaved = false;
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !output.isJson;
  if (isTerminal) output.message('Ask your documents. An empty line or Ctrl+D ends.');
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    prompt: '> ',
  });
  const end = (): void => lines.close();
  const answerLine = async (asked: AskRequest): Promise<AskResult | null> => {
    const streamed = isTerminal ? new StreamedAnswer(asked.question, (text) => process.stdout.write(text)) : null;
    try {
      const result = await library.chat.ask(asked, streamed?.onProgress, signal);
      if (streamed === null) output.result(answerJson(result), () => `${answerLines(result.turn)}\n`);
      else streamed.end(result);
      return result;
    } catch (error) {
      // A question that is too long, say, is told and left: the dialogue goes on.
      if (!(error instanceof AppError) || error.code !== 'wrong-use') throw error;
      if (output.isJson) output.result({ question: asked.question, error: toPlainError(error) }, () => '');
      else output.message(error.message);
      return null;
    }
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    if (isTerminal) lines.prompt();
    for await (const line of lines) {
      const question = line.trim();
      if (question === '' && isTerminal) break;
      if (question === '') continue;
      const result = await answerLine({ ...request, askId: randomUUID(), question, conversationId });
      code = result === null ? doneWithProblems : codeOf(result);
      if (result !== null) ({ conversationId, isUnsaved = false } = result.conversation);
      if (signal.aborted) break;
      if (isTerminal) lines.prompt();
    }
  } finally {
    signal.removeEventListener('abort', end);
    lines.close();
    if (isUnsaved) output.message(unsavedWords);
    else if (conversationId !== null) output.message(`Conversation: ${conversationId}`);
  }
  return code;
}

const unsavedWords =
  'This conversation could not be written: nothing may be written in the library, or its disk is full. It can’t be gone on with.';

/** A script must not take half a sentence for an answer. */
function codeOf({ turn: { answer } }: AskResult): number {
  return answer.problem === null && !answer.isStopped ? done : doneWithProblems;
}

/** The names of the command line's table: flat, and nothing left out. */
function answerJson({ conversation, turn }: AskResult): Readonly<Record<string, unknown>> {
  return {
    question: turn.question,
    ...turn.answer,
    other: turn.answer.other ?? null,
    usage: turn.answer.sent?.usage ?? null,
    costUsd: turn.answer.sent?.costUsd ?? null,
    conversation: conversation.conversationId,
    turnId: turn.turnId,
  };
}
