// Every relative link in the repository's own pages leads to a file that exists, and to a heading if it names one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve('.');

function pagesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesUnder(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const pages = [
  ...readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, name)),
  ...pagesUnder(join(root, 'docs')),
  ...pagesUnder(join(root, 'changes')),
];

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** The anchors that a Markdown viewer makes from headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

function brokenLinksOf(page: string): string[] {
  const links = [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^()\s]+)\)/g)].map(
    ([, target = '']) => target,
  );
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = decodeURI(link).split('#');
    const target = path === '' ? page : resolve(dirname(page), path);
    if (!existsSync(target)) return true;
    if (anchor === undefined || !statSync(target).isFile()) return false;
    return !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
  });
}

describe('links', () => {
  it.each(pages.map((page) => relative(root, page)))('%s has no broken relative link', (page) => {
    expect(brokenLinksOf(join(root, page))).toEqual([]);
  });
});
