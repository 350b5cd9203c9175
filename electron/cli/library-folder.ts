// Where the app keeps a person's library, so that the command line opens the same one.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder that Electron calls `userData` for this app, and the library in it. */
export function defaultLibraryFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const home = homedir();
  const base =
    platform === 'win32'
      ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
  return join(base, 'Acervo', 'library');
}

/** Where sets that are evaluated keep their index, apart from the person's library. */
export function evaluationCacheFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const home = homedir();
  const base =
    platform === 'win32'
      ? (env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Caches')
        : (env.XDG_CACHE_HOME ?? join(home, '.cache'));
  return join(base, 'acervo', 'eval');
}
