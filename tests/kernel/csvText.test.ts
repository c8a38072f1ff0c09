// What a CSV file does not say about itself: in which encoding it is, by what its lines are cut, whether it is a table at all.
import { describe, expect, it } from 'vitest';
import { decodeText, findDelimiter, isTooWide } from '../../server/kernel/csvText.ts';

/** Bytes of a text in an encoding of one byte. */
function oneByte(name: 'windows-1251' | 'ibm866', text: string): Uint8Array {
  const letters = [...new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, code) => code))];
  return Uint8Array.from([...text], (letter) => letters.indexOf(letter));
}
const wide = (text: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const text = 'Гараж;Владелец;Долг\r\n45;Ёлкин Пётр;4 500,00\r\n';

describe('the encoding', () => {
  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with its mark', utf8(`\ufeff${text}`)],
    ['Windows-1251', oneByte('windows-1251', text)],
    ['cp866', oneByte('ibm866', text)],
    ['UTF-16 with its mark', wide(`\ufeff${text}`)],
    ['UTF-16 the other way round with its mark', wide(`\ufeff${text}`, true)],
    ['UTF-16 without a mark', wide(text)],
    ['UTF-16 the other way round without a mark', wide(text, true)],
  ])('%s is seen', (_, bytes) => expect(decodeText(bytes)).toBe(text));

  it('of Latin letters and figures alone is any', () => {
    const plain = 'A;1\tx\r\nB;2\v\f';
    expect(decodeText(utf8(plain))).toBe(plain);
    expect(decodeText(wide(plain))).toBe(plain);
    expect(decodeText(new Uint8Array())).toBe('');
  });

  it('half of a mark is none', () => {
    // As Windows-1251 says them.
    expect(decodeText(Uint8Array.of(0xff, 0x41))).toBe('яA');
    expect(decodeText(Uint8Array.of(0xfe, 0x41))).toBe('юA');
    expect(decodeText(Uint8Array.of(0x41, 0xfe))).toBe('Aю');
    expect(decodeText(Uint8Array.of(0x41, 0xff))).toBe('Aя');
  });

  it('a mark decides of a short text too', () => {
    expect(decodeText(wide('\ufeffЖ'))).toBe('Ж');
    expect(decodeText(wide('\ufeffЖ', true))).toBe('Ж');
    expect(decodeText(wide('\ufeff№№№№№№№№№№'))).toBe('№№№№№№№№№№');
  });

  it.each([
    // Without a mark eight letters are enough to see it by, seven are not: a zero in a text of one byte is no letter.
    ['абвгдежз', 'abcdefgh', true],
    ['абвгдеж', 'abcdefg', false],
  ])('two bytes a letter: «%s», «%s»', (_, latin, isSeen) => {
    expect(decodeText(wide(latin))).toBe(isSeen ? latin : null);
    expect(decodeText(wide(latin, true))).toBe(isSeen ? latin : null);
  });

  it('is of two bytes where more than four letters of five are Russian or Latin', () => {
    for (const isBig of [false, true]) {
      expect(decodeText(wide('Гараж ЁA1№', isBig))).toBe('Гараж ЁA1№');
      expect(decodeText(wide('Гараж ЁA№№', isBig))).toBeNull();
      // Of a long file the beginning is looked at.
      const long = `${'Гараж 45; '.repeat(200)}${'№'.repeat(9000)}`;
      expect(decodeText(wide(long, isBig))).toBe(long);
    }
  });

  it('is not of two bytes where the other bytes look the same', () => {
    // The letter Є is 0x0404: three of ten could be read either way.
    for (const isBig of [false, true]) {
      expect(decodeText(wide('ЄЄБараж 45', isBig))).toBe('ЄЄБараж 45');
      expect(decodeText(wide('ЄЄЄараж 45', isBig))).toBeNull();
    }
  });

  it('of one byte is the one that makes more than twice as many Russian words', () => {
    // «ое» of cp866 is no letter in Windows-1251, «тр» of Windows-1251 none in cp866.
    const [dos, windows] = [oneByte('ibm866', 'ое '), oneByte('windows-1251', 'тр ')];
    const named = (times: number) =>
      decodeText(Uint8Array.from([...Array.from({ length: times }, () => dos), windows].flatMap((one) => [...one])));
    expect(named(1)).toMatch(/тр $/);
    expect(named(2)).toMatch(/тр $/);
    expect(named(3)).toMatch(/^ое ое ое /);
    expect(decodeText(oneByte('windows-1251', '«№»'))).toBe('«№»');
  });
});

