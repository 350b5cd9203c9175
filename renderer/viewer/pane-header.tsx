// The reading pane's head: which document, how it was read, and which of its two faces is shown.
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentInfo } from '../../shared/domain/document.js';
import { sizeText } from '../../shared/domain/size-text.js';
import { DocumentName } from '../components/document-name.js';
import { Place } from '../components/place.js';
import { TypeIcon } from '../components/type-icon.js';
import { capitalised, formatDate, formatLanguage } from '../format/formats.js';
import { shownName } from '../format/path-parts.js';
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
  readonly showsDetails: boolean;
  readonly onShowsDetails: (wanted: boolean) => void;
  readonly onClose?: () => void;
}

export function PaneHeader(props: PaneHeaderProps) {
  const { target, info, canFormat, isAsText, onAsText, showsDetails, onShowsDetails, onClose } = props;
  const { t, i18n } = useTranslation();
  const name = shownName(target.path);
  const place = target.passage === null ? '' : placeText(target.passage.locator, t, info?.title ?? target.title);
  const facts = info === null ? [] : factsOf(info, i18n.language);
  // Beside a passage its place is what matters.
  const shownFacts = target.passage === null ? facts : facts.slice(0, info?.language === null ? 0 : 1);
  return (
    <header className={styles.header}>
      <TypeIcon type={target.type} />
      <div className={styles.names}>
        <h2 className={styles.name} title={target.path} aria-label={name}>
          <DocumentName name={name} />
        </h2>
        <div className={styles.details} title={[place, ...facts].filter((fact) => fact !== '').join(' · ')}>
          {place !== '' && <Place text={place} className={styles.place} />}
          <span className={styles.facts}>{shownFacts.join(' · ')}</span>
        </div>
      </div>
      {canFormat && (
        <SegmentedControl
          className={styles.faces ?? ''}
          value={isAsText ? 'text' : 'page'}
          onChange={(face) => onAsText(face === 'text')}
          data={[
            { value: 'page', label: t(`viewer.${faceOf(target.type)}`) },
            { value: 'text', label: <span title={t('viewer.asReadLong')}>{t('viewer.asRead')}</span> },
          ]}
        />
      )}
      <ActionIcon
        aria-label={t('viewer.details')}
        title={t('viewer.detailsLong')}
        aria-expanded={showsDetails}
        onClick={() => onShowsDetails(!showsDetails)}
      >
        <IconInfoCircle size={17} aria-hidden />
      </ActionIcon>
      {onClose !== undefined && (
        <ActionIcon aria-label={t('viewer.closePane')} title={t('viewer.closePane')} onClick={onClose}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      )}
    </header>
  );
}

/** What the document's own face is called, beside the plain text. */
function faceOf(type: string): 'asPage' | 'asPicture' | 'asTable' | 'asFormatted' {
  if (type === 'pdf') return 'asPage';
  if (/^(?:png|jpe?g|webp)$/.test(type)) return 'asPicture';
  return type === 'csv' || type === 'tsv' ? 'asTable' : 'asFormatted';
}

/** What Acervo found out about the document: language (first, where it is known), encoding, size, date. */
function factsOf({ language, encoding, bytes, modified }: DocumentInfo, uiLanguage: string): readonly string[] {
  return [
    language === null ? null : capitalised(formatLanguage(language, uiLanguage), uiLanguage),
    encoding?.toUpperCase() ?? null,
    sizeText(bytes, uiLanguage),
    formatDate(modified, uiLanguage),
  ].filter((fact) => fact !== null);
}
