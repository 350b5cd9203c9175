// Row numbers out of `group_concat`: one long text is read from SQLite ten times as fast as that many rows.

/** The numbers of a text such as `12,7,130`; none for null. */
export function unpackIds(packed: string | null): readonly number[] {
  const ids: number[] = [];
  if (packed === null) return ids;
  let id = 0;
  for (let at = 0; at < packed.length; at++) {
    const unit = packed.charCodeAt(at);
    if (unit === comma) {
      ids.push(id);
      id = 0;
    } else {
      id = id * 10 + (unit - zero);
    }
  }
  ids.push(id);
  return ids;
}

const comma = 44;
const zero = 48;