it.each(Array.from({ length: 32 }, (_, code) => code))(
  'the control character %i is in no text but between lines and cells',
  (code) => {
    const isBetween = [9, 10, 11, 12, 13].includes(code);
    const bytes = Uint8Array.of(65, code, 66);
    expect(decodeText(bytes)).toBe(isBetween ? `A${String.fromCharCode(code)}B` : null);
  },
);

describe('a table too wide', () => {
  it.each([';', ',', '\t'])('has a line with more than 2000 of %j', (mark) => {
    const line = mark.repeat(2000);
    expect(isTooWide(line)).toBe(false);
    expect(isTooWide(line + mark)).toBe(true);
    expect(isTooWide(`а;б\n${line}${mark}\n`)).toBe(true);
    // Other letters do not cut.
    expect(isTooWide(`${line}.:|`)).toBe(false);
  });
  it.each(['\n', '\r', '\r\n'])('is not made by many lines: %j begins another', (end) => {
    expect(isTooWide(`${';'.repeat(1500)}${end}`.repeat(3))).toBe(false);
  });
  it('is none by a line as wide as a line may be, wherever it stands', () => {
    expect(isTooWide(`а;б\n${';'.repeat(2000)}\r${';'.repeat(2000)}\nа;б`)).toBe(false);
  });
  it('is none where nothing cuts', () => {
    expect(isTooWide('')).toBe(false);
    expect(isTooWide('я'.repeat(5000))).toBe(false);
    expect(isTooWide(`${';'.repeat(700)}${','.repeat(700)}${'\t'.repeat(700)}`)).toBe(true);
  });
});

describe('the delimiter', () => {
  it.each([
    ['', ';'],
    ['слово', ';'],
    ['а;б;в\n1;2;3', ';'],
    ['а\tб\tв\n1\t2\t3', '\t'],
    ['а,б,в\n1,2,3', ','],
    // Of two that cut as much the semicolon is the usual one, then the tab.
    ['а,б;в\n1,2;3', ';'],
    ['а,б\tв\n1,2\t3', '\t'],
    // Most lines decide: decimal commas, addresses and names do not.
    ['Имя;Долг\nИванов;4500,50\nПетров, Пётр, брат, сват;1,00', ';'],
    ['Имя;Долг\nСПб, Садовая, 1, кв. 5;1\nИванов;2', ';'],
    // A line that is cut by nothing is one cell; of two middle ones the larger counts.
    ['Отчёт\nа,б', ','],
    ['а,б\nОтчёт', ','],
    ['Отчёт\nза год\nа,б', ';'],
    ['а,б\nза год\nа,б', ','],
    // Every end of a line is one.
    ['а,б\rв,г\rд,е', ','],
    ['а,б\r\nв,г\r\nд,е', ','],
    // What is quoted is a text.
    ['"Иванов, Пётр, брат";1\n"Петров, Иван, сват";2', ';'],
    ['"а;б;в;г",1\n"а;б;в;г",2', ','],
    // Empty lines say nothing.
    ['\n \n\t\n\nа,б\n\n', ','],
  ])('of %j is %j', (table, delimiter) => expect(findDelimiter(table)).toBe(delimiter));

  it.each([
    ['sep=,\nа;б;в', ','],
    ['sep=|\r\nа;б;в', '|'],
    ['sep=;\nа,б,в', ';'],
    // No declaration: not the first line, nothing named, more than a letter, no end of the line.
    ['а;б\nsep=,\n', ';'],
    ['xsep=|\nа,б', ','],
    ['sep=\nа,б\nа,б', ','],
    ['sep=||\nа,б\nа,б', ','],
    ['sep=|', ';'],
  ])('%j declares, or does not: %j', (table, delimiter) => expect(findDelimiter(table)).toBe(delimiter));

  it('is told by the first hundred lines', () => {
    const [head, rest] = ['а;б\n'.repeat(100), 'а,б,в,г,д\n'.repeat(300)];
    expect(findDelimiter(head + rest)).toBe(';');
    expect(findDelimiter('\n'.repeat(300) + head + rest)).toBe(';');
    expect(findDelimiter(rest + head)).toBe(',');
    // The fiftieth line with commas is the hundredth of all: one more or less would leave the semicolon.
    expect(findDelimiter('а;б\n'.repeat(50) + 'а,б,в,г,д\n'.repeat(50) + head)).toBe(',');
  });
});
