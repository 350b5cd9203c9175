// The kinds of picture files that text recognition reads.

export const pictureTypes = ['png', 'jpg', 'webp', 'tiff'] as const;
export type PictureType = (typeof pictureTypes)[number];
