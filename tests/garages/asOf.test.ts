// The register on a day: owners equal a replay of what happened, debts are those of lines dated till then, two days differ.
import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as asOf from '../../contract/garages/asOf.ts';
import * as c from '../../contract/garages.ts';
import { jobFile } from '../../contract/jobs.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { takePayment } from '../../contract/payments.ts';
import { paymentLine, postLines } from '../balance/posting.ts';
import { asOfJob } from '../../server/garages/routes/asOf.ts';
import { startJob } from '../../server/jobs/records.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, inWork, move } from '../reregistrations/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const ask = async (query: object, caller = mo) =>
  (await caller.call(asOf.registerAsOf, { query: query as never })).body as {
    data: asOf.AsOfRow[];
    total: number;
    sums: Record<string, number>;
  };
const namesOn = async (garage: number, on: string) =>
  (await ask({ on, garage })).data[0]?.on?.owners.map((owner) => owner.full_name).sort() ?? null;
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describe('owners', () => {
  it('of each past day equal a replay of the changes', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const people = [];
    for (let nth = 0; nth < 6; nth += 1) people.push(await newPerson(mo, w.po));
    const first = people[0]!;
    const garage = await newGarage(mo, w.po, {
      ownedSince: '2020-01-01',
      alreadyExistProfile: [{ profileId: first.id }],
    });
    const events: { day: string; who: string; comes: boolean }[] = [
      { day: '2020-01-01', who: first.full_name, comes: true },
    ];
    let owners = [{ id: garage.owners[0]!.id, person: first }];
    let day = '2020-01-01';
    for (let nth = 0; nth < 14; nth += 1) {
      day = plusDays(day, 5 + random(40));
      const outside = people.filter((one) => !owners.some(({ person }) => person.id === one.id));
      if (owners.length > 1 && (random(2) || !outside.length)) {
        const leaves = owners[random(owners.length)]!;
        const reply = await mo.call(c.removeOwner, {
          params: { id: garage.id, ownershipId: leaves.id },
          body: { date: day },
        });
        expect(reply.status, reply.text).toBe(200);
        owners = owners.filter((one) => one !== leaves);
        events.push({ day, who: leaves.person.full_name, comes: false });
      } else {
        const person = outside[random(outside.length)]!;
        const reply = await mo.call(c.addOwner, {
          params: { id: garage.id },
          body: { profileId: person.id, date: day },
        });
        if (reply.status === 422) continue;
        const row = reply.body.owners.find((one: c.OwnerLine) => one.profile_id === person.id);
        owners.push({ id: row.id, person });
        events.push({ day, who: person.full_name, comes: true });
      }
    }
    const replay = (on: string) => {
      const there = new Set<string>();
      for (const event of events.filter((one) => one.day <= on))
        if (event.comes) there.add(event.who);
        else there.delete(event.who);
      return [...there].sort();
    };
    for (let on = '2020-01-01'; on < plusDays(day, 10); on = plusDays(on, 3))
      expect(await namesOn(garage.id, on)).toEqual(replay(on));
    for (const { day: on } of events) expect(await namesOn(garage.id, on)).toEqual(replay(on));
    expect(await namesOn(garage.id, '2019-12-31')).toBeNull();
  });
});

