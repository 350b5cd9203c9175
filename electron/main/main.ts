// The app's first file: what happens, in which order.
import { homedir } from 'node:os';
import { app, session, shell } from 'electron';
import { appPaths } from './app-paths.js';
import { announceAppScheme, serveAppScheme } from './app-protocol.js';
import { createAppResponder } from './app-responses.js';
import { createAppServices } from './app-services.js';
import { openExternalLink } from './external-links.js';
import { isOnlyOne, keepLifecycle } from './lifecycle.js';
import { createLog, logLimits } from './log.js';
import { refuseNavigation, refuseNetworkSwitches, refuseSessionDoors } from './security.js';

const startedAtMs = performance.now();

// Schemes and switches must be set before Electron is ready.
announceAppScheme();
refuseNetworkSwitches(app);

const paths = appPaths({
  isPackaged: app.isPackaged,
  appFolder: app.getAppPath(),
  resourcesFolder: process.resourcesPath,
  userDataFolder: app.getPath('userData'),
});
const log = createLog({ folder: paths.logFolder, homeFolder: homedir(), ...logLimits });
process.on('uncaughtExceptionMonitor', (error) => log.writeError('uncaught-error', error));
process.on('unhandledRejection', (error) => log.writeError('uncaught-error', error));

// Electron is ready only after this file has run to its end: awaiting it here would wait for ever.
if (isOnlyOne(app)) app.whenReady().then(open, fail);
else app.quit();

function open(): void {
  log.write('app-started', { readyAfterMs: Math.round(performance.now() - startedAtMs) });
  refuseSessionDoors(session.defaultSession, log);
  const services = createAppServices(paths, log);
  serveAppScheme(
    session.defaultSession,
    createAppResponder({
      rendererFolder: paths.renderer,
      pdfjsFolder: paths.pdfjs,
      documentSource: services.documentSource,
    }),
  );
  refuseNavigation(app, log, (address) => {
    void openExternalLink(address, { confirm: services.confirmLink, open: (url) => shell.openExternal(url) });
  });
  keepLifecycle({
    app,
    openWindow: services.openWindow,
    stop: () => services.stop().finally(() => log.write('app-quit')),
  });
  // The window comes first: the engine may take its time, and the window says so.
  services.openWindow();
  services.startEngine();
}

function fail(error: unknown): void {
  log.writeError('uncaught-error', error);
  app.exit(1);
}
