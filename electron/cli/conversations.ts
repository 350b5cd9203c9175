// `acervo conversations`: what was asked and answered, to be listed, read and forgotten.
import type { ConversationInfo } from '../../shared/domain/chat.js';
import { AppError } from '../../shared/errors.js';
import type { Library } from '../engine/library.js';
import { optionOf, type ParsedArguments } from './arguments.js';
import type { Output } from './output.js';

const done = 0;

/** @throws AppError `not-found` for a conversation that is not there, `wrong-use` for two wishes at once */
export async function conversations(parsed: ParsedArguments, output: Output, library: Library): Promise<number> {
  const { chat } = library;
  const [query, shown, removed] = [optionOf(parsed, 'find'), optionOf(parsed, 'show'), optionOf(parsed, 'remove')];
  if ([query, shown, removed].filter((one) => one !== undefined).length > 1) {
    throw new AppError('wrong-use', 'Say one of --find, --show and --remove.');
  }
  if (removed !== undefined) {
    await chat.remove(removed);
    output.result({ removed }, () => `Forgot the conversation ${removed}.\n`);
    return done;
  }
  if (shown !== undefined) {
    const [conversation, markdown] = [await chat.conversation(shown), await chat.markdown(shown)];
    output.result({ ...conversation, markdown }, () => markdown);
    return done;
  }
  const all = await allOf(library, query);
  output.result({ conversations: all }, () => listText(all));
  return done;
}

async function allOf({ chat }: Library, query: string | undefined): Promise<readonly ConversationInfo[]> {
  const all: ConversationInfo[] = [];
  const limit = 200;
  for (;;) {
    const page = await chat.conversations({ query, offset: all.length, limit });
    all.push(...page.conversations);
    if (page.conversations.length === 0 || all.length >= page.total) return all;
  }
}

function listText(all: readonly ConversationInfo[]): string {
  if (all.length === 0) return 'No conversations.\n';
  const lines = all.map(({ conversationId, changed, turns, title }) => {
    const count = turns === 1 ? '1 question' : `${turns} questions`;
    return `${changed.slice(0, 10)}  ${conversationId}  ${count.padEnd(12)}  ${title}`;
  });
  return `${lines.join('\n')}\n`;
}
