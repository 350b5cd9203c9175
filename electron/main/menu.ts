// The native menus, in the app's language. Without developer tools and without reload: there is nothing in them for a person.
import type { MenuItemConstructorOptions } from 'electron';
import type { MainWords } from './language.js';

export interface MenuActions {
  readonly addFolders: () => void;
}

/** The template for `Menu.buildFromTemplate`. */
export function menuTemplate(
  words: MainWords,
  isMac: boolean,
  { addFolders }: MenuActions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const appMenu: MenuItemConstructorOptions = {
    label: 'Acervo',
    submenu: [
      { role: 'about', label: words.about },
      separator,
      { role: 'hide', label: words.hide },
      separator,
      { role: 'quit', label: words.quit },
    ],
  };
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: words.file,
      submenu: [
        { label: words.addFolders, accelerator: 'CmdOrCtrl+O', click: addFolders },
        separator,
        { role: 'close', label: words.close },
        ...(isMac ? [] : [{ role: 'quit', label: words.quit } as const]),
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { role: 'resetZoom', label: words.resetZoom },
        separator,
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
    { label: words.window, submenu: [{ role: 'minimize', label: words.minimize }] },
  ];
}
