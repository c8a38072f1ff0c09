// Reading the format of the bank and recognising payments: encodings, broken files, words of purposes, registries.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountNumber } from '../../server/garages/rules.ts';
import { decodeExchange, parseExchange } from '../../server/bankStatements/rules/exchange.ts';
import { entryIn } from '../../server/bankStatements/rules/entry.ts';
import { match, registerOf } from '../../server/bankStatements/rules/match.ts';
import { StatementProblem } from '../../server/bankStatements/rules/problem.ts';
import { partsProblems, resemblesText, rowRefusal, type RowFacts } from '../../server/bankStatements/rules/rows.ts';
import { guessRegistry, readRegistry } from '../../server/bankStatements/rules/registry.ts';
import { accountStatement, leftOut } from '../../server/bankStatements/rules/statement.ts';
import { readDate, readSum } from '../../server/bankStatements/rules/values.ts';
import { cp1251, cp866, exchangeText } from './kit.ts';
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

describe('recognising', () => {
  const garage = (id: number, section: string, number: string, owners: string[], is_active = true) => ({
    id,
    section,
    number,
    account_no: accountNumber(1123, id),
    is_active,
    owners,
  });
  const register = registerOf([
    garage(45, 'А', '45', ['Петров Иван Сергеевич']),
    garage(46, 'Б', '45', ['Ёлкина Анна Петровна']),
    garage(47, 'А', '47а', ['Два Гаража Имеющий']),
    garage(48, 'А', '48', ['Два Гаража Имеющий']),
    garage(49, 'А', '49', ['Один Архивный Владелец'], false),
    garage(50, '3', '12/3', []),
  ]);
  const found = (purpose: string, payer = '') => {
    const { garage: id, certainty } = match(register, { purpose, payer });
    return [id, certainty];
  };
  const own = accountNumber(1123, 45);
  const wrong = `${own.slice(0, 9)}${(Number(own[9]) + 1) % 10}`;

  it('the example of the format', () => {
    expect(own).toBe('1123000455');
    expect(found('Членский взнос 2026 ЛС 1123000455 гараж 45')).toEqual([45, 'sure']);
  });
  it.each([
    `ЛС ${own}`,
    `лс:${own};`,
    `л/с №${own}`,
    `Л/СЧ ${own}`,
    `лиц. счёт ${own}`,
    `Лицевой счет: ${own}`,
    `лиц.сч. ${own}`,
    `ЛС ${own.slice(0, 4)} ${own.slice(4, 9)} ${own.slice(9)}`,
    `JIC ЛC ${own}`,
  ])('sure: %s', (purpose) => expect(found(purpose)).toEqual([45, 'sure']));
  it.each([
    [`Взнос ${own} без НДС`, 45],
    ['гараж 47а', 47],
    ['Гараж № 47A, 2026 год', 47],
    ['бокс 45 ряд Б', 46],
    ['за гараж №45, ряд № А', 45],
    ['гараж 12/3', 50],
    ['г. № 48', 48],
    ['гараж 48, 2026', 48],
    ['гараж 48, 4500 руб', 48],
    // The letter set apart is that of the number where there is such a garage.
    ['гараж 47 а за 2026 год', 47],
    ['бокс № 47-А', 47],
    ['гараж 48 а также электроэнергия', 48],
    // The account of one garage beside a number that others bear, in two rows: a person looks.
    [`ЛС ${accountNumber(1123, 48)} гараж 45`, 48],
  ])('likely: %s', (purpose, id) => expect(found(purpose)).toEqual([id, 'likely']));
  it.each([
    ['a wrong check digit', `ЛС ${wrong}`],
    ['an account of nobody', `ЛС ${accountNumber(1123, 999)}`],
    ['eleven digits', `ЛС ${own}1`],
    ['a number in two rows', 'гараж 45'],
    ['no such row', 'гараж 45 ряд 9'],
    ['two garages', 'гараж 47а и 48'],
    ['two garages by words', 'гараж 47а, гараж 48'],
    ['two accounts', `ЛС ${own}, ЛС ${accountNumber(1123, 48)}`],
    ['a year of a city', 'г. 48'],
  ])('none: %s', (_name, purpose) => expect(found(purpose)).toEqual([null, 'none']));
  it('a number with a letter set apart, where the number alone is a garage too, is asked about', () => {
    const two = registerOf([garage(45, 'А', '45', []), garage(46, 'А', '45а', []), garage(47, 'Б', '45', [])]);
    const of = (purpose: string) => match(two, { purpose, payer: '' });
    expect(of('гараж 45 а')).toMatchObject({ garage: null, certainty: 'none', reason: 'Гараж 45 или 45а? Выберите' });
    expect(of('гараж 45 а, ряд Б').garage).toBe(47);
    expect(of('гараж 45а')).toMatchObject({ garage: 46, certainty: 'likely' });
    // The account says which of them.
    expect(of(`ЛС ${accountNumber(1123, 46)} гараж 45 а`)).toMatchObject({ garage: 46, certainty: 'sure' });
  });
  it('by the payer: one garage only, any case, before «//»', () => {
    expect(found('Взнос', 'ЕЛКИНА АННА ПЕТРОВНА//г. Примерск//')).toEqual([46, 'possible']);
    expect(found('Взнос', 'Два Гаража Имеющий')).toEqual([null, 'none']);
    expect(found('Взнос', 'Один Архивный Владелец')).toEqual([null, 'none']);
    expect(found('Взнос', '')).toEqual([null, 'none']);
  });
  it('an archived garage is found by its account: the person decides', () => {
    expect(found(`ЛС ${accountNumber(1123, 49)}`)).toEqual([49, 'sure']);
  });

  const all = new Set([1, 2, 3, 6, 7, 8, 11]);
  const years = { from: 2019, to: 2027 };
  it.each([
    ['Членский взнос 2026', { accrual_type: 1, year: 2026 }],
    ['за охрану 2025; год=2025', { accrual_type: 7, year: 2025 }],
    ['Членский взнос 2026 ЛС 1123000455 гараж 45', { accrual_type: 1, year: 2026 }],
    // A type alone names nothing: the payment closes the oldest debt.
    ['электроэнергия', null],
    [`Членский взнос ЛС ${own}`, null],
    [`Членский взнос ЛС ${own} Сумма 2000-00 Без НДС`, null],
    ['Членский взнос 2062', null],
    ['Пени за 2024', { accrual_type: 11, year: 2024 }],
    ['пенсионер', null],
    ['членские 2025-2026', null],
    ['членский и целевой 2026', null],
    ['Взнос 2026', null],
    ['охрана гараж 2025', null],
    [`целевой взнос ЛС ${own} от 12.01.2025`, null],
  ])('%s', (purpose, entry) => expect(entryIn(purpose, all, years).entry).toEqual(entry));
  it('a payment of 2 025 roubles for two years names both, though one of them is its sum', () => {
    expect(entryIn('членские 2024-2025', all, years, 202_500).note).toContain('Названо лет: 2');
    expect(entryIn('членские 2025', all, years, 202_500).entry).toBeNull();
  });
  it('a type out of use is not named', () => expect(entryIn('целевой 2026', new Set([1]), years).entry).toBeNull());
});

