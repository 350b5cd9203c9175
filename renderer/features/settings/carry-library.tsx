// Takes the library to another computer: writes it into one file, or brings one in.
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '../../../shared/domain/size-text.js';
import type { ChannelReplies } from '../../../shared/ipc/contract.js';
import { asAppError, bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { carryProgress, refreshAll, useIsEngineReady } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import styles from './carry-library.module.css';
import { CarryProgressLine } from './carry-progress.js';
import { ImportDialog } from './import-dialog.js';

type ChosenImport = NonNullable<ChannelReplies['carry.pick-import']>;

export function CarryLibrary() {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const isReady = useIsEngineReady();
  const [withText, setWithText] = useState(true);
  const [asked, setAsked] = useState<'export' | 'inspect' | null>(null);
  const [chosen, setChosen] = useState<ChosenImport | null>(null);

  // What goes on while this view was left is told by the engine alone.
  const progress = useRemote(carryProgress) ?? null;
  const busyWith = progress?.kind ?? asked;

  const busy = (what: 'export' | 'inspect', work: () => Promise<void>): void =>
    act(async () => {
      setAsked(what);
      await work().finally(() => setAsked(null));
    });
  const exportLibrary = (): void =>
    busy('export', async () => {
      const report = await unwrap(bridge.carry.exportLibrary({ withText })).catch((thrown: unknown) => {
        if (asAppError(thrown).code === 'cancelled') say(t('settings.exportStopped'));
        throw thrown;
      });
      if (report === null) return;
      say(t('settings.exported', { name: report.name, size: sizeText(report.bytes, i18n.language) }));
    });
  const pickImport = (): void => busy('inspect', async () => setChosen(await unwrap(bridge.carry.pickImport())));

  return (
    <>
      <div className={styles.buttons}>
        <Button disabled={!isReady || busyWith !== null} onClick={exportLibrary}>
          {t('settings.exportLibrary')}
        </Button>
        <Button disabled={!isReady || busyWith !== null} onClick={pickImport}>
          {t('settings.importLibrary')}
        </Button>
        {progress !== null && chosen === null && <CarryProgressLine kind={progress.kind} progress={progress} />}
      </div>
      <Checkbox
        className={styles.withText ?? ''}
        classNames={{ description: styles.withTextHint ?? '' }}
        size="xs"
        label={t('settings.withText')}
        description={t('settings.withTextHint')}
        checked={withText}
        onChange={(event) => setWithText(event.currentTarget.checked)}
      />
      <ImportDialog
        chosen={chosen}
        onClose={() => setChosen(null)}
        onImported={(documents) => {
          setChosen(null);
          refreshAll();
          say(t('settings.imported', { count: documents }));
        }}
      />
    </>
  );
}
