// Finding the encoding of text, on real bytes of many kinds.
import { deflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText, findEncoding } from '../../../electron/engine/load/decode-text.js';

const spanish =
  'El niño comió piñones en el jardín mientras llovía. ¿Quién pagará la reparación del camión? Según el artículo diez, la compañía.\n';
const german =
  'Die Lieferung für größere Möbel dauert länger. Die Gebühr beträgt fünf Euro, äußerst günstig für Käufer.\n';
const russian = 'Доставка занимает три рабочих дня, а возврат товара возможен в течение двух недель после покупки.\n';
const greek =
  'Η παράδοση διαρκεί τρεις εργάσιμες ημέρες και η επιστροφή γίνεται μέσα σε δύο εβδομάδες από την αγορά.\n';
const polish =
  'Dostawa trwa trzy dni robocze, a zwrot jest możliwy w ciągu dwóch tygodni od zakupu. Żółte łąki, gęś i świnia są ładne.\n';
const japanese = '配達には三営業日かかります。返品は購入から二週間以内にお願いします。カタカナもひらがなもあります。\n';
const chinese = '送货需要三个工作日。购买后两周内可以退货。我们的商店位于市中心，欢迎光临。\n';
const taiwanese = '送貨需要三個工作日。購買後兩週內可以退貨。我們的商店位於市中心，歡迎光臨。\n';
const korean = '배송은 영업일 기준 사흘이 걸립니다. 구매 후 두 주 안에 반품할 수 있습니다. 감사합니다.\n';
const hebrew = 'המשלוח אורך שלושה ימי עסקים וניתן להחזיר את המוצר בתוך שבועיים מיום הקנייה.\n';
const arabic = 'يستغرق التوصيل ثلاثة أيام عمل ويمكن إرجاع المنتج خلال أسبوعين من تاريخ الشراء.\n';
const turkish =
  'Teslimat üç iş günü sürer, ürünler satın alındıktan sonra iki hafta içinde geri gönderilebilir. Şoför çağırdı, ığdır.\n';
/** So much of it is plain that it reads as Turkish with Icelandic letters too, and half of what is not are apostrophes. */
const plainTurkish =
  'Bankanın yönetim kurulu pazartesi günü Ankara’da toplandı ve yeni genel müdürü seçti. Ahmet’in evi Bursa’da, annesinin evi ' +
  'Adana’da. Bu nedenle belediye bütün bilgileri tekrar talep ediyor. Gerekçe olarak Mersin’deki ortakların bazıları gösterildi.\n';

const czech = 'Doručení trvá tři pracovní dny. Příliš žluťoučký kůň úpěl ďábelské ódy a zboží lze vrátit.\n';
const lithuanian =
  'Pristatymas trunka tris darbo dienas, o prekes galima grąžinti per dvi savaites nuo įsigijimo dienos. Žąsys čia.\n';
const ukrainian = 'Доставка займає три робочі дні, а повернення товару можливе протягом двох тижнів. Їжа.\n';
const french = 'Les élèves français ont déjà mangé à la cantine, où le garçon était très fatigué.\n';

test.each([
  ['windows-1252', spanish],
  ['iso-8859-1', spanish],
  ['windows-1252', german],
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['iso-8859-7', greek],
  ['iso-8859-2', polish],
  ['windows-1255', hebrew],
  ['windows-1256', arabic],
  ['windows-1254', turkish],
  ['windows-1254', plainTurkish],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['gb18030', chinese],
  ['big5', taiwanese],
  ['euc-kr', korean],
  ['windows-1250', czech],
  ['windows-1253', greek],
  ['iso-8859-6', arabic],
  ['iso-8859-8', hebrew],
  ['iso-8859-9', turkish],
  ['iso-2022-jp', japanese],
  ['macintosh', spanish],
  ['macintosh', french],
  ['macintosh', german],
  ['cp850', spanish],
  ['cp850', german],
  ['cp437', spanish],
  ['cp852', polish],
  ['cp852', czech],
  ['cp866', russian],
  ['koi8-u', ukrainian],
  ['windows-1257', lithuanian],
  ['iso-8859-13', lithuanian],
] as const)('reads %s right', (encoding, text) => {
  const words = text.repeat(4);
  expect(decodeText(bytesOf(words, encoding)).text).toBe(words);
});

/** ISO-2022-JP is known to Node's decoder alone, so its bytes are made from those of EUC-JP. */
function bytesOf(words: string, encoding: string): Uint8Array {
  if (encoding !== 'iso-2022-jp') return iconv.encode(words, encoding);
  const lines = words
    .trimEnd()
    .split('\n')
    .map((line) => [...iconv.encode(line, 'euc-jp')].map((byte) => byte & 0x7f));
  return Uint8Array.from(lines.flatMap((line) => [0x1b, 0x24, 0x42, ...line, 0x1b, 0x28, 0x42, 0x0a]));
}

