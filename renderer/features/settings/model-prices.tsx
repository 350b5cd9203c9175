// The models that answers can be written by: those that Acervo knows, with prices that can be changed, and the person's own.
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { modelNamed, modelsWith, type OwnModel } from '../../../shared/domain/chat-models.js';
import styles from './model-prices.module.css';

export interface ModelPricesProps {
  readonly own: readonly OwnModel[];
  readonly onChange: (own: OwnModel[]) => void;
}

const mostModels = 50;

export function ModelPrices({ own, onChange }: ModelPricesProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const models = modelsWith(own);
  const isNew = name.trim() !== '' && modelNamed(name.trim(), models) === undefined && own.length < mostModels;
  const change = (id: string, part: Partial<OwnModel>): void => {
    const known = modelNamed(id, models);
    const before = own.find((entry) => entry.id === id) ?? {
      id,
      inputUsd: known?.prices?.inputUsd ?? null,
      outputUsd: known?.prices?.outputUsd ?? null,
      windowTokens: known?.windowTokens ?? null,
    };
    onChange([...own.filter((entry) => entry.id !== id), { ...before, ...part }]);
  };
  const add = (): void => {
    if (!isNew) return;
    onChange([...own, { id: name.trim(), inputUsd: null, outputUsd: null, windowTokens: null }]);
    setName('');
  };
  return (
    <div className={styles.models}>
      <table className={styles.table} aria-label={t('chat.settingsPricesTitle')}>
        <thead>
          <tr>
            <th scope="col">{t('chat.settingsModel')}</th>
            <th scope="col">{t('chat.pricesInput')}</th>
            <th scope="col">{t('chat.pricesOutput')}</th>
            <th scope="col">{t('chat.pricesWindow')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {models.map(({ id, label, prices, windowTokens }) => {
            const isOwn = own.some((entry) => entry.id === id);
            const isKnown = modelNamed(id) !== undefined;
            return (
              <tr key={id}>
                <th scope="row" className={styles.name} title={id}>
                  {label}
                </th>
                <td>
                  <Figure
                    label={t('chat.pricesInputOf', { model: label })}
                    value={prices?.inputUsd ?? null}
                    most={10_000}
                    onChange={(inputUsd) => change(id, { inputUsd })}
                  />
                </td>
                <td>
                  <Figure
                    label={t('chat.pricesOutputOf', { model: label })}
                    value={prices?.outputUsd ?? null}
                    most={10_000}
                    onChange={(outputUsd) => change(id, { outputUsd })}
                  />
                </td>
                <td>
                  <Figure
                    label={t('chat.pricesWindowOf', { model: label })}
                    value={windowTokens}
                    least={1_000}
                    most={100_000_000}
                    isWhole
                    onChange={(window) => change(id, { windowTokens: window })}
                  />
                </td>
                <td>
                  {isOwn && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      onClick={() => onChange(own.filter((entry) => entry.id !== id))}
                    >
                      {t(isKnown ? 'chat.pricesReset' : 'chat.pricesRemove')}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          className={styles.addName ?? ''}
          size="xs"
          aria-label={t('chat.pricesNewName')}
          placeholder={t('chat.pricesNewName')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="compact-sm" disabled={!isNew}>
          {t('chat.pricesAdd')}
        </Button>
      </form>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number | null;
  readonly least?: number;
  readonly most: number;
  readonly isWhole?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** Becomes the setting when it is left, or by Enter; empty: not known. */
function Figure({ label, value, least = 0, most, isWhole = false, onChange }: FigureProps) {
  const [draft, setDraft] = useState<string | number | null>(null);
  const keep = (): void => {
    if (draft === null) return;
    const next = draft === '' ? null : Math.min(most, Math.max(least, Number(draft)));
    setDraft(null);
    if (next !== value && !Number.isNaN(next)) onChange(next);
  };
  return (
    <NumberInput
      className={styles.figure ?? ''}
      size="xs"
      hideControls
      aria-label={label}
      placeholder="–"
      min={least}
      max={most}
      allowNegative={false}
      allowDecimal={!isWhole}
      thousandSeparator={isWhole ? ' ' : ''}
      value={draft ?? value ?? ''}
      onChange={setDraft}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
