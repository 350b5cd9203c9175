// The library's head: narrow the list, check, add.
import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconFilter, IconFolderPlus, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentStates } from '../../../shared/domain/document.js';
import { classNames } from '../../components/class-names.js';
import type { LibraryFilter } from './library-filter.js';
import styles from './library-toolbar.module.css';
import { StateMark } from './state-mark.js';

export interface LibraryToolbarProps {
  readonly filter: LibraryFilter;
  readonly onFilter: (filter: LibraryFilter) => void;
  readonly onCheckAll: () => void;
  readonly onAddFolder: () => void;
}

const nameAfterMs = 180;

export function LibraryToolbar({ filter, onFilter, onCheckAll, onAddFolder }: LibraryToolbarProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(filter.name);

  useEffect(() => {
    if (name === filter.name) return;
    const timer = setTimeout(() => onFilter({ ...filter, name }), nameAfterMs);
    return () => clearTimeout(timer);
  }, [name, filter, onFilter]);

  const stateLabel =
    filter.states.length === 0 ? t('library.anyState') : filter.states.map((state) => t(`states.${state}`)).join(', ');
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{t('library.title')}</h1>
      <TextInput
        className={styles.name}
        value={name}
        placeholder={t('library.filterName')}
        aria-label={t('library.filterName')}
        spellCheck={false}
        leftSection={<IconFilter size={15} aria-hidden />}
        rightSection={
          name !== '' && <CloseButton size="xs" aria-label={t('library.clearFilters')} onClick={() => setName('')} />
        }
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setName('');
        }}
      />
      <Menu>
        <Menu.Target>
          <Button
            className={styles.states ?? ''}
            variant={filter.states.length > 0 ? 'light' : 'subtle'}
            color={filter.states.length > 0 ? 'petrol' : 'gray'}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            <span className={styles.statesText}>{stateLabel}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('library.filterState')}</Menu.Label>
          {documentStates.map((state) => (
            <Menu.CheckboxItem
              key={state}
              checked={filter.states.includes(state)}
              onChange={(isChecked) =>
                onFilter({
                  ...filter,
                  states: isChecked ? [...filter.states, state] : filter.states.filter((other) => other !== state),
                })
              }
            >
              <StateMark state={state} />
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {filter.reason !== null && (
        <Button
          className={styles.reason ?? ''}
          variant="light"
          rightSection={<IconX size={14} aria-label={t('library.clearFilters')} />}
          onClick={() => onFilter({ ...filter, reason: null })}
        >
          {t(`reasons.${filter.reason}`)}
        </Button>
      )}
      <span className={styles.drop}>{t('library.dropAnywhere')}</span>
      <Button
        className={classNames(styles.action, styles.check)}
        title={t('library.checkAll')}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={onCheckAll}
      >
        <span className={styles.checkWords}>{t('library.checkAll')}</span>
      </Button>
      <Button
        className={styles.action ?? ''}
        variant="filled"
        leftSection={<IconFolderPlus size={15} aria-hidden />}
        onClick={onAddFolder}
      >
        {t('library.addFolder')}
      </Button>
    </header>
  );
}
