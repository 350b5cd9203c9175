// Small menus that narrow the search: where, what kind, which language, how old.
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MetaGuess } from '../../../shared/domain/metadata.js';
import { type Place, PlaceItems, useCollectionName } from '../../components/place-items.js';
import { formatLanguage } from '../../format/formats.js';
import { fileName } from '../../format/path-parts.js';
import styles from './filter-bar.module.css';
import { MetaChips } from './meta-chips.js';
import { dateSpans, hasFilters, noFilters, type SearchFilters } from './search-filters.js';

export interface FilterBarProps {
  readonly filters: SearchFilters;
  /** What the question may mean; only offered. */
  readonly guesses: readonly MetaGuess[];
  readonly onChange: (filters: SearchFilters) => void;
}

const types = ['pdf', 'docx', 'odt', 'pptx', 'xlsx', 'epub', 'eml', 'md', 'txt', 'html', 'csv', 'json'] as const;
const languages = ['ar', 'ca', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru', 'uk', 'zh'] as const;
const dateLabels = { any: 'anyDate', month: 'pastMonth', year: 'pastYear', fiveYears: 'pastFiveYears' } as const;

export function FilterBar({ filters, guesses, onChange }: FilterBarProps) {
  const { t, i18n } = useTranslation();
  const names = (codes: readonly string[]): string[] => codes.map((code) => formatLanguage(code, i18n.language));
  const byName = [...languages].sort((a, b) =>
    formatLanguage(a, i18n.language).localeCompare(formatLanguage(b, i18n.language), i18n.language),
  );
  const typeLabel =
    filters.types.length > 2
      ? t('search.typesChosen', { count: filters.types.length })
      : filters.types.map((type) => type.toUpperCase()).join(', ');
  const languageLabel =
    filters.languages.length > 2
      ? t('search.languagesChosen', { count: filters.languages.length })
      : names(filters.languages).join(', ');
  return (
    <div className={styles.bar}>
      <div className={styles.menus}>
        <PlaceMenu place={filters.place} onChange={(place) => onChange({ ...filters, place })} />
        <FilterMenu label={typeLabel || t('search.type')} isOn={filters.types.length > 0}>
          <Choices
            chosen={filters.types}
            values={types}
            labelOf={(type) => type.toUpperCase()}
            onChange={(chosen) => onChange({ ...filters, types: chosen })}
          />
        </FilterMenu>
        <FilterMenu label={languageLabel || t('search.language')} isOn={filters.languages.length > 0}>
          <Choices
            chosen={filters.languages}
            values={byName}
            labelOf={(code) => formatLanguage(code, i18n.language)}
            onChange={(chosen) => onChange({ ...filters, languages: chosen })}
          />
        </FilterMenu>
        <FilterMenu
          label={filters.date === 'any' ? t('search.date') : t(`search.${dateLabels[filters.date]}`)}
          isOn={filters.date !== 'any'}
        >
          {dateSpans.map((date) => (
            <Menu.RadioItem
              key={date}
              value={date}
              checked={filters.date === date}
              closeMenuOnClick
              onChange={() => onChange({ ...filters, date })}
            >
              {t(`search.${dateLabels[date]}`)}
            </Menu.RadioItem>
          ))}
        </FilterMenu>
        <MetaChips chosen={filters.meta} guesses={guesses} onChange={(meta) => onChange({ ...filters, meta })} />
      </div>
      {hasFilters(filters) && (
        <ActionIcon
          className={styles.clear ?? ''}
          size="sm"
          color="petrol"
          aria-label={t('search.clearFilters')}
          title={t('search.clearFilters')}
          onClick={() => onChange(noFilters)}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface FilterMenuProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly children: ReactNode;
}

function FilterMenu({ label, isOn, children }: FilterMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          className={styles.button ?? ''}
          size="compact-xs"
          variant={isOn ? 'light' : 'subtle'}
          color={isOn ? 'petrol' : 'gray'}
          rightSection={<IconChevronDown size={13} aria-hidden />}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ChoicesProps {
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly labelOf: (value: string) => string;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ values, chosen, labelOf, onChange }: ChoicesProps) {
  return values.map((value) => (
    <Menu.CheckboxItem
      key={value}
      checked={chosen.includes(value)}
      onChange={(isChecked) =>
        onChange(isChecked ? [...chosen, value] : chosen.filter((candidate) => candidate !== value))
      }
    >
      {labelOf(value)}
    </Menu.CheckboxItem>
  ));
}

interface PlaceMenuProps {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
}

function PlaceMenu({ place, onChange }: PlaceMenuProps) {
  const { t } = useTranslation();
  const collectionName = useCollectionName();
  const label =
    place.kind === 'all'
      ? t('search.anyFolderShort')
      : place.kind === 'collection'
        ? collectionName(place.name)
        : fileName(place.path);
  return (
    <FilterMenu label={label} isOn={place.kind !== 'all'}>
      <PlaceItems
        isAll={place.kind === 'all'}
        collection={place.kind === 'collection' ? place.name : undefined}
        folderId={place.kind === 'folder' ? place.folderId : undefined}
        onChoose={onChange}
      />
    </FilterMenu>
  );
}
