// Garages through the API: writing, owners, archive, scope of every level, the log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/garages.ts';
import { linesOf, post } from '../../server/balance/ledger.ts';
import { lendSecrets } from '../../server/kernel/secrets.ts';
import { isAccountNumber } from '../../server/garages/rules.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody, newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let foreign: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  foreign = await as(t, { mo: w.foreignMo });
});
afterAll(() => t.close());

const log = (id: number) =>
  t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'garage')
    .where('object_id', '=', id)
    .orderBy('id')
    .select(['verb', 'text', 'user_id'])
    .execute();

describe('creating', () => {
  it('makes the garage, its account, its owners and the log line', async () => {
    const garage = await newGarage(mo, w.po, {
      number: '45 А',
      alreadyExistProfile: [
        { person: personBody({ lastName: 'Петров' }), share: '1/2', isPrimary: true },
        { person: personBody({ lastName: 'Петрова' }), share: '1/2' },
      ],
    });
    expect(garage.number).toBe('45а');
    expect(garage.account_no).toMatch(/^\d{10}$/);
    expect(garage.owners.map((owner) => [owner.full_name.split(' ')[0], owner.share, owner.is_primary])).toEqual([
      ['Петров', '1/2', true],
      ['Петрова', '1/2', false],
    ]);
    expect((await log(garage.id)).map((line) => [line.verb, line.user_id])).toEqual([['garage.create', mo.userId]]);
  });

  it('needs capability 1 and a МО in the token', async () => {
    const body = garageBody(w.po);
    expect((await po.call(c.garages.create, { body })).status).toBe(403);
    expect(
      (await (await as(t, { mo: w.mo, capabilities: [2, 3] })).call(c.garages.create, { body })).body.message,
    ).toContain('Ведение реестра');
    expect((await caller(t.app)(c.garages.create, { body })).status).toBe(401);
  });

  it('tells every mistake on its field and leaves nothing behind', async () => {
    const before = await t.deps.db
      .selectFrom('garage')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const { status, body } = await mo.call(c.garages.create, {
      body: garageBody(w.foreignPo, {
        type: { value: 8 },
        sizeX: 6,
        dateOfConstruction: '2090-01-01',
        pibDate: '1899-12-31',
        ownedSince: '2090-01-01',
        alreadyExistProfile: [
          { profileId: 999_999, share: 'половина' },
          {},
          { person: personBody({ birthday: '2090-01-01' }) },
        ],
      }),
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      po: 'Выберите ПО',
      sizeX: 'У этого типа нет размеров',
      dateOfConstruction: 'Дата не может быть позже сегодняшней',
      pibDate: 'Введите корректную дату',
      ownedSince: 'Дата не может быть позже сегодняшней',
      'alreadyExistProfile.0.profileId': 'Человек не найден',
      'alreadyExistProfile.0.share': 'Доля пишется дробью: 1/2',
      'alreadyExistProfile.1.profileId': 'Выберите человека или внесите нового',
      'alreadyExistProfile.2.person.birthday': 'Дата не может быть позже сегодняшней',
      alreadyExistProfile: 'Доля пишется дробью: 1/2',
    });
    expect(
      await t.deps.db
        .selectFrom('garage')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  it('refuses the same number twice, takes it after the first is archived', async () => {
    const first = await newGarage(mo, w.po, { section: 'Я', number: '7' });
    const twice = await mo.call(c.garages.create, { body: garageBody(w.po, { section: 'Я', number: '7' }) });
    expect(twice.body.errors).toEqual({ number: 'Гараж № 7 в секции Я уже есть в этом ПО' });
    await mo.call(c.archiveGarage, { params: { id: first.id }, body: { version: first.version, reason: 'mistake' } });
    expect((await mo.call(c.garages.create, { body: garageBody(w.po, { section: 'Я', number: '7' }) })).status).toBe(
      200,
    );
    const back = await mo.call(c.restoreGarage, { params: { id: first.id }, body: { version: first.version + 1 } });
    expect(back.body.errors).toEqual({ number: 'Гараж № 7 в секции Я уже есть в этом ПО' });
  });

  it('knows one person twice, two receivers of receipts, shares that are not one', async () => {
    const person = await newPerson(mo, w.po);
    const problem = async (alreadyExistProfile: object[]) =>
      (await mo.call(c.garages.create, { body: garageBody(w.po, { alreadyExistProfile }) })).body.errors;
    const [one, other] = [{ person: personBody() }, { person: personBody() }];
    expect(await problem([{ profileId: person.id }, { profileId: person.id }])).toEqual({
      alreadyExistProfile: 'Один человек указан дважды',
    });
    expect(
      await problem([
        { ...one, isPrimary: true },
        { ...other, isPrimary: true },
      ]),
    ).toEqual({ alreadyExistProfile: 'Квитанции получает один владелец' });
    for (const [first, second] of [
      ['1/2', '1/3'],
      ['1/2', null],
      ['2/3', '2/3'],
    ])
      expect(
        await problem([
          { ...one, share: first },
          { ...other, share: second },
        ]),
      ).toEqual({ alreadyExistProfile: 'Сумма долей должна быть равна 1' });
  });

  it('takes the next account number, keeps the count of the ПО and its sections', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const first = await newGarage(chief, own.po, { section: 'А', number: '№ 1' });
    const rest = await Promise.all(
      ['2', '3', '4 Б', '5'].map((number) => newGarage(chief, own.po, { section: 'а', number })),
    );
    const made = [first, ...rest];
    expect(new Set(made.map((garage) => garage.account_no)).size).toBe(5);
    expect(made.every((garage) => isAccountNumber(garage.account_no))).toBe(true);
    // «а» is the section that is known as «А».
    expect(made.map((garage) => `${garage.section} ${garage.number}`)).toEqual(['А 1', 'А 2', 'А 3', 'А 4б', 'А 5']);
    const po = await t.deps.db.selectFrom('po').where('id', '=', own.po).selectAll().executeTakeFirstOrThrow();
    expect([po.garage_count, po.next_garage_seq]).toEqual([5, 6]);
    const sections = await t.deps.db.selectFrom('section').where('po_id', '=', own.po).select('name').execute();
    expect(sections).toEqual([{ name: 'А' }]);
  });

  it('a script in a text stays a text', async () => {
    const garage = await newGarage(mo, w.po, { note: '<script>alert(1)</script>' });
    expect(garage.note).toBe('<script>alert(1)</script>');
  });
});

describe('who sees', () => {
  it('own, parent and region see; sibling, foreign and nobody do not', async () => {
    const garage = await newGarage(mo, w.po);
    const status = async (person: Caller) => (await person.call(c.garages.one, { params: { id: garage.id } })).status;
    const people = {
      po,
      mo,
      region: await as(t, { region: w.region }),
      sibling: await as(t, { po: w.siblingPo }),
      cousinMo: await as(t, { mo: w.siblingMo }),
      foreign,
      nowhere: await as(t, {}),
    };
    const answers = Object.fromEntries(
      await Promise.all(Object.entries(people).map(async ([name, person]) => [name, await status(person)])),
    );
    expect(answers).toEqual({ po: 200, mo: 200, region: 200, sibling: 404, cousinMo: 404, foreign: 404, nowhere: 404 });
    const list = async (person: Caller) =>
      (await person.call(c.garages.list, { query: { filter: { id: [garage.id] } } })).body.length;
    expect([await list(po), await list(people.sibling), await list(foreign)]).toEqual([1, 0, 0]);
  });

  it('absent and foreign look the same, and are not changed', async () => {
    const garage = await newGarage(mo, w.po);
    const body = { number: '1', type: { value: 1 }, version: garage.version };
    const [absent, other] = [
      await foreign.call(c.garages.update, { params: { id: 9_999_999 }, body }),
      await foreign.call(c.garages.update, { params: { id: garage.id }, body }),
    ];
    expect([absent.status, other.status]).toEqual([404, 404]);
    expect(absent.body).toEqual(other.body);
    expect((await mo.call(c.garages.one, { params: { id: garage.id } })).body.number).toBe(garage.number);
    expect((await mo.call(c.garages.one, { params: { id: 'abc' } })).status).toBe(404);
  });
});

describe('editing', () => {
  it('two officials: the second is told, nothing is lost', async () => {
    const garage = await newGarage(mo, w.po);
    const body = (note: string) => ({
      section: garage.section,
      number: garage.number,
      type: { value: 1 },
      note,
      version: garage.version,
    });
    expect((await mo.call(c.garages.update, { params: { id: garage.id }, body: body('первый') })).status).toBe(200);
    const stale = await po.call(c.garages.update, { params: { id: garage.id }, body: body('второй') });
    expect(stale.status).toBe(409);
    expect(stale.body.message).toMatch(/^Данные изменил Чиновников\d+ П\. И\. в \d\d:\d\d\. Обновите страницу$/);
    expect(stale.body.current).toMatchObject({ note: 'первый', version: garage.version + 1 });
    const own = await mo.call(c.garages.update, { params: { id: garage.id }, body: body('третий') });
    expect([own.status, own.body.own, stale.body.own]).toEqual([409, true, undefined]);
    expect(own.body.message).toContain('Данные изменили вы сами');
    expect((await log(garage.id)).map((line) => line.verb)).toEqual(['garage.create', 'garage.update']);
  });

  it('logs what became of what, and tells a taken number together with everything else', async () => {
    const taken = await newGarage(mo, w.po, { section: 'Ц', number: '1' });
    const garage = await newGarage(mo, w.po, {
      section: 'Ц',
      number: '2',
      sizeX: 6,
      dateOfConstruction: '1987-05-12',
    });
    const save = (more: object) =>
      mo.call(c.garages.update, {
        params: { id: garage.id },
        body: {
          section: 'Ц',
          number: '2',
          type: { value: 1 },
          sizeX: 6,
          dateOfConstruction: '1987-05-12',
          version: garage.version,
          ...more,
        },
      });
    expect((await save({ number: taken.number, pibDate: '2090-01-01' })).body.errors).toEqual({
      number: 'Гараж № 1 в секции Ц уже есть в этом ПО',
      pibDate: 'Дата не может быть позже сегодняшней',
    });
    expect((await save({ pibDate: '1980-01-01' })).body.errors).toEqual({
      pibDate: 'Справка ПИБ не может быть раньше постройки',
    });
    expect((await save({ type: { value: 77 } })).body.errors).toEqual({ type: 'Выберите тип из списка' });
    expect((await save({})).status).toBe(200);
    expect((await save({ number: '3', type: { value: 2 }, sizeX: 6.5, version: garage.version + 1 })).status).toBe(200);
    const texts = (await log(garage.id)).map((line) => line.text).slice(1);
    expect(texts).toEqual([
      'Сохранён без изменений',
      'Изменён: номер 2 → 3, тип Кирпич → Металл, длина 6,00 м → 6,50 м',
    ]);
  });
});

describe('debt', () => {
  it('is listed, filtered, summed and explained', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const [debtor, good] = [
      await newGarage(chief, own.po, { section: 'Д', number: '1' }),
      await newGarage(chief, own.po, { section: 'Д', number: '2' }),
    ];
    const place = { region_id: own.region, mo_id: own.mo, po_id: own.po };
    const posting = (key: string) => ({
      kind: 'accrual' as const,
      source: 'hand' as const,
      idempotencyKey: key,
      place,
      onDate: '2026-02-01',
      createdBy: null,
      at: '2026-02-01T00:00:00Z',
    });
    const line = (garage: number, sign: -1 | 1, amount: number, year: number, payment: number | null) => ({
      garage_id: garage,
      owner_id: null,
      sign,
      amount_kopecks: amount,
      accrual_type_id: payment ? null : 1,
      payment_type_id: payment,
      period_year: year,
      on_date: '2026-02-01',
    });
    await t.deps.db.transaction().execute((tx) => {
      lendSecrets(tx, t.deps.secrets);
      return post(
        tx as never,
        posting('test-debt'),
        linesOf([
          line(debtor.id, -1, 450_000, 2025, null),
          line(debtor.id, -1, 450_000, 2026, null),
          line(debtor.id, 1, 600_000, 2026, 1),
        ]),
      );
    });
    const list = (filter: object) => chief.call(c.garages.list, { query: { filter, sort: ['place', 'ASC'] } });
    const all = await list({});
    expect(all.headers['content-range']).toBe('garages 0-1/2');
    expect(JSON.parse(String(all.headers['x-totals']))).toEqual({
      count: 2,
      debtors: 1,
      debt_kopecks: 300_000,
      advance_kopecks: 0,
    });
    expect(all.body[0].years).toEqual([
      { year: 2024, state: 'none' },
      { year: 2025, state: 'paid' },
      { year: 2026, state: 'partly' },
    ]);
    const ids = async (filter: object) => (await list(filter)).body.map((row: { id: number }) => row.id);
    expect(await ids({ garageDebt: 'debt' })).toEqual([debtor.id]);
    expect(await ids({ garageDebt: 'no_debt' })).toEqual([good.id]);
    expect(await ids({ debtFrom: 300_000 })).toEqual([debtor.id]);
    expect(await ids({ debtFrom: 300_001 })).toEqual([]);
    // None of no garages: neither rows nor sums of all there are.
    const none = await list({ id: [] });
    expect([none.body, String(none.headers['content-range']).split('/')[1]]).toEqual([[], '0']);
    expect(JSON.parse(String(none.headers['x-totals']))).toMatchObject({ count: 0, debt_kopecks: 0 });
    const card = (await chief.call(c.garages.one, { params: { id: debtor.id } })).body as c.GarageCard;
    expect(card.debt.map((one) => [one.year, one.paid_kopecks, one.owed_kopecks])).toEqual([
      [2025, 450_000, 0],
      [2026, 150_000, 300_000],
    ]);
    const archive = await chief.call(c.archiveGarage, {
      params: { id: debtor.id },
      body: { version: card.version, reason: 'demolished' },
    });
    expect(archive.body.errors.confirmBalance).toBe('Остаток не нулевой: подтвердите перевод в архив');
    const selected = await chief.call(c.garageSelection, {
      body: { filter: {}, all: true, included: [], excluded: [good.id], expected: 1 },
    });
    expect(selected.body).toEqual({ count: 1, debtors: 1, debt_kopecks: 300_000, advance_kopecks: 0 });
    const stranger = await foreign.call(c.garageSelection, {
      body: { filter: {}, all: false, included: [debtor.id], excluded: [], expected: 1 },
    });
    expect(stranger.body.count).toBe(0);
  });
});

describe('lists', () => {
  it('go in natural order', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    for (const number of ['10', '9', '12/10', '12/3', '45а', '45'])
      await newGarage(chief, own.po, { section: 'Б', number });
    const rows = (await chief.call(c.garages.list, { query: { sort: ['place', 'ASC'] } })).body;
    expect(rows.map((row: c.GarageRow) => row.number)).toEqual(['9', '10', '12/3', '12/10', '45', '45а']);
  });

  it('walk the ПО of a region in the official order, page by page, both ways', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const cousin = await as(t, { mo: own.siblingMo });
    for (const number of ['2', '1']) await newGarage(chief, own.siblingPo, { section: 'А', number });
    for (const number of ['2', '10']) await newGarage(chief, own.po, { section: 'Б', number });
    await newGarage(chief, own.po, { section: 'А', number: '7' });
    await newGarage(cousin, own.cousinPo, { section: '', number: '5' });
    const region = await as(t, { region: own.region });
    const page = async (order: 'ASC' | 'DESC', range: [number, number]) =>
      (await region.call(c.garages.list, { query: { sort: ['place', order], range } })).body.map(
        (row: c.GarageRow) => `${row.po.name.replace(/^.*№ /, '')}: ${row.section}${row.number}`,
      );
    const all = ['2: 5', '12-3: А7', '12-3: Б2', '12-3: Б10', '12-10: А1', '12-10: А2'];
    expect(await page('ASC', [0, 24])).toEqual(all);
    expect(await page('DESC', [0, 24])).toEqual(all.toReversed());
    const pages = [await page('ASC', [0, 1]), await page('ASC', [2, 3]), await page('ASC', [4, 5])];
    expect(pages.flat()).toEqual(all);
    expect(await page('ASC', [6, 8])).toEqual([]);
    const filtered = await region.call(c.garages.list, {
      query: { filter: { poFilter: [own.po], sectionFilter: ['Б'] } },
    });
    expect(filtered.body.map((row: c.GarageRow) => row.number)).toEqual(['2', '10']);
  });

  it('stand in every order with nothing last, whichever way it goes', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const owner = (lastName: string) => [{ person: personBody({ lastName }) }];
    const made = [
      await newGarage(chief, own.po, { number: '1', alreadyExistProfile: owner('Яблоков'), dateOfConstruction: '2000-01-01' }),
      await newGarage(chief, own.po, { number: '2', alreadyExistProfile: owner('Абрамов'), dateOfConstruction: '1990-01-01' }),
      await newGarage(chief, own.po, { number: '3' }),
    ]; // prettier-ignore
    await postLines(t, own, [
      chargeLine(made[0]!.id, '2026-01-01', 1000),
      paymentLine(made[0]!.id, '2026-02-01', 500),
      paymentLine(made[1]!.id, '2026-03-01', 100),
    ]);
    const numbers = async (field: string) => {
      const both = [];
      for (const order of ['ASC', 'DESC']) {
        const { body } = await chief.call(c.garages.list, { query: { sort: [field, order] as never } });
        both.push(body.map((row: c.GarageRow) => row.number).join(''));
      }
      return both;
    };
    expect(await numbers('owner')).toEqual(['213', '123']);
    expect(await numbers('last_payment_on')).toEqual(['123', '213']);
    expect(await numbers('date_of_construction')).toEqual(['213', '123']);
    expect(await numbers('balance_kopecks')).toEqual(['132', '231']);
  });

  it('count owners without counting them', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const people = [{ person: personBody() }, { person: personBody() }];
    for (const [index, alreadyExistProfile] of [[], people.slice(0, 1), people].entries())
      await newGarage(chief, own.po, { number: String(index), alreadyExistProfile });
    const numbers = async (profileCounter: string) =>
      (await chief.call(c.garages.list, { query: { filter: { profileCounter } } })).body.map(
        (row: c.GarageRow) => row.number,
      );
    expect([await numbers('none'), await numbers('one'), await numbers('several')]).toEqual([['0'], ['1'], ['2']]);
  });

  it('name health only to those who keep the register', async () => {
    const garage = await newGarage(mo, w.po, {
      alreadyExistProfile: [
        { person: personBody({ isVOAMember: true, voaEntryDate: '2000-01-01', privilege: { value: 4 } }) },
      ],
    });
    const reader = await as(t, { po: w.po, capabilities: [] });
    const privilege = async (who: Caller) =>
      (await who.call(c.garages.list, { query: { filter: { id: [garage.id] } } })).body[0].privilege.name;
    expect([await privilege(mo), await privilege(reader)]).toEqual(['Инвалид II гр.', 'льгота 50 %']);
    const card = (await reader.call(c.garages.one, { params: { id: garage.id } })).body as c.GarageCard;
    expect(card.owners[0]).toMatchObject({ privilege: { name: 'льгота 50 %' } });
    expect(card.owners[0]!.phone).toMatch(/^\+7 \*\*\* \*\*\*-\d\d-\d\d$/);
  });

  it('refuse what they do not know in words', async () => {
    for (const query of [
      { sort: ['password', 'ASC'] },
      { range: 'x' },
      { filter: '{' },
      { filter: { moFilter: 'все' } },
    ])
      expect((await mo.call(c.garages.list, { query })).status).toBe(400);
  });

  it('find by owner, number, account and the tail of a phone; phones stay masked', async () => {
    const garage = await newGarage(mo, w.po, {
      section: 'Ы',
      number: '77',
      alreadyExistProfile: [{ person: personBody({ lastName: 'Ёжиков', phoneNumberList: ['+79001239876'] }) }],
    });
    const find = async (nameFilter: string) =>
      (await mo.call(c.garages.list, { query: { filter: { nameFilter } } })).body.map((row: c.GarageRow) => row.id);
    for (const text of ['ежиков', 'Ы 77', '77', garage.account_no, '9876', 'иван ёжик'])
      expect(await find(text), text).toContain(garage.id);
    const [row] = (await mo.call(c.garages.list, { query: { filter: { id: [garage.id] } } })).body;
    expect(row.phone).toBe('+7 *** ***-98-76');
    expect(c.GarageRow.safeParse(row).success).toBe(true);
  });
});
