// Papers of garages, money and people: required parts in the text of each PDF, numbers, copies, rights, the receipt's QR.
import { createHash } from 'node:crypto';
import jsQR from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garagePaymentQr } from '../../contract/balance.ts';
import {
  cancelDocument,
  documentCopy,
  documentDetail,
  documentFile,
  documents,
  documentTypeInfo,
} from '../../contract/documents.ts';
import { asCopy } from '../../server/documents/paper/frame.ts';
import { openSnapshot } from '../../server/documents/writing/snapshots.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { hasQpdf, qpdfFault } from '../kit/pdfa.ts';
import { charge, day, ownedGarage, pagesOf, pay, picturesOf, place, print, textOf, unsaid, type Place } from './kit.ts';

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
        'Отметка о ПИБ',
        'Ограничения (арест, залог, спор и другие): нет.',
        'Сведения верны на 20 ноября 2026 г.',
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
        /Подпись плательщика _{20} Дата _{20}/,
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

describe('what is kept', () => {
  it('the same snapshot gives the same bytes; a paper that was not finished is finished when it is opened', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one });
    const row = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const { source, at: moment } = openSnapshot(t.deps.secrets, row.snapshot!, row.number);
    const again = await t.deps.pdf.render({ source, isKept: true, at: moment });
    expect(Buffer.compare(again, bytes)).toBe(0);
    expect(asCopy(source)).not.toBe(source);
    // The row has the number: its snapshot is packed and does not repeat it; one kept before it was is read as it is.
    expect(row.snapshot!.length).toBeLessThan(Buffer.byteLength(source) / 2);
    const before = t.deps.secrets.seal(JSON.stringify({ source, files: {}, at: moment }));
    expect(openSnapshot(t.deps.secrets, before, row.number)).toEqual({ source, files: {}, at: moment });
    // As a process leaves it that dies between the number and the file.
    await t.deps.db
      .updateTable('document')
      .set({ state: 'printing', file_id: null, sha256: null })
      .where('id', '=', id)
      .execute();
    expect((await at.po.call(documentFile, { params: { id } })).status).toBe(200);
    const after = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect([after.state, after.sha256]).toEqual(['valid', row.sha256]);
  });

  it('two who finish the same paper at once keep one file of it, and leave no row of the other', async () => {
    const { id } = await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one });
    await t.deps.db
      .updateTable('document')
      .set({ state: 'printing', file_id: null, sha256: null })
      .where('id', '=', id)
      .execute();
    const files = async () => (await t.deps.db.selectFrom('stored_file').select('id').execute()).length;
    const before = await files();
    const both = await Promise.all([1, 2].map(() => at.po.call(documentFile, { params: { id } })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await files()).toBe(before + 1);
    const { file_id, state } = await t.deps.db
      .selectFrom('document')
      .where('id', '=', id)
      .select(['file_id', 'state'])
      .executeTakeFirstOrThrow();
    expect([file_id !== null, state]).toEqual([true, 'valid']);
  });

  it('one that has lost its force is shown with the word across, its original stays under its hash', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Опечатка' } });
    const shown = await t.app.inject({
      method: 'POST',
      url: documentFile.path.replace(':id', String(id)),
      headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    });
    expect(await textOf(new Uint8Array(shown.rawPayload))).toContain('АННУЛИРОВАН');
    expect(await textOf(bytes)).not.toContain('АННУЛИРОВАН');
    const row = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('a copy says «КОПИЯ» with a line for who attests it, stands beside its original under the same number', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    const reply = await t.app.inject({
      method: 'POST',
      url: documentCopy.path.replace(':id', String(id)),
      headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    });
    expect(await textOf(new Uint8Array(reply.rawPayload))).toMatch(
      /Копия верна: .* г\. КОПИЯ\s*должность подпись, фамилия дата/,
    );
    expect(await textOf(bytes)).not.toMatch(/Копия верна|КОПИЯ/);
    const { body } = await at.po.call(documents.list, {
      query: { filter: { garage }, sort: ['printed_at', 'DESC'], range: [0, 1] },
    });
    expect(body[0]).toMatchObject({ is_copy: true, number: body[1].number });
    expect(body[1]).toMatchObject({ id, is_copy: false });
  });

  it('copies of a paper without force say so on every sheet beside «КОПИЯ»: given out before its end and after it', async () => {
    const ask = (of: { path: string }, id: number) =>
      t.app.inject({
        method: 'POST',
        url: of.path.replace(':id', String(id)),
        headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
      });
    // An application of two sheets.
    const court = {
      court: null,
      court_address: null,
      notified_how: null,
      circumstances: 'Должник взносов не вносит. '.repeat(110),
    };
    const asked = { document_type_id: 17, garage_id: debtor, ...period, court };
    for (const [state, word] of [
      ['cancelled', 'АННУЛИРОВАН'],
      ['replaced', 'ЗАМЕНЁН'],
    ] as const) {
      const [{ id }, other] = [await print(t, at.po, asked), await print(t, at.po, asked)];
      const early = Number((await ask(documentCopy, id)).headers['x-document-id']);
      const body = { reason: 'Опечатка', replaced_by: state === 'replaced' ? other.id : null };
      await at.po.call(cancelDocument, { params: { id }, body });
      const late = await ask(documentCopy, id);
      expect(late.statusCode, late.body).toBe(200);
      const instead = `ЗАМЕНЁНна № ${(await at.po.call(documentDetail, { params: { id: other.id } })).body.number} от `;
      for (const pdf of [late, await ask(documentFile, early)]) {
        const sheets = await pagesOf(new Uint8Array(pdf.rawPayload));
        expect(sheets.length).toBeGreaterThan(1);
        for (const sheet of sheets) {
          expect(sheet).toContain('КОПИЯ');
          expect(sheet).toContain(state === 'replaced' ? instead : word);
        }
      }
      const copy = Number(late.headers['x-document-id']);
      const card = (await at.po.call(documentDetail, { params: { id: copy } })).body;
      expect(card).toMatchObject({ state, copy_of: id, cancel_reason: 'Опечатка' });
      const logged = await t.deps.db
        .selectFrom('action_log')
        .where('object_type', '=', 'document')
        .where('object_id', '=', id)
        .orderBy('id', 'desc')
        .select('text')
        .execute();
      expect(logged[0]!.text).toMatch(/^Выдана копия документа без силы «/);
    }
  });

  it('a paper is replaced by a valid one of its kind and nothing else', async () => {
    const paper = async (document_type_id: number) =>
      (await print(t, at.po, { document_type_id, garage_id: garage })).id;
    const [old, fresh, void_] = [await paper(1), await paper(1), await paper(1)];
    const ofOtherKind = (await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one })).id;
    await at.po.call(cancelDocument, { params: { id: void_ }, body: { reason: 'Опечатка' } });
    const cancel = (replaced_by: number | null) =>
      at.po.call(cancelDocument, { params: { id: old }, body: { reason: 'Напечатан заново', replaced_by } });
    for (const wrong of [old, void_, ofOtherKind, 9_999_999]) {
      const refused = await cancel(wrong);
      expect([wrong, refused.status, refused.body.errors]).toEqual([
        wrong,
        422,
        { replaced_by: 'Выберите действующий документ того же вида' },
      ]);
    }
    const row = () => t.deps.db.selectFrom('document').where('id', '=', old).select('state').executeTakeFirstOrThrow();
    expect((await row()).state).toBe('valid');
    const done = await cancel(fresh);
    expect([done.status, done.body.replaced_by?.id ?? done.body.replaced_by]).toEqual([200, fresh]);
  });

  it('a cancelled paper keeps its number and reason, its copy says so', async () => {
    const { id } = await print(t, at.po, { document_type_id: 3, garage_id: garage, number: '900', ...one });
    const info = await at.po.call(documentTypeInfo, { body: { garage_id: garage, document_types: [3] } });
    expect(info.body.data[0]).toMatchObject({ is_already_printed: true, number: '900', next_number: '901' });
    const { body } = await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Ошибка в сумме' } });
    expect(body).toMatchObject({ state: 'cancelled', cancel_reason: 'Ошибка в сумме', number: '900' });
    expect((await at.po.call(documentCopy, { params: { id } })).status).toBe(200);
    expect((await at.po.call(cancelDocument, { params: { id }, body: { reason: 'ещё' } })).status).toBe(422);
    // Its number is free for the paper that is right.
    expect((await print(t, at.po, { document_type_id: 3, garage_id: garage, number: '900', ...one })).status).toBe(200);
  });
});

