// A process that is killed while it answers leaves every earlier answer as it was, and none that is half.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { says, startMessagesServer, streams } from '../../helpers/messages-server.js';
import { openTestLibrary } from '../../helpers/open-library.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('killed in the middle of the second answer, the conversation holds the first, and goes on from there', async () => {
  const folder = temporaryFolder();
  const server = await startMessagesServer();
  onTestFinished(() => server.close());
  const before = await openTestLibrary({ folder });
  await before.index({ paths: [resolve('test/fixtures/chat/miembros.md')] });
  await before.close();

  server.play(
    streams(says('Desde Ajustes, Miembros.', { result: 0 })),
    streams(says('¿Cómo elimino a un miembro?')),
    streams(says('Con el menú ', { result: 0 }), { kind: 'gate' }),
  );
  const cli = join('dist', 'engine', 'cli.mjs');
  const words = ['chat', '--json', '--base-url', server.url, '--model', 'writer', '--library', folder];
  const child = spawn(process.execPath, [cli, ...words], { env: { ...process.env, ANTHROPIC_API_KEY: '' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write('¿Cómo invito a un miembro?\n');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { conversation: conversationId, kind } = JSON.parse(line) as { conversation: string; kind: string };
  expect(kind).toBe('answered');
  child.stdin.write('¿y cómo lo elimino?\n');
  await server.atGate();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  const { all } = await library.chat.conversation(conversationId);
  expect(all.map(({ question, answer }) => [question, answer.answer])).toEqual([
    ['¿Cómo invito a un miembro?', 'Desde Ajustes, Miembros.'],
  ]);
  const { turn, conversation } = await library.chat.ask({
    askId: 'again',
    question: '¿y cómo lo elimino?',
    conversationId,
    mode: 'extractive',
  });
  expect(turn.answer.answer).toContain('Un miembro se elimina desde Ajustes');
  expect(conversation.turns).toBe(2);
});
