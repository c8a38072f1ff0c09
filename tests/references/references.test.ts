// Reference lists: only superusers keep them, what the program relies on keeps its meaning, nothing is removed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewAccrual } from '../../contract/contributions/charging.ts';
import { accrualTypes } from '../../contract/references.ts';
import { garages, garageTypes } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import * as contract from '../../contract/references.ts';
import { migrations } from '../../server/db/migrate.ts';
import { mayHear } from '../../server/live/channel.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { chargeLine, postLines } from '../balance/posting.ts';
import { garageBody, newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { fee, park } from '../contributions/park.ts';

let t: TestApp;
let w: World;
let root: Caller;
let farRoot: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.siblingMo).execute();
  farRoot = await as(t, { mo: w.siblingMo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const references = {
  garage_types: contract.garageTypeReference,
  accrual_types: contract.accrualTypeReference,
  payment_types: contract.paymentTypeReference,
  privileges: contract.privilegeReference,
  key_rates: contract.keyRateReference,
  sms_prices: contract.smsPriceReference,
} as const;
const bodies: Record<keyof typeof references, object> = {
  garage_types: { name: 'Сэндвич-панель', sort: 20, is_capital: false, has_size: true },
  accrual_types: { name: 'Видеонаблюдение', sort: 30, unit: 'garage', period: 'month', privilege_applies: true },
  payment_types: { name: 'Через агента', sort: 20, sign: 1 },
  privileges: { name: 'Донор', sort: 40, discount_percent: 10, discounts: [{ accrual_type_id: 1, percent: 20 }] },
  key_rates: { since: '2026-06-22', percent: 14.5 },
  sms_prices: { prefix: '+7911', kopecks: 450, operator: 'Северный' },
};
const names = Object.keys(references) as (keyof typeof references)[];
const reference = (name: keyof typeof references) => references[name] as typeof contract.privilegeReference;

describe('what uses a row', () => {
  it('is named with its pages on the card, and in the words of a refusal: three, and how many more', async () => {
    const call = contract.garageTypeReference;
    const made = (await root.call(call.create, { body: { ...bodies.garage_types, name: 'Занятый тип' } as never }))
      .body;
    const mo = await as(t, { mo: w.mo });
    const garages = [];
    for (let nth = 0; nth < 4; nth += 1)
      garages.push(await newGarage(mo, w.po, { section: 'Я', type: { value: made.id } }));
    const card = (await root.call(call.one, { params: { id: made.id } })).body;
    expect(card.used_by.total).toBe(4);
    expect(card.used_by.items).toEqual(
      garages.slice(0, 3).map(({ id, number }) => ({ title: `гараж Я ${number}, КАС № 12-3`, link: `/garage/${id}` })),
    );
    const [row] = (await root.call(call.list, { query: { filter: { id: [made.id] }, range: [0, 9] } })).body;
    expect([row.is_used, row.used_by]).toEqual([true, null]);
  });

  it('documents of money keep the unit of their type, and are named where that is refused', async () => {
    const call = contract.accrualTypeReference;
    const made = (await root.call(call.create, { body: { ...bodies.accrual_types, name: 'Занятый вид' } as never }))
      .body;
    const mo = await as(t, { mo: w.mo });
    const garage = await newGarage(mo, w.po);
    for (let nth = 0; nth < 5; nth += 1)
      await postLines(t, w, [chargeLine(garage.id, `2026-0${nth + 1}-01`, 100, { accrual_type_id: made.id })]);
    const card = (await root.call(call.one, { params: { id: made.id } })).body;
    expect(card.used_by).toMatchObject({
      total: 5,
      items: [{ title: expect.stringMatching(/^начисление № \d+ от 01\.05\.2026/) }, {}, {}],
    });
    expect(card.fixed.unit).toMatch(/: единица не меняется\. Где: начисление № .* и ещё 2$/);
    const { fixed: _fixed, used_by: _used, is_used: _is, ...body } = card;
    const unit = body.unit === 'garage' ? 'person' : 'garage';
    const refused = await root.call(call.update, { params: { id: made.id }, body: { ...body, unit } });
    expect([refused.status, refused.body.errors.unit]).toEqual([422, card.fixed.unit]);
  });
});

describe.each(names)('%s', (name) => {
  it('is added, changed and logged; a stale save gets 409 with the present row', async () => {
    const made = await root.call(reference(name).create, { body: bodies[name] as never });
    expect([made.status, made.body.version, made.body.is_used, made.body.fixed]).toEqual([200, 1, false, {}]);
    expect(made.body).toMatchObject(bodies[name]);
    expect(made.body.id).toBeGreaterThanOrEqual(contract.FIRST_ADDED_ID);
    const change = { key_rates: { percent: 14 }, sms_prices: { kopecks: 525 } }[name as string] ?? {
      is_active: false,
      sort: 77,
    };
    const body = { ...bodies[name], ...change, version: 1 } as never;
    const saved = await root.call(reference(name).update, { params: { id: made.body.id }, body });
    expect(saved.body).toMatchObject({ ...change, version: 2 });
    const late = await root.call(reference(name).update, { params: { id: made.body.id }, body });
    expect([late.status, late.body.code, late.body.current.version]).toEqual([409, 'stale', 2]);
    expect(late.body.message).toMatch(/^Данные изменили вы сами в \d\d:\d\d, в другой вкладке\. Обновите страницу$/);
    expect(late.body.own).toBe(true);
    const far = await farRoot.call(reference(name).update, { params: { id: made.body.id }, body });
    expect(far.body.message).toMatch(/^Данные изменил Чиновников.+ в 21:00\./);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', made.body.id)
      .where('object_type', '=', name.slice(0, -1))
      .select(['verb', 'text', 'region_id'])
      .orderBy('id')
      .execute();
    expect(lines.map((line) => line.verb)).toEqual(['admin.reference_create', 'admin.reference_update']);
    expect(lines.map((line) => line.region_id)).toEqual([w.region, w.region]);
    const list = await root.call(reference(name).list, { query: { range: [0, 99] } });
    expect(list.body.map((row: { id: number }) => row.id)).toContain(made.body.id);
  });

  it('is kept by superusers only', async () => {
    for (const person of [{ region: w.region }, { mo: w.mo }, { po: w.po }, { po: w.po, isSuperuser: 1 }]) {
      const caller = await as(t, person);
      const answers = [
        await caller.call(reference(name).list),
        await caller.call(reference(name).one, { params: { id: 1 } }),
        await caller.call(reference(name).create, { body: bodies[name] as never }),
        await caller.call(reference(name).update, {
          params: { id: 1 },
          body: { ...bodies[name], version: 1 } as never,
        }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403]);
    }
  });

  it('the same twice, an absent one and nonsense are refused in words', async () => {
    const taken = await root.call(reference(name).create, { body: bodies[name] as never });
    expect([taken.status, Object.values(taken.body.errors)]).toEqual([
      422,
      [
        {
          key_rates: 'Ставка с этого дня уже указана',
          sms_prices: 'Цена для этого начала номера уже указана',
        }[name as string] ?? 'Такое название уже есть',
      ],
    ]);
    const absent = { params: { id: 2_000_000_000 }, body: { ...bodies[name], version: 1 } as never };
    expect((await root.call(reference(name).update, absent)).status).toBe(404);
    expect((await root.call(reference(name).one, { params: { id: 2_000_000_000 } })).status).toBe(404);
    const empty = await root.call(reference(name).create, { body: {} as never });
    expect([empty.status, Object.keys(empty.body.errors).length]).toEqual([422, 2]);
  });
});

describe('rows with a fixed meaning', () => {
  const row = async (name: keyof typeof references, id: number) =>
    (await root.call(reference(name).one, { params: { id } })).body as Record<string, unknown>;
  const refused: [keyof typeof references, number, object, string][] = [
    ['accrual_types', 11, { penalty_applies: true }, 'penalty_applies'],
    ['accrual_types', 11, { is_active: false }, 'is_active'],
    ['accrual_types', 11, { name: 'Штраф' }, 'name'],
    ['accrual_types', 15, { is_active: false }, 'is_active'],
    ['accrual_types', 1, { is_active: false }, 'is_active'],
    ['accrual_types', 5, { unit: 'garage' }, 'unit'],
    ['payment_types', 7, { sign: 1 }, 'sign'],
    ['payment_types', 5, { is_active: false }, 'is_active'],
    ['payment_types', 9, { name: 'Перенос' }, 'name'],
    ['payment_types', 1, { is_active: false }, 'is_active'],
    ['privileges', 4, { is_health: false }, 'is_health'],
    ['garage_types', 1, { is_active: false }, 'is_active'],
    ['garage_types', 8, { has_size: true }, 'has_size'],
  ];
  it.each(refused)('%s %i keeps %o', async (name, id, change, field) => {
    const before = await row(name, id);
    const body = { ...before, ...change } as never;
    const answer = await root.call(reference(name).update, { params: { id }, body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect(await row(name, id)).toEqual(before);
  });

  it('their order, discounts and use may change where the program does not need them', async () => {
    for (const [name, id] of [
      ['accrual_types', 8],
      ['payment_types', 4],
      ['privileges', 9],
      ['garage_types', 5],
    ] as const) {
      const before = await row(name, id);
      const body = { ...before, sort: 55, is_active: false } as never;
      const saved = await root.call(reference(name).update, { params: { id }, body });
      expect(saved.body).toMatchObject({ sort: 55, is_active: false });
      const back = { ...before, version: saved.body.version } as never;
      expect((await root.call(reference(name).update, { params: { id }, body: back })).status).toBe(200);
    }
  });

  it('«Нет» is not a privilege to be edited', async () => {
    const list = await root.call(contract.privilegeReference.list, { query: { range: [0, 99] } });
    expect(list.body.map((one: { id: number }) => one.id)).not.toContain(0);
  });
});

describe('what forms offer', () => {
  it('a type, an accrual type and a privilege out of use are offered and taken no more, those who have them keep them', async () => {
    const { po, mo, w: own } = await park(t, 1);
    const type = (await root.call(contract.garageTypeReference.create, { body: { name: 'Дебаркадер', sort: 1 } })).body;
    const fees = (await root.call(contract.accrualTypeReference.create, { body: { name: 'Шлагбаум', sort: 1 } })).body;
    const honour = (
      await root.call(contract.privilegeReference.create, {
        body: { name: 'Почёт', sort: 1, needs_certificate: false },
      })
    ).body;
    const privilege = { value: honour.id };
    const made = await mo.call(garages.create, { body: garageBody(own.po, { type: { value: type.id, label: '' } }) });
    expect(made.status).toBe(200);
    const holder = await newPerson(mo, own.po, { privilege });
    expect((await po.call(previewAccrual, { body: fee({ accrualType: { value: fees.id } }) })).status).toBe(200);
    const off = (body: object) => ({ ...body, is_active: false }) as never;
    await root.call(contract.garageTypeReference.update, { params: { id: type.id }, body: off(type) });
    await root.call(contract.accrualTypeReference.update, { params: { id: fees.id }, body: off(fees) });
    await root.call(contract.privilegeReference.update, { params: { id: honour.id }, body: off(honour) });

    expect((await po.call(garageTypes)).body.data.map((one: { value: number }) => one.value)).not.toContain(type.id);
    const offered = (await po.call(accrualTypes)).body.data.find((one: { id: number }) => one.id === fees.id);
    expect(offered.is_active).toBe(false);
    const again = await mo.call(garages.create, { body: garageBody(own.po, { type: { value: type.id, label: '' } }) });
    expect(again.status).toBe(422);
    const preview = await po.call(previewAccrual, { body: fee({ accrualType: { value: fees.id } }) });
    expect(preview.body.errors).toEqual({ accrualType: 'Этот вид начисления больше не используется' });
    const person = await mo.call(profiles.create, { body: { ...personBody({ privilege }), po: own.po } });
    expect(person.body.errors).toEqual({ privilege: 'Выберите льготу из списка' });
    const kept = await mo.call(profiles.update, {
      params: { id: holder.id },
      body: { ...personBody({ privilege }), version: holder.version } as never,
    });
    expect([kept.status, kept.body.errors]).toEqual([200, undefined]);
  });

  it('a discount of a privilege counts at once; wrong ones are told by their row', async () => {
    const { po, w: own, mo } = await park(t, 0);
    const body = {
      name: 'Дружинник',
      sort: 2,
      needs_certificate: false,
      discount_percent: 50,
      discounts: [{ accrual_type_id: 1, amount_kopecks: 50_000 }],
    };
    const made = (await root.call(contract.privilegeReference.create, { body })).body;
    const person = await newPerson(mo, own.po, { privilege: { value: made.id } });
    await mo.call(garages.create, {
      body: garageBody(own.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] }),
    });
    expect((await po.call(previewAccrual, { body: fee() })).body.sum_kopecks).toBe(400_000);
    const wrong = await root.call(contract.privilegeReference.update, {
      params: { id: made.id },
      body: {
        ...body,
        version: 1,
        discounts: [
          { accrual_type_id: 1, percent: 10 },
          { accrual_type_id: 1, percent: 20 },
          { accrual_type_id: 777, percent: 20 },
        ],
      },
    });
    expect(wrong.body.errors).toEqual({
      'discounts.1.accrual_type_id': 'Этот вид указан дважды',
      'discounts.2.accrual_type_id': 'Выберите вид начисления из списка',
    });
    const both = { ...body, version: 1, discounts: [{ accrual_type_id: 1, percent: 1, amount_kopecks: 1 }] };
    const refused = await root.call(contract.privilegeReference.update, { params: { id: made.id }, body: both });
    expect(refused.body.errors).toEqual({ 'discounts.0.percent': 'Укажите проценты или рубли' });
  });

  it('everybody who is signed in hears of a change, visitors do not', () => {
    const actor = { region: 1, mo: null, po: null } as never;
    expect(mayHear({ actor, publicId: null }, { everybody: true })).toBe(true);
    expect(mayHear({ actor: null, publicId: 'x' }, { everybody: true })).toBe(false);
  });
});

describe('until which day the key rates were checked', () => {
  const checked = async () => (await root.call(contract.keyRatesChecked)).body as contract.ListChecked;
  it('moves with a rate that is added, to today when a superuser says so, never back; the log tells both', async () => {
    const until = '2025-12-22';
    await t.deps.db
      .updateTable('checked_list')
      .set({ checked_until: until, checked_at: null, checked_by: null })
      .execute();
    expect(await checked()).toEqual({ until, at: null, user: null });
    const add = (since: string) => root.call(contract.keyRateReference.create, { body: { since, percent: 15 } });
    expect((await add('2026-03-23')).status).toBe(200);
    expect((await checked()).until).toBe('2026-03-23');
    expect((await add('2021-03-23')).status).toBe(200);
    expect((await checked()).until).toBe('2026-03-23');
    const said = await root.call(contract.checkKeyRates);
    expect(said.body).toMatchObject({ until: '2026-11-20', at: '2026-11-20T09:00:00.000Z', user: expect.any(String) });
    expect(await checked()).toEqual(said.body);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('text', 'like', '%роверен до%')
      .orderBy('id', 'desc')
      .limit(3)
      .select(['verb', 'text'])
      .execute();
    expect(lines.reverse()).toEqual([
      {
        verb: 'admin.reference_create',
        text: 'Добавлено: ключевая ставка «с 23.03.2026». Список проверен до 23.03.2026',
      },
      {
        verb: 'admin.reference_create',
        text: 'Добавлено: ключевая ставка «с 23.03.2021». Список проверен до 23.03.2026',
      },
      { verb: 'admin.reference_check', text: 'Список ключевых ставок проверен до 20.11.2026' },
    ]);
  });

  it('is as it was installed, and is the business of superusers', async () => {
    const { sql: migration } = migrations().find(({ name }) => name.startsWith('0330'))!;
    expect(migration).toContain("values ('key_rates', '2025-12-22')");
    for (const person of [{ region: w.region }, { mo: w.mo }, { po: w.po, isSuperuser: 1 as const }]) {
      const caller = await as(t, person);
      expect((await caller.call(contract.keyRatesChecked)).status).toBe(403);
      expect((await caller.call(contract.checkKeyRates)).status).toBe(403);
    }
  });
});