describe('what stands in the way of a row', () => {
  const calendar = { today: '2026-11-20', closedUntil: '2026-01-31' };
  const part = { amount: 450_000, year: null as number | null, is_active: true, place: 'А 1', debtor: null };
  const open: RowFacts = {
    kind: 'incoming',
    on_date: '2026-02-14',
    amount_kopecks: 450_000,
    is_skipped: false,
    has_registry: false,
    standing_kopecks: 0,
    left_kopecks: 450_000,
    posted_elsewhere: false,
    parts: [part],
  };
  const refusal = (more: Partial<RowFacts>) => rowRefusal({ ...open, ...more }, calendar)?.replaceAll('\u00a0', ' ');
  const most = 1_000_000_000;
  const debtor = (debt_kopecks: number) => ({ full_name: 'Иванов И. И.', debt_kopecks });

  it.each<[Partial<RowFacts>, string | undefined]>([
    [{}, undefined],
    [{ kind: 'outgoing' }, 'Это списание: проводятся только поступления'],
    [{ kind: 'duplicate' }, 'Этот документ уже загружен раньше'],
    [{ kind: 'withdrawn' }, 'Выписку отозвали: её строки больше не разносятся. Обновите страницу'],
    [{ has_registry: true }, 'Проводятся строки приложенного реестра'],
    [{ left_kopecks: 0, standing_kopecks: 450_000 }, 'Уже проведено'],
    [{ posted_elsewhere: true }, 'Этот платёж уже проведён из другого файла'],
    [{ is_skipped: true }, 'Строка пропущена: верните её, чтобы провести'],
    [{ parts: [] }, 'Выберите гараж'],
    [{ parts: [], standing_kopecks: 200_000, left_kopecks: 250_000 }, 'Назначьте остаток 2 500,00 ₽'],
    [{ parts: [{ ...part, amount: 449_999 }] }, 'Части не дают сумму платежа 4 500,00 ₽'],
    [{ parts: [part, part] }, 'Части не дают сумму платежа 4 500,00 ₽'],
    [{ standing_kopecks: 200_000, left_kopecks: 250_000 }, 'Части не дают остаток 2 500,00 ₽'],
    [{ parts: [{ ...part, amount: most }], left_kopecks: most }, undefined],
    [
      { parts: [{ ...part, amount: most + 1 }], left_kopecks: most + 1 },
      'Одному гаражу не больше 10 000 000,00 ₽: разделите платёж',
    ],
    [
      { parts: [{ ...part, amount: 1 }, { ...part, amount: most + 1 }], left_kopecks: most + 2 }, // prettier-ignore
      'Одному гаражу не больше 10 000 000,00 ₽: разделите платёж',
    ],
    [
      { parts: [{ ...part, amount: 1 }, { ...part, amount: 449_999, year: 2028 }] }, // prettier-ignore
      'Год не позже следующего',
    ],
    [{ parts: [{ ...part, is_active: false }] }, 'Гараж А 1 в архиве: верните его или выберите другой'],
    [{ parts: [{ ...part, debtor: debtor(1) }] }, undefined],
    [
      { parts: [{ ...part, debtor: debtor(0) }] },
      'За прежним владельцем Иванов И. И. долга больше нет: выберите, чей это платёж',
    ],
    [{ parts: [{ ...part, year: 2027 }] }, undefined],
    [{ parts: [{ ...part, year: 2028 }] }, 'Год не позже следующего'],
    [{ on_date: '2026-11-20' }, undefined],
    [{ on_date: '2026-11-21' }, 'Дата не может быть позже сегодняшней'],
    [{ on_date: '2026-02-01' }, undefined],
    [{ on_date: '2026-01-31' }, 'Период закрыт до 31.01.2026'],
  ])('%j: %s', (more, said) => expect(refusal(more)).toBe(said));

  it('a payment like another is told with what is known of it', () => {
    const like = { on_date: '2026-02-12', amount_kopecks: 450_000, place: 'А 45' };
    const told = (method: string | null, paper_no: string | null) =>
      resemblesText({ ...like, method, paper_no }).replaceAll('\u00a0', ' ');
    const text = 'Похоже на платёж 4 500,00 ₽ от 12.02.2026 по гаражу А 45';
    expect(told('Касса', 'ПКО 7')).toBe(`${text} (Касса, ПКО 7)`);
    expect(told('Касса', null)).toBe(`${text} (Касса)`);
    expect(told(null, null)).toBe(text);
  });

  it('the parts of an assignment give the whole of what is left; each goes to a garage that stands', () => {
    const garage = { is_active: true, place: 'А 1' };
    const fact = { garage, strangeDebtor: false, knownType: true };
    const problems = (amounts: number[], facts = amounts.map(() => fact), year: number | null = null) =>
      partsProblems(
        amounts.map((amount_kopecks) => ({ amount_kopecks, year })),
        facts,
        open,
        calendar,
      );
    expect(problems([])).toEqual({});
    expect(problems([200_000, 250_000], undefined, 2027)).toEqual({});
    expect(problems([450_000], undefined, 2028)).toEqual({ 'parts.0.year': 'Год не позже следующего' });
    expect(Object.keys(problems([449_999]))).toEqual(['parts']);
    const archived = { ...fact, garage: { ...garage, is_active: false } };
    expect(problems([450_000], [archived])).toEqual({ 'parts.0.garage': 'Гараж А 1 в архиве' });
  });
});

