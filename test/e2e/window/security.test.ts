// The shell's refusals in the real window: every door that a page could try, tried from the page's own code.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePolicy } from '../../../electron/main/csp.js';
import {
  type AppGlobal,
  launchApp,
  logLines,
  removeTemporaryFolders,
  type TestApp,
} from '../../helpers/electron-app.js';

let running: TestApp;

beforeAll(async () => {
  running = await launchApp();
});

afterAll(async () => {
  await running.quit();
  removeTemporaryFolders();
});

describe('the page', () => {
  it('runs sandboxed, alone in its world, without Node', async () => {
    const preferences = await running.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      const all = contents.getLastWebPreferences();
      return {
        contextIsolation: all.contextIsolation,
        sandbox: all.sandbox,
        nodeIntegration: all.nodeIntegration,
        webSecurity: all.webSecurity,
        webviewTag: all.webviewTag,
      };
    });
    expect(preferences).toStrictEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    const globals = await running.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter((name) => name in globalThis),
    );
    expect(globals).toStrictEqual([]);
  });

  it('has one bridge with these methods, and nothing else on it', async () => {
    const keys = await running.page.evaluate(() =>
      Object.fromEntries(Object.entries((globalThis as AppGlobal).acervo).map(([k, v]) => [k, Object.keys(v).sort()])),
    );
    expect(keys).toStrictEqual({
      app: ['copyText', 'onStateChanged', 'retryEngine', 'state'],
      settings: ['change', 'get', 'onChanged', 'pickLibraryFolder'],
      library: [
        'addDropped',
        'addSample',
        'answerAdd',
        'check',
        'documents',
        'onAddAsked',
        'onChanged',
        'onProgressChanged',
        'pause',
        'pickFolders',
        'previewRules',
        'problems',
        'progress',
        'recognise',
        'removeFolder',
        'resume',
        'retry',
        'setFolder',
        'settleMissing',
        'status',
        'unlock',
      ],
      carry: ['exportLibrary', 'importLibrary', 'onProgressChanged', 'pickFolder', 'pickImport', 'stop'],
      search: ['guessFilters', 'query'],
      document: ['info', 'marks', 'openInApp', 'password', 'readAgain', 'showInFolder', 'text'],
      chat: [
        'ask',
        'clearLog',
        'conversation',
        'conversations',
        'exportMarkdown',
        'key',
        'log',
        'onAnswerProgress',
        'remove',
        'rename',
        'setKey',
        'showLog',
        'stop',
      ],
      models: ['cancel', 'change', 'describe', 'estimate', 'pick', 'remove', 'state'],
    });
  });

  it('comes with the policy, word for word', async () => {
    const policy = await running.page.evaluate(async () => {
      const response = await fetch('app://ui/index.html');
      return { header: response.headers.get('content-security-policy'), html: await response.text() };
    });
    const nonce = /nonce="([^"]+)"/u.exec(policy.html)?.[1] ?? '';
    expect(policy.header).toBe(pagePolicy(nonce));
  });

  it('breaks none of the policy while it starts', async () => {
    const violations: string[] = [];
    running.page.on('console', (message) => {
      if (/content security policy|trusted/iu.test(message.text())) violations.push(message.text());
    });
    await running.page.reload();
    await running.page.getByRole('main').waitFor();
    expect(violations).toStrictEqual([]);
  });

  it('can neither evaluate text nor run a script that was put in', async () => {
    // A handler of the page's own: what the driver evaluates may do more than the page may.
    const seen = await running.page.evaluate(
      () =>
        new Promise<Record<string, string>>((resolve) => {
          const attempt = (work: () => unknown): string => {
            try {
              return String(work());
            } catch (error) {
              return (error as Error).name;
            }
          };
          setTimeout(() => {
            const inline = attempt(() => {
              const script = document.createElement('script');
              script.text = 'globalThis.wasInlined = true';
              document.body.append(script);
              return 'wasInlined' in globalThis;
            });
            resolve({
              evaluated: attempt(() => Reflect.get(globalThis, 'eval')('1 + 1')),
              made: attempt(() => new Function('return 1')()),
              inline,
              html: attempt(() => {
                document.createElement('div').innerHTML = '<img src=x onerror=1>';
                return 'let in';
              }),
            });
          }, 0);
        }),
    );
    expect(seen.evaluated).not.toBe('2');
    expect(seen.made).not.toBe('1');
    expect(seen.inline).not.toBe('true');
    expect(seen.html).not.toBe('let in');
  });
});

