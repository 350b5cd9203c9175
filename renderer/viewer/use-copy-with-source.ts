// Copies a passage together with where it is from.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locator } from '../../shared/domain/document.js';
import { bridge, unwrap } from '../api/client.js';
import { useAction } from '../api/use-action.js';
import { say } from '../components/messages.js';
import { placeText, withSource } from '../format/places.js';

export interface Copyable {
  readonly text: string;
  readonly path: string;
  readonly locator: Locator;
}

export function useCopyWithSource(): (passage: Copyable) => void {
  const { t } = useTranslation();
  const act = useAction();
  return useCallback(
    ({ text, path, locator }) =>
      act(async () => {
        await unwrap(bridge.app.copyText({ text: withSource(text, path, placeText(locator, t)) }));
        say(t('search.copied'));
      }),
    [act, t],
  );
}
