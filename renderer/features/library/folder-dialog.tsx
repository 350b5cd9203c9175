// A folder's settings: its collection, and what of it is left out, with a count of what that is now.
import { Autocomplete, Button, Checkbox, Modal, NumberInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FolderRules,
  patternsOfLines,
  type RulesPreview,
  usualIgnoreNames,
  usualIgnores,
} from '../../../shared/domain/folder-rules.js';
import { defaultCollection, type FolderInfo } from '../../../shared/domain/library.js';
import { sizeText } from '../../../shared/domain/size-text.js';
import { bridge, unwrap } from '../../api/client.js';
import { refreshAll } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { type Called, useCall } from '../../api/use-call.js';
import { say } from '../../components/messages.js';
import { fileName } from '../../format/path-parts.js';
import styles from './folder-dialog.module.css';

export interface FolderDialogProps {
  /** Null: closed. */
  readonly folder: FolderInfo | null;
  /** Of the library, to choose from. */
  readonly collections: readonly string[];
  readonly onClose: () => void;
}

const countAfterMs = 400;
const bytesPerMegabyte = 1_000_000;

export function FolderDialog({ folder, collections, onClose }: FolderDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={folder !== null}
      onClose={onClose}
      centered
      size={560}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={folder === null ? '' : t('folders.title', { name: fileName(folder.path) })}
      classNames={{ title: styles.title ?? '' }}
    >
      {folder !== null && (
        <FolderForm key={folder.folderId} folder={folder} collections={collections} onClose={onClose} />
      )}
    </Modal>
  );
}

interface FolderFormProps extends FolderDialogProps {
  readonly folder: FolderInfo;
}

function FolderForm({ folder, collections, onClose }: FolderFormProps) {
  const { t } = useTranslation();
  const act = useAction();
  const shownName = (name: string): string => (name === defaultCollection ? t('folders.defaultCollection') : name);
  const [collection, setCollection] = useState(shownName(folder.collection));
  const [lines, setLines] = useState(folder.rules.patterns.join('\n'));
  const [letIn, setLetIn] = useState(folder.rules.letIn);
  const [megabytes, setMegabytes] = useState<number | string>(
    folder.rules.maxFileBytes === null ? '' : folder.rules.maxFileBytes / bytesPerMegabyte,
  );

  const limit = megabytes === '' ? null : Number(megabytes);
  const isLimitWrong = limit !== null && !(limit > 0);
  const name = collection.trim();
  const rules: FolderRules = {
    patterns: patternsOfLines(lines),
    letIn,
    maxFileBytes: limit === null || isLimitWrong ? null : Math.ceil(limit * bytesPerMegabyte),
  };
  const [counted] = useDebouncedValue(JSON.stringify(rules), countAfterMs);
  const preview = useCall(folder.isFile ? null : counted, () =>
    unwrap(bridge.library.previewRules({ folderId: folder.folderId, rules: JSON.parse(counted) as FolderRules })),
  );

  const save = (): void =>
    act(async () => {
      const { documents } = await unwrap(
        bridge.library.setFolder({
          folderId: folder.folderId,
          collection: name === t('folders.defaultCollection') ? defaultCollection : name,
          ...(folder.isFile ? {} : { rules }),
        }),
      );
      say(documents > 0 ? t('folders.savedRemoved', { count: documents }) : t('folders.saved'));
      refreshAll();
      onClose();
    });

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !isLimitWrong) save();
      }}
    >
      <p className={styles.path}>{folder.path}</p>
      <Autocomplete
        label={t('folders.collection')}
        description={t('folders.collectionHint')}
        className={styles.short ?? ''}
        value={collection}
        data={[...new Set(collections.map(shownName))].sort()}
        maxLength={200}
        error={name === '' ? t('folders.collectionNeedsName') : null}
        onChange={setCollection}
      />
      {!folder.isFile && (
        <>
          <Textarea
            data-autofocus
            label={t('folders.patterns')}
            description={t('folders.patternsHint')}
            classNames={{ input: styles.patterns ?? '' }}
            value={lines}
            rows={4}
            spellCheck={false}
            onChange={(event) => setLines(event.currentTarget.value)}
          />
          <Checkbox.Group
            label={t('folders.usual')}
            value={usualIgnoreNames.filter((usual) => !letIn.includes(usual))}
            onChange={(chosen) => setLetIn(usualIgnoreNames.filter((usual) => !chosen.includes(usual)))}
          >
            <div className={styles.usual}>
              {usualIgnoreNames.map((usual) => (
                <Checkbox
                  key={usual}
                  size="xs"
                  value={usual}
                  label={t(`usualIgnores.${usual}`)}
                  description={usualIgnores[usual].join(', ')}
                />
              ))}
            </div>
          </Checkbox.Group>
          <NumberInput
            label={t('folders.sizeLimit')}
            className={styles.short ?? ''}
            value={megabytes}
            min={0}
            allowNegative={false}
            suffix={` ${t('folders.megabytes')}`}
            placeholder={t('folders.noLimit')}
            error={isLimitWrong ? t('folders.limitProblem') : null}
            hideControls
            onChange={setMegabytes}
          />
          <div className={styles.preview} aria-live="polite" data-testid="rules-preview">
            <Preview preview={preview} />
          </div>
          <p className={styles.note}>{t('folders.forgets')}</p>
        </>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled">
          {t('folders.save')}
        </Button>
      </div>
    </form>
  );
}

function Preview({ preview }: { readonly preview: Called<RulesPreview> }) {
  const { t, i18n } = useTranslation();
  if (preview.kind === 'loading') return t('folders.counting');
  if (preview.kind === 'failed') return t('folders.countFailed');
  const { files, bytes, leftOutFiles, leftOutFolders, tooLarge, isWhole } = preview.value;
  const parts = [
    ...(leftOutFiles > 0 ? [t('folders.leftOutFiles', { count: leftOutFiles })] : []),
    ...(leftOutFolders > 0 ? [t('folders.leftOutFolders', { count: leftOutFolders })] : []),
    ...(tooLarge > 0 ? [t('folders.leftOutLarge', { count: tooLarge })] : []),
  ];
  const what = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts);
  return (
    <>
      <b>{parts.length === 0 ? t('folders.leftOutNothing') : t('folders.leftOut', { what })}</b>{' '}
      {t('folders.stays', { count: files, size: sizeText(bytes, i18n.language) })}
      {!isWhole && ` ${t('folders.notWhole')}`}
    </>
  );
}
