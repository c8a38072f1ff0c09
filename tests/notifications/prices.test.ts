// What SMS cost: the price of each number, over everything that says a sum; recounted here from the domain's words.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeSmsPrice, smsPriceReference } from '../../contract/references.ts';
import { notifications, repeatNotification } from '../../contract/notifications.ts';
import { exportReceivers, mailingReceivers } from '../../contract/notifications/checking.ts';
import { SmsPrices } from '../../server/notifications/rules/smsPrices.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { expectedOf, mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let root: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const price = (prefix: string, kopecks: number) => root.call(smsPriceReference.create, { body: { prefix, kopecks } });

/** Parts of a text with Cyrillic in it: 70 units whole, 67 in parts. */
const partsOf = (text: string) => (text.length <= 70 ? Math.min(1, text.length) : Math.ceil(text.length / 67));
/** The price whose beginning of the number is longest, from a list read here. */
async function priceOf(phone: string): Promise<number> {
  const { rows } = await sql<{ prefix: string; kopecks: number }>`select prefix, kopecks from sms_price`.execute(
    t.deps.db,
  );
  const fits = rows.filter(({ prefix }) => phone.startsWith(prefix));
  return fits.sort((one, other) => other.prefix.length - one.prefix.length)[0]!.kopecks;
}

