// Compares rows, words and vectors, and repairs: what can be derived is made again, what cannot is read again from disk.
import type { VerifyReport } from '../../../shared/domain/library.js';
import type { Findings } from './findings.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { type Database, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import { checkChunks, checkDocuments } from './verify-content.js';
import { checkVectors } from './verify-vectors.js';
import { checkWords } from './verify-words.js';
import { rebuildAllWords } from './words.js';

/**
 * Each check runs in a transaction of its own with its repair. Order matters: chunks that lost their document go before
 * documents are compared with their chunks, and states are settled when the vectors are known.
 */
export function verifyStore(context: StoreContext): VerifyReport {
  const { db } = context;
  const findings: Findings = { damage: [], repaired: [] };
  checkStructure(db, findings);
  for (const check of [checkChunks, checkVectors, checkDocuments, checkWords]) {
    transaction(db, () => check(context, findings));
  }
  return {
    ...findings,
    documents: count(db, 'documents'),
    chunks: count(db, 'chunks'),
    vectors: count(db, 'vectors'),
  };
}

function checkStructure(db: Database, findings: Findings): void {
  const damage = structureDamage(db, 'integrity_check');
  if (damage.length === 0) return;
  findings.damage.push(...damage.map((finding) => `The library file: ${finding}`));
  if (isOnlyWordsDamage(damage)) {
    transaction(db, () => rebuildAllWords(db));
    findings.repaired.push('The full-text index was made again from the stored texts.');
    return;
  }
  db.exec('REINDEX');
  if (structureDamage(db, 'integrity_check').length === 0) findings.repaired.push('The indexes were made again.');
}

function count(db: Database, table: 'documents' | 'chunks' | 'vectors'): number {
  return db.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}
