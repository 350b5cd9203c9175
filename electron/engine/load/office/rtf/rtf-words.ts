// RTF's control words that are text, and the groups whose text is not part of what a reader sees.

export const characterWords: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['lbr', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['~', ' '],
  ['_', '-'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
]);

/** Groups that begin with one of these are stepped over whole. */
export const skippedGroups: ReadonlySet<string> = new Set(
  (
    'colortbl filetbl pict nonshppict fldinst objdata objclass objname objalias objsect objtime sp xe tc tcn rxe bkmkstart bkmkend ' +
    'pnseclvl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn atnid atnauthor atntime atnref atnicn annotation nonesttables ' +
    'template list listoverride listlevel listname leveltext levelnumbers mctrlPr mmathPict formfield datafield themedata datastore latentstyles background userprops revtbl'
  ).split(' '),
);

/** Groups that are marked as ones to skip by readers who do not know them, and that hold text which is seen. */
export const seenStarred: ReadonlySet<string> = new Set(
  'shpinst shptxt ud moMath moMathPara do dptxbxtext footnote pntext'.split(' '),
);
