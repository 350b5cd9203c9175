// Opening a document outside: documents in their own app, never a script, a program or a document with macros.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineCall } from '../../electron/main/engine-host.js';
import { documentHandlers } from '../../electron/main/ipc/document.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

/** Handlers over a folder with this file in it, and the list of what was handed to the system. */
function handlersFor(
  name: string,
  parentId: string | null = null,
): { readonly open: () => Promise<unknown>; readonly opened: readonly string[] } {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: 'x' });
  const opened: string[] = [];
  const call = (async (method: string) =>
    method === 'document' ? { file: join(folder, name), parentId } : { folders: [{ path: folder }] }) as EngineCall;
  const handlers = documentHandlers({
    call,
    openPath: async (path) => {
      opened.push(path);
      return '';
    },
    showInFolder: () => undefined,
  });
  return { open: () => handlers['document.open-in-app']({ documentId: 'a' }), opened };
}

it.each(['a.pdf', 'a.DOCX', 'a.odt', 'a.xlsx', 'a.pptx', 'a.epub', 'a.eml', 'a.md', 'a.vtt'])(
  'opens %s',
  async (name) => {
    const { open, opened } = handlersFor(name);
    await open();
    expect(opened).toEqual([expect.stringContaining(name)]);
  },
);

it.each(['a.sh', 'a.bat', 'a.js', 'a.ps1', 'a.py', 'a.docm', 'a.xlsm', 'a.desktop', 'a.exe', 'a'])(
  'does not open %s, which could run',
  async (name) => {
    const { open, opened } = handlersFor(name);
    await expect(open()).rejects.toMatchObject({ code: 'unsupported' });
    expect(opened).toEqual([]);
  },
);

it('does not open what lies inside a file: the system would open the file around it', async () => {
  const { open, opened } = handlersFor('a.eml', 'd0000000000000000');
  await expect(open()).rejects.toMatchObject({ code: 'unsupported' });
  expect(opened).toEqual([]);
});
