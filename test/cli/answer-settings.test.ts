// Who writes the command line's answers, and whose key goes where.
import { expect, test } from 'vitest';
import { chooseAnswerMode } from '../../electron/cli/answer-settings.js';
import { type ParsedArguments, parseArguments } from '../../electron/cli/arguments.js';
import type { LibraryChat } from '../../electron/engine/chat/library-chat.js';

/** What the library was told: the host's address and the key. */
function chosen(words: readonly string[], key: string | undefined) {
  const told: (string | null)[] = [];
  const chat = {
    set: ({ baseUrl }: { readonly baseUrl: string }, given: string | null) => told.push(baseUrl, given),
  } as unknown as LibraryChat;
  const parsed = parseArguments(['ask', 'why', ...words]) as ParsedArguments;
  return { mode: chooseAnswerMode(parsed, chat, { ANTHROPIC_API_KEY: key }), told };
}

const local = 'http://127.0.0.1:8080';

test('the key goes to the API’s own address', () => {
  const usual = { mode: 'model', told: ['https://api.anthropic.com', 'secret'] };
  expect(chosen([], ' secret ')).toEqual(usual);
  expect(chosen(['--base-url', 'https://api.anthropic.com'], 'secret')).toEqual(usual);
});

test('another host does not get it, unless that is said', () => {
  expect(chosen(['--base-url', local], 'secret')).toEqual({ mode: 'model', told: [local, null] });
  expect(chosen(['--base-url', 'https://api.anthropic.com.example'], 'secret').told[1]).toBeNull();
  expect(chosen(['--base-url', local, '--send-key'], 'secret').told).toEqual([local, 'secret']);
});

test('without key and host answers are quoted', () => {
  expect(chosen([], undefined)).toEqual({ mode: 'extractive', told: [] });
  expect(chosen(['--extractive'], 'secret')).toEqual({ mode: 'extractive', told: [] });
});
