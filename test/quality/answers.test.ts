// Questions answered by quotes, with the shipped model: what is quoted, what is declined, and dialogues.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Library } from '../../electron/engine/library.js';
import type { AskRequest, AskResult } from '../../shared/domain/chat.js';
import { openIndexedLibrary, withPlainSpaces } from '../helpers/indexed-library.js';

const { document, answered, near, foreign } = z
  .object({
    document: z.string(),
    answered: z.array(z.object({ question: z.string(), quote: z.string() })),
    near: z.array(z.string()),
    foreign: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync('test/quality/bands.json', 'utf8')));
const { questions } = z
  .object({ questions: z.array(z.object({ question: z.string(), heading: z.string() })) })
  .parse(JSON.parse(readFileSync('test/quality/policy-questions.json', 'utf8')));

let library: Library;
let close: () => Promise<void>;

let asks = 0;
function ask(question: string, about: Partial<AskRequest> = {}): Promise<AskResult> {
  return library.chat.ask({ askId: `ask-${asks++}`, question, conversationId: null, mode: 'extractive', ...about });
}

describe('a policy document', () => {
  beforeAll(async () => {
    ({ library, close } = await openIndexedLibrary([resolve(document)]));
  });
  afterAll(() => close());

  it('answers at least seven of eight questions with a quote that holds the answer, and says where it stands', async () => {
    const { text } = await library.text((await library.documentAtPath(resolve(document))).documentId);
    const missed: string[] = [];
    for (const { question, quote } of answered) {
      const { turn } = await ask(question);
      const { answer } = turn;
      for (const { start, end, quote: quoted } of answer.citations) {
        expect(text.slice(start ?? 0, end ?? 0)).toBe(quoted);
      }
      const isHeld = withPlainSpaces(answer.answer).includes(quote);
      if (answer.kind !== 'extractive' || !isHeld) missed.push(question);
    }
    expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(1);
  });

  it('quotes at most two sentences, for everyday questions from the right section first in nine of ten', async () => {
    const wrong: string[] = [];
    for (const { question, heading } of questions) {
      const { answer } = (await ask(question)).turn;
      expect(answer.citations.length).toBeLessThanOrEqual(2);
      const sections = answer.sources.map(({ locator }) => locator.headingPath?.at(-1));
      if (!sections.includes(heading)) wrong.push(question);
    }
    expect(wrong.length, wrong.join(' ')).toBeLessThanOrEqual(1);
  });

  it('declines most foreign questions with the fixed sentence and the nearest passages, in the language of the question', async () => {
    const declined: string[] = [];
    for (const question of [...foreign, 'Who won the football world cup in 1998?']) {
      const { answer } = (await ask(question)).turn;
      if (answer.kind !== 'not-found') continue;
      declined.push(question);
      expect(answer.answer).toMatch(/^(No lo encuentro en tus documentos|I can’t find that in your documents)\.$/);
      expect(answer.nearest).toHaveLength(3);
      expect(answer).toMatchObject({ sources: [], citations: [], sent: null, confidence: null });
    }
    expect(declined.length).toBeGreaterThanOrEqual(5);
    const { answer } = (await ask('Wer gewann 1998 die Fußball-Weltmeisterschaft in Frankreich?')).turn;
    expect(answer.answer).toBe('Das finde ich in Ihren Dokumenten nicht.');
    expect(near.length).toBe(8);
  });
});

