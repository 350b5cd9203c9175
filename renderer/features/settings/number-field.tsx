// A whole number within a range: it becomes the setting when the field is left, or by Enter.
import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './model-settings.module.css';

export interface NumberFieldProps {
  readonly id: string;
  readonly value: number;
  readonly range: { readonly least: number; readonly most: number };
  /** What stands after it. */
  readonly unit?: string;
  readonly isDisabled?: boolean;
  readonly onChange: (value: number) => void;
}

export function NumberField({ id, value, range, unit, isDisabled = false, onChange }: NumberFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(String(value));
  useEffect(() => setDraft(String(value)), [value]);
  const number = Number(draft);
  const isGood = /^\d{1,5}$/u.test(draft.trim()) && number >= range.least && number <= range.most;
  const keep = (): void => {
    if (isGood && number !== value) onChange(number);
  };
  return (
    <div className={styles.line}>
      <TextInput
        id={id}
        className={styles.number ?? ''}
        inputMode="numeric"
        disabled={isDisabled}
        value={draft}
        maxLength={5}
        error={isGood ? undefined : t('models.wrongRange', range)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
          if (event.key === 'Escape') setDraft(String(value));
        }}
      />
      {unit !== undefined && <span>{unit}</span>}
    </div>
  );
}
