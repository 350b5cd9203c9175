// How long something still takes, as one says it.
import { useTranslation } from 'react-i18next';
import { timeLeft } from '../format/time-left.js';

/** Null: it cannot be told. */
export function TimeLeftText({ seconds }: { readonly seconds: number | null }) {
  const { t } = useTranslation();
  const left = timeLeft(seconds);
  switch (left.kind) {
    case 'unknown':
      return t('library.timeUnknown');
    case 'soon':
      return t('library.timeSoon');
    case 'seconds':
      return t('library.timeSeconds', { count: left.count });
    case 'minutes':
      return t('library.timeMinutes', { count: left.count });
    case 'hours':
      return t('library.timeHours', { count: left.count });
  }
}
