// The body that Outlook keeps as compressed RTF ([MS-OXRTFCP]), read as any RTF once it is unpacked.
import { decompressRTF } from '@kenjiuno/decompressrtf';
import type { LoadContext } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import type { LoadedDocument } from '../loaded-document.js';
import { loadRtf } from '../office/rtf/load-rtf.js';

const headBytes = 16;

/** Null where there is none, or none that can be read: the rest of the message is read. */
export async function readRichBody(
  packed: Uint8Array | undefined,
  context: LoadContext,
): Promise<Pick<LoadedDocument, 'text' | 'blocks'> | null> {
  if (packed === undefined || packed.length < headBytes) return null;
  const unpackedBytes = new DataView(packed.buffer, packed.byteOffset).getUint32(4, true);
  if (unpackedBytes > loadLimits.maxTextFileBytes) return null;
  try {
    return await loadRtf(Uint8Array.from(decompressRTF([...packed])), context);
  } catch {
    return null;
  }
}
