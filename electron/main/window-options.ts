// The window's options as frozen data, and where it opens. Compared whole in test/security.
import { z } from 'zod';

export const minimumSize = { width: 900, height: 600 } as const;
export const backgroundColors = { light: '#ffffff', dark: '#1f2021' } as const;

/** No Node, no shared world, a sandboxed process, nothing that loads or checks anything elsewhere. */
export const webPreferences = Object.freeze({
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  plugins: false,
  spellcheck: false,
  disableDialogs: true,
  autoplayPolicy: 'document-user-activation-required',
  v8CacheOptions: 'code',
} as const);

export const windowPlaceSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(minimumSize.width).max(20_000),
  height: z.number().int().min(minimumSize.height).max(20_000),
  isMaximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowOptionParts {
  readonly preload: string;
  readonly icon: string;
  readonly isDark: boolean;
  readonly place: WindowPlace | null;
}

export function windowOptions({ preload, icon, isDark, place }: WindowOptionParts) {
  const bounds =
    place === null
      ? { width: 1_280, height: 800 }
      : { x: place.x, y: place.y, width: place.width, height: place.height };
  return Object.freeze({
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Acervo',
    show: false,
    backgroundColor: isDark ? backgroundColors.dark : backgroundColors.light,
    icon,
    webPreferences: Object.freeze({ ...webPreferences, preload }),
  });
}

/** A remembered place is used only while enough of its title bar is on a screen that is still there. */
export function isReachable(place: WindowPlace, screens: readonly Area[]): boolean {
  const graspPx = 100;
  return screens.some((screen) => {
    const seen = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x);
    return seen >= graspPx && place.y >= screen.y && place.y <= screen.y + screen.height - graspPx;
  });
}
