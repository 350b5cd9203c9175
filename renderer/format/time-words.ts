// How long something will take, as one says it.
import type { TFunction } from 'i18next';
import { timeLeft } from './time-left.js';

export function timeWords(seconds: number, t: TFunction): string {
  const time = timeLeft(seconds);
  switch (time.kind) {
    case 'minutes':
      return t('folders.addMinutes', { count: time.count });
    case 'hours':
      return t('folders.addHours', { count: time.count });
    case 'seconds':
      return t('folders.addSeconds', { count: time.count });
    default:
      return t('folders.addSeconds', { count: Math.max(1, Math.round(seconds)) });
  }
}
