// The key for the host: where it is kept, and where it never is.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSecrets, type SecretsParts } from '../../electron/main/secrets.js';

const key = 'sk-test-canary-1234567890';

/** A keychain of the system that locks by turning the bits around. */
function keychain(backend: 'gnome_libsecret' | 'basic_text', isAvailable = true): SecretsParts['safeStorage'] {
  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => turned(Buffer.from(`locked:${text}`)),
    decryptString: (bytes) => {
      const text = turned(bytes).toString();
      if (!text.startsWith('locked:')) throw new Error('wrong lock');
      return text.slice('locked:'.length);
    },
  };
}

function folderWith(safeStorage: SecretsParts['safeStorage'], isLinux = true) {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'host-key.bin');
  const unreadable: string[] = [];
  const open = () => createSecrets({ file, safeStorage, isLinux, onUnreadable: () => unreadable.push('once') });
  return { folder, file, open, unreadable };
}

it('is kept locked, and is there again after a restart', () => {
  const { folder, file, open } = folderWith(keychain('gnome_libsecret'));
  const secrets = open();
  expect(secrets.state()).toEqual({ kind: 'none', canKeep: true });
  secrets.setKey(key);
  expect(secrets.state()).toEqual({ kind: 'kept', canKeep: true });
  expect(open().key()).toBe(key);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain(key);
  open().setKey(null);
  expect(existsSync(file)).toBe(false);
  expect(open().key()).toBeNull();
});

it.each([
  ['has no keychain', keychain('basic_text'), true],
  ['can’t lock anything', keychain('gnome_libsecret', false), false],
])('is held for the session only where the system %s, and says so', (_what, safeStorage, isLinux) => {
  const { folder, open } = folderWith(safeStorage, isLinux);
  const secrets = open();
  secrets.setKey(key);
  expect(secrets.key()).toBe(key);
  expect(secrets.state()).toEqual({ kind: 'session', canKeep: false });
  expect(readdirSync(folder)).toEqual([]);
  expect(open().key()).toBeNull();
});

it('that can’t be unlocked any more is told, not used, and can be entered again', () => {
  const { file, open, unreadable } = folderWith(keychain('gnome_libsecret'));
  writeFileSync(file, 'of another machine');
  const secrets = open();
  expect(secrets.key()).toBeNull();
  expect(secrets.state().kind).toBe('unreadable');
  expect(unreadable).toEqual(['once']);
  secrets.setKey(key);
  expect(open().key()).toBe(key);
});

it('is looked at again where the keychain was locked at first, and told of once', () => {
  const { folder, file } = folderWith(keychain('gnome_libsecret'));
  const opened = keychain('gnome_libsecret');
  createSecrets({ file, safeStorage: opened, isLinux: true, onUnreadable: () => undefined }).setKey(key);
  let isLocked = true;
  const told: string[] = [];
  const secrets = createSecrets({
    file,
    safeStorage: { ...opened, isEncryptionAvailable: () => !isLocked },
    isLinux: true,
    onUnreadable: () => told.push(folder),
  });
  expect([secrets.key(), secrets.state().kind]).toEqual([null, 'unreadable']);
  isLocked = false;
  expect([secrets.key(), secrets.state().kind]).toEqual([key, 'kept']);
  expect(told).toHaveLength(1);
});
