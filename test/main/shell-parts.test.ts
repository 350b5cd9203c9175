// Small parts of main that hold a decision: restarts, languages, menus, and where the app's parts lie.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appPaths } from '../../electron/main/app-paths.js';
import { chosenLanguage, languageOfLocale, mainWords } from '../../electron/main/language.js';
import { menuTemplate } from '../../electron/main/menu.js';
import { createRestartBudget } from '../../electron/main/restart-budget.js';
import { defaultSettings } from '../../shared/domain/settings.js';

const root = join(import.meta.dirname, '..', '..');

it('allows three restarts a minute, and another one when the first is long enough ago', () => {
  const mayRestart = createRestartBudget(3, 60_000);
  expect([0, 10, 20, 30, 59_999].map(mayRestart)).toStrictEqual([true, true, true, false, false]);
  expect(mayRestart(60_000)).toBe(true);
  expect(mayRestart(60_005)).toBe(false);
});

it('speaks Spanish where the system does, and what was chosen before that', () => {
  expect(['es', 'es-MX', 'es_ES.UTF-8', 'en-GB', 'et', 'eso', ''].map(languageOfLocale)).toStrictEqual([
    'es',
    'es',
    'es',
    'en',
    'en',
    'en',
    'en',
  ]);
  expect(chosenLanguage({ ...defaultSettings, language: 'en' }, 'es-ES')).toBe('en');
  expect(chosenLanguage(defaultSettings, 'es-ES')).toBe('es');
});

it('names every menu item in both languages, and offers no developer tools', () => {
  for (const isMac of [true, false]) {
    const [english, spanish] = [mainWords.en, mainWords.es].map((words) =>
      menuTemplate(words, isMac, { addFolders: () => undefined }),
    );
    const text = JSON.stringify(spanish);
    expect(text).toContain('Añadir carpetas…');
    expect(text).not.toMatch(/undefined|toggleDevTools|reload/iu);
    expect(JSON.stringify(english)).toContain('Add folders…');
    expect(spanish?.length).toBe(english?.length);
  }
});

it('finds the parts of the app in the checkout, and beside the archive in the packed app', () => {
  const place = { isPackaged: false, appFolder: root, resourcesFolder: '/electron/resources', userDataFolder: '/data' };
  const checkout = appPaths(place);
  expect(existsSync(checkout.sampleLibrary)).toBe(true);
  expect(existsSync(checkout.icon)).toBe(true);
  expect(existsSync(join(checkout.pdfjs, 'cmaps'))).toBe(true);
  const packed = appPaths({
    ...place,
    isPackaged: true,
    appFolder: '/app/resources/app.asar',
    resourcesFolder: '/app/resources',
  });
  expect(packed).toMatchObject({
    engine: '/app/resources/app.asar/dist/engine/engine.mjs',
    pdfjs: '/app/resources/pdfjs',
    sampleLibrary: '/app/resources/sample-library',
    icon: '/app/resources/icons/icon.png',
    defaultLibrary: '/data/library',
  });
});