describe('ways out', () => {
  it.each([
    'https://example.org/',
    'http://127.0.0.1:9/',
    'app://other/x',
    'file:///etc/passwd',
    'app://ui/..%2fpackage.json',
  ])('does not fetch %s', async (address) => {
    const outcome = await running.page.evaluate(
      (url) =>
        fetch(url).then(
          (response) => response.status,
          () => 'refused',
        ),
      address,
    );
    expect(['refused', 404]).toContain(outcome);
  });

  it('does not load a picture, a frame or a socket from elsewhere', async () => {
    const outcome = await running.page.evaluate(async () => {
      const load = (element: HTMLImageElement | HTMLIFrameElement, address: string) =>
        new Promise<string>((resolve) => {
          element.addEventListener('load', () => resolve('loaded'));
          element.addEventListener('error', () => resolve('refused'));
          setTimeout(() => resolve('refused'), 1_500);
          element.src = address;
          document.body.append(element);
        });
      const socket = new Promise<string>((resolve) => {
        try {
          const opened = new WebSocket('ws://127.0.0.1:9/');
          opened.addEventListener('error', () => resolve('refused'));
          opened.addEventListener('open', () => resolve('opened'));
        } catch {
          resolve('refused');
        }
      });
      return [await load(new Image(), 'https://example.org/x.png'), await socket];
    });
    expect(outcome).toStrictEqual(['refused', 'refused']);
  });

  it.each([
    'https://example.org/',
    'file:///etc/passwd',
    'app://ui/document/d0123456789abcdef',
    'data:text/html,x',
    'javascript:1',
  ])('does not navigate to %s', async (address) => {
    await running.page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
      link.remove();
    }, address);
    await running.page.waitForTimeout(200);
    expect(running.page.url()).toBe('app://ui/index.html');
    expect(running.app.windows()).toHaveLength(1);
  });

  it('does not navigate to a file that is dropped where nobody takes it', async () => {
    await running.page.evaluate(() => {
      for (const event of ['dragenter', 'dragover', 'drop']) {
        window.addEventListener(event, (drag) => drag.stopImmediatePropagation(), true);
      }
    });
    const session = await running.page.context().newCDPSession(running.page);
    const data = { items: [], files: [fileURLToPath(import.meta.url)], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }
    await running.page.waitForTimeout(500);
    expect(running.page.url()).toBe('app://ui/index.html');
    expect(running.app.windows()).toHaveLength(1);
    await running.page.reload();
  });

  it('opens no window and no web view', async () => {
    const opened = await running.page.evaluate(() => {
      const view = document.createElement('webview');
      view.setAttribute('src', 'https://example.org/');
      document.body.append(view);
      const isPlainElement = !('getWebContentsId' in view);
      view.remove();
      return { window: window.open('http://example.org/') === null, isPlainElement };
    });
    expect(opened).toStrictEqual({ window: true, isPlainElement: true });
    expect(running.app.windows()).toHaveLength(1);
  });

  it('asks before a link leaves, shows it in full, and opens nothing without a yes', async () => {
    await running.app.evaluate(({ dialog, shell }) => {
      const seen = { asked: [] as string[], opened: [] as string[], answer: 0 };
      Object.assign(globalThis, { seenLinks: seen });
      Object.assign(dialog, {
        showMessageBox: async (_window: unknown, options: { readonly detail: string }) => {
          seen.asked.push(options.detail);
          return { response: seen.answer };
        },
      });
      Object.assign(shell, { openExternal: async (address: string) => seen.opened.push(address) });
    });
    const open = (address: string) => running.page.evaluate((url) => void window.open(url), address);
    const seen = () =>
      running.app.evaluate(
        () => (globalThis as unknown as { seenLinks: { asked: string[]; opened: string[] } }).seenLinks,
      );
    await open('https://example.org/path?q=1');
    await expect.poll(seen).toMatchObject({ asked: ['https://example.org/path?q=1'], opened: [] });
    await running.app.evaluate(() => {
      (globalThis as unknown as { seenLinks: { answer: number } }).seenLinks.answer = 1;
    });
    await open('http://example.org/');
    await open('file:///etc/passwd');
    await open('https://example.org/yes');
    await expect.poll(seen).toMatchObject({
      asked: ['https://example.org/path?q=1', 'https://example.org/yes'],
      opened: ['https://example.org/yes'],
    });
  });

  it('gets no permission, no device and no screen', async () => {
    const outcome = await running.page.evaluate(async () => {
      const refused = async (work: () => Promise<unknown> | undefined): Promise<string> => {
        try {
          const value = await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, 3_000, 'waiting'))]);
          const isNothing = value === undefined || value === 'denied' || (Array.isArray(value) && value.length === 0);
          return isNothing ? 'refused' : `got ${String(value)}`;
        } catch {
          return 'refused';
        }
      };
      const nav = navigator as Navigator &
        Record<string, { requestDevice?: (o: unknown) => Promise<unknown> } | undefined>;
      return {
        camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true })),
        microphone: await refused(() => navigator.mediaDevices.getUserMedia({ audio: true })),
        screen: await refused(() => navigator.mediaDevices.getDisplayMedia()),
        location: await refused(
          () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
        ),
        notifications: await refused(() => Notification.requestPermission()),
        clipboardRead: await refused(() => navigator.clipboard.readText()),
        midi: await refused(() => navigator.requestMIDIAccess()),
        bluetooth: await refused(() => nav.bluetooth?.requestDevice?.({ acceptAllDevices: true })),
        usb: await refused(() => nav.usb?.requestDevice?.({ filters: [] })),
        hid: await refused(() => nav.hid?.requestDevice?.({ filters: [] })),
      };
    });
    expect(new Set(Object.entries(outcome).map(([door, result]) => `${door}: ${result}`))).toStrictEqual(
      new Set(Object.keys(outcome).map((door) => `${door}: refused`)),
    );
  });
});

