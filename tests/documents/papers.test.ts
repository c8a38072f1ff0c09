// Papers of garages, money and people: required parts in the text of each PDF, numbers, rights, the receipt's QR.
import jsQR from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garagePaymentQr } from '../../contract/balance.ts';
import {
  cancelDocument,
  documentCopy,
  documentDetail,
  documentFile,
  documentTypeInfo,
} from '../../contract/documents.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { hasQpdf, qpdfFault } from '../kit/pdfa.ts';
import { charge, day, ownedGarage, pay, picturesOf, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let person: number;
let debtor: number;
let charged: number;
let paid: number;

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const first = await ownedGarage(at);
  [garage, person] = [first.garage.id, first.person.id];
  await charge(at, garage, 450_000);
  paid = await pay(at, garage, 450_000);
  debtor = (
    await ownedGarage(at, { lastName: 'Кузнецова', firstName: 'Анна', fatherName: 'Павловна', passNum: '654321' })
  ).garage.id;
  charged = await charge(at, debtor, 671_250);
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
const period = { start_date: '2026-01-01', end_date: day };

describe('required parts of each kind', () => {
  const kinds: [number, string, () => object, (string | RegExp)[]][] = [
    [
      1,
      'членство',
      () => ({ garage_id: garage }),
      [
        'СПРАВКА',
        'Петрову Ивану Сергеевичу',
        '17 апреля 1951 года рождения',
        'членом ВОА с 2 июня 2008 г.',
        'билет № 5512',
        '6,00 × 4,00 × 2,50 м',
        'КАС № 12-3',
        'по месту требования',
        'Председатель ПО',
        'В. Н. Орлов',
      ],
    ],
    [
      2,
      'нет долга',
      () => ({ garage_id: garage, ...one }),
      [
        'отсутствии задолженности',
        '20 ноября 2026 г.',
        'не имеет',
        '4 500,00 (четыре тысячи пятьсот) рублей 00 копеек',
        '4 марта 2026 г.',
        'Г. П. Зимина',
      ],
    ],
    [
      3,
      'пай',
      () => ({ garage_id: garage, number: '7', ...one }),
      ['полной выплате паевого взноса', '№ 7', '1987', 'государственной регистрации права', 'Бухгалтер'],
    ],
    [
      4,
      'выписка',
      () => ({ garage_id: garage, ...one }),
      [
        'ВЫПИСКА',
        'с 02.08.2019 по настоящее время',
        'Петров Иван Сергеевич',
        'Отметка о справке проектно-инвентаризационного бюро (ПИБ)',
        'Ограничения (арест, залог, спор и другие): нет.',
        'Сведения верны на 20 ноября 2026 г. Выписка дана для предъявления по месту требования.',
      ],
    ],
    [
      5,
      'распределение',
      () => ({ garage_id: garage, number: '8', ...one }),
      [
        'протокол № ',
        'заседания бюро',
        'Слушали',
        'Решили: подтвердить распределение гаража',
        'Петрову Ивану Сергеевичу',
      ],
    ],
    [
      6,
      'квитанция',
      () => ({ garage_id: debtor }),
      [
        'ИЗВЕЩЕНИЕ',
        'остаётся у получателя',
        'КВИТАНЦИЯ',
        'остаётся у плательщика',
        'Итого 6 712,50 6 712,50 0,00 6 712,50',
        'ПО КАС № 12-3 ВОА',
        '40703810900000012303',
        '30101810500000000999',
        'линия отреза',
        /Подпись плательщика _{20} Дата _{20}\s+Отметка банка или кассира _{20}/,
        '6 712,50',
        'шесть тысяч семьсот двенадцать рублей 50 копеек',
        'Кузнецова Анна Павловна',
      ],
    ],
    [6, 'квитанция по начислению', () => ({ contribution_id: charged }), ['ИЗВЕЩЕНИЕ', '6 712,50']],
    [
      7,
      'КО-1',
      () => ({ contribution_id: paid, number: '15', ...one }),
      [
        'КО-1',
        '0310001',
        'ОКПО',
        'ПРИХОДНЫЙ КАССОВЫЙ ОРДЕР',
        'Принято от',
        'Петрова Ивана Сергеевича',
        'Основание',
        'Четыре тысячи пятьсот рублей 00 копеек',
        'Главный бухгалтер',
        'Получил кассир',
        'Кредит',
        'код структурного подразделения',
        'код аналитического учёта',
        'В том числе без налога (НДС)',
        'КВИТАНЦИЯ',
        'отдаётся плательщику',
        'приходному кассовому ордеру № 15',
        /приходному кассовому ордеру № 15.*В том числе без налога \(НДС\)/,
      ],
    ],
    [
      8,
      'сверка',
      () => ({ garage_id: garage, ...period }),
      [
        'АКТ СВЕРКИ',
        'за период с 1 января 2026 г. по 20 ноября 2026 г.',
        'Сальдо на начало',
        'Обороты за период',
        'Сальдо на конец 0,00',
        '04.03.2026',
        '4 500,00',
        'задолженности нет',
        'в течение 10 дней со дня получения акта',
      ],
    ],
    [
      10,
      'согласие',
      () => ({ profile_id: person }),
      [
        'СОГЛАСИЕ',
        'оператору',
        '9999 123456',
        'Цель',
        'Перечень данных',
        'Действия',
        'Третьи лица',
        'Срок',
        'Отзыв',
        'Подпись субъекта',
      ],
    ],
    [
      14,
      'карточка',
      () => ({ garage_id: garage }),
      [
        'УЧЁТНАЯ КАРТОЧКА',
        'Основной владелец',
        'Владеет с',
        '9999 123456',
        '190000, г Санкт-Петербург',
        'Членство в ВОА',
        'билет № 5512',
      ],
    ],
    [
      15,
      'билет',
      () => ({ profile_id: person, number: '5512', ...one }),
      [
        'ЧЛЕНСКИЙ БИЛЕТ № 5512',
        'Петров Иван Сергеевич',
        'фото 3 × 4 см',
        '2025 уплачен',
        '2024 отметки нет',
        'Председатель ПО',
        'М. П.',
        'вырезать по линии и сложить пополам',
      ],
    ],
    [
      16,
      'долг',
      () => ({ garage_id: debtor, ...one }),
      [
        'УВЕДОМЛЕНИЕ',
        'Уважаемая Анна Павловна',
        '6 712,50 (шесть тысяч семьсот двенадцать) рублей 50 копеек',
        'Остаток',
        'Всего 6 712,50 0,00 6 712,50',
        '20 декабря 2026 г.',
        'суд',
      ],
    ],
    [
      17,
      'суд',
      () => ({ garage_id: debtor, ...period }),
      [
        'о вынесении судебного приказа',
        'Кузнецовой Анны Павловны',
        '338\u2011ФЗ',
        'взносы не внесены, задолженность, срок оплаты которой прошёл, составляет 6 712,50',
        'Расчёт задолженности',
        '9999 654321',
        'Приложения',
      ],
    ],
  ];
  it.each(kinds)('%s %s', async (type, _name, about, parts) => {
    const printed = await print(t, at.po, { document_type_id: type, ...about() });
    expect(printed.problem).toBeNull();
    const text = await textOf(printed.bytes);
    for (const part of parts) expect(text).toMatch(part instanceof RegExp ? part : new RegExp(escaped(part)));
    expect(await unsaid(t, printed.id, printed.bytes)).toEqual([]);
    expect(text).toContain('1 / ');
    expect(text).toMatch(/reestr\.example\.ru\/d\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    expect(text).not.toMatch(/undefined|null|NaN|\{[А-Я]|\.\./);
    expect(printed.name).toMatch(/\.pdf$/);
    const { body } = await at.po.call(documentDetail, { params: { id: printed.id } });
    expect(body).toMatchObject({ state: 'valid', document_type: { id: type }, is_copy: false });
  });

  it('offers the right paper where there is a debt, or none', async () => {
    const indebted = await print(t, at.po, { document_type_id: 2, garage_id: debtor, ...one });
    expect([indebted.status, indebted.problem.message]).toEqual([
      422,
      expect.stringContaining('Уведомление о задолженности'),
    ]);
    const free = await print(t, at.po, { document_type_id: 16, garage_id: garage, ...one });
    expect([free.status, free.problem.message]).toEqual([422, expect.stringContaining('Справку об отсутствии')]);
  });
});

describe('the receipt', () => {
  it('carries the QR of the payment, byte for byte', async () => {
    const { bytes } = await print(t, at.po, { document_type_id: 6, garage_id: debtor });
    const { body } = await at.po.call(garagePaymentQr, { params: { id: debtor }, query: { amount: 671_250 } });
    const read = (await picturesOf(bytes)).map(decoded);
    expect(read).toContain(body.text);
    // The page of the check, by the camera and in words for who has none.
    const check = read.find((text) => text?.startsWith('https://reestr.example.ru/d/'))!;
    expect(await textOf(bytes)).toContain(`Подлинность: наведите камеру или ${check.replace('https://', '')}`);
  });
});

describe('numbers', () => {
  it('64 prints at once give 64 numbers without a gap, and each paper says its own', async () => {
    const before = await at.po.call(documentTypeInfo, { body: { garage_id: garage, document_types: [1] } });
    const first = Number(/\/(\d+)-/.exec(before.body.data[0].next_number)![1]);
    const printed = await Promise.all(
      Array.from({ length: 64 }, () => print(t, at.po, { document_type_id: 1, garage_id: garage })),
    );
    const numbers = await Promise.all(
      printed.map(async ({ id, bytes }) => {
        const { number } = (await at.po.call(documentDetail, { params: { id } })).body;
        expect(await textOf(bytes)).toContain(`№ ${number}`);
        return Number(/\/(\d+)-26$/.exec(number)![1]);
      }),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, nth) => first + nth));
  });

  it('a ticket is offered the number of the card, until a ticket carries it', async () => {
    const { person: other } = await ownedGarage(at, { passNum: '222222', ticketNumber: '0077' });
    const offered = async () =>
      (await at.po.call(documentTypeInfo, { body: { profile_id: other.id, document_types: [15] } })).body.data[0];
    expect(await offered()).toMatchObject({ next_number: '77', number: '77', is_number_of_card: true });
    expect((await print(t, at.po, { document_type_id: 15, profile_id: other.id, number: '77', ...one })).status).toBe(
      200,
    );
    const next = await offered();
    expect(next.is_number_of_card).toBe(false);
    expect(Number(next.next_number)).toBeGreaterThan(77);
  });

  it('a typed number is digits, not empty, asked about where it stands', async () => {
    const ask = (number: string | undefined) =>
      print(t, at.po, { document_type_id: 3, garage_id: garage, number, ...one });
    expect((await ask('31')).status).toBe(200);
    expect((await ask('031')).problem.errors.number).toMatch(/^Номер 31 уже занят документом от 20\.11\.2026$/);
    expect((await ask('3a')).problem.errors.number).toBe('Только цифры');
    expect((await ask('')).problem.errors.number).toBe('Заполните поле');
  });

  it('asks for dates, refuses an inverted period and a foreign ПО', async () => {
    const bad = (more: object, who = at.po) => print(t, who, { document_type_id: 8, garage_id: garage, ...more });
    expect((await bad({})).problem.errors).toEqual({ start_date: 'Заполните поле', end_date: 'Заполните поле' });
    expect((await bad({ start_date: day, end_date: '2026-01-01' })).problem.errors.start_date).toMatch(/позже конца/);
    expect((await bad(period, at.mo)).problem.errors.specific_po).toBe('Выберите ПО');
    expect((await bad({ ...period, specific_po: at.w.siblingPo }, at.mo)).problem.errors.specific_po).toMatch(
      /этой записи/,
    );
    expect((await bad({ ...period, specific_po: at.w.po }, at.mo)).status).toBe(200);
  });
});

describe('who may', () => {
  it('papers with personal data ask for «Ведение реестра»: printing, opening, copying', async () => {
    const { id } = await print(t, at.po, { document_type_id: 14, garage_id: garage });
    expect((await print(t, at.reader, { document_type_id: 14, garage_id: garage })).status).toBe(403);
    expect((await at.reader.call(documentFile, { params: { id } })).status).toBe(403);
    expect((await at.reader.call(documentCopy, { params: { id } })).status).toBe(403);
    expect((await at.reader.call(documentDetail, { params: { id } })).body.paper_refusal).toMatch(/Ведение реестра/);
    expect((await print(t, at.reader, { document_type_id: 1, garage_id: garage })).status).toBe(200);
  });

  it('opening such a paper is logged once a day', async () => {
    const { id } = await print(t, at.mo, { document_type_id: 14, garage_id: garage, specific_po: at.w.po });
    for (let nth = 0; nth < 3; nth += 1) await at.po.call(documentFile, { params: { id } });
    const opened = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'reference.open')
      .where('object_id', '=', id)
      .where('user_id', '=', at.po.userId)
      .selectAll()
      .execute();
    expect(opened).toHaveLength(1);
  });

  it('of another place there is nothing to print, see or cancel', async () => {
    const stranger = await as(t, { po: at.w.cousinPo });
    const { id } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    expect((await print(t, stranger, { document_type_id: 1, garage_id: garage })).status).toBe(404);
    expect((await print(t, stranger, { document_type_id: 10, profile_id: person })).status).toBe(404);
    expect((await print(t, stranger, { document_type_id: 7, contribution_id: paid, number: '1', ...one })).status).toBe(
      404,
    );
    for (const call of [documentDetail, documentFile, documentCopy])
      expect((await stranger.call(call, { params: { id } })).status).toBe(404);
    expect((await stranger.call(cancelDocument, { params: { id }, body: { reason: 'нет' } })).status).toBe(404);
  });

  it('a paper is cancelled by who printed it and by who keeps the register, a copy by nobody', async () => {
    const cancel = (who: Caller, id: number) =>
      who.call(cancelDocument, { params: { id }, body: { reason: 'Опечатка' } });
    const says = async (who: Caller, id: number) =>
      (await who.call(documentDetail, { params: { id } })).body.cancel_refusal as string | null;
    const ofOffice = (await print(t, at.po, { document_type_id: 1, garage_id: garage })).id;
    const own = (await print(t, at.reader, { document_type_id: 1, garage_id: garage })).id;
    const others = (await print(t, at.reader, { document_type_id: 1, garage_id: garage })).id;
    expect(await says(at.reader, ofOffice)).toContain('Ведение реестра');
    expect((await cancel(at.reader, ofOffice)).status).toBe(403);
    expect([await says(at.reader, own), (await cancel(at.reader, own)).status]).toEqual([null, 200]);
    expect([await says(at.mo, others), (await cancel(at.mo, others)).status]).toEqual([null, 200]);
    await at.po.call(documentCopy, { params: { id: ofOffice } });
    const [copy] = (await at.po.call(documentDetail, { params: { id: ofOffice } })).body.copies;
    expect((await cancel(at.po, copy.id)).body.errors).toEqual({
      form: 'Копию не аннулируют: аннулируйте документ',
    });
    expect((await at.po.call(documentDetail, { params: { id: ofOffice } })).body.state).toBe('valid');
    const again = await cancel(at.mo, own);
    expect(again.body.errors).toEqual({ form: 'Документ уже не имеет силы' });
  });

  it('a kind is printed from its own records: one of them, and no other', async () => {
    const wrong = async (body: object) => {
      const { status, problem } = await print(t, at.po, body as never);
      return [status, problem?.errors];
    };
    expect(await wrong({ document_type_id: 9, garage_id: garage })).toEqual([
      422,
      { document_type_id: 'Этот документ печатают не отсюда' },
    ]);
    const one = { form: 'Назовите одну запись, о которой документ' };
    expect(await wrong({ document_type_id: 1 })).toEqual([422, one]);
    expect(await wrong({ document_type_id: 7, garage_id: garage, contribution_id: paid })).toEqual([422, one]);
  });

  it('a name with letters that the font lacks is refused by those letters', async () => {
    const odd = await ownedGarage(at, { lastName: 'Ли李', passNum: '111111' });
    const { status, problem } = await print(t, at.po, { document_type_id: 1, garage_id: odd.garage.id });
    expect([status, problem.message]).toEqual([422, expect.stringContaining('李')]);
  });
});

it.skipIf(!hasQpdf)('qpdf is on the machine: each paper above was looked at, and a torn file is noticed', async () => {
  const { bytes } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
  expect(qpdfFault(bytes)).toBeNull();
  expect(qpdfFault(bytes.slice(0, Math.floor(bytes.length / 2)))).not.toBeNull();
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s');

/** A reader wants RGBA and modules of several dots. */
function decoded(picture: { data: Uint8ClampedArray; width: number; height: number; channels: number }) {
  const scale = 4;
  const side = picture.width * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const from = (Math.floor(y / scale) * picture.width + Math.floor(x / scale)) * picture.channels;
      pixels.fill(picture.data[from]!, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  const found = jsQR(pixels, side, side);
  return found && Buffer.from(found.binaryData).toString('utf8');
}
