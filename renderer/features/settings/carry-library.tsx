// Takes the library to another computer: writes it into one file, or brings one in.
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelReplies } from '../../../shared/ipc/contract.js';
import { bridge, unwrap } from '../../api/client.js';
import { refreshAll, useIsEngineReady } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { formatBytes } from '../../format/formats.js';
import styles from './carry-library.module.css';
import { ImportDialog } from './import-dialog.js';

type ChosenImport = NonNullable<ChannelReplies['carry.pick-import']>;

export function CarryLibrary() {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const isReady = useIsEngineReady();
  const [withText, setWithText] = useState(true);
  const [busyWith, setBusyWith] = useState<'export' | 'file' | null>(null);
  const [chosen, setChosen] = useState<ChosenImport | null>(null);

  const busy = (what: 'export' | 'file', work: () => Promise<void>): void =>
    act(async () => {
      setBusyWith(what);
      await work().finally(() => setBusyWith(null));
    });
  const exportLibrary = (): void =>
    busy('export', async () => {
      const report = await unwrap(bridge.carry.exportLibrary({ withText }));
      if (report === null) return;
      say(t('settings.exported', { name: report.name, size: formatBytes(report.bytes, i18n.language) }));
    });
  const pickImport = (): void => busy('file', async () => setChosen(await unwrap(bridge.carry.pickImport())));

  return (
    <>
      <div className={styles.buttons}>
        <Button disabled={!isReady || busyWith !== null} onClick={exportLibrary}>
          {t('settings.exportLibrary')}
        </Button>
        <Button disabled={!isReady || busyWith !== null} onClick={pickImport}>
          {t('settings.importLibrary')}
        </Button>
        <span role="status" className={styles.status}>
          {busyWith !== null && t(busyWith === 'export' ? 'settings.exporting' : 'settings.lookingAtFile')}
        </span>
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
