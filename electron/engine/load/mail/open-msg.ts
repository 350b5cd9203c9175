// Outlook's message files, opened.
import * as msgreader from '@kenjiuno/msgreader';
import { AppError } from '../../../../shared/errors.js';

type ReaderClass = typeof msgreader.default;

/** A CommonJS package: for Node its class stands one level deeper than for a bundler. */
function readerClass(): ReaderClass {
  const { default: found } = msgreader as { readonly default: ReaderClass | { readonly default: ReaderClass } };
  return 'default' in found ? found.default : found;
}

/** @throws AppError `damaged` */
export function openMsg(bytes: Uint8Array): {
  readonly reader: InstanceType<ReaderClass>;
  readonly fields: msgreader.FieldsData;
} {
  const Reader = readerClass();
  const reader = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const fields = reader.getFileData();
  if (fields.error !== undefined) throw new AppError('damaged', 'This message is damaged and could not be read.');
  return { reader, fields };
}
