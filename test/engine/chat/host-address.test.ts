// Which base addresses may be asked.
import { expect, it } from 'vitest';
import { readHostAddress } from '../../../electron/engine/chat/host-address.js';

it.each([
  ['https://api.anthropic.com', 'https://api.anthropic.com', true],
  [' https://api.anthropic.com/v1/messages ', 'https://api.anthropic.com', true],
  ['https://gateway.example/anthropic/', 'https://gateway.example/anthropic', false],
  ['http://localhost:8080', 'http://localhost:8080', false],
  ['http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234', false],
  ['http://[::1]:9', 'http://[::1]:9', false],
] as const)('takes %s', (text, baseUrl, isOfficial) => {
  expect(readHostAddress(text)).toMatchObject({ baseUrl, isOfficial, needsKey: isOfficial });
});

it.each([
  '',
  'api.anthropic.com',
  'ftp://host.example',
  'file:///etc/passwd',
  'http://api.anthropic.com',
  'http://192.168.1.5:8080',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'https://user:secret@host.example',
  'https://host.example/?key=secret',
  'https://host.example/#x',
])('refuses %s without repeating it', (text) => {
  const refused = (): unknown => readHostAddress(text);
  expect(refused).toThrow(expect.objectContaining({ code: 'address-refused' }));
  expect(refused).not.toThrow(/secret/);
});
