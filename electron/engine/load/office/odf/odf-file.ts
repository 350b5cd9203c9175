// An OpenDocument file, packed or flat: where its content, styles and properties are.
import { damagedError, passwordError } from '../office-errors.js';
import { chosenTitle } from '../relationships.js';
import { parseXml, type XmlElement } from '../xml.js';
import { childOf, findElement, findElements, rawText } from '../xml-names.js';
import { isZip } from '../zip-entries.js';
import { ZipPackage } from '../zip-package.js';
import { OdfStyles } from './odf-styles.js';

export interface OdfFile {
  /** `office:body`. */
  readonly body: XmlElement;
  readonly styles: OdfStyles;
  /** Headers and footers, which stand in the styles. */
  readonly masterPages: readonly XmlElement[];
  readonly title: string | null;
  readonly isDamaged: boolean;
}

/** @throws AppError `password-protected`, `damaged`, `too-large` */
export async function openOdf(bytes: Uint8Array): Promise<OdfFile> {
  if (!isZip(bytes)) return fileOf(parseXml(bytes), null, null, false);
  const parts = await openOdfPackage(bytes);
  const content = await parts.tree('content.xml');
  return fileOf(content, await parts.tree('styles.xml'), await parts.tree('meta.xml'), parts.isDamaged);
}

/** The package, once it is known that it can be read without a password. */
export async function openOdfPackage(bytes: Uint8Array): Promise<ZipPackage> {
  const parts = new ZipPackage(bytes);
  const files = findElements(await parts.tree('META-INF/manifest.xml'), 'manifest:file-entry');
  const isLocked = files.some((file) => {
    const name = file.attributes['full-path'] ?? '';
    // Newer programs lock the whole package as one file.
    return (
      name === 'encrypted-package' || (name === 'content.xml' && childOf(file, 'manifest:encryption-data') !== null)
    );
  });
  if (isLocked) throw passwordError();
  return parts;
}

export function odfTitle(meta: XmlElement | null): string | null {
  return chosenTitle(rawText(findElement(meta, 'dc:title')));
}

function fileOf(
  content: XmlElement | null,
  styles: XmlElement | null,
  meta: XmlElement | null,
  isDamaged: boolean,
): OdfFile {
  const body = findElement(content, 'office:body');
  if (body === null) throw damagedError();
  return {
    body,
    styles: new OdfStyles([styles, content]),
    masterPages: findElements(styles ?? content, 'style:master-page'),
    title: odfTitle(meta ?? content),
    isDamaged,
  };
}
