// What Acervo knows of one document: state, encoding (which can be chosen), language, its own keys.
import { Button, Select } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails as Details } from '../../shared/domain/document.js';
import { type EncodingGroup, encodingGroups, isChosenEncoding } from '../../shared/domain/encodings.js';
import { sizeText } from '../../shared/domain/size-text.js';
import { capitalised, formatDate, formatLanguage, formatNumber } from '../format/formats.js';
import styles from './document-details.module.css';

export interface DocumentDetailsProps {
  readonly details: Details;
  /** True while it is being read again. */
  readonly isBusy: boolean;
  readonly onReadAgain: () => void;
  /** Null: found out by Acervo. */
  readonly onEncoding: (encoding: string | null) => void;
}

const automatic = 'automatic';

export function DocumentDetails({ details, isBusy, onReadAgain, onEncoding }: DocumentDetailsProps) {
  const { t, i18n } = useTranslation();
  const { state, type, language, pages, chunks, bytes, modified, path, meta, metaProblem } = details;
  const number = (value: number): string => formatNumber(value, i18n.language);
  return (
    <section className={styles.details} aria-label={t('viewer.details')} data-testid="document-details">
      <dl className={styles.list}>
        <Fact name={t('library.columnState')}>{t(`states.${state}`)}</Fact>
        <Fact name={t('library.columnType')}>{type.toUpperCase()}</Fact>
        <Encoding details={details} isBusy={isBusy} onEncoding={onEncoding} />
        {language !== null && (
          <Fact name={t('library.columnLanguage')}>
            {capitalised(formatLanguage(language, i18n.language), i18n.language)}
          </Fact>
        )}
        {pages !== null && <Fact name={t('library.columnPages')}>{number(pages)}</Fact>}
        <Fact name={t('library.columnPassages')}>{number(chunks)}</Fact>
        <Fact name={t('library.columnSize')}>{sizeText(bytes, i18n.language)}</Fact>
        <Fact name={t('library.columnModified')}>{formatDate(modified, i18n.language)}</Fact>
        <Fact name={t('viewer.path')}>
          <bdi className={`selectable ${styles.path}`}>{path}</bdi>
        </Fact>
        {(meta.length > 0 || metaProblem !== null) && (
          <Fact name={t('viewer.keys')}>
            {metaProblem !== null && (
              <p className={styles.note}>
                {t(metaProblem === 'unreadable' ? 'viewer.keysUnreadable' : 'viewer.keysCut')}
              </p>
            )}
            <ul className={styles.keys}>
              {meta.map(({ key, value }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a key may have the same value twice, and the list is never re-ordered
                <li key={index} className={`selectable ${styles.key}`}>
                  <bdi className={styles.keyName}>{key}</bdi> <bdi>{value}</bdi>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <Button
        size="compact-sm"
        disabled={isBusy}
        leftSection={<IconReload size={15} aria-hidden />}
        onClick={onReadAgain}
      >
        {t(isBusy ? 'viewer.readingAgain' : 'viewer.readAgain')}
      </Button>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

type EncodingProps = Pick<DocumentDetailsProps, 'details' | 'isBusy' | 'onEncoding'>;

/** Chosen only where the format leaves it open: text, and what may be text that was not known for it. */
function Encoding({ details, isBusy, onEncoding }: EncodingProps) {
  const { t } = useTranslation();
  const id = useId();
  const { encoding, chosenEncoding, reason } = details;
  if (encoding === null && chosenEncoding === null && reason !== 'unsupported') return null;
  const found = chosenEncoding === null ? encoding : null;
  const groups = (Object.keys(encodingGroups) as EncodingGroup[]).map((group) => ({
    group: t(`viewer.encodings.${group}`),
    items: encodingGroups[group].map((name) => ({ value: name, label: name.toUpperCase() })),
  }));
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>
        <label htmlFor={id}>{t('library.columnEncoding')}</label>
      </dt>
      <dd className={styles.value}>
        <Select
          id={id}
          size="xs"
          className={styles.select ?? ''}
          searchable
          allowDeselect={false}
          disabled={isBusy}
          nothingFoundMessage={t('viewer.encodingUnknown')}
          maxDropdownHeight={280}
          value={chosenEncoding !== null && isChosenEncoding(chosenEncoding) ? chosenEncoding : automatic}
          data={[
            {
              value: automatic,
              label:
                found === null
                  ? t('viewer.encodingAutomatic')
                  : t('viewer.encodingFound', { encoding: found.toUpperCase() }),
            },
            ...groups,
          ]}
          onChange={(value) => {
            if (value === automatic) onEncoding(null);
            else if (value !== null) onEncoding(value);
          }}
        />
        <p className={styles.hint}>{t('viewer.encodingHint')}</p>
      </dd>
    </div>
  );
}
