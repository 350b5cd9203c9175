// The passwords that the person gave: in memory only, as long as the library is open, and tried on what asks for one.
import type { DocumentInfo } from '../../../shared/domain/document.js';
import type { UnlockRequest, UnlockResult } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { PasswordTrial } from '../load/parse-methods.js';
import type { Parser } from '../load/parser.js';
import type { StoreMethods } from '../store/store-methods.js';

/** Each protected document is tried with all of them. */
const maxKept = 20;
const pageSize = 500;

export class Passwords {
  readonly #store: RpcClient<StoreMethods, Record<never, never>>;
  readonly #parser: Parser;
  /** The latest first. */
  #kept: readonly string[] = [];
  /** Which one opened a document, so that showing it need not wait for the parser. */
  readonly #byDocument = new Map<string, string>();

  constructor(store: RpcClient<StoreMethods, Record<never, never>>, parser: Parser) {
    this.#store = store;
    this.#parser = parser;
  }

  get kept(): readonly string[] {
    return this.#kept;
  }

  /** Keeps them, and lets what was left out for want of a password be read again. */
  async keepForRun(passwords: readonly string[]): Promise<void> {
    for (const password of passwords) this.#keep(password);
    const listed = await this.#listed();
    await this.#store.call('retryDocuments', { documentIds: listed.map(({ documentId }) => documentId) });
  }

  /** Tries one password on all that is listed as protected. @throws AppError `not-found`, `cancelled` */
  async unlock({ password, documentId }: UnlockRequest, signal: AbortSignal | undefined): Promise<UnlockResult> {
    const opensDocument = documentId === undefined ? null : await this.#opensNamed(documentId, password, signal);
    const opened: string[] = [];
    let [locked, otherKinds] = [0, 0];
    for (const listed of await this.#listed()) {
      const { kind } = await this.#try(listed.documentId, [password], signal);
      if (kind === 'other') otherKinds++;
      else if (kind === 'locked') locked++;
      else opened.push(listed.documentId);
    }
    for (const id of opened) this.#byDocument.set(id, password);
    if (opened.length > 0 || opensDocument) this.#keep(password);
    if (opened.length > 0) await this.#store.call('retryDocuments', { documentIds: opened });
    return { opened: opened.length, locked, otherKinds, opensDocument };
  }

  /** The kept password that opens a document's file. @throws AppError `not-found`, `vanished`, `unreadable`, … */
  async of(documentId: string, signal: AbortSignal | undefined): Promise<string | null> {
    const known = this.#byDocument.get(documentId);
    if (known !== undefined) return known;
    const place = await this.#store.call('documentPlace', { documentId });
    if (this.#kept.length === 0) return null;
    const kept = this.#kept;
    const trial = await this.#parser.tryPasswords(place, kept, signal);
    const password = trial.kind === 'opened' ? (kept[trial.index] ?? null) : null;
    if (password !== null) this.#byDocument.set(documentId, password);
    return password;
  }

  #keep(password: string): void {
    this.#kept = [password, ...this.#kept.filter((other) => other !== password)].slice(0, maxKept);
  }

  async #opensNamed(documentId: string, password: string, signal: AbortSignal | undefined): Promise<boolean> {
    await this.#store.call('document', { documentId });
    const { kind } = await this.#try(documentId, [password], signal);
    if (kind === 'opened') this.#byDocument.set(documentId, password);
    return kind === 'opened' || kind === 'open';
  }

  /** A document that is gone by now, or stops its reader, stays as locked as it was. */
  async #try(
    documentId: string,
    passwords: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<PasswordTrial> {
    try {
      const place = await this.#store.call('documentPlace', { documentId });
      return await this.#parser.tryPasswords(place, passwords, signal);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'cancelled' || error.code === 'engine-stopped')) throw error;
      return { kind: 'locked' };
    }
  }

  async #listed(): Promise<readonly DocumentInfo[]> {
    const all: DocumentInfo[] = [];
    for (;;) {
      const query = { reason: 'password-protected', states: ['skipped'], offset: all.length, limit: pageSize } as const;
      const { documents } = await this.#store.call('documents', query);
      all.push(...documents);
      if (documents.length < pageSize) return all;
    }
  }
}
