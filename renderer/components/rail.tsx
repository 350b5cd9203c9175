// The narrow rail on the left: one button per view.
import { IconBooks, IconMessageCircle, IconSearch, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.js';
import styles from './rail.module.css';

export const viewNames = ['search', 'chat', 'library', 'settings'] as const;
export type ViewName = (typeof viewNames)[number];

const icons = { search: IconSearch, chat: IconMessageCircle, library: IconBooks, settings: IconSettings } as const;

export interface RailProps {
  readonly view: ViewName;
  readonly isMac: boolean;
  readonly onChoose: (view: ViewName) => void;
}

export function Rail({ view, isMac, onChoose }: RailProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.rail} aria-label={t('common.views')}>
      {viewNames.map((name, index) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            className={classNames(styles.item, name === view && styles.current, name === 'settings' && styles.last)}
            aria-current={name === view ? 'page' : undefined}
            title={`${t(`common.${name}`)} (${isMac ? '⌘' : 'Ctrl+'}${index + 1})`}
            data-view={name}
            onClick={() => onChoose(name)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span className={styles.name}>{t(`common.${name}`)}</span>
          </button>
        );
      })}
    </nav>
  );
}
