// What the page's trusted types let pass.
import { describe, expect, it } from 'vitest';
import { onlyPdfWorkers, onlyPlainText } from '../../renderer/page-policy.js';

const page = 'app://ui/index.html';

describe('the page’s own policy', () => {
  it('lets the style text of the component library pass, and no markup', () => {
    expect(onlyPlainText('*, *::before {transition: none !important;}')).toContain('transition');
    expect(() => onlyPlainText('<img src=x onerror=alert(1)>')).toThrow(TypeError);
    expect(() => onlyPlainText('&lt;b&gt;')).toThrow(TypeError);
  });

  it.each([
    'https://evil.example/assets/pdf.worker.mjs',
    'app://evil/assets/pdf.worker.mjs',
    'app://ui/assets/index.js',
    'app://ui/document/d00000000/pdf.worker.mjs',
    'blob:app://ui/1234',
    'data:text/javascript,alert(1)',
  ])('refuses the script %s', (url) => {
    expect(() => onlyPdfWorkers(url, page)).toThrow(TypeError);
  });

  it('lets the worker of pdf.js pass', () => {
    const url = 'app://ui/assets/pdf.worker-2htIQpfR.mjs';
    expect(onlyPdfWorkers(url, page)).toBe(url);
  });
});