describe('the public check', () => {
  const ask = async (url: string) => t.app.inject({ method: 'GET', url });

  it('says number, date, kind, ПО and state, nothing personal; what is cancelled says so', async () => {
    const { id } = await print(t, at.po, { document_type_id: 14, garage_id: garage });
    const { body } = await at.po.call(documentDetail, { params: { id } });
    const url = new URL(body.check_url).pathname;
    const valid = await ask(url);
    expect([valid.statusCode, valid.headers['set-cookie']]).toEqual([200, undefined]);
    for (const part of ['Действителен', body.number, '20.11.2026', 'Учётная карточка', 'КАС № 12-3'])
      expect(valid.payload).toContain(part);
    expect(valid.payload).toContain('Сверьте номер, дату и вид с бумагой в руках');
    expect(valid.payload).not.toMatch(/Петров|9999|4 500/);
    // The ПО alone: where it stands in the society is nobody's business here.
    const { mo_name: mo, region_name: region } = body;
    expect([mo, region].filter((name) => valid.payload.includes(name))).toEqual([]);
    expect(valid.payload.length).toBeLessThan(30_000);
    await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Петров просил' } });
    const cancelled = await ask(url);
    expect(cancelled.payload).toContain('Аннулирован');
    expect(cancelled.payload).not.toContain('Петров');
  });

  it('a file is told by its hash: the paper, its copy, and no file with one byte changed', async () => {
    const made = await print(t, at.po, { document_type_id: 14, garage_id: garage });
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const ours = await ask(`/d/file/${hash(made.bytes)}`);
    expect(ours.statusCode).toBe(200);
    expect(ours.payload).toContain('Действителен');
    expect(ours.payload).not.toMatch(/Петров|9999/);
    await at.po.call(documentCopy, { params: { id: made.id } });
    const copy = await t.deps.db
      .selectFrom('document')
      .where('copy_of', '=', made.id)
      .select('sha256')
      .executeTakeFirstOrThrow();
    expect((await ask(`/d/file/${copy.sha256}`)).payload).toContain(', копия');
    const changed = made.bytes.slice();
    changed[changed.length - 10]! ^= 1;
    for (const other of [hash(changed), 'x', '0'.repeat(64)]) {
      const foreign = await ask(`/d/file/${other}`);
      expect([foreign.statusCode, foreign.payload.includes('не выдавали')]).toEqual([404, true]);
    }
  });

  it('the one script of the page is the one its policy names', async () => {
    const { payload, headers } = await ask('/d/0000-0000-0001');
    const scripts = [...payload.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text!);
    expect(scripts).toHaveLength(1);
    const named = createHash('sha256').update(scripts[0]!).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${named}'`);
  });

  it('a guessed code is not found, and guessing is slow', async () => {
    const guessed = await ask('/d/0000-0000-0000');
    expect(guessed.statusCode).toBe(404);
    expect(guessed.payload).toContain('Не найден');
    const many = await Promise.all(Array.from({ length: 40 }, () => ask('/d/1111-1111-1111')));
    expect(many.some((reply) => reply.statusCode === 429)).toBe(true);
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
