// Questions as main hands them on: who answers is main's to say, a key goes one way, and an export is a file of the person's choice.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { EngineCall } from '../../electron/main/engine-host.js';
import { chatHandlers, fileNameOf } from '../../electron/main/ipc/chat.js';
import { createSecrets } from '../../electron/main/secrets.js';
import { defaultSettings, type Settings } from '../../shared/domain/settings.js';
import { requestSchemas } from '../../shared/ipc/contract.js';

const key = 'sk-test-canary-1234567890';
const askId = '0b9d2c1e-6a53-4c1e-9d2b-1d0b7e5f3a21';
const conversationId = `k${'0'.repeat(32)}`;
const question = { askId, question: 'Who pays?', conversationId: null };

function handlersWith(change: Partial<Settings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-chat-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls: unknown[] = [];
  const offered: string[] = [];
  const call = (async (method: string, payload: unknown) => {
    calls.push([method, payload]);
    if (method === 'conversation') return { title: 'Who pays: shop/customer?' };
    return method === 'conversationMarkdown' ? { markdown: '# Who pays\n' } : null;
  }) as EngineCall;
  const secrets = createSecrets({
    file: join(folder, 'key'),
    safeStorage: {
      isEncryptionAvailable: () => false,
      getSelectedStorageBackend: () => 'unknown',
      encryptString: (text) => Buffer.from(text),
      decryptString: (bytes) => bytes.toString(),
    },
    isLinux: true,
    onUnreadable: () => undefined,
  });
  const told: (string | null)[] = [];
  const handlers = chatHandlers({
    call,
    settings: () => ({ ...defaultSettings, ...change }),
    language: () => 'es',
    secrets,
    onKeyChanged: () => told.push(secrets.key()),
    showLog: () => undefined,
    chooseFile: async (name) => {
      offered.push(name);
      return join(folder, 'chosen.md');
    },
  });
  return { handlers, calls, told, offered, folder };
}

it('lets documents be quoted until the person has agreed to what a model is sent', async () => {
  const { handlers, calls } = handlersWith({ answerMode: 'model' });
  await handlers['chat.ask'](question);
  expect(calls).toEqual([['ask', { ...question, mode: 'extractive', language: 'es', passages: 8 }]]);
  const agreed = handlersWith({ answerMode: 'model', agreedToSendTo: 'api.anthropic.com' });
  await agreed.handlers['chat.ask'](question);
  expect(agreed.calls).toEqual([['ask', { ...question, mode: 'model', language: 'es', passages: 8 }]]);
});

it('does not let the page say who answers', () => {
  expect(requestSchemas['chat.ask'].safeParse({ ...question, mode: 'model' }).success).toBe(false);
  expect(requestSchemas['chat.ask'].safeParse(question).success).toBe(true);
});

it('hands a new key to the engine and never back to the page', async () => {
  const { handlers, told } = handlersWith();
  const answers = [await handlers['chat.set-key']({ key }), await handlers['chat.key']()];
  expect(told).toEqual([key]);
  expect(answers).toEqual([
    { kind: 'session', canKeep: false },
    { kind: 'session', canKeep: false },
  ]);
  await handlers['chat.set-key']({ key: null });
  expect(told).toEqual([key, null]);
});

it('writes a conversation where the person chose, under a name that every system takes', async () => {
  const { handlers, offered, folder } = handlersWith();
  expect(await handlers['chat.export']({ conversationId })).toEqual({ name: 'chosen.md' });
  expect(offered).toEqual(['Who pays shop customer.md']);
  expect(readFileSync(join(folder, 'chosen.md'), 'utf8')).toBe('# Who pays\n');
  expect(['../../etc/passwd', 'a\u0000b', '...', ' ', 'CON: x?', 'x'.repeat(200)].map(fileNameOf)).toEqual([
    'etc passwd',
    'a b',
    'Acervo',
    'Acervo',
    'CON x',
    'x'.repeat(80),
  ]);
});
