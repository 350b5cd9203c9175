// Whether the machine runs on its battery, and when that changes.
import type { PowerMonitor } from 'electron';

export interface Power {
  readonly isOnBattery: () => boolean;
}

/** Electron must be ready. */
export function watchPower(monitor: PowerMonitor, onChanged: () => void): Power {
  let isOnBattery = monitor.isOnBatteryPower();
  const become = (next: boolean): void => {
    if (next === isOnBattery) return;
    isOnBattery = next;
    onChanged();
  };
  monitor.on('on-battery', () => become(true));
  monitor.on('on-ac', () => become(false));
  return { isOnBattery: () => isOnBattery };
}
