// Before much work is begun: how many files, how large, how long. Add, or leave it.
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddQuestion } from '../../shared/domain/estimate.js';
import { sizeText } from '../../shared/domain/size-text.js';
import { bridge, unwrap } from '../api/client.js';
import { useAction } from '../api/use-action.js';
import { timeWords } from '../format/time-words.js';
import styles from './add-dialog.module.css';
import { say } from './messages.js';

export function AddDialog() {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const [questions, setQuestions] = useState<readonly AddQuestion[]>([]);
  useEffect(() => bridge.library.onAddAsked((question) => setQuestions((before) => [...before, question])), []);
  const [question] = questions;

  const answer = (isYes: boolean): void => {
    if (question === undefined) return;
    setQuestions((before) => before.slice(1));
    act(async () => {
      const { added } = await unwrap(bridge.library.answerAdd({ questionId: question.questionId, isYes }));
      if (added > 0) say(t('common.dropAdded', { count: added }));
    });
  };
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => answer(false)}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={t('folders.addTitle')}
    >
      {question !== undefined && (
        <>
          <p className={styles.sums}>
            {t(question.estimate.isWhole ? 'folders.addBody' : 'folders.addBodyMore', {
              files: t('folders.addFiles', { count: question.estimate.files }),
              size: sizeText(question.estimate.bytes, i18n.language),
              time: timeWords(question.estimate.seconds, t),
            })}
          </p>
          <p>{t('folders.addFirst')}</p>
          <p className={styles.note}>{t(question.estimate.isMeasured ? 'folders.addMeasured' : 'folders.addUsual')}</p>
        </>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => answer(false)}>{t('common.cancel')}</Button>
        <Button data-autofocus variant="filled" onClick={() => answer(true)}>
          {t('folders.addConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
