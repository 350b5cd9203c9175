// One passage on a card: a click or the arrow keys show it in the reading pane.
import { useTranslation } from 'react-i18next';
import type { Hit } from '../../../shared/domain/search.js';
import { classNames } from '../../components/class-names.js';
import { Place } from '../../components/place.js';
import { placeText } from '../../format/places.js';
import type { CardActions } from './card-actions.js';
import styles from './passage.module.css';
import { PassageScores } from './passage-scores.js';
import { Snippet } from './snippet.js';
import { WhyPanel } from './why-panel.js';

export interface PassageProps {
  readonly hit: Hit;
  /** The card's first passage: its place stands in the card's head. */
  readonly isMain: boolean;
  readonly isActive: boolean;
  readonly isPending: boolean;
  readonly isListed: boolean;
  readonly isWhyOpen: boolean;
  readonly threshold: number;
  readonly actions: CardActions;
}

const mainCharacters = 280;
const otherCharacters = 150;

export function Passage(props: PassageProps) {
  const { hit, isMain, isActive, isPending, isListed, isWhyOpen, threshold, actions } = props;
  const { t } = useTranslation();
  return (
    <div
      className={classNames(
        styles.passage,
        !isMain && styles.other,
        hit.belowThreshold && styles.faded,
        isActive && styles.active,
      )}
    >
      {/* The focus walks over these; what is inside (why, more) is reached by Tab. */}
      <button
        type="button"
        className={styles.body}
        tabIndex={isActive ? 0 : -1}
        aria-current={isActive ? 'true' : undefined}
        data-chunk={hit.chunkId}
        onClick={() => actions.onChoose(hit)}
        onDoubleClick={() => actions.onOpen(hit)}
      >
        {!isMain && <Place text={placeText(hit.locator, t, hit.title)} className={styles.place} />}
        <Snippet hit={hit} maxCharacters={isMain ? mainCharacters : otherCharacters} />
      </button>
      {!isListed && (
        <PassageScores
          hit={hit}
          isPending={isPending}
          isWhyOpen={isWhyOpen}
          onToggleWhy={() => actions.onToggleWhy(hit.chunkId)}
        />
      )}
      {isWhyOpen && !isListed && <WhyPanel hit={hit} threshold={threshold} />}
    </div>
  );
}
