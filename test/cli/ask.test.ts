// Questions asked from a script: answers with their sources, dialogues, and what is declined.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acervo, json } from '../helpers/run-cli.js';

let library: string;

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'acervo-ask-'));
  await acervo('index', resolve('test/fixtures/chat/miembros.md'), '--library', library);
}, 120_000);
afterAll(() => rmSync(library, { recursive: true, force: true }));

test('a question is answered with one line of sources below', async () => {
  const { code, stdout } = await acervo('ask', '¿Cómo invito a un miembro?', '--library', library);
  expect(code).toBe(0);
  expect(stdout).toContain('escriba su dirección de correo');
  expect(stdout).toMatch(
    /\n\nFuentes?: miembros\.md › [^\n]+\n\n\((Well|Only partly|Only weakly) supported by the documents\.\)\n\nConversation: k[0-9a-f]{32}\n$/,
  );
});

test('with --json it is one object with the names of the table, and a follow-up goes on with its conversation', async () => {
  const first = await json('ask', '¿Cómo invito a un miembro?', '--library', library);
  for (const name of [
    'answer',
    'kind',
    'confidence',
    'queryUsed',
    'sources',
    'citations',
    'nearest',
    'usage',
    'costUsd',
  ]) {
    expect(first.value).toHaveProperty(name);
  }
  expect(first.value).toMatchObject({ kind: 'extractive', usage: null, costUsd: null });
  const id = String(first.value.conversation);
  const second = await json('ask', '¿y cómo lo elimino?', '--conversation', id, '--library', library);
  expect(second.value).toMatchObject({ conversation: id, queryUsed: 'invito miembro: ¿y cómo lo elimino?' });
  expect(second.value.answer).toContain('Un miembro se elimina desde Ajustes');
});

test('what is not there is declined with exit code 0 and no line of sources', async () => {
  const { code, stdout } = await acervo('ask', '¿Quién ganó el mundial de fútbol de 1998?', '--library', library);
  expect(code).toBe(0);
  expect(stdout).toContain('No lo encuentro en tus documentos.');
  expect(stdout).not.toContain('Fuente:');
});

test('a dialogue is a question a line', async () => {
  const cli = join('dist', 'engine', 'cli.mjs');
  const child = spawn(process.execPath, [cli, 'chat', '--json', '--library', library]);
  child.stdin.end('¿Cómo invito a un miembro?\n\n¿y cómo lo elimino?\n');
  const lines = (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ question }) => question)).toEqual(['¿Cómo invito a un miembro?', '¿y cómo lo elimino?']);
  expect(new Set(lines.map(({ conversation }) => conversation)).size).toBe(1);
});

test('a dialogue goes on after a question that cannot be asked, and always names its conversation', async () => {
  const child = spawn(process.execPath, [join('dist', 'engine', 'cli.mjs'), 'chat', '--json', '--library', library]);
  child.stdin.end(`¿Cómo invito a un miembro?\n${'larga '.repeat(2_000)}\n¿y cómo lo elimino?\n`);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    question: 'larga '.repeat(2_000).trim(),
    error: { code: 'wrong-use', message: expect.stringContaining('Ask a shorter one.') },
  });
  expect(stderr).toMatch(/^Conversation: k[0-9a-f]{32}\n$/);
});

test('a host and --extractive at once are refused', async () => {
  const { code, stderr } = await acervo(
    'ask',
    'x',
    '--extractive',
    '--base-url',
    'http://127.0.0.1:9',
    '--library',
    library,
  );
  expect(code).toBe(2);
  expect(stderr).toContain('--extractive');
});

test('an unknown conversation is refused with what to do', async () => {
  const { code, value } = await json('ask', 'x y z', '--conversation', 'k0', '--library', library);
  expect(code).toBe(2);
  expect(value).toMatchObject({ error: { code: 'not-found' } });
});

test('what was asked is listed, shown and forgotten', async () => {
  const question = '¿Cuándo caduca la invitación de la zarigüeya?';
  const asked = await json('ask', question, '--library', library);
  const id = String(asked.value.conversation);
  const listed = await acervo('conversations', '--find', 'zarigüeya', '--library', library);
  expect(listed.stdout).toMatch(new RegExp(`^\\d{4}-\\d{2}-\\d{2}  ${id}  1 question {4}[^\\n]+\\n$`, 'u'));
  expect((await acervo('conversations', '--show', id, '--library', library)).stdout).toContain(question);
  expect((await acervo('conversations', '--remove', id, '--library', library)).code).toBe(0);
  const gone = await json('conversations', '--show', id, '--library', library);
  expect(gone).toMatchObject({ code: 2, value: { error: { code: 'not-found' } } });
});
