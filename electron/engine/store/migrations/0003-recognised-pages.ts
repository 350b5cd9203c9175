// What text recognition found, page by page. Kept by the file's content, so that no page is recognised twice.
export const recognisedPages = `
CREATE TABLE recognised_pages (
  content_hash BLOB NOT NULL,
  page INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  confidence REAL,
  language TEXT,
  lines BLOB NOT NULL,
  PRIMARY KEY (content_hash, page)
) WITHOUT ROWID, STRICT;
-- Pictures were left out as unsupported before: they are looked at again.
UPDATE documents SET state = 'waiting'
  WHERE reason = 'unsupported' AND type IN ('png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff');
`;
