// Where a conversation looks: everything, a collection, a folder, or a document.
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChatScope } from '../../../shared/domain/chat.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { libraryStatus } from '../../api/stores.js';
import { useCall } from '../../api/use-call.js';
import { type Place, PlaceItems, useCollectionName } from '../../components/place-items.js';
import { fileName, shownName } from '../../format/path-parts.js';
import styles from './scope-menu.module.css';

export interface ScopeMenuProps {
  readonly scope: ChatScope;
  readonly isDisabled: boolean;
  readonly onChange: (scope: ChatScope) => void;
}

export function ScopeMenu({ scope, isDisabled, onChange }: ScopeMenuProps) {
  const { t } = useTranslation();
  const folders = useRemote(libraryStatus)?.folders ?? [];
  const collectionName = useCollectionName();
  const documentIds = scope.documentIds ?? [];
  const [documentId] = documentIds;
  const document = useCall(documentIds.length === 1 && documentId !== undefined ? documentId : null, () =>
    unwrap(bridge.document.info({ documentId: documentId ?? '' })),
  );
  const documentLabel =
    documentIds.length > 1
      ? t('chat.scopeDocuments', { count: documentIds.length })
      : document.kind === 'value'
        ? shownName(document.value.path)
        : t('chat.scopeDocument');
  const folder = folders.find(({ folderId }) => folderId === scope.folderIds?.[0]);
  const label = labelOf();

  function labelOf(): string {
    if (documentIds.length > 0) return documentLabel;
    if (scope.folderIds !== undefined && scope.folderIds.length > 0) {
      return folder === undefined ? t('chat.scopeGone') : fileName(folder.path);
    }
    if (scope.collection !== undefined) return collectionName(scope.collection);
    // As the command line can make it.
    const isPart = [scope.paths, scope.types, scope.inFolder, scope.meta].some((part) => (part?.length ?? 0) > 0);
    return t(isPart ? 'chat.scopePart' : 'search.anyFolder');
  }

  return (
    <Menu>
      <Menu.Target>
        <Button
          className={styles.button ?? ''}
          size="compact-sm"
          variant={label === t('search.anyFolder') ? 'subtle' : 'light'}
          color={label === t('search.anyFolder') ? 'gray' : 'petrol'}
          disabled={isDisabled}
          title={t('chat.scopeHint')}
          leftSection={documentIds.length > 0 ? <IconFileText size={14} aria-hidden /> : undefined}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          data-testid="scope"
        >
          <span className="visually-hidden">{t('chat.scope')} </span>
          <span className={styles.label}>{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown ?? ''}>
        <PlaceItems
          isAll={label === t('search.anyFolder')}
          collection={scope.collection}
          folderId={scope.folderIds?.[0]}
          onChoose={(place) => onChange(scopeOf(place))}
        >
          {documentIds.length > 0 && (
            <Menu.RadioItem value="documents" closeMenuOnClick checked onChange={() => undefined}>
              {documentLabel}
            </Menu.RadioItem>
          )}
        </PlaceItems>
      </Menu.Dropdown>
    </Menu>
  );
}

function scopeOf(place: Place): ChatScope {
  switch (place.kind) {
    case 'all':
      return {};
    case 'collection':
      return { collection: place.name };
    case 'folder':
      return { folderIds: [place.folderId] };
  }
}