test.each([spanish, russian, japanese, korean, arabic])(
  'reads every form of Unicode with and without a mark',
  (words) => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
      expect(decodeText(iconv.encode(words, encoding, { addBOM: true }))).toEqual({ text: words, encoding });
    }
    expect(decodeText(iconv.encode(words, 'utf-8'))).toEqual({ text: words, encoding: 'utf-8' });
  },
);

test('knows UTF-16 without a mark by where its zero bytes stand', () => {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    expect(decodeText(iconv.encode(spanish, encoding, { addBOM: false }))).toEqual({ text: spanish, encoding });
  }
});

test.each([
  ['Russian', russian],
  ['Chinese', chinese],
  ['Chinese of Taiwan', taiwanese],
  ['Japanese', japanese],
  ['Korean', korean],
])('knows UTF-16 without a mark by its words where there are no zero bytes: %s', (_language, text) => {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    expect(decodeText(iconv.encode(text, encoding, { addBOM: false }))).toEqual({ text, encoding });
  }
});

test.each([
  ['windows-1251', russian],
  ['windows-1253', greek],
  ['windows-1255', hebrew],
  ['iso-8859-5', russian],
  ['iso-8859-2', polish],
  ['cp855', russian],
  ['windows-874', 'การจัดส่งใช้เวลาสามวันทำการ และสามารถคืนสินค้าได้ภายในสองสัปดาห์หลังจากซื้อ\n'],
])('is not led astray by markup around text in %s', (encoding, text) => {
  const items = text
    .trim()
    .split(' ')
    .map(
      (word) => `<item class="plain words of markup"><link>http://example.org/some/page</link><b>${word}</b></item>\n`,
    );
  const page = `<?xml version="1.0"?>\n<rss>${items.join('')}</rss>\n`;
  expect(decodeText(iconv.encode(page, encoding)).text).toBe(page);
});

test('keeps Western letters where Icelandic and Baltic could be meant', () => {
  const icelandic =
    'Það er gott að búa á Íslandi þó að veðrið sé oft kalt. Þórður á þrjá hesta og eina kú í fjörðum.\n';
  for (const text of [icelandic, spanish, french]) {
    expect(decodeText(iconv.encode(text.repeat(3), 'windows-1252')).text).toBe(text.repeat(3));
  }
});

test('finds an accent behind a megabyte of plain letters', () => {
  const text = `${'plain ascii line\n'.repeat(70_000)}El niño comió piñones en el jardín.\n`;
  expect(decodeText(iconv.encode(text, 'windows-1252')).text).toBe(text);
});

test('takes Windows-1252 for a short text with one accent', () => {
  expect(decodeText(iconv.encode('Café', 'windows-1252')).text).toBe('Café');
});

test('keeps UTF-8 that is broken in one place', () => {
  const bytes = Buffer.concat([Buffer.from(spanish), Buffer.from([0xff]), Buffer.from(spanish)]);
  expect(decodeText(bytes)).toEqual({ text: `${spanish}\ufffd${spanish}`, encoding: 'utf-8' });
});

test('follows a declaration, but not against bytes that are plainly UTF-8 or can not be what is declared', () => {
  expect(findEncoding(iconv.encode('¿Qué?', 'iso-8859-15'), 'ISO-8859-15')).toBe('iso-8859-15');
  expect(findEncoding(Buffer.from(spanish), 'iso-8859-1')).toBe('utf-8');
  expect(findEncoding(iconv.encode(russian, 'windows-1251'), 'utf-8')).toBe('windows-1251');
  for (const none of ['hex', 'base64', 'binary', 'UTF7-IMAP']) {
    expect(findEncoding(iconv.encode('¿Qué?', 'iso-8859-15'), none)).toMatch(/^(?:iso-8859|windows-125)/u);
  }
});

test('makes all line ends one, drops the mark, and turns stray NULs into spaces', () => {
  expect(decodeText(Buffer.from('\ufeffuno\r\ndos\rtres\ncuatro')).text).toBe('uno\ndos\ntres\ncuatro');
  const words = 'La contraseña del depósito es la palabra zanahoria, escrita al revés y en mayúsculas.';
  expect(decodeText(Buffer.from(`a\0b ${words}`)).text).toBe(`a b ${words}`);
  expect(() => decodeText(Buffer.from(`a\0\0b ${words}`))).toThrow(expect.objectContaining({ code: 'unsupported' }));
  const log = Buffer.from(`${'a line of a log file\n'.repeat(200)}\0end`);
  expect(decodeText(log).text.endsWith('\n end')).toBe(true);
});