describe('calls to main', () => {
  it('are refused from a window that is not ours, even with our preload and our page in it', async () => {
    const opened = running.app.waitForEvent('window');
    await running.app.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/dist/preload/preload.cjs`;
      const stranger = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } });
      await stranger.loadURL('app://ui/index.html');
    });
    const stranger = await opened;
    const outcome = await stranger.evaluate(() =>
      (globalThis as AppGlobal).acervo.library.status().then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    );
    await stranger.close();
    expect(outcome).toMatch(/Refused/u);
    expect(logLines(running.dataFolder)).toContainEqual(
      expect.objectContaining({ event: 'sender-refused', channel: 'library.status' }),
    );
  });

  it('are answered with a coded error when they make no sense', async () => {
    const replies = await running.page.evaluate(async () => {
      const bridge = (globalThis as AppGlobal).acervo as unknown as Record<
        string,
        Record<
          string,
          (request: unknown) => Promise<{ readonly kind: string; readonly error?: { readonly code: string } }>
        >
      >;
      const codes: unknown[] = [];
      for (const request of [
        { documentId: '/etc/passwd' },
        { documentId: 7 },
        'd0123456789abcdef',
        null,
        { path: '/etc' },
      ]) {
        codes.push((await bridge.document?.text?.(request))?.error?.code);
      }
      codes.push((await bridge.settings?.change?.({ libraryFolder: '/tmp' }))?.error?.code);
      return codes;
    });
    expect(replies).toStrictEqual(Array.from({ length: 6 }, () => 'wrong-use'));
  });

  it('take no path from a file that a script made', async () => {
    const reply = await running.page.evaluate(() =>
      (globalThis as AppGlobal).acervo.library.addDropped([new File(['x'], '/etc/passwd')]),
    );
    expect(reply).toStrictEqual({ kind: 'value', value: { added: 0 } });
  });
});
