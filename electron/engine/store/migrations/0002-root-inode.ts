// Which folder a root was when it was last listed: the empty mount point of an unplugged drive is another one.
export const rootInode = 'ALTER TABLE folders ADD COLUMN inode TEXT;';
