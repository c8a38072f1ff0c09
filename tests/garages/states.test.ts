// Archive, ПИБ paper, history, ledger and section map of a garage.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/garages.ts';
import { openPib } from '../../contract/garages/pib.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { linesOf, post } from '../../server/balance/ledger.ts';
import { lendSecrets } from '../../server/kernel/secrets.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let foreign: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  foreign = await as(t, { mo: w.foreignMo });
});
afterAll(() => t.close());

const archive = (garage: c.GarageCard, body: object = {}) =>
  mo.call(c.archiveGarage, {
    params: { id: garage.id },
    body: { version: garage.version, reason: 'demolished', ...body } as never,
  });
const countOfPo = async (id: number) =>
  (await t.deps.db.selectFrom('po').where('id', '=', id).select('garage_count').executeTakeFirstOrThrow()).garage_count;

let postings = 0;
/** Charges (negative) and payments (positive) of a garage, kopecks by year. */
const charge = (place: World, garage: number, lines: [year: number, kopecks: number][]) =>
  t.deps.db.transaction().execute((tx) => {
    lendSecrets(tx, t.deps.secrets);
    return post(
      tx as never,
      {
        kind: 'accrual',
        source: 'hand',
        idempotencyKey: `states-${(postings += 1)}`,
        place: { region_id: place.region, mo_id: place.mo, po_id: place.po },
        onDate: '2026-02-01',
        createdBy: null,
        at: '2026-02-01T00:00:00Z',
      },
      linesOf(
        lines.map(([year, kopecks]) => ({
          garage_id: garage,
          owner_id: null,
          sign: kopecks < 0 ? -1 : 1,
          amount_kopecks: Math.abs(kopecks),
          accrual_type_id: kopecks < 0 ? 1 : null,
          payment_type_id: kopecks < 0 ? null : 1,
          period_year: year,
          on_date: `${year}-02-01`,
        })),
      ),
    );
  });

it('a type out of use stays where it is and is given to nobody else', async () => {
  const type = { value: 77 };
  const row = { id: 77, name: 'Пенал', has_size: true, sort: 77 };
  await t.deps.db
    .insertInto('garage_type')
    .values(row as never)
    .execute();
  const [own, other] = [await newGarage(mo, w.po, { type }), await newGarage(mo, w.po)];
  await t.deps.db.updateTable('garage_type').set({ is_active: false }).where('id', '=', 77).execute();
  const save = ({ id, section, number, version }: c.GarageCard) =>
    mo.call(c.garages.update, {
      params: { id },
      body: { section, number, type, version, note: 'под замену' } as never,
    });
  const kept = await save(own);
  expect(kept.status, kept.text).toBe(200);
  expect((await save(other)).body.errors).toEqual({ type: 'Выберите тип из списка' });
});

