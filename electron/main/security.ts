// Every refusal, installed before the first window: requests, permissions, devices, screens, navigation, windows, webviews.
import type { App, Session } from 'electron';
import { appUrl } from './app-protocol.js';
import type { Log } from './log.js';
import { isOwnRequest, schemeWord } from './own-requests.js';

/** Switches for Chromium itself: it looks up no name, asks no proxy and fetches nothing by itself. */
export function refuseNetworkSwitches(app: App): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('no-proxy-server');
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  app.commandLine.appendSwitch('no-pings');
}

/** Refuses and counts whatever is not of our own scheme, and says no to everything a page can ask for. */
export function refuseSessionDoors(session: Session, log: Log): void {
  let refused = 0;
  session.webRequest.onBeforeRequest((details, callback) => {
    const isOwn = isOwnRequest(details.url);
    if (!isOwn) log.write('request-refused', { scheme: schemeWord(details.url), count: ++refused });
    callback({ cancel: !isOwn });
  });
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  // Without a source in the answer, the page's request for the screen is rejected.
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}

/** Holds each page where it is; `openLink` is asked about addresses that a page wants to open elsewhere. */
export function refuseNavigation(app: App, log: Log, openLink: (address: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    const refuse = (event: { readonly url: string; preventDefault(): void }): void => {
      // The page may load itself again; a document or another part of our scheme is no page.
      if (event.url === appUrl) return;
      event.preventDefault();
      log.write('navigation-refused', { scheme: schemeWord(event.url) });
    };
    contents.on('will-navigate', refuse);
    contents.on('will-redirect', refuse);
    contents.on('will-frame-navigate', refuse);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // WebRTC asks neither the content policy nor the request filter; without a proxy this leaves it no way out.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: 'deny' };
    });
  });
}
