// A citation's number in an answer's text: shows its passage on hover or focus, and opens it on a click or Enter.
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../components/class-names.js';
import { shownName } from '../../format/path-parts.js';
import { placeText } from '../../format/places.js';
import { quoteOf, useAnswerParts } from './answer-context.js';
import styles from './chip.module.css';
import { PassageCard } from './passage-card.js';

export function Chip({ index }: { readonly index: number }) {
  const { t } = useTranslation();
  const { citations, sources, onOpen } = useAnswerParts();
  const [isShown, setShown] = useState(false);
  const citation = citations[index];
  const source = sources.find(({ n }) => n === citation?.n);
  if (citation === undefined || source === undefined) return null;
  // A host that only writes numbers quotes nothing: then the whole passage is meant.
  const isUnfounded = citation.start === null && citation.quote !== '';
  const place = placeText(source.locator, t, source.title);
  const name = place === '' ? shownName(source.path) : `${shownName(source.path)}, ${place}`;
  return (
    <Popover opened={isShown} width={380} position="top" withArrow shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button
          type="button"
          className={classNames(styles.chip, isUnfounded && styles.unfounded)}
          aria-label={t(isUnfounded ? 'chat.chipUnfounded' : 'chat.chip', { n: citation.n, name })}
          data-chip={citation.n}
          onMouseEnter={() => setShown(true)}
          onMouseLeave={() => setShown(false)}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isShown) return;
            setShown(false);
            event.stopPropagation();
          }}
          onClick={() => {
            setShown(false);
            onOpen(source, quoteOf(citation));
          }}
        >
          {citation.n}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.popover ?? ''}>
        <PassageCard passage={source} quotes={quoteOf(citation)} maxCharacters={420} />
        {isUnfounded && <p className={styles.warning}>{t('chat.unfounded')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
