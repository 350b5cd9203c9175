// The one box, and beside it a small help on how to narrow a search.
import { ActionIcon, Kbd, Popover, TextInput } from '@mantine/core';
import { IconHelp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemote } from '../../api/remote-store.js';
import { appState } from '../../api/stores.js';
import styles from './search-box.module.css';
import { SearchHelp } from './search-help.js';

export interface SearchBoxProps {
  readonly value: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Longer questions are no questions; the contract allows a little more. */
const maxCharacters = 2_000;

export function SearchBox({ value, inputRef, onChange, onKeyDown }: SearchBoxProps) {
  const { t } = useTranslation();
  const isMac = useRemote(appState)?.platform === 'darwin';
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <search className={styles.row}>
      <TextInput
        ref={inputRef}
        className={styles.box}
        classNames={{ input: styles.input ?? '' }}
        type="search"
        size="md"
        value={value}
        maxLength={maxCharacters}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={17} stroke={1.8} aria-hidden />}
        rightSectionWidth={value === '' ? 62 : 34}
        rightSection={
          value === '' ? (
            <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
          ) : (
            <ActionIcon
              size="sm"
              aria-label={t('search.clear')}
              onClick={() => {
                onChange('');
                inputRef.current?.focus();
              }}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Popover opened={isHelpOpen} onChange={setHelpOpen} position="bottom-end" trapFocus>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={t('search.help')} onClick={() => setHelpOpen((isOpen) => !isOpen)}>
            <IconHelp size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <SearchHelp isMac={isMac} />
        </Popover.Dropdown>
      </Popover>
    </search>
  );
}
