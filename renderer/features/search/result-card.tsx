// One document's card: its best passage, and more of its passages folded under it.
import { IconChevronDown, IconChevronUp, IconPlugConnectedX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../components/class-names.js';
import { DocumentName } from '../../components/document-name.js';
import { Place } from '../../components/place.js';
import { TypeIcon } from '../../components/type-icon.js';
import { fileName, holderOf, rootOf, shownName, trailBelow } from '../../format/path-parts.js';
import { placeText } from '../../format/places.js';
import type { CardActions, CardState } from './card-actions.js';
import type { HitGroup } from './group-hits.js';
import { Passage } from './passage.js';
import styles from './result-card.module.css';

export interface ResultCardProps {
  readonly group: HitGroup;
  /** Place in the list, from 1, and how many there are. */
  readonly place: number;
  readonly total: number;
  readonly isFaded: boolean;
  readonly state: CardState;
  readonly actions: CardActions;
}

export const ResultCard = memo(function ResultCard({ group, place, total, isFaded, state, actions }: ResultCardProps) {
  const { t } = useTranslation();
  const { best, others, documentId } = group;
  const isUnfolded = state.unfolded.has(documentId);
  const isActive = state.activeChunkId === best.chunkId || others.some((hit) => hit.chunkId === state.activeChunkId);
  const name = shownName(best.path);
  const holder = holderOf(best.path);
  const root = rootOf(state.roots, best.path);
  const trail = root === null ? trailBelow('', holder).slice(-2) : [fileName(root), ...trailBelow(root, holder)];
  const placeOfBest = placeText(best.locator, t, best.title);
  const passageOf = (hit: typeof best, isMain: boolean) => (
    <Passage
      key={hit.chunkId}
      hit={hit}
      isMain={isMain}
      isActive={hit.chunkId === state.activeChunkId}
      isPending={state.isPending}
      isListed={state.isListed}
      isWhyOpen={state.explained.has(hit.chunkId)}
      threshold={state.threshold}
      actions={actions}
    />
  );
  return (
    <article
      className={classNames(styles.card, isActive && styles.active, isFaded && styles.faded)}
      aria-labelledby={`card-${documentId}`}
      aria-posinset={place}
      aria-setsize={total}
      data-document={documentId}
    >
      <header className={styles.header} title={best.path}>
        <TypeIcon type={best.type} />
        <h3 className={styles.name} id={`card-${documentId}`} aria-label={name}>
          <DocumentName name={name} />
        </h3>
        {best.title !== null && best.title !== name && <span className={styles.title}>{best.title}</span>}
        {best.offline && (
          <span className={styles.offline}>
            <IconPlugConnectedX size={14} aria-hidden /> {t('search.offlineMark')}
          </span>
        )}
      </header>
      <div className={styles.trail}>
        <bdi className={styles.folders}>{trail.join(' › ')}</bdi>
        {placeOfBest !== '' && <Place text={placeOfBest} className={styles.place} />}
      </div>
      {passageOf(best, true)}
      {best.copies.length > 0 && (
        <div className={styles.copies} title={best.copies.map((copy) => copy.path).join('\n')}>
          {t('search.sameIn', { count: best.copies.length })}
        </div>
      )}
      {isUnfolded && others.map((hit) => passageOf(hit, false))}
      {others.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isUnfolded}
          onClick={() => actions.onToggleMore(documentId)}
        >
          {isUnfolded ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          {isUnfolded ? t('search.fewerPassages') : t('search.morePassages', { count: others.length })}
        </button>
      )}
    </article>
  );
});
