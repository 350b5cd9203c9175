// The window's options and what of the environment reaches our processes, as whole values.
import { expect, it } from 'vitest';
import { childEnvironment } from '../../electron/main/child-environment.js';
import { isReachable, windowOptions } from '../../electron/main/window-options.js';

const parts = { preload: '/app/preload.cjs', icon: '/app/icon.png', isDark: false, place: null };

it('opens the window with these options and no others', () => {
  expect(windowOptions(parts)).toStrictEqual({
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
    title: 'Acervo',
    show: false,
    backgroundColor: '#ffffff',
    icon: '/app/icon.png',
    webPreferences: {
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      plugins: false,
      spellcheck: false,
      disableDialogs: true,
      autoplayPolicy: 'document-user-activation-required',
      v8CacheOptions: 'code',
    },
  });
});

it('freezes the options, so that no later line can loosen them', () => {
  const options = windowOptions(parts);
  expect(Object.isFrozen(options)).toBe(true);
  expect(Object.isFrozen(options.webPreferences)).toBe(true);
});

it('paints the window dark before the page is there when the theme is dark', () => {
  expect(windowOptions({ ...parts, isDark: true }).backgroundColor).toBe('#1f2021');
});

it('comes back where it was only while that place is on a screen', () => {
  const place = { x: 1930, y: 40, width: 1000, height: 700, isMaximized: false };
  const laptop = { x: 0, y: 0, width: 1920, height: 1080 };
  const second = { x: 1920, y: 0, width: 1920, height: 1080 };
  expect(isReachable(place, [laptop, second])).toBe(true);
  expect(isReachable(place, [laptop])).toBe(false);
  expect(isReachable({ ...place, x: -950 }, [laptop])).toBe(false);
  expect(isReachable({ ...place, x: 0, y: -200 }, [laptop])).toBe(false);
});

it('hands no switch and no secret of the shell to a process', () => {
  const environment = {
    HOME: '/home/ana',
    PATH: '/bin',
    NODE_OPTIONS: '--require /tmp/evil.js',
    NODE_EXTRA_CA_CERTS: '/tmp/ca',
    ELECTRON_RUN_AS_NODE: '1',
    ANTHROPIC_API_KEY: 'secret',
    LD_PRELOAD: '/tmp/evil.so',
  };
  expect(childEnvironment(environment)).toStrictEqual({
    HOME: '/home/ana',
    PATH: '/bin',
    ORT_DISABLE_TELEMETRY: '1',
  });
});