describe('the archive', () => {
  it('takes a garage with its reason and gives it back; the ПО counts', async () => {
    const garage = await newGarage(mo, w.po);
    const before = await countOfPo(w.po);
    const gone = await archive(garage, { comment: 'Снесён по решению суда' });
    expect(gone.body).toMatchObject({
      isActive: false,
      archiveReason: 'demolished',
      archiveComment: 'Снесён по решению суда',
    });
    expect(await countOfPo(w.po)).toBe(before - 1);
    expect((await archive(gone.body)).body.message).toBe('Гараж уже в архиве');
    const ids = async (filter: object) =>
      (await mo.call(c.garages.list, { query: { filter } })).body.map((row: c.GarageRow) => row.id);
    expect(await ids({ type: 'archive', id: [garage.id] })).toEqual([garage.id]);
    expect(await ids({ id: [garage.id] })).toEqual([]);
    const back = await mo.call(c.restoreGarage, { params: { id: garage.id }, body: { version: gone.body.version } });
    expect(back.body).toMatchObject({ isActive: true, archiveReason: null, archivedAt: null });
    expect(await countOfPo(w.po)).toBe(before);
    const again = await mo.call(c.restoreGarage, { params: { id: garage.id }, body: { version: back.body.version } });
    expect(again.body.message).toBe('Гараж не в архиве');
  });

  it('takes a garage that is entered as one of it, under a number that another has', async () => {
    const standing = await newGarage(mo, w.po);
    const count = await countOfPo(w.po);
    const gone = await newGarage(mo, w.po, { number: standing.number, isActive: false });
    expect(gone).toMatchObject({ isActive: false, archivedAt: expect.stringMatching(/^2026-11-20/) });
    expect(standing.archivedAt).toBeNull();
    expect(await countOfPo(w.po)).toBe(count);
  });

  it('asks twice when money is left, takes it with a comment', async () => {
    const garage = await newGarage(mo, w.po);
    await charge(w, garage.id, [[2026, -450_000]]);
    const errors = {
      confirmBalance: 'Остаток не нулевой: подтвердите перевод в архив',
      comment: 'Остаток не нулевой: напишите, что с ним будет',
    };
    expect((await archive(garage)).body.errors).toEqual(errors);
    expect((await archive(garage, { confirmBalance: true })).body.errors).toEqual({ comment: errors.comment });
    expect((await archive(garage, { confirmBalance: true, comment: 'Долг взыскан' })).status).toBe(200);
  });

  it('a version that somebody outran is 409, a stranger gets 404', async () => {
    const garage = await newGarage(mo, w.po);
    expect((await archive(garage, { version: garage.version + 5 })).status).toBe(409);
    const body = { version: garage.version, reason: 'mistake' as const };
    expect((await foreign.call(c.archiveGarage, { params: { id: garage.id }, body })).status).toBe(404);
    expect((await foreign.call(c.restoreGarage, { params: { id: garage.id }, body })).status).toBe(404);
  });
});

