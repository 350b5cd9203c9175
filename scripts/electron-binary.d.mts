export interface Electron {
  /** The folder with a clean Electron, as a packer wants it. */
  readonly distFolder: string;
  readonly executable: string;
  /** What makes `executable` run this checkout. */
  readonly appArguments: readonly string[];
  readonly version: string;
}

/** No Electron can be had here; the message says why and what to do. */
export class NoElectronError extends Error {}

/** Resolves to the Electron that this checkout runs on. */
export function findElectron(options?: { readonly say?: (text: string) => void }): Promise<Electron>;
