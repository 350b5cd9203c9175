// Our own scheme, `app://ui`: announced before Electron is ready, answered by app-responses.ts.
import { protocol, type Session } from 'electron';
import { appHost } from './app-responses.js';

export const appScheme = 'app';
export const appUrl = `${appScheme}://${appHost}/index.html`;

/** Must run before `app` is ready. */
export function announceAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

export function serveAppScheme(session: Session, respond: (request: Request) => Promise<Response>): void {
  session.protocol.handle(appScheme, respond);
}
