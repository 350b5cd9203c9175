// What is attached to a message, and to each message of a mailbox.
import { messageOnly } from '../mail/load-eml.js';
import { messagesOf } from '../mail/load-mbox.js';
import { type AttachmentPart, splitMessage } from '../mail/split-message.js';
import type { Container, RawChild } from './container.js';

/** Nothing to read in them: they prove who wrote the message. */
const signatureTypes = /\/(?:x-)?(?:pgp-signature|pkcs7-signature)$/;
/** Only a message with one of these words can have something attached: most mail need not be taken apart a second time. */
const attachmentWords =
  /name\*?\d?\*?\s*=|message\/rfc822|content-disposition:\s*attachment|content-type:\s*(?:application|audio|image|video)\//i;

export async function emlChildren(bytes: Uint8Array): Promise<Container> {
  const children = (await attachmentsOf(messageOnly(bytes))).map((part) => ({
    name: part.name,
    sizeBytes: part.bytes.length,
    read: async () => part.bytes,
  }));
  return { children, heldBytes: children.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** Of a mailbox only places are held: a message is taken apart again when one of its attachments is asked for. */
export async function mboxChildren(bytes: Uint8Array, signal: AbortSignal): Promise<Container> {
  const children: RawChild[] = [];
  for (const message of messagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    signal.throwIfAborted();
    for (const [index, { name, bytes: content }] of (await attachmentsOf(message)).entries()) {
      children.push({
        name,
        sizeBytes: content.length,
        read: async () => (await attachmentsOf(message))[index]?.bytes ?? new Uint8Array(),
      });
    }
  }
  return { children, heldBytes: bytes.length };
}

async function attachmentsOf(message: Uint8Array): Promise<readonly AttachmentPart[]> {
  const words = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1');
  if (!attachmentWords.test(words)) return [];
  const { parts } = await splitMessage(message, { withAttachments: true });
  return parts.filter((part) => part.kind === 'attachment').filter(isRead);
}

/** Pictures inside the text belong to its look, not to what was sent along. */
function isRead({ contentType, isInText }: AttachmentPart): boolean {
  return !signatureTypes.test(contentType) && !(isInText && contentType.startsWith('image/'));
}
