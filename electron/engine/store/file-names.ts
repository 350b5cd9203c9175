// Names of the files beside a library's own.

/** Of a file that was damaged: its name goes on with the time when it was put aside. */
export const damagedMark = '.damaged-';
/** Of the new file, while it is filled with what can be read of a damaged one. */
export const rescueSuffix = '.rescue';
/** Of a copy whose first bytes are mended, while a damaged file is read. */
export const mendedSuffix = '.mended';
/** The file itself, its log, and the log's index. */
export const databaseSuffixes = ['', '-wal', '-shm'] as const;