describe('two days', () => {
  it('tell who came, who went and what changed', async () => {
    const po = await as(t, { po: w.siblingPo });
    const person = await newPerson(mo, w.siblingPo);
    const old = await newGarage(mo, w.siblingPo, {
      ownedSince: '2020-01-01',
      alreadyExistProfile: [{ profileId: person.id }],
    });
    await charge(mo, old.id, 450_000);
    const [on, to] = ['2026-10-31', '2026-11-20'];
    const { data, sums, total } = await ask({ on, to }, po);
    const row = data.find((one) => one.id === old.id)!;
    expect([row.on!.debt_kopecks, row.to!.debt_kopecks, row.changes, row.is_guessed]).toEqual([
      0,
      450_000,
      ['debt'],
      true,
    ]);
    expect(sums.on! + sums.came! - sums.went!).toBe(sums.to);
    expect(total).toBe(data.length);
    expect((await ask({ on, to, kinds: 'owner' }, po)).data).toEqual([]);
    expect((await ask({ on: '2019-12-31', to, garage: old.id })).sums).toMatchObject({ on: 0, came: 1, to: 1 });
  });

  it('stand in three groups, the first of each at first; what counts is chosen; the debt says of what it was made', async () => {
    const place = await world(t.deps.db);
    const chief = await as(t, { mo: place.mo });
    const owned = async (since: string) =>
      newGarage(chief, place.po, {
        ownedSince: since,
        alreadyExistProfile: [{ profileId: (await newPerson(chief, place.po)).id }],
      });
    const [one, two, three] = [await owned('2020-01-01'), await owned('2020-01-01'), await owned('2020-01-01')];
    const came = await owned('2026-11-05');
    const went = await owned('2020-01-01');
    const archived = await chief.call(c.archiveGarage, {
      params: { id: went.id },
      body: { version: went.version, reason: 'mistake' },
    });
    expect(archived.status, archived.text).toBe(200);
    const money: { day: string; charged?: number; paid?: number }[] = [];
    const pay = async (garage: number, day: string, amount: number) => {
      const lines = [{ garage, amount, accrualType: null, year: null }];
      const body = { idempotencyKey: randomUUID(), date: day, paymentType: 1, confirmDuplicate: true, lines };
      const paid = await chief.call(takePayment, { body });
      expect(paid.status, paid.text).toBe(200);
      money.push({ day, paid: amount });
    };
    for (const garage of [one, two, three]) {
      await charge(chief, garage.id, 100_000);
      money.push({ day: '2026-11-01', charged: 100_000 });
    }
    for (const [day, amount] of [
      ['2026-07-31', 1000],
      ['2026-08-01', 2000],
      ['2026-09-15', 4000],
      ['2026-10-31', 8000],
      ['2026-11-10', 16_000],
    ] as const)
      await pay(one.id, day, amount);
    const sold = await inWork(
      chief,
      form(two.id, 1, { newOwner: [{ profileId: (await newPerson(chief, place.po)).id }], debtAnswer: 'moves_new' }),
    );
    const done = await move(chief, sold, 'complete');
    expect(done.status, done.text).toBe(200);

    const days = { on: '2026-10-31', to: '2026-11-20' };
    const heads = await ask({ ...days, heads: 1 }, chief);
    expect(heads.total).toBe(5);
    expect(heads.sums).toMatchObject({ on: 4, came: 1, went: 1, to: 4, changed: 3, debt: 3, owner: 1 });
    expect(heads.data.map((row) => row.id)).toEqual([came.id, went.id, one.id]);
    expect(heads.data[1]).toMatchObject({
      to: null,
      archive_reason: 'mistake',
      archived_on: '2026-11-20',
      ground: null,
    });
    const changed = await ask({ ...days, show: 'changed' }, chief);
    expect([changed.total, ...changed.data.map((row) => row.id)]).toEqual([3, one.id, two.id, three.id]);
    expect(changed.data.map((row) => row.ground)).toEqual([
      null,
      { text: 'Купля-продажа', on: '2026-11-20', reregistration_id: sold.id },
      null,
    ]);
    const owners = await ask({ ...days, kinds: 'owner,share' }, chief);
    expect([owners.total, owners.sums.changed, owners.sums.debt]).toEqual([3, 1, 3]);
    expect((await ask({ ...days, kinds: '' }, chief)).sums.changed).toBe(0);
    for (const [on, to] of [
      ['2026-07-30', '2026-11-20'],
      ['2026-07-31', '2026-10-31'],
      ['2026-08-01', '2026-09-14'],
      ['2026-09-01', '2026-09-30'],
      ['2026-10-31', '2026-11-09'],
    ] as const) {
      const between = money.filter(({ day }) => day > on && day <= to);
      const sum = (key: 'charged' | 'paid') => between.reduce((total, line) => total + (line[key] ?? 0), 0);
      expect([on, (await ask({ on, to }, chief)).sums]).toMatchObject([
        on,
        { charged_kopecks: sum('charged'), paid_kopecks: sum('paid'), written_off_kopecks: 0, corrected_kopecks: 0 },
      ]);
    }
    await postLines(t, place, [
      { garage_id: three.id, sign: -1, amount_kopecks: 700, accrual_type_id: 15, payment_type_id: null, period_year: 2025, on_date: '2026-08-20' },
      { garage_id: one.id, sign: 1, amount_kopecks: 50, accrual_type_id: null, payment_type_id: 9, period_year: 2026, on_date: '2026-09-20' },
    ]); // prettier-ignore
    // Of whole months and of days inside one: what was brought over is neither charged nor paid.
    for (const [days, opening] of [
      [{ on: '2026-07-30', to: '2026-11-20' }, 650],
      [{ on: '2026-08-19', to: '2026-08-21' }, 700],
      [{ on: '2026-07-30', to: '2026-11-20', garage: three.id }, 700],
    ] as const) {
      const { sums } = await ask(days, chief);
      const { opening_kopecks, corrected_kopecks, charged_kopecks } = sums;
      expect([opening_kopecks, corrected_kopecks, charged_kopecks! % 1000]).toEqual([opening, 0, 0]);
    }
    const lone = await ask({ on: '2026-07-30', to: '2026-11-20', garage: three.id }, chief);
    expect([lone.sums.charged_kopecks, lone.sums.paid_kopecks]).toEqual([100_000, 0]);
    const wrong = await chief.call(asOf.registerAsOf, { query: { ...days, kinds: 'colour' } as never });
    expect(wrong.status).toBe(422);
  });

  it('money of a method that an administrator has added is paid as any other', async () => {
    const place = await world(t.deps.db);
    const chief = await as(t, { mo: place.mo });
    const { id } = await newGarage(chief, place.po);
    await t.deps.db.insertInto('payment_type').values({ id: 4242, name: 'Почтовый перевод', sort: 50 }).execute();
    await postLines(t, place, [
      paymentLine(id, '2026-07-10', 1000, { payment_type_id: 4242 }),
      paymentLine(id, '2026-09-10', 2000, { payment_type_id: 4242 }),
      paymentLine(id, '2026-09-11', 40, { payment_type_id: 8 }),
      paymentLine(id, '2026-09-12', 5, { payment_type_id: 6 }),
    ]);
    for (const asked of [{}, { garage: id }]) {
      const { sums } = await ask({ on: '2026-06-30', to: '2026-11-20', ...asked }, chief);
      const { paid_kopecks, written_off_kopecks, corrected_kopecks, opening_kopecks } = sums;
      expect([paid_kopecks, written_off_kopecks, corrected_kopecks, opening_kopecks]).toEqual([3000, 40, 5, 0]);
    }
  });

  it('a renamed garage is one that changed, an archived one went', async () => {
    const garage = await newGarage(mo, w.po, { number: '901' });
    const at = '2026-05-05T10:00:00Z';
    await t.deps.db
      .updateTable('garage')
      .set({ created_at: '2024-01-01T00:00:00Z' })
      .where('id', '=', garage.id)
      .execute();
    await t.deps.db
      .insertInto('action_log')
      .values({
        at,
        user_name: 'Проба',
        verb: 'garage.update',
        object_type: 'garage',
        object_id: garage.id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.po,
        text: '',
        before: JSON.stringify({ number: '900', type_id: 2 }),
        after: '{}',
      })
      .execute();
    const { data } = await ask({ on: '2026-05-01', to: '2026-05-06', garage: garage.id });
    expect(data[0]).toMatchObject({
      on: { number: '900', type: 'Металл' },
      to: { number: '901', type: 'Кирпич' },
      is_guessed: false,
    });
    expect(data[0]!.changes).toEqual(['type', 'number']);
    await t.deps.db
      .updateTable('garage')
      .set({ is_active: false, archive_reason: 'demolished', archived_at: '2026-06-01T10:00:00Z' })
      .where('id', '=', garage.id)
      .execute();
    const gone = await ask({ on: '2026-05-06', to: '2026-06-02', garage: garage.id });
    expect([gone.sums.went, gone.data[0]!.to, gone.data[0]!.archive_reason]).toEqual([1, null, 'demolished']);
  });

  it('of a whole region come as a file of a job: came, went and changed are all there', async () => {
    const region = await as(t, { region: w.region });
    const people = [{ profileId: (await newPerson(mo, w.po)).id }];
    const owing = await newGarage(mo, w.po, { ownedSince: '2020-01-01', alreadyExistProfile: people });
    await charge(mo, owing.id, 450_000);
    const [on, to] = ['2026-10-31', '2026-11-20'];
    const late = await region.call(asOf.exportAsOf, { body: { on, to: '2026-10-30' } });
    expect(late.body.errors).toEqual({ to: 'Вторая дата раньше первой' });
    const place = { region_id: w.region, mo_id: null, po_id: null };
    const author = { userId: region.userId, name: 'Автор', region: w.region, capabilities: [1] };
    const ctx = workCtx(t.deps, author);
    const id = await act(ctx, 'balance_operation.test', async ({ tx, log, emit }) => {
      await log({ text: 'Запущено' });
      const params = { on, to, mo: null, po: null };
      return startJob({ tx, emit, enqueue: async () => randomUUID() }, ctx, asOfJob, { title: 'Проба', place, params });
    });
    await runJob(t.deps, asOfJob, { jobId: id });
    const file = await t.app.inject({
      url: pathOf(jobFile, { id }),
      headers: { authorization: `Bearer ${region.token}` },
    });
    expect(file.statusCode, file.payload.slice(0, 200)).toBe(200);
    const { sheets } = await readXlsx(new Uint8Array(file.rawPayload));
    const [head, ...lines] = sheets[0]!.rows;
    expect(head!.slice(0, 4)).toEqual(['МО', 'ПО', 'Секция', '№']);
    const shown = await ask({ on, to, mo: w.mo }, region);
    expect(shown.total).toBeGreaterThan(0);
    expect(lines).toHaveLength(shown.total);
    const fates = lines.map((line) => String(line[11]));
    expect(fates.filter((fate) => fate === 'пришёл')).toHaveLength(shown.sums.came!);
    expect(fates.filter((fate) => fate.includes('долг'))).toHaveLength(shown.sums.debt!);
    const said = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.export')
      .where('user_id', '=', region.userId)
      .select(['text', 'after'])
      .execute();
    const of = 'Отличия реестра 31.10.2026 и 20.11.2026';
    expect(said).toEqual([
      {
        text: `Выгрузка «${of}» готова: строк ${lines.length}`,
        after: { file: `${of}.xlsx`, of, reason: null },
      },
    ]);
    const foreign = await as(t, { mo: w.foreignMo });
    expect((await foreign.call(jobFile, { params: { id } })).status).toBe(404);
  });

  it('a phone written into a name is hidden in the file as in the export of a list', async () => {
    const place = await world(t.deps.db);
    const head = await as(t, { mo: place.mo });
    const person = await newPerson(head, place.po, { lastName: 'Сидоров', firstName: 'тел. 8 921 555-66-77' });
    await newGarage(head, place.po, { ownedSince: '2020-01-01', alreadyExistProfile: [{ profileId: person.id }] });
    const ownersFor = async (capabilities: number[]) => {
      const { userId, token } = await as(t, { mo: place.mo, capabilities });
      const ctx = workCtx(t.deps, { userId, name: 'Автор', region: place.region, mo: place.mo, capabilities });
      const id = await act(ctx, 'balance_operation.test', async ({ tx, log, emit }) => {
        await log({ text: 'Запущено' });
        const params = { on: '2026-11-20', to: null, mo: null, po: null };
        const own = { region_id: place.region, mo_id: place.mo, po_id: null };
        const job = { title: 'Проба', place: own, params };
        return startJob({ tx, emit, enqueue: async () => randomUUID() }, ctx, asOfJob, job);
      });
      await runJob(t.deps, asOfJob, { jobId: id });
      const url = pathOf(jobFile, { id });
      const file = await t.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const { sheets } = await readXlsx(new Uint8Array(file.rawPayload));
      return sheets[0]!.rows[1]![4];
    };
    // The screen follows the rule of the file; digits of a name are not found by asking for them either.
    const seenBy = async (capabilities: number[], q?: string) => {
      const seen = await ask({ on: '2026-11-20', ...(q ? { q } : {}) }, await as(t, { mo: place.mo, capabilities }));
      return seen.data.map((row) => row.on!.owners[0]!.full_name).join();
    };
    for (const capabilities of [[1, 2, 3], [2, 3], []])
      expect(await seenBy(capabilities)).toBe(await ownersFor(capabilities));
    expect(await seenBy([2, 3])).not.toContain('555');
    expect(await seenBy([2, 3], 'Сидоров')).toContain('Сидоров');
    expect(await seenBy([1], '921')).toContain('Сидоров');
    expect(await seenBy([2, 3], '921')).toBe('');
    expect(await ownersFor([1, 2, 3])).toContain('8 921 555-66-77');
    expect(await ownersFor([2, 3])).toContain('Сидоров');
    expect(await ownersFor([2, 3])).not.toContain('555');
  });

  it('the footer is the sum of the rows where money waits beside a debt, on either day', async () => {
    const place = await world(t.deps.db);
    const head = await as(t, { mo: place.mo });
    const made = [];
    for (let nth = 0; nth < 3; nth += 1) made.push((await newGarage(head, place.po)).id);
    const [waits, owes, ahead] = made as [number, number, number];
    for (const id of [waits, owes]) await charge(head, id, 450_000);
    for (const id of [waits, ahead]) {
      const lines = [{ garage: id, amount: 450_000, accrualType: 3, year: 2026 }];
      const body = { idempotencyKey: randomUUID(), date: '2026-11-19', paymentType: 1, amount: 450_000, lines };
      const paid = await head.call(takePayment, { body });
      expect(paid.status, paid.text).toBe(200);
    }
    for (const on of ['2026-11-18', '2026-11-19', '2026-11-20']) {
      const seen = await ask({ on, po: place.po }, head);
      const owed = seen.data.map((row) => Math.max(0, row.on!.debt_kopecks)).reduce((sum, one) => sum + one, 0);
      expect([on, seen.sums.on_debt_kopecks]).toEqual([on, owed]);
    }
    expect((await ask({ on: '2026-11-20', po: place.po }, head)).sums.on_debt_kopecks).toBe(900_000);
  });

  it('a garage that was taken back with its load was never there', async () => {
    const garage = await newGarage(mo, w.po, {
      ownedSince: '2020-01-01',
      alreadyExistProfile: [{ profileId: (await newPerson(mo, w.po)).id }],
    });
    expect((await ask({ on: '2026-11-20', garage: garage.id })).total).toBe(1);
    await t.deps.db
      .updateTable('garage')
      .set({ is_withdrawn: true, is_active: false })
      .where('id', '=', garage.id)
      .execute();
    expect((await ask({ on: '2026-11-20', garage: garage.id })).total).toBe(0);
  });

  it('wrong days and a whole region are refused in words, a foreign garage is not shown', async () => {
    const call = (query: object, who = mo) => who.call(asOf.registerAsOf, { query: query as never });
    expect((await call({ on: '2099-01-01' })).body.errors).toEqual({ on: 'Дата не может быть позже сегодняшней' });
    expect((await call({ on: '2026-01-02', to: '2026-01-01' })).body.errors).toEqual({
      to: 'Вторая дата раньше первой',
    });
    const region = await as(t, { region: w.region });
    expect((await call({ on: '2026-01-02', to: '2099-01-01' })).body.errors).toEqual({
      to: 'Дата не может быть позже сегодняшней',
    });
    expect((await call({ on: '2026-01-02', to: '2026-01-02' })).status).toBe(200);
    expect((await call({ on: '2026-01-02' }, region)).body.errors.mo).toContain('Выберите МО');
    const garage = await newGarage(mo, w.po);
    // Of one place, or of one garage, a region is told.
    for (const place of [{ mo: w.mo }, { po: w.po }, { garage: garage.id }])
      expect((await call({ on: '2026-01-02', ...place }, region)).status).toBe(200);
    const foreign = await as(t, { mo: w.foreignMo });
    expect((await ask({ on: '2026-11-20', garage: garage.id }, foreign)).data).toEqual([]);
  });
});
