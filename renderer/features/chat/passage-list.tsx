// Passages under an answer, each a card that opens its place.
import { useTranslation } from 'react-i18next';
import type { AnswerPassage, Citation, Source } from '../../../shared/domain/chat.js';
import { useAnswerParts } from './answer-context.js';
import { PassageCard } from './passage-card.js';
import styles from './passage-list.module.css';

export interface PassageListProps {
  readonly label: string;
  readonly passages: readonly (AnswerPassage & { readonly n?: number })[];
}

const cardCharacters = 190;

export function PassageList({ label, passages }: PassageListProps) {
  const { t } = useTranslation();
  const { citations, sources, onOpen } = useAnswerParts();
  return (
    <ul className={styles.list} aria-label={label}>
      {passages.map((passage) => {
        const number = passage.n ?? numberOf(passage, sources);
        const quotes = number === null ? [] : quotesOf(number, citations);
        return (
          <li key={`${passage.chunkId} ${passage.start} ${passage.end}`}>
            <button
              type="button"
              className={styles.item}
              title={t('chat.openPassage')}
              data-source={number ?? ''}
              onClick={() => onOpen(passage, quotes)}
            >
              <PassageCard passage={passage} quotes={quotes} maxCharacters={cardCharacters} number={number} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function numberOf({ chunkId, start, end }: AnswerPassage, sources: readonly Source[]): number | null {
  const isSame = (source: Source): boolean =>
    source.chunkId === chunkId && source.start === start && source.end === end;
  return sources.find(isSame)?.n ?? null;
}

function quotesOf(n: number, citations: readonly Citation[]) {
  return citations.flatMap(({ n: of, start, end }) =>
    of === n && start !== null && end !== null ? [{ start, end }] : [],
  );
}
