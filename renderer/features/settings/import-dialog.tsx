// What an export holds, where its folders lie on this computer, and a yes before it comes in.
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CarriedFolder } from '../../../shared/domain/carry.js';
import type { ChannelReplies } from '../../../shared/ipc/contract.js';
import { asAppError, bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { carryProgress } from '../../api/stores.js';
import { say } from '../../components/messages.js';
import { formatDate } from '../../format/formats.js';
import { fileName } from '../../format/path-parts.js';
import { CarryProgressLine } from './carry-progress.js';
import styles from './import-dialog.module.css';

export interface ImportDialogProps {
  /** Null: closed. */
  readonly chosen: ChannelReplies['carry.pick-import'];
  readonly onClose: () => void;
  readonly onImported: (documents: number) => void;
}

export function ImportDialog({ chosen, onClose, onImported }: ImportDialogProps) {
  const { t, i18n } = useTranslation();
  /** Places that were chosen, by the folder's number. */
  const [places, setPlaces] = useState<ReadonlyMap<number, string>>(new Map());
  const [isImporting, setImporting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const progress = useRemote(carryProgress) ?? null;
  const importId = chosen?.importId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins anew
  useEffect(() => {
    setPlaces(new Map());
    setProblem(null);
  }, [importId]);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null);
    await work().catch((thrown: unknown) => {
      const { code } = asAppError(thrown);
      if (code === 'cancelled') {
        say(t('settings.importStopped'));
        return onClose();
      }
      setProblem(`${t(`errors.${code}.what`)} ${t(`errors.${code}.next`)}`);
    });
  };
  const choose = (folder: number): Promise<void> =>
    attempt(async () => {
      if (importId === undefined) return;
      const place = await unwrap(bridge.carry.pickFolder({ importId, folder }));
      if (place !== null) setPlaces((known) => new Map([...known, [folder, place.path]]));
    });
  const importNow = (): Promise<void> =>
    attempt(async () => {
      if (importId === undefined) return;
      setImporting(true);
      const report = await unwrap(bridge.carry.importLibrary({ importId })).finally(() => setImporting(false));
      onImported(report.documents);
    });

  return (
    <Modal
      opened={chosen !== null}
      onClose={() => !isImporting && onClose()}
      centered
      size="lg"
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={chosen === null ? '' : t('settings.importTitle', { name: chosen.name })}
      classNames={{ title: styles.title ?? '' }}
    >
      {chosen !== null && (
        <>
          <p className={styles.text}>
            {t('settings.importDocuments', { count: chosen.documents, date: formatDate(chosen.made, i18n.language) })}{' '}
            {t('settings.importBeside')}
            {!chosen.withText && ` ${t('settings.importWithoutText')}`}
          </p>
          <ul className={styles.folders} aria-label={t('settings.importFolders')}>
            {chosen.folders.map((folder, at) => (
              <FolderLine
                key={folder.path}
                folder={folder}
                place={places.get(at)}
                isBusy={isImporting}
                onChoose={() => void choose(at)}
              />
            ))}
          </ul>
          <p className={styles.problem} role="alert">
            {problem}
          </p>
          <div className={styles.buttons}>
            {isImporting ? (
              <CarryProgressLine kind="import" progress={progress} />
            ) : (
              <>
                <Button onClick={onClose}>{t('common.cancel')}</Button>
                <Button data-autofocus variant="filled" onClick={() => void importNow()}>
                  {t('settings.importNow')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}

interface FolderLineProps {
  readonly folder: CarriedFolder;
  /** Undefined: none was chosen. */
  readonly place: string | undefined;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function FolderLine({ folder, place, isBusy, onChoose }: FolderLineProps) {
  const { t } = useTranslation();
  const where = (): string => {
    if (place !== undefined) return t('settings.folderMoved', { path: place });
    return t(folder.isHere ? 'settings.folderHere' : 'settings.folderMissing');
  };
  return (
    <li className={styles.folder}>
      <div className={styles.folderText}>
        <bdi className={styles.path}>{folder.path}</bdi>
        <div className={styles.where}>
          {t('settings.folderDocuments', { count: folder.documents })}, {where()}
        </div>
      </div>
      {!folder.isHere && (
        <Button
          size="compact-xs"
          disabled={isBusy}
          aria-label={t('settings.folderChooseLabel', { name: fileName(folder.path) })}
          onClick={onChoose}
        >
          {t('settings.folderChoose')}
        </Button>
      )}
    </li>
  );
}
