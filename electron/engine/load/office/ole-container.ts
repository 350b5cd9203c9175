// The streams of the older office files, through SheetJS's reader of their container.
import { CFB } from '@e965/xlsx';
import { z } from 'zod';
import { damagedError } from './office-errors.js';

const entrySchema = z.object({ content: z.union([z.instanceof(Uint8Array), z.array(z.number())]) });

/** Gives a stream by its name; null where there is none. @throws AppError `damaged` */
export function openContainer(bytes: Uint8Array): (name: string) => Buffer | null {
  const container: unknown = readContainer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return (name) => {
    const entry = entrySchema.safeParse(CFB.find(container, `/${name}`));
    return entry.success ? Buffer.from(entry.data.content) : null;
  };
}

function readContainer(data: Buffer): unknown {
  try {
    return CFB.read(data, { type: 'buffer' });
  } catch (error) {
    throw damagedError(error);
  }
}