describe('the list', () => {
  it('begins with six roubles for every number, which may be changed and never removed', async () => {
    const list = await root.call(smsPriceReference.list, { query: { range: [0, 99] } });
    expect(list.body).toMatchObject([{ id: 1, prefix: '+7', kopecks: 600 }]);
    const gone = await root.call(removeSmsPrice, { params: { id: 1 } });
    expect([gone.status, gone.body.errors.form]).toEqual([
      422,
      'Эта строка — для всех номеров, которых нет в других строках: её можно изменить, но не удалить',
    ]);
    const moved = await root.call(smsPriceReference.update, {
      params: { id: 1 },
      body: { prefix: '+7911', kopecks: 600, version: 1 },
    });
    expect(Object.keys(moved.body.errors)).toEqual(['prefix']);
    const dearer = { prefix: '+7', kopecks: 600, operator: 'все', version: 1 };
    expect((await root.call(smsPriceReference.update, { params: { id: 1 }, body: dearer })).status).toBe(200);
  });

  it.each([
    ['letters', { prefix: '+79ab', kopecks: 100 }, { prefix: 'Только цифры, например +7911' }],
    ['nothing', { prefix: ' ', kopecks: 100 }, { prefix: 'Укажите начало номера' }],
    ['a number of the city', { prefix: '+7812', kopecks: 100 }, { prefix: 'Мобильный номер начинается с +79' }],
    [
      'a whole number',
      { prefix: '8 (911) 123-45-67', kopecks: 100 },
      { prefix: 'Это целый номер: нужно только его начало, например +7911' },
    ],
    ['a price below zero', { prefix: '+7911', kopecks: -1 }, { kopecks: 'Цена не может быть меньше нуля' }],
    [
      'a price above 1000 ₽',
      { prefix: '+7911', kopecks: 100_001 },
      { kopecks: 'Не больше 1000 ₽ за часть: проверьте запятую' },
    ],
  ])('refuses %s in words', async (_, body, errors) => {
    const answer = await root.call(smsPriceReference.create, { body });
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  it('takes a beginning as people write it, once; both ends of the price; a removal is logged', async () => {
    const made = await price('8 (921) 1', 0);
    expect(made.body).toMatchObject({ prefix: '+79211', kopecks: 0 });
    const twice = await price('9211', 5);
    expect(twice.body.errors).toEqual({ prefix: 'Цена для этого начала номера уже указана' });
    const top = await price('+7 922', 100_000);
    expect(top.status).toBe(200);
    for (const { id } of [made.body, top.body])
      expect((await root.call(removeSmsPrice, { params: { id } })).status).toBe(204);
    expect((await root.call(removeSmsPrice, { params: { id: top.body.id } })).status).toBe(404);
    const { rows } = await sql<{ text: string }>`select text from action_log where object_type = 'sms_price'
      and verb = 'admin.reference_delete' order by id`.execute(t.deps.db);
    expect(rows.map(({ text }) => text)).toEqual(['Удалено: цена СМС «+79211»', 'Удалено: цена СМС «+7922»']);
  });

  it('is neither read nor written nor removed below a superuser', async () => {
    for (const level of [{ region: w.region }, { mo: w.mo }, { po: w.po }, { po: w.po, isSuperuser: 1 }]) {
      const caller = await as(t, level);
      const answers = [
        await caller.call(smsPriceReference.list),
        await caller.call(smsPriceReference.create, { body: { prefix: '+7911', kopecks: 1 } }),
        await caller.call(smsPriceReference.update, {
          params: { id: 1 },
          body: { prefix: '+7', kopecks: 1, version: 1 },
        }),
        await caller.call(removeSmsPrice, { params: { id: 1 } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  });

  it('the longest beginning wins, in memory and in SQL', async () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '2'), maxLength: 4 });
    const lists = fc.uniqueArray(digits, { maxLength: 8 });
    const number = fc.string({ unit: fc.constantFrom('0', '1', '2'), minLength: 9, maxLength: 9 });
    const kept = (await sql`select prefix, kopecks from sms_price`.execute(t.deps.db)).rows;
    expect(kept).toEqual([{ prefix: '+7', kopecks: 600 }]);
    await fc.assert(
      fc.asyncProperty(lists, number, async (starts, rest) => {
        const rows = [
          { prefix: '+7', kopecks: 600 },
          ...starts.map((start, nth) => ({ prefix: `+79${start}`, kopecks: 10 + nth })),
        ];
        const phone = `+79${rest}`;
        const best = rows.filter(({ prefix }) => phone.startsWith(prefix));
        const wanted = best.reduce((one, other) => (other.prefix.length > one.prefix.length ? other : one)).kopecks;
        const prices = new SmsPrices(rows);
        expect([prices.of(phone), prices.of(phone.slice(0, prices.length)), prices.of(null)]).toEqual([
          wanted,
          wanted,
          0,
        ]);
        const told = await t.deps.db.transaction().execute(async (tx) => {
          await sql`delete from sms_price`.execute(tx);
          for (const { prefix, kopecks } of rows)
            await sql`insert into sms_price (prefix, kopecks) values (${prefix}, ${kopecks})`.execute(tx);
          const found = await sql<{ price: number }>`select sms_price_of(${phone}) as price`.execute(tx);
          return found.rows[0]!.price;
        });
        expect(told).toBe(wanted);
      }),
      { numRuns: 30 },
    );
    await sql`delete from sms_price`.execute(t.deps.db);
    await sql`insert into sms_price (id, prefix, kopecks) values (1, '+7', 600)`.execute(t.deps.db);
  });
});

describe('a mailing', () => {
  it('costs parts times the price of each number, everywhere it says a sum, and keeps what it cost', async () => {
    await price('+7911', 450);
    await price('+791112', 1100);
    const phones = ['+79111100001', '+79111200002', '+79215550003', '+79111200004'];
    const people: number[] = [];
    for (const phone of phones) {
      const id = await owner(mo, w.po, { sms: true });
      await sql`update profile set phones = ${['+78121234567', phone]}::text[], first_name = ${'Й'.repeat(people.length * 15 + 5)}
        where id = ${id}`.execute(t.deps.db);
      people.push(id);
    }
    const more = { channel: 'sms', kind: 'news', sms_text: '{ИмяОтчество}, ворота заменят в среду, ключи у сторожа.' };
    const body = mailing(people, more);
    const list = await po.call(mailingReceivers, { body: body as never });
    const seen = await preview(po, body);
    const { rows: names } = await sql<{ id: number; name: string; phone: string }>`select id,
      concat_ws(' ', first_name, father_name) as name, phones[2] as phone from profile where id = any(${people}::int[])`.execute(
      t.deps.db,
    );
    let wanted = 0;
    const costs = new Map<number, number>();
    for (const { id, name, phone } of names) {
      const cost = partsOf(`${name}, ворота заменят в среду, ключи у сторожа.`) * (await priceOf(phone));
      costs.set(id, cost);
      wanted += cost;
    }
    expect(new Set(costs.values()).size).toBeGreaterThan(2);
    expect(seen.cost).toBe(wanted);
    expect(seen.parts.reduce((sum, { cost }) => sum + cost, 0)).toBe(wanted);
    expect(seen.receiverCounter.byChannel.sms).toEqual({ reach: 4, cost: wanted });
    expect(seen.check.costliest!.cost).toBe(Math.max(...costs.values()));
    expect(new Map(list.body.rows.map((row: { id: number; cost: number }) => [row.id, row.cost]))).toEqual(costs);
    expect((await po.call(exportReceivers, { body: body as never })).status).toBe(200);

    // The limit of the month is as much as the mailing costs, and a kopeck of roubles less.
    const limited = async (roubles: number) => {
      await sql`update po set sms_limit_month = ${roubles} where id = ${w.po}`.execute(t.deps.db);
      return (await preview(po, body)).problems.cost ?? null;
    };
    expect(await limited(Math.ceil(wanted / 100))).toBeNull();
    expect(await limited(Math.ceil(wanted / 100) - 1)).toBe('Лимит СМС на этот месяц меньше стоимости рассылки');
    await sql`update po set sms_limit_month = null where id = ${w.po}`.execute(t.deps.db);

    const sent = await sendAs(po, body);
    expect(sent.status).toBe(200);
    await root.call(smsPriceReference.update, {
      params: {
        id: (await root.call(smsPriceReference.list)).body.find((one: { prefix: string }) => one.prefix === '+7911').id,
      },
      body: { prefix: '+7911', kopecks: 900, version: 1 },
    });
    const { rows: kept } = await sql<{ id: number; cost: number }>`select profile_id as id, cost_kopecks as cost
      from notification_message where notification_id = ${sent.id}`.execute(t.deps.db);
    expect(new Map(kept.map(({ id, cost }) => [id, cost]))).toEqual(costs);
    const card = await po.call(notifications.one, { params: { id: sent.id } });
    expect(card.body.cost).toBe(wanted);

    // What surely did not arrive leaves anew at today's price.
    await sql`update outbox set state = 'failed' where id in (select outbox_id from notification_message where notification_id = ${sent.id})`.execute(
      t.deps.db,
    );
    await sql`update notification_message set status = 4 where notification_id = ${sent.id}`.execute(t.deps.db);
    await sql`update notification set status = 6 where id = ${sent.id}`.execute(t.deps.db);
    const again = await po.call(repeatNotification, { params: { id: sent.id } });
    expect([again.status, again.body.cost]).toEqual([200, wanted + partsOf('x'.repeat(40)) * 450]);
  });

  it('an expected sum that a new price has moved is refused', async () => {
    const id = await owner(mo, w.po, { sms: true });
    await sql`update profile set phones = '{+79315550001}' where id = ${id}`.execute(t.deps.db);
    const body = mailing([id], { channel: 'sms', kind: 'news', sms_text: 'Ворота' });
    const expected = expectedOf(await preview(po, body));
    await price('+7931', 700);
    const sent = await sendAs(po, body, { expected });
    expect([sent.status, sent.body.code]).toEqual([409, 'selection_changed']);
  });
});
