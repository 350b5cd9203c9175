// What can be typed, and which keys there are.
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './search-help.module.css';

export function SearchHelp({ isMac }: { readonly isMac: boolean }) {
  const command = isMac ? '⌘' : 'Ctrl';
  const { t } = useTranslation();
  return (
    <div className={styles.help}>
      <h3 className={styles.title}>{t('search.helpTitle')}</h3>
      <dl className={styles.list}>
        <dt className={styles.typed}>{t('search.examplePhrase')}</dt>
        <dd>{t('search.helpPhrase')}</dd>
        <dt className={styles.typed}>{t('search.exampleMinus')}</dt>
        <dd>{t('search.helpMinus')}</dd>
        <dt className={styles.typed}>{t('search.exampleType')}</dt>
        <dd>{t('search.helpType')}</dd>
        <dt className={styles.typed}>{t('search.exampleIn')}</dt>
        <dd>{t('search.helpIn')}</dd>
        <dt className={styles.typed}>{t('search.exampleMeta')}</dt>
        <dd>{t('search.helpMeta')}</dd>
      </dl>
      <h3 className={styles.title}>{t('search.helpKeys')}</h3>
      <dl className={styles.list}>
        <dt>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd>
        </dt>
        <dd>{t('search.helpWalk')}</dd>
        <dt>
          <Kbd size="xs">Enter</Kbd>
        </dt>
        <dd>{t('search.helpOpen')}</dd>
        <dt>
          <Kbd size="xs">{command} Enter</Kbd>
        </dt>
        <dd>{t('search.helpApp')}</dd>
        <dt>
          <Kbd size="xs">{command} C</Kbd>
        </dt>
        <dd>{t('search.helpCopy')}</dd>
        <dt>
          <Kbd size="xs">Esc</Kbd>
        </dt>
        <dd>{t('search.helpBack')}</dd>
      </dl>
    </div>
  );
}
