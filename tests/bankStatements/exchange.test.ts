// Reading the format of the bank: encodings, what a file may leave out, what it may not say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExchange, parseExchange } from '../../server/bankStatements/rules/exchange.ts';
import { StatementProblem } from '../../server/bankStatements/rules/problem.ts';
import { accountStatement, leftOut } from '../../server/bankStatements/rules/statement.ts';
import { readDate, readSum } from '../../server/bankStatements/rules/values.ts';
import { cp1251, cp866, exchangeText } from './files.ts';
import { inTime } from '../kit/busy.ts';

const OWN = '40703810900000012303';
const read = (text: string, account = OWN) => accountStatement(parseExchange(text), account);
const problem = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StatementProblem);
    return (error as Error).message;
  }
  return 'was taken';
};
const sections = (opening: string, incoming: string, outgoing: string, closing: string) => [
  `НачальныйОстаток=${opening}`,
  `ВсегоПоступило=${incoming}`,
  `ВсегоСписано=${outgoing}`,
  `КонечныйОстаток=${closing}`,
];

describe('encodings', () => {
  const text = exchangeText(OWN, [{ payer: 'Ёлкин Пётр', purpose: 'Взнос № 5 за гараж' }]);
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  it.each([
    ['Windows-1251', cp1251(text)],
    ['DOS', cp866(text.replace('Кодировка=Windows', 'Кодировка=DOS'))],
    ['DOS that says Windows, closed by the old sign', Buffer.concat([cp866(text), Buffer.from([0x1a])])],
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', utf16],
    ['UTF-16 with a mark, the high bytes first', Buffer.from(utf16).swap16()],
    ['Unix line ends', cp1251(text.replaceAll('\r\n', '\n'))],
  ])('%s', (_name, bytes) => {
    const [document] = read(decodeExchange(bytes)).documents;
    expect(document).toMatchObject({ payer: 'Ёлкин Пётр', purpose: 'Взнос № 5 за гараж', amountKopecks: 450_000 });
  });

  it('a letter cut in two is lost, the file is not', () => {
    const bytes = Buffer.from(exchangeText(OWN, [{ purpose: 'Взнос за гаражЯ' }]));
    const cut = bytes.indexOf(Buffer.from('Я'));
    const broken = Buffer.concat([bytes.subarray(0, cut + 1), bytes.subarray(cut + 2)]);
    expect(read(decodeExchange(broken)).documents[0]!.purpose).toBe('Взнос за гараж\ufffd');
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'Файл пуст'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'Это не выписка'],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), 'Это не выписка'],
    ['question marks for letters', Buffer.from(text.replace(/[а-яё]/gi, '?')), 'Русские слова файла не читаются'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Это не выписка'],
    ['a table', Buffer.from('дата;сумма\r\n01.02.2026;5'), 'Это не выписка'],
    ['zeros after the first line', Buffer.from('1CClientBankExchange\r\n\0\0\0'), 'Это не выписка'],
  ])('%s is refused', (_name, bytes, message) => {
    expect(problem(() => decodeExchange(bytes))).toContain(message);
  });
});

