// Compares rows, words and vectors, and repairs: what can be derived is made again, what cannot is read again from disk.
import type { VerifyReport } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { Findings } from './findings.js';
import { isOnlyWordsDamage, structureDamage } from './integrity.js';
import { type Database, transaction } from './sqlite.js';
import type { StoreContext } from './store-context.js';
import { checkChunks, checkDocuments, checkRecognisedPages } from './verify-content.js';
import { checkVectors } from './verify-vectors.js';
import { checkWords } from './verify-words.js';
import { rebuildAllWords } from './words.js';

/** `needsRebuild`: pages of the file itself are damaged; nothing but a new file helps. */
export type StoreVerifyReport = VerifyReport & { readonly needsRebuild: boolean };

/**
 * Each check runs in a transaction of its own with its repair. Order matters: chunks that lost their document go before
 * documents are compared with their chunks, and states are settled when the vectors are known.
 */
export function verifyStore(context: StoreContext): StoreVerifyReport {
  const { db } = context;
  const findings: Findings = { damage: [], repaired: [] };
  try {
    if (!isStructureSound(db, findings)) return { ...findings, ...noCounts, needsRebuild: true };
    for (const check of [checkChunks, checkVectors, checkDocuments, checkRecognisedPages, checkWords]) {
      transaction(db, () => check(context, findings));
    }
    const counts = { documents: count(db, 'documents'), chunks: count(db, 'chunks'), vectors: count(db, 'vectors') };
    return { ...findings, ...counts, needsRebuild: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-corrupt') throw error;
    const damage = findings.damage.length > 0 ? findings.damage : ['The library file has damaged pages.'];
    return { damage, repaired: findings.repaired, ...noCounts, needsRebuild: true };
  }
}

const noCounts = { documents: 0, chunks: 0, vectors: 0 };

/** False where the damage is in the pages themselves, and making the indexes again did not help. */
function isStructureSound(db: Database, findings: Findings): boolean {
  const damage = structureDamage(db, 'integrity_check');
  if (damage.length === 0) return true;
  findings.damage.push(...damage.map((finding) => `The library file: ${finding}`));
  if (isOnlyWordsDamage(damage)) {
    transaction(db, () => rebuildAllWords(db));
    findings.repaired.push('The full-text index was made again from the stored texts.');
    return true;
  }
  db.exec('REINDEX');
  if (structureDamage(db, 'integrity_check').length > 0) return false;
  findings.repaired.push('The indexes were made again.');
  return true;
}

function count(db: Database, table: 'documents' | 'chunks' | 'vectors'): number {
  return db.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}
