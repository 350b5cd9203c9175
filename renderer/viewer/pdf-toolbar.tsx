// Page number and zoom.
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowAutofitWidth, IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../format/formats.js';
import styles from './pdf-toolbar.module.css';
import { shareOfFullSize } from './zoom.js';

export interface PdfToolbarProps {
  readonly page: number;
  readonly pages: number;
  readonly scale: number;
  readonly isFit: boolean;
  readonly onPage: (page: number) => void;
  readonly onZoom: (direction: 1 | -1) => void;
  readonly onFit: () => void;
}

export function PdfToolbar({ page, pages, scale, isFit, onPage, onZoom, onFit }: PdfToolbarProps) {
  const { t, i18n } = useTranslation();
  /** What is being typed; null while the box shows where one is. */
  const [typed, setTyped] = useState<string | null>(null);

  function go(): void {
    const wanted = Math.round(Number(typed));
    if (typed !== null && wanted >= 1 && wanted <= pages) onPage(wanted);
    setTyped(null);
  }

  return (
    <div className={styles.bar}>
      <label className={styles.page}>
        {t('viewer.page')}
        <input
          className={styles.box}
          inputMode="numeric"
          aria-label={t('viewer.pageBox')}
          value={typed ?? String(page)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go();
            if (event.key === 'Escape' && typed !== null) {
              setTyped(null);
              event.stopPropagation();
            }
          }}
        />
        {t('viewer.pageOf', { total: pages })}
      </label>
      <span className={styles.zoom}>
        <ActionIcon size="sm" aria-label={t('viewer.zoomOut')} title={t('viewer.zoomOut')} onClick={() => onZoom(-1)}>
          <IconMinus size={15} aria-hidden />
        </ActionIcon>
        <span className={styles.percent}>
          {t('viewer.zoom', { percent: formatPercent(shareOfFullSize(scale), i18n.language) })}
        </span>
        <ActionIcon size="sm" aria-label={t('viewer.zoomIn')} title={t('viewer.zoomIn')} onClick={() => onZoom(1)}>
          <IconPlus size={15} aria-hidden />
        </ActionIcon>
        <Button
          size="compact-xs"
          variant={isFit ? 'light' : 'subtle'}
          color={isFit ? 'petrol' : 'gray'}
          aria-pressed={isFit}
          leftSection={<IconArrowAutofitWidth size={15} aria-hidden />}
          onClick={onFit}
        >
          {t('viewer.fitWidth')}
        </Button>
      </span>
    </div>
  );
}
