// Which addresses are ours, who may call main, and which links may leave the app: tables with look-alikes.
import { describe, expect, it } from 'vitest';
import { externalUrl, openExternalLink } from '../../electron/main/external-links.js';
import { isOwnPage, isOwnRequest, isTrustedSender, schemeWord } from '../../electron/main/own-requests.js';

describe('own requests', () => {
  it.each([
    'app://ui/index.html',
    'app://ui/assets/index-1a2b.js',
    'data:image/png;base64,AAAA',
    'blob:app://ui/0d5c-11',
  ])('lets %s pass', (address) => {
    expect(isOwnRequest(address)).toBe(true);
  });

  it.each([
    'https://example.org/?x=app://ui/',
    'http://app//ui/',
    'app://ui.example.org/index.html',
    'app://other/index.html',
    'app://name@ui/index.html',
    'apps://ui/index.html',
    'blob:https://example.org/0d5c',
    'file:///etc/passwd',
    'ws://ui/',
    'devtools://devtools/bundled/inspector.html',
    'chrome://gpu',
    'not an address',
    '',
  ])('refuses %s', (address) => {
    expect(isOwnRequest(address)).toBe(false);
  });

  it('takes data for a request, never for a page', () => {
    expect(isOwnPage('data:text/html,<script>1</script>')).toBe(false);
    expect(isOwnPage('blob:app://ui/0d5c')).toBe(false);
    expect(isOwnPage('about:blank')).toBe(false);
  });

  it('logs the scheme of a refused address and nothing of the rest', () => {
    expect(schemeWord('https://example.org/private?q=diary')).toBe('https');
    expect(schemeWord('gopher://example.org')).toBe('other');
    expect(schemeWord('my diary')).toBe('other');
  });
});

describe('callers', () => {
  const ours = { isOurWindow: true, isTopFrame: true, url: 'app://ui/index.html' };

  it('trusts the top frame of our window on our scheme', () => {
    expect(isTrustedSender(ours)).toBe(true);
  });

  it.each([
    { ...ours, isTopFrame: false },
    { ...ours, isOurWindow: false },
    { ...ours, url: 'https://ui/index.html' },
    { ...ours, url: 'app://ui.evil.example/index.html' },
    { ...ours, url: 'file:///app/index.html' },
    { ...ours, url: 'about:blank' },
    { ...ours, url: '' },
  ])('refuses %o', (sender) => {
    expect(isTrustedSender(sender)).toBe(false);
  });
});

describe('links that leave', () => {
  it.each([
    'http://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'smb://server/share',
    'ms-settings:privacy',
    'mailto:ana@example.org',
    'https://bank.example@evil.example/',
    'https://user:word@example.org/',
    '//example.org',
    'https://',
    ' ',
  ])('refuses %s', (text) => {
    expect(externalUrl(text)).toBeNull();
  });

  it('shows look-alike letters in their ASCII form before it asks', async () => {
    const asked: string[] = [];
    const opened: string[] = [];
    const doors = {
      confirm: async (address: string) => asked.push(address) > 0,
      open: async (address: string) => void opened.push(address),
    };
    // The first letter is a Cyrillic one.
    expect(await openExternalLink('https://аpple.example/a b', doors)).toBe(true);
    expect(asked).toStrictEqual(['https://xn--pple-43d.example/a%20b']);
    expect(opened).toStrictEqual(asked);
  });

  it('opens nothing without a yes', async () => {
    const opened: string[] = [];
    const doors = { confirm: async () => false, open: async (address: string) => void opened.push(address) };
    expect(await openExternalLink('https://example.org/', doors)).toBe(false);
    expect(opened).toStrictEqual([]);
  });
});
