// Asks what the folder of a new model does not say: how its vectors are pooled, and what it reads before a text.
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pooling } from '../../../shared/domain/models.js';
import type { ChannelReplies, ChannelRequest } from '../../../shared/ipc/contract.js';
import styles from './model-settings.module.css';

export interface DescribeModelProps {
  /** Null: nothing is asked. */
  readonly unclear: Extract<NonNullable<ChannelReplies['models.pick']>, { readonly kind: 'unclear' }> | null;
  readonly onClose: () => void;
  readonly onDescribed: (description: ChannelRequest<'models.describe'>) => void;
}

const offered = ['mean', 'cls', 'last'] as const satisfies readonly Pooling[];
const poolingWords = { mean: 'models.poolingMean', cls: 'models.poolingCls', last: 'models.poolingLast' } as const;

export function DescribeModel({ unclear, onClose, onDescribed }: DescribeModelProps) {
  const { t } = useTranslation();
  const [pooling, setPooling] = useState<(typeof offered)[number]>('mean');
  const [questionPrefix, setQuestionPrefix] = useState('');
  const [passagePrefix, setPassagePrefix] = useState('');
  const pickId = unclear?.pickId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder is another model
  useEffect(() => {
    setPooling('mean');
    setQuestionPrefix('');
    setPassagePrefix('');
  }, [pickId]);
  return (
    <Modal
      opened={unclear !== null}
      onClose={onClose}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={t('models.describeTitle', { name: unclear?.name ?? '' })}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (pickId === undefined) return;
          onClose();
          onDescribed({ pickId, pooling, questionPrefix, passagePrefix });
        }}
      >
        <p className={styles.body}>{t('models.describeBody')}</p>
        <Select
          label={t('models.pooling')}
          allowDeselect={false}
          data-autofocus
          value={pooling}
          data={offered.map((value) => ({ value, label: t(poolingWords[value]) }))}
          onChange={(value) => {
            const next = offered.find((one) => one === value);
            if (next !== undefined) setPooling(next);
          }}
        />
        <TextInput
          label={t('models.questionPrefix')}
          placeholder={t('models.prefixNone')}
          value={questionPrefix}
          maxLength={200}
          onChange={(event) => setQuestionPrefix(event.currentTarget.value)}
        />
        <TextInput
          label={t('models.passagePrefix')}
          placeholder={t('models.prefixNone')}
          value={passagePrefix}
          maxLength={200}
          onChange={(event) => setPassagePrefix(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('models.describeAdd')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
