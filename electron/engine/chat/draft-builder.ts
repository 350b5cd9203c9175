// An answer as it grows out of a host's stream: clean text, and citations at their places in it.
import { Fault } from './faults.js';
import type { GivenPassages } from './given-passages.js';
import type { HostCitation } from './host-events.js';
import type { Drafted, RawCitation } from './language-model.js';
import { type MarkedPiece, MarkerReader } from './markers.js';
import { plainText } from './plain-text.js';
import { nothingFound } from './prompt.js';

const mostCharacters = 100_000;
const mostCitations = 1_000;
export class DraftBuilder {
  private answer = '';
  private readonly citations: RawCitation[] = [];
  private waiting: HostCitation[] = [];
  private blockStart = 0;
  /** The beginning, while it may yet be the mark for "nothing found". */
  private beginning: string | null = '';
  private readonly given: GivenPassages;
  private readonly markers: MarkerReader | null;
  private hasParts = false;
  private droppedParts = 0;
  foundNothing = false;

  constructor(given: GivenPassages, readsMarkers: boolean) {
    this.given = given;
    this.markers = readsMarkers ? new MarkerReader((n) => given.has(n)) : null;
  }

  get text(): string {
    return this.answer;
  }

  get dropped(): number {
    return this.droppedParts + (this.markers?.unknown ?? 0);
  }

  draft(): Drafted {
    return { answer: this.answer, citations: [...this.citations], passages: this.given.all };
  }

  startBlock(): void {
    this.waiting = [];
    this.blockStart = this.answer.length;
  }

  addText(text: string): void {
    const clean = plainText(text);
    if (this.beginning === null) {
      this.append(clean);
      return;
    }
    this.beginning += clean;
    const begun = this.beginning.trimStart();
    if (begun.startsWith(nothingFound)) {
      this.foundNothing = true;
      this.beginning = null;
      this.append(begun.slice(nothingFound.length).trimStart());
    } else if (!nothingFound.startsWith(begun)) {
      this.beginning = null;
      this.append(begun);
    }
  }

  /** Citations of a block hold for all of it, and may come before its text. */
  addCitation(citation: HostCitation | null): void {
    this.hasParts = true;
    if (citation === null || this.given.indexOf(citation.source) === null) this.droppedParts += 1;
    else this.waiting.push(citation);
  }

  endBlock(): void {
    if (this.hasParts) this.endMarkers();
    const said = this.answer.slice(this.blockStart).trimEnd().length;
    for (const { source, quote } of this.waiting) {
      const passage = this.given.indexOf(source);
      if (passage !== null) this.cite({ passage, at: this.blockStart + said, quote });
    }
    this.waiting = [];
  }

  /** Whatever was held back is let go. */
  end(): void {
    if (this.beginning !== null) this.append(this.beginning.trimStart());
    this.beginning = null;
    this.endMarkers();
    this.endBlock();
    this.takeOutLateMarks();
  }

  /** A model may say something before the mark. It counts where nothing is cited, and is never shown. */
  private takeOutLateMarks(): void {
    for (let at = this.answer.indexOf(nothingFound); at >= 0; at = this.answer.indexOf(nothingFound)) {
      const length = nothingFound.length + (this.answer.charAt(at + nothingFound.length) === ' ' ? 1 : 0);
      this.answer = this.answer.slice(0, at) + this.answer.slice(at + length);
      this.foundNothing ||= this.citations.length === 0;
      for (const [index, citation] of this.citations.entries()) {
        if (citation.at > at) this.citations[index] = { ...citation, at: Math.max(at, citation.at - length) };
      }
    }
  }

  private append(text: string): void {
    if (this.markers === null || this.hasParts) this.write(text);
    else this.place(this.markers.push(text));
    if (this.answer.length > mostCharacters)
      throw new Fault('host-answer-broken', 'The host’s answer never ends. It was given up.');
  }

  private endMarkers(): void {
    if (this.markers !== null) this.place(this.markers.end());
  }

  private place(pieces: readonly MarkedPiece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'text') this.write(piece.text);
      else this.cite({ passage: piece.n - 1, at: this.answer.length, quote: '' });
    }
  }

  private write(text: string): void {
    this.answer += this.answer === '' ? text.trimStart() : text;
  }

  private cite(citation: RawCitation): void {
    const { passage, at, quote } = citation;
    const isTwice = this.citations.some((one) => one.at === at && one.passage === passage && one.quote === quote);
    if (isTwice) return;
    if (this.citations.length >= mostCitations) this.droppedParts += 1;
    else this.citations.push(citation);
  }
}
