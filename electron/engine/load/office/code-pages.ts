// Windows' numbers for encodings, as older office files use them.
import iconv from 'iconv-lite';

const special: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'cp949',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macroman',
  20866: 'koi8-r',
  28591: 'iso-8859-1',
  65001: 'utf-8',
};

/** The encoding's name; that of western Windows where the number is not known. */
export function encodingOfCodePage(page: number): string {
  const name = special[page] ?? (page >= 1_250 && page <= 1_258 ? `windows-${page}` : `cp${page}`);
  return iconv.encodingExists(name) ? name : 'windows-1252';
}
