// Where the parts of the app lie: in a checkout, and in the packed app.
import { join } from 'node:path';

export interface AppPaths {
  readonly renderer: string;
  readonly preload: string;
  readonly engine: string;
  readonly parser: string;
  /** Character maps, fonts and decoders of pdf.js, as real files. */
  readonly pdfjs: string;
  readonly sampleLibrary: string;
  readonly icon: string;
  readonly settingsFile: string;
  readonly windowFile: string;
  /** The key for the host, as the system's keychain locked it. */
  readonly keyFile: string;
  readonly logFolder: string;
  /** Where the library lies as long as the person has not chosen another folder. */
  readonly defaultLibrary: string;
}

export interface AppPlace {
  readonly isPackaged: boolean;
  /** The checkout, or the archive of the packed app. */
  readonly appFolder: string;
  /** What the packed app has beside its archive. */
  readonly resourcesFolder: string;
  readonly userDataFolder: string;
}

export function appPaths({ isPackaged, appFolder, resourcesFolder, userDataFolder }: AppPlace): AppPaths {
  const resources = isPackaged ? resourcesFolder : join(appFolder, 'resources');
  return {
    renderer: join(appFolder, 'dist', 'renderer'),
    preload: join(appFolder, 'dist', 'preload', 'preload.cjs'),
    engine: join(appFolder, 'dist', 'engine', 'engine.mjs'),
    parser: join(appFolder, 'dist', 'engine', 'parse-process.mjs'),
    pdfjs: isPackaged ? join(resources, 'pdfjs') : join(appFolder, 'node_modules', 'pdfjs-dist'),
    sampleLibrary: join(resources, 'sample-library'),
    icon: join(resources, 'icons', 'icon.png'),
    settingsFile: join(userDataFolder, 'settings.json'),
    windowFile: join(userDataFolder, 'window.json'),
    keyFile: join(userDataFolder, 'host-key.bin'),
    logFolder: join(userDataFolder, 'logs'),
    defaultLibrary: join(userDataFolder, 'library'),
  };
}
