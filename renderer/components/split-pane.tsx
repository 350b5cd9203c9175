// A list on the left and the reading pane on the right, with an edge between them that can be dragged or moved by keys.
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './split-pane.module.css';

export interface SplitPaneProps {
  /** Where the chosen width is kept. */
  readonly name: string;
  readonly left: ReactNode;
  /** Null: the left side has the whole width. */
  readonly right: ReactNode | null;
  readonly defaultShare: number;
}

const minLeftPx = 340;
const minRightPx = 360;
const keyStep = 0.02;

function readShare(name: string, fallback: number): number {
  const kept = Number(localStorage.getItem(`acervo.split.${name}`));
  return kept > 0.1 && kept < 0.9 ? kept : fallback;
}

export function SplitPane({ name, left, right, defaultShare }: SplitPaneProps) {
  const { t } = useTranslation();
  const [share, setShare] = useState(() => readShare(name, defaultShare));
  const box = useRef<HTMLDivElement>(null);

  function moveTo(next: number): void {
    const width = box.current?.clientWidth ?? 0;
    if (width === 0) return;
    const least = Math.min(0.5, minLeftPx / width);
    const most = Math.max(0.5, 1 - minRightPx / width);
    const clamped = Math.min(most, Math.max(least, next));
    setShare(clamped);
    localStorage.setItem(`acervo.split.${name}`, clamped.toFixed(4));
  }

  return (
    <div ref={box} className={styles.split}>
      <div className={styles.left} style={right === null ? undefined : { flex: `0 0 ${share * 100}%` }}>
        {left}
      </div>
      {right !== null && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, a window splitter can */}
          <div
            className={styles.edge}
            role="separator"
            aria-orientation="vertical"
            aria-label={t('common.resize')}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            tabIndex={0}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') moveTo(share - keyStep);
              else if (event.key === 'ArrowRight') moveTo(share + keyStep);
              else return;
              event.preventDefault();
            }}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              const bounds = box.current?.getBoundingClientRect();
              if (bounds === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
              moveTo((event.clientX - bounds.left) / bounds.width);
            }}
            onDoubleClick={() => moveTo(defaultShare)}
          />
          <div className={styles.right}>{right}</div>
        </>
      )}
    </div>
  );
}
