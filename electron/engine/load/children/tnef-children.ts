// What is attached to the message in a `winmail.dat`; a message that is attached is wrapped in the same way.
import { nameOfAttachment } from '../mail/load-tnef.js';
import { type MapiProperties, mapiTags } from '../mail/mapi-properties.js';
import { isTnef, readTnef, type TnefAttachment } from '../mail/tnef.js';
import { isOle } from '../office/ole.js';
import type { Container, RawChild } from './container.js';
import { embeddedDocuments } from './embedded.js';

/** Before an attached object stands the number of what it is. */
const objectHeadBytes = 16;
const pictureName = /\.(?:png|jpe?g|gif|bmp|webp|svg)$/i;

export async function tnefChildren(bytes: Uint8Array): Promise<Container> {
  const children: RawChild[] = [];
  for (const attachment of readTnef(bytes).attachments) {
    const name = nameOfAttachment(attachment);
    if (isInText(attachment.properties, name)) continue;
    const { content, object } = contentOf(attachment);
    if (object !== null) {
      const { children: inside } = await embeddedDocuments([{ name, read: async () => object }], object.length);
      children.push(...inside);
    } else if (content !== null) {
      children.push({ name, sizeBytes: content.length, read: async () => content });
    }
  }
  return { children, heldBytes: bytes.length };
}

/** The file, or the object that a program put into the message. */
function contentOf({ content, properties }: TnefAttachment): Record<'content' | 'object', Uint8Array | null> {
  const attached = properties.get(mapiTags.attachedContent);
  if (!(attached instanceof Uint8Array)) return { content, object: null };
  const inner = attached.subarray(objectHeadBytes);
  if (isOle(inner)) return { content: null, object: inner };
  return { content: isTnef(inner) ? inner : (content ?? attached), object: null };
}

/** Pictures in the text belong to its look, not to what was sent along. */
function isInText(properties: MapiProperties, name: string): boolean {
  const hidden = properties.get(mapiTags.isHidden);
  const isHidden = hidden instanceof Uint8Array && hidden[0] === 1;
  return isHidden || (pictureName.test(name) && properties.has(mapiTags.contentId));
}
