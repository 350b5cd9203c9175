// Which theme is drawn. Settings hold the choice; a copy here lets the first frame already have the right one.
import { type MantineColorScheme, type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Settings } from '../../shared/domain/settings.js';

const key = 'acervo.theme';

function isScheme(value: string | null): value is MantineColorScheme {
  return value === 'light' || value === 'dark' || value === 'auto';
}

export const themeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const kept = localStorage.getItem(key);
    return isScheme(kept) ? kept : fallback;
  },
  set: (value) => localStorage.setItem(key, value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => localStorage.removeItem(key),
};

/** Follows the setting; null while it is not known. */
export function useTheme(setting: Settings['theme'] | null): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (setting === null) return;
    const scheme = setting === 'system' ? 'auto' : setting;
    if (scheme !== colorScheme) setColorScheme(scheme);
  }, [setting, colorScheme, setColorScheme]);
}