describe('the format', () => {
  it('sums with a dot, a comma or none; a value with «=»; the first of two keys; unknown keys stay', () => {
    const { documents } = read(
      exchangeText(OWN, [
        { number: '1', sum: '675,00' },
        { number: '2', sum: '675', purpose: 'год=2025; а=б' },
        { number: '3', sum: '1 675.5', more: { Неведомое: 'что-то', __proto__x: 'y' } },
      ]).replace('Сумма=675\r\n', 'Сумма=675\r\nСумма=999\r\n'),
    );
    expect(documents.map((one) => one.amountKopecks)).toEqual([67_500, 67_500, 167_550]);
    expect(documents[1]!.purpose).toBe('год=2025; а=б');
    expect(documents[2]!.raw).toMatchObject({ Неведомое: 'что-то', __proto__x: 'y' });
  });

  it('a purpose cut in six, or broken over two lines, is one text', () => {
    const cut = exchangeText(OWN, [
      { purpose: '', more: { НазначениеПлатежа1: 'Членский взнос', НазначениеПлатежа2: '2026 ЛС 1123000455' } },
    ]);
    expect(read(cut).documents[0]!.purpose).toBe('Членский взнос 2026 ЛС 1123000455');
    const broken = exchangeText(OWN, [{ purpose: 'Взнос за\r\nгараж 45' }]);
    expect(read(broken).documents[0]!.purpose).toBe('Взнос за гараж 45');
  });

  it('money came on the day of receipt; one that left is a write-off; a foreign document is left out', () => {
    const statement = read(
      exchangeText(OWN, [
        { more: { ДатаПоступило: '16.02.2026' } },
        { more: { ПлательщикСчет: OWN, ПолучательСчет: '4', ДатаСписано: '15.02.2026' } },
        { more: { ПолучательСчет: '5' } },
        { more: { ПолучательСчет: '30101', ПолучательРасчСчет: OWN } },
      ]),
    );
    expect(statement.documents.map((one) => [one.kind, one.onDate])).toEqual([
      ['incoming', '2026-02-16'],
      ['outgoing', '2026-02-15'],
      ['duplicate', '2026-02-14'],
    ]);
    expect(statement.warnings).toContainEqual(
      expect.stringMatching(/^Документов без счёта выписки: 1\. Они не загружены: № /),
    );
  });

  it('control sums count a repeated document once and say what does not agree', () => {
    const twice = [{ number: '7' }, { number: '7' }];
    expect(read(exchangeText(OWN, twice, sections('100.00', '4500.00', '0', '4600.00'))).warnings).toEqual([
      'Повторных документов в файле: 1. Они учтены один раз',
    ]);
    const wrong = read(exchangeText(OWN, [{}], sections('100.00', '4400.00', '0', '4500.00'))).warnings;
    expect(wrong.map((one) => one.replaceAll('\u00a0', ' '))).toEqual([
      'Остаток не сходится: по документам 4 600,00 ₽, в файле 4 500,00 ₽, разница 100,00 ₽',
      'Поступило по документам 4 500,00 ₽, в файле указано 4 400,00 ₽',
    ]);
    expect(read(exchangeText(OWN, [{}])).warnings[0]).toContain('нет остатков');
  });

  it('two equal payments of one day are two when the sums of the file say so', () => {
    const equal = [{ number: '7' }, { number: '7' }, { number: '7' }];
    const twins = read(exchangeText(OWN, equal, sections('100.00', '13500.00', '0', '13600.00')));
    expect(twins.documents.map((one) => one.kind)).toEqual(['incoming', 'incoming', 'incoming']);
    expect(new Set(twins.documents.map((one) => one.hash)).size).toBe(3);
    expect(twins.warnings).toEqual([
      'Одинаковых платежей в файле: 2. По суммам файла это разные платежи: учтён каждый',
    ]);
    expect(twins.incomingKopecks).toBe(1_350_000);
    // The second twin is itself in any other file that holds it.
    const again = read(exchangeText(OWN, [...equal, { number: '8' }], sections('0', '18000.00', '0', '18000.00')));
    expect(again.documents.slice(0, 3).map((one) => one.hash)).toEqual(twins.documents.map((one) => one.hash));
  });

  it.each([
    ['no sums', []],
    ['sums of neither', sections('0', '9000.00', '0', '9000.00')],
  ])('%s: equal documents are counted once, and the person is told what to do', (_name, given) => {
    const { documents, warnings } = read(exchangeText(OWN, [{}, {}, {}], given));
    expect(documents.map((one) => [one.kind, one.duplicateOf])).toEqual([
      ['incoming', null],
      ['duplicate', 1],
      ['duplicate', 1],
    ]);
    expect(warnings.at(-1)).toBe(
      'Повторных документов в файле: 2. Они учтены один раз. Если это разные платежи, внесите остальные в приёме оплат',
    );
  });

  it('two payers of one sum are two documents, where neither a number nor an account tells them apart', () => {
    const from = (payer: string) => ({ number: '', payer, more: { ПлательщикСчет: '' } });
    const { documents } = read(exchangeText(OWN, [from('Петров П. П.'), from('Сидоров С. С.'), from('Петров П. П.')]));
    expect(documents.map(({ kind, duplicateOf }) => [kind, duplicateOf])).toEqual([
      ['incoming', null],
      ['incoming', null],
      ['duplicate', 1],
    ]);
  });

  it.each(['0.00', ''])(
    'a document that moves no money, «%s», is put aside with a word, the others are read',
    (sum) => {
      const two = exchangeText(OWN, [{}, {}]);
      const at = two.lastIndexOf('4500.00');
      const text = two.slice(0, at) + sum + two.slice(at + 7);
      const statement = read(text);
      expect(statement.documents).toHaveLength(1);
      expect(statement.warnings).toContainEqual(
        expect.stringMatching(/^Отложены документы без суммы: № .+ от 14\.02\.2026$/),
      );
    },
  );

  it('a payment without a number is told apart by its account, whatever the name', () => {
    const from = (payer: string, account: string) => ({ number: '', payer, more: { ПлательщикСчет: account } });
    const { documents } = read(
      exchangeText(OWN, [from('Петров П. П.', '1'), from('Петров', '1'), from('Петров', '2')]),
    );
    expect(documents.map(({ kind }) => kind)).toEqual(['incoming', 'duplicate', 'incoming']);
  });

  it('sums that agree either way say nothing of equal payments: they are one', () => {
    const { documents } = read(exchangeText(OWN, [{}, {}], ['ВсегоСписано=0']));
    expect(documents.map((one) => one.kind)).toEqual(['incoming', 'duplicate']);
  });

  it.each([
    ['only before', ['НачальныйОстаток=100.00']],
    ['only after', ['КонечныйОстаток=4600.00']],
  ])('a balance %s is nothing to compare with', (_name, given) => {
    const { documents, warnings } = read(exchangeText(OWN, [{}, {}], given));
    expect(warnings).toEqual(['В файле нет остатков: сверить суммы не с чем', expect.stringContaining('Повторных')]);
    expect(documents[1]!.kind).toBe('duplicate');
  });

  it.each(['-100.00', '\u2212100.00'])('a balance may stand below zero: %s', (opening) =>
    expect(read(exchangeText(OWN, [{}], sections(opening, '4500.00', '0', '4400.00')))).toMatchObject({
      openingKopecks: -10_000,
      closingKopecks: 440_000,
      warnings: [],
    }),
  );

  it('a total that one of the sections leaves out is no total', () => {
    const section = (lines: string[]) => ['СекцияРасчСчет', `РасчСчет=${OWN}`, ...lines, 'КонецРасчСчет'].join('\r\n');
    const text = exchangeText(OWN, [{}]).replace(
      /СекцияРасчСчет[\s\S]*?КонецРасчСчет/,
      [section(['НачальныйОстаток=0', 'ВсегоПоступило=1.00']), section(['КонечныйОстаток=4500.00'])].join('\r\n'),
    );
    expect(read(text).warnings).toEqual([]);
  });

  it('names no more than five of what is left out, and those without a number too', () => {
    const foreign = (count: number) => read(exchangeText(OWN, Array.from({ length: count }, (_, nth) => ({ number: nth ? String(nth) : '', more: { ПолучательСчет: '5' } })))).warnings.at(-1); // prettier-ignore
    expect(foreign(5)).toBe('Документов без счёта выписки: 5. Они не загружены: № без номера, № 1, № 2, № 3, № 4');
    expect(foreign(6)).toBe(
      'Документов без счёта выписки: 6. Они не загружены: № без номера, № 1, № 2, № 3, № 4 и ещё 1',
    );
    const empty = read(exchangeText(OWN, [{}, { number: '', sum: '0' }])).warnings;
    expect(empty).toContain('Отложены документы без суммы: № без номера от 14.02.2026');
  });

  it('several sections: of one account they are added up, of two each has its own', () => {
    const day = (account: string, from: string, opening: string, closing: string, incoming: string) =>
      `СекцияРасчСчет\r\nДатаНачала=${from}\r\nРасчСчет=${account}\r\n${sections(opening, incoming, '0', closing).join('\r\n')}\r\nКонецРасчСчет`;
    const other = '40703810900000099999';
    const body = exchangeText(OWN, [
      { number: '1', date: '14.02.2026' },
      { number: '2', date: '15.02.2026' },
      { number: '3', more: { ПолучательСчет: other } },
    ]);
    const text = body.replace(
      /СекцияРасчСчет[\s\S]*?КонецРасчСчет/,
      [
        day(OWN, '15.02.2026', '4500', '9000', '4500'),
        day(OWN, '14.02.2026', '0', '4500', '4500'),
        day(other, '14.02.2026', '1', '4501', '4500'),
      ].join('\r\n'),
    );
    expect(parseExchange(text).accounts).toEqual([OWN, other]);
    expect(read(text)).toMatchObject({ openingKopecks: 0, closingKopecks: 900_000, warnings: [] });
    expect(read(text, other)).toMatchObject({ openingKopecks: 100, incomingKopecks: 450_000, warnings: [] });
  });

  it('documents of an account of the file that is not of the place are named, those between the two are not', () => {
    const other = '40703810900000099999';
    const text = exchangeText(OWN, [
      { number: '1' },
      { number: '2', more: { ПолучательСчет: other } },
      { number: '3', more: { ПлательщикСчет: other, ПолучательСчет: '5' } },
      { number: '4', more: { ПлательщикСчет: other } },
    ]).replace(`РасчСчет=${OWN}`, `РасчСчет=${OWN}\r\nРасчСчет=${other}`);
    expect(leftOut(parseExchange(text), new Set([OWN]))).toBe(
      `Документов других счетов: 2. Они не загружены: ${other}. Если счёт ваш, укажите его в карточке организации и загрузите файл ещё раз`,
    );
    expect(leftOut(parseExchange(text), new Set([OWN, other]))).toBeNull();
    expect(leftOut(parseExchange(exchangeText(OWN, [{}])), new Set([OWN]))).toBeNull();
  });

  const good = exchangeText(OWN, [{}]);
  const keys = (count: number) => Array.from({ length: count }, (_, nth) => `Ключ${nth}=1`).join('\r\n');
  it.each([
    ['cut short', good.replace('КонецФайла', ''), 'обрезан'],
    ['cut inside a document', good.slice(0, good.indexOf('КонецДокумента')), 'обрезан'],
    ['without the end of a document', good.replace('КонецДокумента\r\n', ''), 'не закончен раздел'],
    ['with an end of nothing', good.replace('КонецФайла', 'КонецРасчСчет\r\nКонецФайла'), 'без начала'],
    ['two in one', good + good, 'по одной'],
    ['a huge line', good.replace('Плательщик=', `Плательщик=${'я'.repeat(11_000)}`), 'слишком длинная'],
    ['a day that does not exist', good.replace('Дата=14.02.2026', 'Дата=30.02.2026'), 'дата «30.02.2026» не читается'],
    ['a sum in words', good.replace('4500.00', 'много'), 'сумма «много» не читается'],
    ['a sum below zero', good.replace('4500.00', '-5'), 'сумма «-5» не читается'],
    [
      'a day of receipt that does not exist',
      good.replace('Дата=14.02.2026', 'Дата=14.02.2026\r\nДатаПоступило=30.02.2026'),
      'дата «30.02.2026» не читается',
    ],
    ['31 February', good.replace('Дата=14.02.2026', 'Дата=31.02.2026'), 'дата «31.02.2026» не читается'],
    ['a sum that nobody pays', good.replace('4500.00', '9999999999.00'), 'сумма «9999999999.00» не читается'],
    ['a document of a thousand keys', good.replace('Плательщик=', `${keys(1000)}\r\nПлательщик=`), 'больше 200 строк'],
    ['a head of a thousand keys', good.replace('РасчСчет=', `${keys(1000)}\r\nРасчСчет=`), 'больше 200 строк'],
    ['a purpose without an end', good.replace('КонецДокумента', 'без ключа\r\n'.repeat(5000)), 'слишком длинная'],
    ['another format', good.replace('1CClientBankExchange', '1CClientBankExchange2'), 'не выписка'],
  ])('%s is refused in words', (_name, text, message) => {
    expect(problem(() => read(text))).toContain(message);
  });

  it('a line is of no more than 10 000 letters, whole or put together', () => {
    const purpose = (length: number) => good.replace('НазначениеПлатежа=', `НазначениеПлатежа=${'я'.repeat(length)}`);
    const key = 'НазначениеПлатежа='.length;
    expect(read(purpose(10_000 - key)).documents[0]!.purpose).toHaveLength(10_000 - key);
    expect(problem(() => read(purpose(10_001 - key)))).toContain('слишком длинная');
    const parted = (length: number) => purpose(5_000).replace('яя\r\n', `яя\r\n${'я'.repeat(length)}\r\n`);
    expect(read(parted(4_999)).documents[0]!.purpose).toHaveLength(10_000);
    expect(problem(() => read(parted(5_000)))).toContain('слишком длинная');
  });

  it('no more than 5 000 sections, and an account without figures is none', () => {
    const of = (count: number) =>
      parseExchange(
        `1CClientBankExchange\nРасчСчет=\n${'СекцияРасчСчет\nРасчСчет=\nКонецРасчСчет\n'.repeat(count)}КонецФайла`,
      );
    expect(of(5_000)).toMatchObject({ accounts: [], sections: { length: 5_000 } });
    expect(problem(() => of(5_001))).toBe('В выписке больше 5 000 разделов счёта');
  });

  it('no more than 20 000 documents', () => {
    const documents = (count: number) =>
      parseExchange(`1CClientBankExchange\n${'СекцияДокумент=\nКонецДокумента\n'.repeat(count)}КонецФайла`).documents;
    expect(documents(20_000)).toHaveLength(20_000);
    expect(problem(() => documents(20_001))).toBe('В выписке больше 20 000 документов');
  });

  it('a million lines are refused or read in a moment', () => {
    const million = good.replace('КонецДокумента', `${'слова без ключа\r\n'.repeat(1_000_000)}КонецДокумента`);
    const began = performance.now();
    expect(problem(() => read(million))).toContain('слишком длинная');
    const blank = good.replace('КонецФайла', `${'\r\n'.repeat(1_000_000)}КонецФайла`);
    expect(read(blank).documents).toHaveLength(1);
    // Slow would be minutes: every line joined to a text that grows.
    expect(performance.now() - began).toBeLessThan(inTime(10_000));
  });

  it('line ends may be mixed', () => {
    const mixed = good.replace('\r\n', '\n').replace('\r\nДатаНачала', '\rДатаНачала');
    expect(read(mixed)).toEqual(read(good));
  });

  it('no file makes it fall', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...good.split('\r\n'), 'х', '=', 'Сумма=', ''), { maxLength: 60 }),
        (lines) => {
          const answer = problem(() => read(['1CClientBankExchange', ...lines].join('\n')));
          expect(typeof answer).toBe('string');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads dates and sums', () => {
    expect(readDate('29.02.2024')).toBe('2024-02-29');
    expect(readDate('29.02.2025')).toBeNull();
    expect(readDate('14.01.26')).toBe('2026-01-14');
    expect(readDate('14-01-26 10:05')).toBe('2026-01-14');
    expect(readDate('30.02.26')).toBeNull();
    for (const day of ['00.03.2026', '31.04.2026', '99.01.2026', '14.00.2026', '14.13.2026', '2026-00-14'])
      expect([day, readDate(day)]).toEqual([day, null]);
    expect([readDate('31.12.2100'), readDate('01.01.1990')]).toEqual(['2100-12-31', '1990-01-01']);
    expect([readDate('01.01.2101'), readDate('31.12.1989')]).toEqual([null, null]);
    expect(readDate('14.01.226')).toBeNull();
    expect(readDate('2026-02-14 12:30:00')).toBe('2026-02-14');
    expect(readSum('1 234,5')).toBe(123_450);
    expect(readSum('1.234')).toBeNull();
  });
});
