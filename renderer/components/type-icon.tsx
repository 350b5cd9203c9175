// The sign of a kind of file; the kind is also said in words where it matters.
import {
  IconFile,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypeTxt,
  IconFileZip,
  IconJson,
  IconMarkdown,
  IconPhoto,
} from '@tabler/icons-react';
import styles from './type-icon.module.css';

const icons = {
  pdf: IconFileTypePdf,
  md: IconMarkdown,
  markdown: IconMarkdown,
  txt: IconFileTypeTxt,
  html: IconFileTypeHtml,
  htm: IconFileTypeHtml,
  csv: IconFileTypeCsv,
  json: IconJson,
  zip: IconFileZip,
  png: IconPhoto,
  jpg: IconPhoto,
  jpeg: IconPhoto,
  webp: IconPhoto,
  tif: IconPhoto,
  tiff: IconPhoto,
} as const;

function isKnown(type: string): type is keyof typeof icons {
  return Object.hasOwn(icons, type);
}

export function TypeIcon({ type }: { readonly type: string }) {
  const Icon = isKnown(type) ? icons[type] : IconFile;
  return <Icon className={styles.icon} size={18} stroke={1.5} aria-label={type.toUpperCase()} />;
}
