// The places of the library as items of a menu: everything, its collections and its folders.
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultCollection } from '../../shared/domain/library.js';
import { useRemote } from '../api/remote-store.js';
import { libraryStatus } from '../api/stores.js';
import { fileName } from '../format/path-parts.js';

export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'collection'; readonly name: string }
  | { readonly kind: 'folder'; readonly folderId: number; readonly path: string };

export interface PlaceItemsProps {
  readonly isAll: boolean;
  readonly collection: string | undefined;
  readonly folderId: number | undefined;
  readonly onChoose: (place: Place) => void;
  /** Other places, behind the first item. */
  readonly children?: ReactNode;
}

export function PlaceItems({ isAll, collection, folderId, onChoose, children }: PlaceItemsProps) {
  const { t } = useTranslation();
  const collectionName = useCollectionName();
  const folders = useRemote(libraryStatus)?.folders ?? [];
  const collections = [...new Set(folders.map((folder) => folder.collection))].sort();
  return (
    <>
      <Menu.RadioItem value="all" checked={isAll} closeMenuOnClick onChange={() => onChoose({ kind: 'all' })}>
        {t('search.anyFolder')}
      </Menu.RadioItem>
      {children}
      {collections.length > 1 && <Menu.Label>{t('search.collections')}</Menu.Label>}
      {collections.length > 1 &&
        collections.map((name) => (
          <Menu.RadioItem
            key={name}
            value={`collection ${name}`}
            checked={collection === name}
            closeMenuOnClick
            onChange={() => onChoose({ kind: 'collection', name })}
          >
            {collectionName(name)}
          </Menu.RadioItem>
        ))}
      {folders.length > 0 && <Menu.Label>{t('search.folders')}</Menu.Label>}
      {folders.map((folder) => (
        <Menu.RadioItem
          key={folder.folderId}
          value={`folder ${folder.folderId}`}
          checked={folderId === folder.folderId}
          closeMenuOnClick
          title={folder.path}
          onChange={() => onChoose({ kind: 'folder', folderId: folder.folderId, path: folder.path })}
        >
          {fileName(folder.path)}
        </Menu.RadioItem>
      ))}
    </>
  );
}

/** As a person reads it: the one for folders that were put into none has words of its own. */
export function useCollectionName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (name === defaultCollection ? t('folders.defaultCollection') : name);
}