describe('the ПИБ paper', () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const send = (who: Caller, id: number, name: string, bytes: Buffer) => {
    const head = `--paper\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
    return t.app.inject({
      method: 'POST',
      url: pathOf(c.attachPib, { id }),
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'multipart/form-data; boundary=paper' },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--paper--\r\n')]),
    });
  };

  it('is attached, opened, removed', async () => {
    const garage = await newGarage(mo, w.po);
    const attached = (await send(mo, garage.id, 'справка.pdf', pdf)).json() as c.GarageCard;
    expect(attached.pibFile?.name).toBe('справка.pdf');
    expect(JSON.stringify(attached)).not.toContain('signature');
    const { url } = (await mo.call(openPib, { params: { id: garage.id } })).body;
    const file = await t.app.inject({ method: 'GET', url });
    expect(file.rawPayload.equals(pdf)).toBe(true);
    const removed = await mo.call(c.deletePib, { params: { id: garage.id } });
    expect(removed.body.pibFile).toBeNull();
    expect((await mo.call(c.deletePib, { params: { id: garage.id } })).status).toBe(404);
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', garage.id)
      .where('verb', '=', 'garage.pib')
      .orderBy('id')
      .select('text')
      .execute();
    expect(log.map((line) => line.text)).toEqual(['Приложена справка ПИБ: справка.pdf', 'Удалена справка ПИБ']);
  });

  it('is a paper of one’s own garage and of a known kind', async () => {
    const garage = await newGarage(mo, w.po);
    expect((await send(foreign, garage.id, 'справка.pdf', pdf)).statusCode).toBe(404);
    expect((await send(mo, garage.id, 'справка.exe', Buffer.from('MZ'))).statusCode).toBe(422);
    const reader = await as(t, { mo: w.mo, capabilities: [] });
    expect((await send(reader, garage.id, 'справка.pdf', pdf)).statusCode).toBe(403);
  });
});

describe('history', () => {
  it('tells owners by their dates and the card by the log', async () => {
    const garage = await newGarage(mo, w.po, {
      ownedSince: '2006-05-17',
      alreadyExistProfile: [{ person: personBody({ lastName: 'Смирнова', firstName: 'Анна', fatherName: '' }) }],
    });
    const person = await newPerson(mo, w.po, { lastName: 'Петров', firstName: 'Иван', fatherName: '' });
    const params = { id: garage.id, ownershipId: garage.owners[0]!.id };
    await mo.call(c.removeOwner, { params, body: { date: '2019-08-02', reason: 'Купля-продажа' } });
    await mo.call(c.addOwner, {
      params,
      body: { profileId: person.id, date: '2019-08-02', reason: 'Купля-продажа', check: true },
    });
    const { data } = (await mo.call(c.garageHistory, { params })).body as { data: c.HistoryLine[] };
    expect(data.map((line) => [line.at, line.text])).toEqual([
      ['2026-11-20', `Создан гараж ${garage.section} ${garage.number}, КАС № 12-3`],
      ['2019-08-02', 'Сменился владелец: Смирнова Анна → Петров Иван'],
      ['2006-05-17', 'Владелец: Смирнова Анна'],
    ]);
    expect(data[1]).toMatchObject({
      people: ['Смирнова Анна', 'Петров Иван'],
      basis: 'Купля-продажа, документы проверены',
    });
    expect(data.every((line) => line.who?.startsWith('Чиновников'))).toBe(true);
    expect((await foreign.call(c.garageHistory, { params })).status).toBe(404);
  });
});

describe('the ledger of a garage', () => {
  it('comes newest first with the balance after each line, page by page', async () => {
    const garage = await newGarage(mo, w.po);
    await charge(w, garage.id, [
      [2024, -300],
      [2025, -300],
      [2025, 400],
      [2026, -300],
    ]);
    const page = async (query: Record<string, number>) =>
      (await mo.call(c.garageLedger, { params: { id: garage.id }, query })).body.data as c.LedgerLine[];
    const all = await page({});
    expect(all.map((line) => line.on_date)).toEqual(['2026-02-01', '2025-02-01', '2025-02-01', '2024-02-01']);
    expect(all[0]).toMatchObject({ kind: 'accrual', amount_kopecks: -300, balance_kopecks: -500 });
    expect(all.at(-1)).toMatchObject({ amount_kopecks: -300, balance_kopecks: -300 });
    const first = await page({ limit: 3 });
    const rest = await page({ limit: 3, before: first.at(-1)!.id });
    expect([...first, ...rest]).toEqual(all);
    expect(all.every((line) => c.LedgerLine.safeParse(line).success)).toBe(true);
    expect((await foreign.call(c.garageLedger, { params: { id: garage.id } })).status).toBe(404);
  });
});

describe('neighbours', () => {
  it('are three before and three after in natural order of the row', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const made: c.GarageCard[] = [];
    for (const number of ['100', '9', '12', '12а', '10', '8', '11', '7', '2'])
      made.push(await newGarage(chief, own.po, { section: 'Ж', number }));
    await newGarage(chief, own.po, { section: 'З', number: '12' });
    const twelve = made.find((garage) => garage.number === '12')!;
    const card = (await chief.call(c.garages.one, { params: { id: twelve.id } })).body as c.GarageCard;
    expect(card.neighbours.map((near) => near.number)).toEqual(['9', '10', '11', '12а', '100']);
  });
});

describe('the section map', () => {
  it('shows every active garage of a ПО of the scope, and how old the debt is', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const make = async (number: string, paid: number, more: object = {}) => {
      const garage = await newGarage(chief, own.po, { section: 'К', number, ...more });
      await charge(own, garage.id, [
        [2024, -100],
        [2025, -100],
        [2026, -100],
        [2026, paid],
      ]);
    };
    await make('1', 300);
    await make('2', 250);
    await make('10', 50, { sizeX: 6 });
    // Neither has a birthday nor a passport to be missed.
    const firm = await newPerson(chief, own.po, {
      birthday: null,
      passSeria: null,
      passNum: null,
      phoneNumberList: [],
    });
    await t.deps.db.updateTable('profile').set({ kind: 'organisation' }).where('id', '=', firm.id).execute();
    await newGarage(chief, own.po, {
      section: 'К',
      number: '20',
      sizeX: 6,
      alreadyExistProfile: [{ profileId: firm.id }],
    });
    const map = (await chief.call(c.garageMap, { params: { po: own.po } })).body;
    expect(map.sections).toEqual(['К']);
    expect(map.cells.map((cell: c.MapCell) => [cell.number, cell.debt_years, cell.missing])).toEqual([
      ['1', 0, ['владелец', 'размеры']],
      ['2', 1, ['владелец', 'размеры']],
      ['10', 3, ['владелец']],
      ['20', 0, ['телефон']],
    ]);
    expect(c.garageMap.reply.safeParse(map).success).toBe(true);
    expect((await foreign.call(c.garageMap, { params: { po: own.po } })).status).toBe(404);
  });
});