test('reads Korean of seven bits', () => {
  const words = korean.replace(/[.\n]/g, '');
  const shifted = words
    .split(' ')
    .map((word) => [0x0e, ...[...iconv.encode(word, 'euc-kr')].map((byte) => byte & 0x7f), 0x0f, 0x20]);
  const bytes = Uint8Array.from([0x1b, 0x24, 0x29, 0x43, ...shifted.flat()]);
  expect(decodeText(bytes)).toEqual({ text: `${words} `, encoding: 'iso-2022-kr' });
});

test('reads Johab, the Korean of DOS', () => {
  // As another program writes it: whole syllables, single letters, a symbol, Chinese characters.
  const bytes = Buffer.from(
    'a481adb7b76520b577b4f3b7a9208ba1ba8520ac61d369b7a12088e99fb393a194612e208a81a08120d28120968120ba8120' +
      'b465b54120a465ce91d06920ae8120b7b6af7393a194612e208871ac61d07393a194612e20884120846120dccf20e4def7db20410a',
    'hex',
  );
  expect(decodeText(bytes)).toEqual({
    text: '배송은 영업일 기준 사흘이 걸립니다. 구매 후 두 주 안에 반품할 수 있습니다. 감사합니다. ㄱ ㅏ ⓒ 大韓 A\n',
    encoding: 'johab',
  });
});

test.each([
  ['compressed data', deflateRawSync(Buffer.from(spanish.repeat(400)))],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000400000004000806000000', 'hex')],
  [
    'numbers of two bytes',
    new Uint8Array(Uint16Array.from({ length: 2_000 }, (_, at) => (at * 7_919) % 65_536).buffer),
  ],
  ['numbers of four bytes', new Uint8Array(Float32Array.from({ length: 2_000 }, (_, at) => Math.sin(at)).buffer)],
  ['a compound file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000)])],
])('makes no words of %s', (_what, bytes) => {
  expect(findEncoding(bytes)).toBeNull();
});

test('refuses what is binary', () => {
  const binary = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256);
  expect(() => decodeText(binary)).toThrow(expect.objectContaining({ code: 'unsupported' }));
});

const sloveneList = `Izdelek;Enota;Stanje\n${'žito;košara;čaka na plačilo\nčešnje;vreča;naročeno\nšparglji;škatla;plačano\n'.repeat(6)}`;
const croatianList = `id;artikl;stav\n${'0;kruh;plaćeno\n1;šljive;naručeno\n2;kruške;čeka uplatu\n9;češnjak;nije isporučeno\n'.repeat(6)}`;
const czechList = `Zboží;Stav\n${'hřebíky;zaplaceno převodem\nšrouby;čeká na úhradu\ntěsnění;objednáno včera\n'.repeat(6)}`;
const slovene =
  'Zjutraj je bilo v pristanišču hladno in pihala je močna burja. Ribiči so privezovali čolne, ženske pa so na tržnici prodajale ribe.\n';
const croatian =
  'Jutros je u luci bilo hladno i puhala je jaka bura. Ribari su vezali čamce, a žene su na tržnici prodavale ribu.\n';

test.each([sloveneList, croatianList, czechList, slovene, croatian, polish, czech])(
  'tells the encodings of Central Europe from Western ones, from Korean, and from each other: %j',
  (text) => {
    for (const encoding of ['windows-1250', 'iso-8859-2']) {
      expect(decodeText(iconv.encode(text, encoding)).text).toBe(text);
    }
  },
);

test('a few Western words are not taken for Central European ones', () => {
  const words = [
    'crème brûlée',
    'perchè no, è così',
    'smørrebrød på bordet',
    'väga säljs på öppna torg',
    'São João, coração',
    'I stand to lift £825 for a £2 bet',
  ];
  for (const text of words) expect(decodeText(iconv.encode(text, 'windows-1252')).text).toBe(text);
});

test.each([
  ['in a note', 'Call the notary about the house.\0 Pay the rent.\n'],
  ['in a table', 'name,age\nAna,3\0\nLuis,5\n'],
  ['in a log of a few words', 'first line\nsecond line\0 goes on\n'],
  ['at an end that was never written', `It was cut off.\n${'\0'.repeat(40)}`],
])('a zero byte that strayed %s is a space', (_where, text) => {
  expect(decodeText(new TextEncoder().encode(text))).toEqual({ text: text.replaceAll('\0', ' '), encoding: 'utf-8' });
});
