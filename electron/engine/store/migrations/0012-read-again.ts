// What could not be read, or not be looked into, by the versions before, and can now: it waits to be read once more.

/**
 * - `unsupported` before: tape archives, what gzip packs, `winmail.dat`, text without an ending and rotated logs, calendars, contacts, more subtitles.
 *   The `type` of what was never read is the ending of its name.
 * - `password-protected` before: workbooks that all copies of Excel open without asking.
 * - Never looked into before: older office files, RTF, OpenDocument, books. What is embedded in them becomes documents of its own; their
 *   chunks and vectors stay until then, and are kept where the text is the same.
 */
export const readAgain = `
UPDATE documents SET state = 'waiting'
  WHERE reason = 'unsupported' AND (
    type IN ('tar', 'gz', 'tgz', 'taz', 'dat', 'tnef', 'vcf', 'vcard', 'ics', 'ical', 'ifb', 'ass', 'ssa', 'sub', 'sbv', 'lrc', 'webloc', 'url',
      'me', '1st', 'faq', 'wiki', 'mediawiki', 'textile', 'creole', 'rdoc', 'pod', 'man', 'roff', 'lst')
    OR type NOT GLOB '*[^0-9]*');
UPDATE documents SET state = 'waiting'
  WHERE reason = 'password-protected' AND type IN ('xls', 'xlt', 'xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm');
UPDATE documents SET state = 'waiting', content_hash = NULL
  WHERE type IN ('doc', 'xls', 'ppt', 'rtf', 'odt', 'ods', 'odp', 'epub') AND state <> 'waiting';
`;
