// What is attached to Outlook's messages. A message inside one is part of its text, and what is attached to that comes along.
import type { FieldsData } from '@kenjiuno/msgreader';
import { loadLimits } from '../load-limits.js';
import { openMsg } from '../mail/open-msg.js';
import type { Container, RawChild } from './container.js';

export async function msgChildren(bytes: Uint8Array): Promise<Container> {
  const { reader, fields } = openMsg(bytes);
  const children: RawChild[] = [];
  const collect = ({ attachments = [] }: FieldsData, depth: number): void => {
    for (const attachment of attachments) {
      const { innerMsgContentFields: inner, fileName, fileNameShort, name, contentLength } = attachment;
      if (attachment.attachmentHidden === true) continue;
      if (inner !== undefined) {
        if (depth < loadLimits.maxMessageDepth) collect(inner, depth + 1);
      } else if (attachment.dataId !== undefined) {
        children.push({
          name: fileName ?? fileNameShort ?? name ?? '',
          sizeBytes: contentLength ?? 0,
          read: async () => reader.getAttachment(attachment).content,
        });
      }
    }
  };
  collect(fields, 0);
  return { children, heldBytes: bytes.length };
}
