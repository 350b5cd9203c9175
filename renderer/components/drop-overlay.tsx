// Drop anywhere: the whole window lights up with what will happen, in every view.
import { IconFolderPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './drop-overlay.module.css';

export interface DropOverlayProps {
  readonly onDrop: (files: readonly File[]) => void;
}

/** Text that is dragged into a box is the box's business. */
function isTextForBox(event: DragEvent): boolean {
  return !carriesFiles(event) && event.target instanceof HTMLInputElement;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function DropOverlay({ onDrop }: DropOverlayProps) {
  const { t } = useTranslation();
  /** How many things are held over the window; null while nothing is, 0 where the system does not say. */
  const [count, setCount] = useState<number | null>(null);
  const onDropNow = useRef(onDrop);
  onDropNow.current = onDrop;

  useEffect(() => {
    // Each element on the way sends its own enter and leave: only their balance says whether the drag is still here.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (isTextForBox(event)) return;
      event.preventDefault();
      if (!carriesFiles(event)) return;
      depth++;
      const items = [...(event.dataTransfer?.items ?? [])];
      setCount(items.filter((item) => item.kind === 'file').length);
    };
    const over = (event: DragEvent): void => {
      if (isTextForBox(event)) return;
      // Without this the window would navigate to the file.
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = carriesFiles(event) ? 'copy' : 'none';
    };
    const leave = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setCount(null);
    };
    const drop = (event: DragEvent): void => {
      if (isTextForBox(event)) return;
      event.preventDefault();
      depth = 0;
      setCount(null);
      if (carriesFiles(event)) onDropNow.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);

  if (count === null) return null;
  return (
    <div className={styles.overlay} data-testid="drop-overlay">
      <IconFolderPlus size={44} stroke={1.3} aria-hidden />
      <div className={styles.title}>{count > 0 ? t('common.dropTitleCount', { count }) : t('common.dropTitle')}</div>
      <div>{t('common.dropHint')}</div>
    </div>
  );
}
