// The reading pane's head: which document, how it was read, and which of its two faces is shown.
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentInfo } from '../../shared/domain/document.js';
import { TypeIcon } from '../components/type-icon.js';
import { formatBytes, formatDate, formatLanguage } from '../format/formats.js';
import { fileName } from '../format/path-parts.js';
import { placeText } from '../format/places.js';
import styles from './pane-header.module.css';
import type { ReadingTarget } from './reading-target.js';

export interface PaneHeaderProps {
  readonly target: ReadingTarget;
  /** Null while it is being asked for. */
  readonly info: DocumentInfo | null;
  /** There is more to show than the plain text. */
  readonly canFormat: boolean;
  readonly isAsText: boolean;
  readonly onAsText: (wanted: boolean) => void;
  readonly onClose?: () => void;
}

export function PaneHeader({ target, info, canFormat, isAsText, onAsText, onClose }: PaneHeaderProps) {
  const { t } = useTranslation();
  const name = fileName(target.path);
  const place = target.passage === null ? '' : placeText(target.passage.locator, t);
  return (
    <header className={styles.header}>
      <TypeIcon type={target.type} />
      <div className={styles.names}>
        <h2 className={styles.name} title={target.path}>
          {name}
        </h2>
        <div className={styles.details}>
          {place !== '' && <span className={styles.place}>{place}</span>}
          {info !== null && <Details info={info} />}
        </div>
      </div>
      {canFormat && (
        <SegmentedControl
          className={styles.faces ?? ''}
          value={isAsText ? 'text' : 'page'}
          onChange={(face) => onAsText(face === 'text')}
          data={[
            { value: 'page', label: t(`viewer.${faceOf(target.type)}`) },
            { value: 'text', label: t('viewer.asRead') },
          ]}
        />
      )}
      {onClose !== undefined && (
        <ActionIcon aria-label={t('viewer.closePane')} title={t('viewer.closePane')} onClick={onClose}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      )}
    </header>
  );
}

/** What the document's own face is called, beside the plain text. */
function faceOf(type: string): 'asPage' | 'asTable' | 'asFormatted' {
  if (type === 'pdf') return 'asPage';
  return type === 'csv' || type === 'tsv' ? 'asTable' : 'asFormatted';
}

/** What Acervo found out about the document: language, encoding, size, date. */
function Details({ info }: { readonly info: DocumentInfo }) {
  const { i18n } = useTranslation();
  const { language, encoding, bytes, modified } = info;
  const known = [
    language === null ? null : formatLanguage(language, i18n.language),
    encoding,
    formatBytes(bytes, i18n.language),
    formatDate(modified, i18n.language),
  ];
  return <span className={styles.facts}>{known.filter((fact) => fact !== null).join(' · ')}</span>;
}
