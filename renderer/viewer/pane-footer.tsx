// The reading pane's foot: other passages of the document, and what can be done with it.
import { Button } from '@mantine/core';
import { IconCopy, IconExternalLink, IconFolder, IconMessageCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Locator } from '../../shared/domain/document.js';
import { bridge, unwrap } from '../api/client.js';
import { useAction } from '../api/use-action.js';
import { useAskAbout } from '../components/ask-about.js';
import { classNames } from '../components/class-names.js';
import { placeText } from '../format/places.js';
import styles from './pane-footer.module.css';
import type { ReadingPassage, ReadingTarget } from './reading-target.js';
import { useCopyWithSource } from './use-copy-with-source.js';

export interface PaneFooterProps {
  readonly target: ReadingTarget;
  /** It lies inside a file: what the system can do, it does with that file. */
  readonly isPart: boolean;
  readonly onChoosePassage: (passage: ReadingPassage) => void;
}

/** Chips that do not fit scroll; the current one is brought into view. */
function showChip(chip: HTMLElement | null): void {
  chip?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** More would be a list, and the list is on the left already. */
const mostChips = 12;

export function PaneFooter({ target, isPart, onChoosePassage }: PaneFooterProps) {
  const { t } = useTranslation();
  const act = useAction();
  const copy = useCopyWithSource();
  const askAbout = useAskAbout();
  const { documentId, passage, path } = target;
  const seen = new Map<string, number>();
  /** Two passages of one page are told apart by a number. */
  const labelOf = (other: ReadingPassage, index: number): string => {
    const label = shortPlace(other.locator, t) || t('viewer.part', { number: index + 1 });
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  };
  const inOrder = [...target.passages].sort((a, b) => a.start - b.start).slice(0, mostChips);
  return (
    <footer className={styles.footer}>
      {inOrder.length > 1 && (
        <div className={styles.also}>
          <span className={styles.label}>{t('viewer.alsoHere')}</span>
          <div className={styles.chips}>
            {inOrder.map((other, index) => (
              <button
                key={other.chunkId}
                ref={other.chunkId === passage?.chunkId ? showChip : undefined}
                type="button"
                className={classNames(styles.chip, other.chunkId === passage?.chunkId && styles.current)}
                aria-current={other.chunkId === passage?.chunkId ? 'true' : undefined}
                title={other.text.slice(0, 200)}
                onClick={() => onChoosePassage(other)}
              >
                {labelOf(other, index)}
              </button>
            ))}
          </div>
        </div>
      )}
      <div className={styles.actions}>
        {!isPart && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconExternalLink size={15} aria-hidden />}
            onClick={() => act(() => unwrap(bridge.document.openInApp({ documentId })))}
          >
            {t('viewer.openInApp')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFolder size={15} aria-hidden />}
          onClick={() => act(() => unwrap(bridge.document.showInFolder({ documentId })))}
        >
          {t(isPart ? 'viewer.showHolderInFolder' : 'viewer.showInFolder')}
        </Button>
        {passage !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => copy({ ...passage, path })}
          >
            {t('viewer.copyWithSource')}
          </Button>
        )}
        {askAbout !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessageCircle size={15} aria-hidden />}
            onClick={() => askAbout(documentId)}
          >
            {t('chat.askAbout')}
          </Button>
        )}
      </div>
    </footer>
  );
}

/** Of a heading trail the last heading is enough for a chip. */
function shortPlace(locator: Locator, t: TFunction): string {
  return placeText({ ...locator, headingPath: locator.headingPath?.slice(-1) ?? null }, t);
}
