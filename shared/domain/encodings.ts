// The encodings that a person can choose for a document, in groups as a menu shows them.

export const encodingGroups = {
  unicode: ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'],
  western: ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'cp850', 'cp437'],
  centralEuropean: ['windows-1250', 'iso-8859-2', 'cp852'],
  cyrillic: ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'cp866', 'cp855', 'maccyrillic'],
  greek: ['windows-1253', 'iso-8859-7'],
  turkish: ['windows-1254', 'iso-8859-9'],
  baltic: ['windows-1257', 'iso-8859-4', 'iso-8859-13'],
  hebrewAndArabic: ['windows-1255', 'iso-8859-8', 'windows-1256', 'iso-8859-6'],
  vietnameseAndThai: ['windows-1258', 'windows-874'],
  chinese: ['gb18030', 'big5'],
  japanese: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  korean: ['euc-kr', 'iso-2022-kr', 'johab'],
} as const;

export type EncodingGroup = keyof typeof encodingGroups;
export type ChosenEncoding = (typeof encodingGroups)[EncodingGroup][number];

export const chosenEncodings = Object.values(encodingGroups).flat() as readonly ChosenEncoding[];

export function isChosenEncoding(name: string): name is ChosenEncoding {
  return (chosenEncodings as readonly string[]).includes(name);
}