describe('registries of a bank', () => {
  const cells = (text: string) => text.split('\n').map((line) => line.split(';'));
  it('columns by titles, the footer with the total', () => {
    const records = cells(
      'Дата;Лицевой счёт;ФИО;Сумма;Комиссия\n14.02.2026;1123000455;Петров Иван;4500,00;45,00\n=1;4500,00;45,00',
    );
    const layout = guessRegistry(records, 450_000);
    expect(layout).toEqual({ headerRows: 1, columns: { date: 0, account: 1, payer: 2, amount: 3, fee: 4 } });
    expect(readRegistry(records, layout, 450_000)).toMatchObject({
      sumKopecks: 450_000,
      feeKopecks: 4_500,
      problems: [],
    });
    expect(readRegistry(records, layout, 445_500).problems).toEqual([]);
    expect(readRegistry(records, layout, 1).problems[0]).toContain('не равна сумме документа');
  });
  it('columns by what stands in them when there is no head', () => {
    const records = cells(
      '1;14-02-2026;1123000455;Петров Иван;4500,00;4455,00\n2;14-02-2026;1123000463;Ли Анна;500,00;495,00',
    );
    const { headerRows, columns } = guessRegistry(records, 495_000);
    expect([headerRows, columns]).toEqual([0, { date: 1, account: 2, payer: 3, amount: 5, fee: null }]);
  });
  it('a total above the payments is no payment; blank lines are nothing; of two columns of one name the first counts', () => {
    const records = cells('Итого;;500,00\n;;\nЛС;Сумма;Сумма\n1123000455;400,00;1,00\n;;\n1123000463;100,00;1,00\n;;');
    const layout = guessRegistry(records, 50_000);
    expect(layout).toEqual({
      headerRows: 3,
      columns: { date: null, account: 0, payer: null, amount: 1, fee: null },
    });
    expect(readRegistry(records, layout, 50_000)).toMatchObject({
      rows: [{ accountNo: '1123000455' }, { accountNo: '1123000463' }],
      problems: [],
    });
  });
  it('a column is what three of five of its cells are; accounts are no sums, though all of them are figures', () => {
    const rows = (dates: number) =>
      Array.from({ length: 5 }, (_, nth) => `${nth < dates ? '14.02.2026' : 'вчера'};1123000455;10,00`).join('\n');
    expect(guessRegistry(cells(rows(3)), 5_000).columns).toMatchObject({ date: 0, account: 1, amount: 2 });
    expect(guessRegistry(cells(rows(2)), 5_000).columns.date).toBeNull();
    expect(guessRegistry(cells('1123000455;Ли\n1123000463;Ли'), 224_600_091_800).columns.amount).toBeNull();
  });
  it('names the first five rows that can not be read', () => {
    const layout = { headerRows: 0, columns: { date: null, account: null, payer: null, amount: 0, fee: null } };
    const wrong = (count: number) =>
      readRegistry([...cells('10,00'), ...Array.from({ length: count }, () => ['х'])], layout, 1000).problems.length;
    expect([wrong(4), wrong(5), wrong(6)]).toEqual([4, 5, 5]);
  });
  it('is of no more than 5 000 rows', () => {
    const layout = { headerRows: 0, columns: { date: null, account: null, payer: null, amount: 0, fee: null } };
    const problems = (count: number) =>
      readRegistry(
        Array.from({ length: count }, () => ['1,00']),
        layout,
        count * 100,
      ).problems;
    expect(problems(5_000)).toEqual([]);
    expect(problems(5_001)).toEqual(['В реестре больше 5 000 строк']);
  });
  it('a date that can not be read is a problem of its row, an empty one takes the day of the document', () => {
    const layout = { headerRows: 0, columns: { date: 0, account: 1, payer: null, amount: 2, fee: null } };
    const records = cells('14.01.26;1;10,00\n;2;10,00\nвчера;3;10,00\n31.02.2026;4;10,00');
    const registry = readRegistry(records, layout, 4000);
    expect(registry.rows.map((row) => row.onDate)).toEqual(['2026-01-14', null, null, null]);
    expect(registry.problems).toEqual([
      'Строка 3: дата «вчера» не читается',
      'Строка 4: дата «31.02.2026» не читается',
    ]);
  });
  it.each([
    ['Итого;;;1000,00', []],
    [';Всего: 1 000,00;;', []],
    ['ИТОГО платежей;2;;\nИтого сумма;;;1000,00', []],
    ['Итого;;;', []],
    ['Итого;;;999,00', ['Итог']],
    ['Всегодняев Иван;1123000463;;5,00', ['Сумма реестра']],
  ])('the total in words, «%s», is no payment', (footer, problems) => {
    const records = cells(
      `Плательщик;ЛС;Дата;Сумма\nПетров Иван;1123000455;14.02.2026;400,00\nЛи Анна;1123000463;14.02.2026;600,00\n${footer}`,
    );
    const layout = guessRegistry(records, 100_000);
    expect(layout.columns).toEqual({ date: 2, account: 1, payer: 0, amount: 3, fee: null });
    const read = readRegistry(records, layout, 100_000);
    expect(read.problems.map((text, nth) => text.slice(0, problems[nth]?.length))).toEqual(problems);
  });
  it('a wrong total, an unreadable sum, an empty file', () => {
    const layout = { headerRows: 0, columns: { date: null, account: 0, payer: null, amount: 1, fee: null } };
    expect(readRegistry(cells('1;10,00\n=1;11,00'), layout, 1000).problems[0]).toContain('Итог');
    expect(readRegistry(cells('1;х\n1;10'), layout, 1000).problems[0]).toContain('Строка 1: сумма «х» не читается');
    expect(readRegistry([], layout, 1000).problems).not.toEqual([]);
  });
});
