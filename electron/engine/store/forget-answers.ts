// Answers made from documents that a person takes out of the library: the words go, the question stays.
import type { Answer } from '../../../shared/domain/chat.js';
import { foldWords } from '../search/fold-words.js';
import type { Database } from './sqlite.js';

/** Runs what takes documents out, and forgets every answer that read one of them. */
export function forgettingAnswers<T>(db: Database, work: () => T): T {
  const known = db
    .all<{ id: string }>(
      'SELECT DISTINCT t.document_id AS id FROM turn_documents t JOIN documents d ON d.document_id = t.document_id',
    )
    .map(({ id }) => id);
  const result = work();
  const turns = db.all<{ id: number; question: string; answer: string }>(
    `SELECT id, question, answer FROM turns WHERE id IN (
       SELECT turn FROM turn_documents WHERE document_id IN (SELECT value FROM json_each(?))
         AND document_id NOT IN (SELECT document_id FROM documents))`,
    JSON.stringify(known),
  );
  for (const { id, question, answer } of turns) {
    const forgotten = forgottenAnswer(JSON.parse(answer) as Answer);
    db.run('UPDATE turns SET answer = ?, said = ? WHERE id = ?', JSON.stringify(forgotten), foldWords(question), id);
    db.run('DELETE FROM turn_documents WHERE turn = ?', id);
    db.run('DELETE FROM kept_answers WHERE turn = ?', id);
  }
  return result;
}

/** What does not come from the documents stays: what it cost, and when. */
function forgottenAnswer({ queryUsed, seconds, sent }: Answer): Answer {
  return {
    kind: 'failed',
    answer: '',
    confidence: null,
    queryUsed,
    steps: [],
    sources: [],
    citations: [],
    passagesRead: [],
    nearest: [],
    answerable: null,
    sent: sent === null ? null : { ...sent, passages: [] },
    problem: {
      code: 'not-found',
      message:
        'Documents that this answer came from were taken out of the library, and the answer with them. Ask again.',
    },
    isStopped: false,
    isFromCache: false,
    seconds,
  };
}
