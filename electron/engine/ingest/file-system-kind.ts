// What kind of file system a folder lies on, as far as it matters for following it and for reading its numbers.
import { statfs } from 'node:fs/promises';

/** Linux's numbers of file systems that only show what another program makes up, such as FUSE. */
const madeUpTypes: ReadonlySet<number> = new Set([
  0x65_73_55_46, // FUSE
  0x01_02_19_97, // 9P: folders shared with virtual machines
  0x78_6f_42_56, // VirtualBox
]);

/** And of those that lie on another computer. */
const networkTypes: ReadonlySet<number> = new Set([
  0x69_69, // NFS
  0x51_7b, // SMB
  0xff_53_4d_42, // CIFS
  0xfe_53_4d_42, // SMB 2
  0x53_46_41_4f, // AFS
  0x00_c3_64_00, // Ceph
]);

/**
 * Whether the system tells only the changes that this very computer makes there, so that the folder has to be looked at by
 * the clock. False where it cannot be told.
 */
export async function isChangedFromElsewhere(path: string): Promise<boolean> {
  if (process.platform === 'win32') return path.startsWith('\\\\');
  // Shares and other drives lie side by side here, and the numbers of their kinds change from one start to the next.
  if (process.platform === 'darwin') return path.startsWith('/Volumes/');
  const type = await typeOf(path);
  return type !== null && (madeUpTypes.has(type) || networkTypes.has(type));
}

/** Whether the number of blocks of a file there says how much of it is on the disk. */
export async function tellsBlocks(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const type = await typeOf(path);
  return type !== null && !madeUpTypes.has(type);
}

async function typeOf(path: string): Promise<number | null> {
  return statfs(path).then(
    ({ type }) => type,
    () => null,
  );
}