describe('a manual with a dialogue', () => {
  beforeAll(async () => {
    ({ library, close } = await openIndexedLibrary([
      resolve('test/fixtures/chat/miembros.md'),
      resolve('test/fixtures/chat/hostile.md'),
    ]));
  });
  afterAll(() => close());

  it('understands “¿y cómo lo elimino?” with the question before, and shows what was searched for', async () => {
    const first = await ask('¿Cómo invito a un miembro?');
    expect(first.turn.answer.queryUsed).toBe('¿Cómo invito a un miembro?');
    expect(first.turn.answer.answer).toContain('escriba su dirección de correo');
    const { conversationId } = first.conversation;
    const second = await ask('¿y cómo lo elimino?', { conversationId });
    expect(second.turn.answer.answer).toContain('Un miembro se elimina desde Ajustes');
    expect(second.turn.answer.queryUsed).toBe('invito miembro: ¿y cómo lo elimino?');
    expect((await library.chat.conversation(conversationId)).all.map(({ question }) => question)).toEqual([
      '¿Cómo invito a un miembro?',
      '¿y cómo lo elimino?',
    ]);
  });

  it('asks the first turn again in other words without what came after it', async () => {
    const first = await ask('¿Cómo invito a un miembro?');
    const { conversationId } = first.conversation;
    await ask('¿y cómo lo elimino?', { conversationId });
    const again = await ask('¿Cómo se recupera un proyecto borrado?', {
      conversationId,
      replaceTurnId: first.turn.turnId,
    });
    expect(again.turn.answer.queryUsed).toBe('¿Cómo se recupera un proyecto borrado?');
    expect(again.turn.answer.answer).toContain('recuperar de la papelera');
    expect(again.conversation.turns).toBe(1);
  });

  it('keeps a conversation to its scope, and a first question without a hit there finds nothing', async () => {
    const { documentId } = await library.documentAtPath(resolve('test/fixtures/chat/hostile.md'));
    const first = await ask('¿Qué plazo de devolución tiene el almacén?', { scope: { documentIds: [documentId] } });
    const { answer } = (
      await ask('¿y cómo invito a un miembro?', { conversationId: first.conversation.conversationId })
    ).turn;
    expect([...answer.passagesRead, ...answer.nearest].every((one) => one.documentId === documentId)).toBe(true);
    const { turn } = await ask('¿Cómo invito a un miembro?', { scope: { types: ['pdf'] } });
    expect(turn.answer).toMatchObject({ kind: 'not-found', nearest: [], answer: 'No lo encuentro en tus documentos.' });
  });

  it('answers only from documents whose own keys fit the conversation’s filter', async () => {
    const about = (value: string) =>
      ask('¿Cuál es el plazo de devolución del almacén?', {
        scope: { meta: [{ key: 'audiencia', comparison: '=', values: [value] }] },
      });
    const { answer } = (await about('almacén')).turn;
    expect(answer.answer).toContain('treinta días naturales');
    expect(answer.passagesRead.every(({ path }) => path.endsWith('hostile.md'))).toBe(true);
    expect((await about('tienda')).turn.answer).toMatchObject({ kind: 'not-found', nearest: [] });
  });

  it('takes what a hostile passage says for text: its marks cite nothing', async () => {
    const { answer } = (await ask('¿Cuál es el plazo de devolución del almacén?')).turn;
    expect(answer.kind).toBe('extractive');
    expect(answer.answer).toContain('treinta días naturales');
    expect(answer.sources.every(({ path }) => path.endsWith('hostile.md'))).toBe(true);
    expect(answer.citations.every(({ start }) => start !== null)).toBe(true);
  });

  it('keeps a question that was stopped while it was searched for, as stopped, and can be asked again', async () => {
    const stopping = library.chat.ask(
      { askId: 'stopped', question: '¿Cómo se exportan los datos?', conversationId: null, mode: 'extractive' },
      undefined,
    );
    library.chat.stop('stopped');
    const { conversation, turn } = await stopping;
    expect(turn.answer).toMatchObject({ kind: 'failed', answer: '', isStopped: true, problem: { code: 'cancelled' } });
    const { conversationId } = conversation;
    const again = await ask(turn.question, { conversationId, replaceTurnId: turn.turnId });
    expect(again.turn.answer.answer).toContain('formato CSV');
    expect(again.conversation.turns).toBe(1);
  });

  it('writes the dialogue as Markdown, with its sources', async () => {
    const first = await ask('¿Cuándo se emite la factura?');
    const { conversationId } = first.conversation;
    const markdown = await library.chat.markdown(conversationId);
    expect(markdown).toMatch(/^# ¿Cuándo se emite la factura\?\n/);
    expect(markdown).toContain('La factura se emite el primer día de cada mes.[');
    expect(markdown).toContain('\n[1] miembros.md › ');
    expect(markdown.trimEnd()).toMatch(/Fuentes?: miembros\.md › [^\n]+$/);
  });

  it('refuses an empty question and an unknown conversation', async () => {
    await expect(ask('  ')).rejects.toMatchObject({ code: 'wrong-use' });
    await expect(ask('¿Qué?', { conversationId: `k${'0'.repeat(32)}` })).rejects.toMatchObject({ code: 'not-found' });
  });
});
