// Papers of a re-registration: required parts in the text of each PDF, for whom they are, when they are refused.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  documentDetail,
  documents,
  documentTypeInfo,
  documentCopy,
  type DocumentRow,
  type DocumentTypeInfo,
} from '../../contract/documents.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { addRestriction } from '../../contract/reregistrations/tariffs.ts';
import { annulmentLines } from '../../resources/reregistrations/annulmentLines.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { hearRecords } from '../kit/heard.ts';
import { newPerson } from '../kit/rows.ts';
import { bringPapers, form, move, save, tariff } from '../reregistrations/kit.ts';
import { charge, day, ownedGarage, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let sale: ReregistrationCard;
let gift: ReregistrationCard;
let inheritance: ReregistrationCard;
let buyers: number[];

const buyer = {
  lastName: 'Кузнецова',
  firstName: 'Анна',
  fatherName: 'Павловна',
  birthday: '1980-05-09',
  passSeria: '9999',
  passNum: '654321',
  passText: 'выдан отделом № 2',
  registrationAddress: '190005, г Санкт-Петербург, ул Дальняя, д 7',
};

/** A saved case of a garage of Петров, with its new owners. */
async function caseOf(reason: number, newOwner: object[], more: object = {}) {
  const { garage } = await ownedGarage(at, { passNum: String(200_000 + reason) });
  const card = await save(at.mo, { ...form(garage.id, reason, { newOwner, ...more }), apply: true } as never);
  return { garage, card };
}

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const first = await newPerson(at.mo, at.w.po, buyer);
  const second = await newPerson(at.mo, at.w.po, {
    ...buyer,
    firstName: 'Ольга',
    passNum: '654322',
    birthday: '1990-01-02',
  });
  buyers = [first.id, second.id];
  const sold = await caseOf(1, [
    { profileId: first.id, share: '1/2' },
    { profileId: second.id, share: '1/2' },
  ]);
  sale = sold.card;
  await charge(at, sold.garage.id, 120_050);
  gift = (await caseOf(2, [{ profileId: first.id }])).card;
  await tariff(t, 'full', 0);
  inheritance = (await caseOf(3, [{ profileId: first.id }])).card;
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
const [seller, first, second] = ['Петров Иван Сергеевич', 'Кузнецова Анна Павловна', 'Кузнецова Ольга Павловна'];

describe('required parts of each kind', () => {
  const kinds: [number, string, () => object, (string | RegExp)[]][] = [
    [
      9,
      'вступление',
      () => ({ reregistration_id: sale.id }),
      [
        'ЗАЯВЛЕНИЕ',
        'от Кузнецовой Анны Павловны',
        'размером взносов ознакомлена, обязуюсь',
        'в члены Всероссийского общества автомобилистов',
        'КАС № 12-3',
        `Фамилия, имя, отчество ${first}`,
        '9 мая 1980 г.',
        '9999 654321',
        '190005, г Санкт-Петербург, ул Дальняя, д 7',
        'Льгота нет',
        'отдельным документом',
        'Заявитель',
      ],
    ],
    [
      9,
      'вступление второй',
      () => ({ reregistration_id: sale.id, profile_id: buyers[1] }),
      ['от Кузнецовой Ольги Павловны', '9999 654322'],
    ],
    [
      10,
      'согласие',
      () => ({ reregistration_id: sale.id }),
      [
        'СОГЛАСИЕ',
        'ПО КАС № 12-3 ВОА, ИНН 9999000006',
        first,
        '9999 654321',
        'Цель',
        'Перечень данных',
        'Третьи лица',
        'Срок',
        'Отзыв',
        'Подпись субъекта',
      ],
    ],
    [
      11,
      'переоформление',
      () => ({ reregistration_id: sale.id }),
      [
        'ЗАЯВЛЕНИЕ',
        'от Петрова Ивана Сергеевича',
        'на Кузнецову Анну Павловну, Кузнецову Ольгу Павловну',
        'в связи с куплей-продажей',
        'Дата перехода: 20 ноября 2026 г.',
        'долг 1 200,50 ₽ будет погашен до переоформления',
        `Заявитель ${seller}`,
        '9999 200001',
        'Приложения',
      ],
    ],
    [
      11,
      'переоформление наследства',
      () => ({ reregistration_id: inheritance.id }),
      ['от Кузнецовой Анны Павловны', 'в связи с наследованием', 'долгов нет', `Заявитель ${first}`],
    ],
    [
      12,
      'купля-продажа',
      () => ({ reregistration_id: sale.id, ...one }),
      [
        'ДОГОВОР КУПЛИ-ПРОДАЖИ',
        `Продавец: ${seller}, 17 апреля 1951 г. рождения, паспорт 9999 200001`,
        `Покупатель: ${first}`,
        second,
        'Продавец передал, а Покупатель принял гараж',
        'Земельный участок не продаётся',
        '450 000,00 (четыреста пятьдесят тысяч) рублей 00 копеек',
        'не заложен',
        'в трёх экземплярах',
        'АКТ ПРИЁМА-ПЕРЕДАЧИ',
        'ключи от него 20 ноября 2026 г.',
        'Росреестре',
      ],
    ],
    [
      12,
      'дарение',
      () => ({ reregistration_id: gift.id, ...one }),
      ['ДОГОВОР ДАРЕНИЯ', `Даритель: ${seller}`, `Одаряемый: ${first}`, 'безвозмездно', 'в день перехода права'],
    ],
    [
      13,
      'протокол',
      () => ({ reregistration_id: sale.id, number: '42', ...one }),
      [
        'ВЫПИСКА ИЗ ПРОТОКОЛА',
        '№ 42 от 20 ноября 2026 г.',
        /переоформление № \d+, в связи с куплей- ?продажей/,
        /Исключить из числа владельцев гаража .* Петрова Ивана Сергеевича с 20 ноября 2026 г\./,
        'Кузнецову Анну Павловну (доля 1/2), Кузнецову Ольгу Павловну (доля 1/2)',
        'Внести изменения в реестр',
        'Голоса',
        'Выписка верна. Дана для предъявления по месту требования.',
        'Секретарь',
      ],
    ],
  ];
  it.each(kinds)('%s %s', async (type, _name, about, parts) => {
    const printed = await print(t, at.po, { document_type_id: type, ...about() });
    expect(printed.problem).toBeNull();
    expect(await unsaid(t, printed.id, printed.bytes)).toEqual([]);
    const text = (await textOf(printed.bytes)).replaceAll(/\s+/g, ' ');
    for (const part of parts)
      if (part instanceof RegExp) expect(text).toMatch(part);
      else expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|null|NaN|\{[А-Я]|\.\./);
    const { body } = await at.po.call(documentDetail, { params: { id: printed.id } });
    expect(body).toMatchObject({ state: 'valid', context: 'reregistration', document_type: { id: type } });
  });
});

describe('the case', () => {
  it('offers its five kinds, warns of what was printed, lists its papers', async () => {
    const { garage, card } = await caseOf(4 + 1, [{ profileId: buyers[0] }]);
    const info = async (): Promise<DocumentTypeInfo[]> =>
      (await at.po.call(documentTypeInfo, { body: { reregistration_id: card.id } })).body.data;
    expect((await info()).map(({ id }) => id)).toEqual([9, 10, 11, 12, 13]);
    const { id } = await print(t, at.po, { document_type_id: 10, reregistration_id: card.id });
    expect((await info()).find((kind) => kind.id === 10)).toMatchObject({ is_already_printed: true, printed: { id } });
    const list = await at.po.call(documents.list, { query: { filter: { reregistration: card.id } } });
    expect(list.body.map((row: DocumentRow) => [row.id, row.garage?.id])).toEqual([[id, garage.id]]);
  });

  /** A completed case of a sale with its contract printed. */
  async function completed() {
    const { garage, card } = await caseOf(1, [{ profileId: buyers[0] }]);
    const made = await print(t, at.po, { document_type_id: 12, reregistration_id: card.id, ...one });
    expect(made.problem).toBeNull();
    const taken = await move(at.mo, card, 'take');
    const done = await move(at.mo, await bringPapers(at.mo, taken.body), 'complete');
    expect(done.status, done.text).toBe(200);
    return { garage, card: done.body as ReregistrationCard, paper: made.id };
  }

  it.skipIf(testEngine !== 'server')(
    'a copy that is being written while its case is annulled loses its force too',
    async () => {
      const { card, paper } = await completed();
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(t.deps.db);
        return rows.length;
      };
      const writing = await t.deps.db.startTransaction().execute();
      await writing.selectFrom('document').where('id', '=', paper).forUpdate().select('id').execute();
      const annulled = move(at.mo, card, 'annul', { comment: 'Ошиблись' });
      try {
        await expect.poll(waiting).toBe(1);
        await sql`insert into document select (jsonb_populate_record(d, jsonb_build_object(
            'id', (select max(id) + 1000 from document), 'copy_of', d.id))).*
          from document d where d.id = ${paper}`.execute(writing);
      } finally {
        await writing.commit().execute();
      }
      const { status, text } = await annulled;
      expect(status, text).toBe(200);
      const { rows } = await sql<{ state: string }>`
        select state from document where id = ${paper} or copy_of = ${paper} order by id`.execute(t.deps.db);
      expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    },
  );

  it('that is annulled takes its papers and their copies with it: told before, in the case, in the log, on the page of the paper', async () => {
    const { garage, card, paper } = await completed();
    const other = await print(t, at.po, { document_type_id: 2, garage_id: garage.id, ...one });
    expect(other.problem).toBeNull();
    const copied = await at.po.call(documentCopy, { params: { id: paper } });
    expect(copied.status, copied.text).toBe(200);
    const detail = async (id: number) => (await at.po.call(documentDetail, { params: { id } })).body;
    const before = await detail(paper);
    const named = `«${before.document_type.name}» № ${before.number}`;
    expect(card.valid_papers).toEqual([{ id: paper, number: before.number, type: before.document_type.name }]);
    expect(annulmentLines(card).find(({ key }) => key === 'papers')).toMatchObject({
      note: named.replace('№ ', '№\u00a0'),
    });
    const { told, stop } = await hearRecords(t, at.w.po);
    const undone = await move(at.mo, card, 'annul', { comment: 'Ошиблись' });
    expect(undone.status, undone.text).toBe(200);
    await expect.poll(() => told).toContainEqual({ resource: 'documents', ids: [paper] });
    await stop();
    expect(undone.body.valid_papers).toEqual([]);
    expect(undone.body.events[0]!.comment).toBe(`Ошиблись. Документы дела потеряли силу: ${named}`);
    const reason = `Аннулировано переоформление № ${card.id}`;
    const { rows } = await sql<{ id: number; state: string; cancel_reason: string | null; copy_of: number | null }>`
      select id, state, cancel_reason, copy_of from document where garage_id = ${garage.id} order by id`.execute(
      t.deps.db,
    );
    expect(rows.map(({ state, cancel_reason, copy_of }) => [state, cancel_reason, copy_of])).toEqual([
      ['cancelled', reason, null],
      ['valid', null, null],
      ['cancelled', reason, paper],
    ]);
    const { check_code } = await t.deps.db
      .selectFrom('document')
      .where('id', '=', paper)
      .select('check_code')
      .executeTakeFirstOrThrow();
    expect((await t.app.inject({ method: 'GET', url: `/d/${check_code}` })).payload).toContain(
      'Документ не имеет силы',
    );
    const lines = await sql<{ text: string }>`
      select text from action_log where verb = 'reference.cancel' and object_id = ${paper}`.execute(t.deps.db);
    expect(lines.rows.map(({ text }) => text)).toEqual([`Аннулирован документ ${named}: ${reason}`]);
  });

  it('asks whose a paper is where several come, and takes nobody but them', async () => {
    const told = async (id: number) =>
      Object.fromEntries(
        ((await at.po.call(documentTypeInfo, { body: { reregistration_id: id } })).body.data as DocumentTypeInfo[]).map(
          (kind) => [kind.id, kind.people?.map(({ name }) => name) ?? null],
        ),
      );
    expect(await told(sale.id)).toEqual({ 9: [first, second], 10: [first, second], 11: null, 12: null, 13: null });
    expect(await told(gift.id)).toEqual({ 9: null, 10: null, 11: null, 12: null, 13: null });
    const old = sale.parties.find(({ side }) => side === 'old')!.profile_id;
    const refused = await print(t, at.po, { document_type_id: 9, reregistration_id: sale.id, profile_id: old });
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      { profile_id: 'Выберите одного из новых владельцев' },
    ]);
  });

  it('without a contract or a new owner the paper is refused in words', async () => {
    const { card } = await caseOf(5, [{ profileId: buyers[0] }]);
    const contract = await print(t, at.po, { document_type_id: 12, reregistration_id: card.id, ...one });
    expect([contract.status, contract.problem.errors.form]).toEqual([422, 'По этому основанию договор не составляют']);
    const left = (await caseOf(7, [])).card;
    const joining = await print(t, at.po, { document_type_id: 9, reregistration_id: left.id });
    expect([joining.status, joining.problem.errors.form]).toEqual([422, 'В переоформлении нет нового владельца']);
    const transfer = await print(t, at.po, { document_type_id: 11, reregistration_id: left.id });
    expect(transfer.problem).toBeNull();
    const text = await textOf(transfer.bytes);
    expect(text).toMatch(/Прошу изменить запись о гараже .* в связи с отказом в пользу ПО/);
  });

  it('an exchange hands over both garages, each side the one it gives', async () => {
    const other = await ownedGarage(at, { lastName: 'Обменов', passNum: '200044' });
    const { garage, card } = await caseOf(4, [], {
      exchangeGarage: other.garage.id,
      details: { surcharge: '50 000' },
    });
    const printed = await print(t, at.po, { document_type_id: 12, reregistration_id: card.id, ...one });
    expect(printed.problem).toBeNull();
    const text = await textOf(printed.bytes);
    const [given, inReturn] = [garage, other.garage].map(
      ({ number, section }) => `№ ${number}${section ? ` секции ${section}` : ''}`,
    );
    expect(text).toContain(`взамен передаётся гараж ${inReturn}`);
    expect(text).toMatch(/доплата 50\s000/);
    expect(text).toContain(`Сторона 1 передала, а Сторона 2 приняла гараж ${given} и ключи от него`);
    expect(text).toContain(`Сторона 2 передала, а Сторона 1 приняла взамен гараж ${inReturn}`);
    expect(text).toContain('Оба гаража никому не проданы, не заложены');
    const sold = await textOf(
      (await print(t, at.po, { document_type_id: 12, reregistration_id: sale.id, ...one })).bytes,
    );
    expect(sold).not.toContain('взамен');
    expect(sold).toContain('Гараж никому не продан, не заложен');
  });

  it('papers of a garage in pledge say so: nobody signs that it is free', async () => {
    const { garage, card } = await caseOf(1, [{ profileId: buyers[0] }]);
    const papers = async () => {
      const made = [{ document_type_id: 11 }, { document_type_id: 12, ...one }].map((kind) =>
        print(t, at.po, { reregistration_id: card.id, ...kind }),
      );
      return Promise.all((await Promise.all(made)).map(({ bytes }) => textOf(bytes)));
    };
    const [asked, agreed] = await papers();
    expect(asked).toContain('Обременений гаража и споров о нём нет.');
    expect(agreed).toContain('Гараж никому не продан, не заложен, в споре и под арестом не состоит.');
    const put = await at.mo.call(addRestriction, {
      params: { id: garage.id },
      body: { kind: 'pledge', ground: 'договор залога 5', since: '2026-03-01' },
    });
    expect(put.status, put.text).toBe(200);
    const [said, sold] = await papers();
    expect(said).toContain('Обременения гаража: залог (договор залога 5) с 01.03.2026.');
    expect(said).not.toContain('Обременений гаража и споров о нём нет');
    expect(sold).toContain('Обременения, о которых стороны знают: залог (договор залога 5) с 01.03.2026.');
    expect(sold).not.toMatch(/не заложен|под арестом/);
  });

  it('an organisation is told by its ИНН, is no member, and its name is not declined', async () => {
    const name = 'Администрация Невского района';
    const person = { kind: 'organisation', lastName: name, inn: '7707083893', isVOAMember: false };
    const { card } = await caseOf(1, [{ person }]);
    const text = async (type: number, more: object = {}) => {
      const made = await print(t, at.po, { document_type_id: type, reregistration_id: card.id, ...more });
      expect(made.problem).toBeNull();
      return textOf(made.bytes);
    };
    const joining = await text(9);
    expect(joining).toContain(`от ${name}`);
    expect(joining).toContain(`Прошу закрепить за ${name} гараж`);
    expect(joining).toContain('ИНН 7707083893');
    expect(joining).not.toMatch(/в члены|Паспорт|Дата рождения/);
    expect(await text(12, one)).toContain(`Покупатель: ${name}, ИНН 7707083893, адрес:`);
    expect(await text(13, { number: '44', ...one })).toMatch(
      new RegExp(`Включить в число владельцев гаража .* ${name} с 20 ноября`),
    );
  });

  it('an owner who has only a new name is not put out by the protocol', async () => {
    const { card } = await caseOf(12, []);
    const about = { document_type_id: 13, reregistration_id: card.id, number: '43', ...one };
    const text = await textOf((await print(t, at.po, about)).bytes);
    expect(text).toContain('Уточнить сведения о владельцах гаража');
    expect(text).toContain(seller);
    expect(text).not.toMatch(/Исключить|Включить/);
  });

  it('papers that people write name no official as who made them; the journal knows the applicant', async () => {
    const printed = async (type: number, of: ReregistrationCard, more: object = {}) => {
      const { id, bytes, problem } = await print(t, at.po, {
        document_type_id: type,
        reregistration_id: of.id,
        ...more,
      });
      expect(problem).toBeNull();
      const { body } = await at.po.call(documentDetail, { params: { id } });
      return { text: await textOf(bytes), person: body.profile?.name };
    };
    for (const [type, more] of [
      [9, {}],
      [10, {}],
      [11, {}],
      [12, one],
    ] as const)
      expect((await printed(type, sale, more)).text, `kind ${type}`).toMatch(
        /или reestr\.example\.ru\S+(?! Исп\.)(?!.*Исп\.)/,
      );
    const minutes = await printed(13, sale, { number: '77', ...one });
    expect(minutes.text).toContain('Исп. ');
    // The seller asks for his garage to be written over to others; of what was inherited the heir asks.
    expect((await printed(11, sale)).person).toBe(seller);
    expect((await printed(11, inheritance)).person).toBe(first);
    expect((await printed(9, sale)).person).toBe(first);
  });

  it('asks for «Ведение реестра» and is not there for another place', async () => {
    const body = { document_type_id: 11, reregistration_id: sale.id };
    expect((await print(t, at.reader, body)).status).toBe(403);
    expect((await print(t, await as(t, { po: at.w.cousinPo }), body)).status).toBe(404);
  });
});
