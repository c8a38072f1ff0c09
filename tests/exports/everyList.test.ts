// Every list that can be taken away: all its columns at once, the right of its screen, the rows of its screen.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takePayment } from '../../contract/payments.ts';
import { exportList } from '../../contract/exports.ts';
import { exportedLists } from '../../contract/kernel/objects.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { charge } from '../contributions/park.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

type Name = (typeof exportedLists)[number];
let t: TestApp;
let w: World;
let root: Caller;
let mo: Caller;
let reader: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
  reader = await as(t, { po: w.po, capabilities: [] });
  for (const [who, po] of [
    [mo, w.po],
    [await as(t, { mo: w.foreignMo }), w.foreignPo],
  ] as const) {
    const garage = await newGarage(who, po);
    const body = {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-11-02',
      lines: [{ garage: garage.id, amount: 123_456 }],
    };
    expect((await who.call(takePayment, { body })).status).toBe(200);
  }
  const sent = {
    region_id: w.region,
    mo_id: w.mo,
    status: 5,
    kind: 'news',
    selection: '{}',
    started_at: '2026-11-18T21:30:00Z',
  };
  const counted = { people: 3, total: 3, delivered: 2, failed: 1, cost_kopecks: 1250, cost_ready: true };
  await t.deps.db
    .insertInto('notification')
    .values([
      { ...sent, ...counted, title: 'Собрание', channel: 'sms', sent_from: 'Невское МО', created_by: mo.userId },
      { ...sent, region_id: w.foreignRegion, mo_id: w.foreignMo, title: 'Чужая', sent_from: 'МО' },
    ])
    .execute();
});
afterAll(() => t.close());

const take = (who: Caller, resource: Name, columns: string[], sort = 'id') =>
  who.call(exportList, { params: { resource }, body: { format: 'csv', columns, sort: [sort, 'ASC'], filter: {} } });
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

/** Columns of each screen. */
const screens: Partial<Record<Name, string[]>> = {
  payments: [
    'on_date',
    'account',
    'plate',
    'mo',
    'po',
    'payer',
    'purpose',
    'method',
    'amount',
    'paper',
    'user',
    'source',
    'comment',
  ],
  balance_operations: ['on_date', 'account', 'plate', 'po', 'payer', 'purpose', 'method', 'amount', 'paper', 'comment'],
  regions: ['name', 'po_count', 'chairman', 'phone', 'garages', 'state'],
  moes: ['name', 'region', 'po_count', 'chairman', 'phone', 'garages', 'state'],
  poes: ['code', 'name', 'mo', 'chairman', 'phone', 'garages', 'state'],
  notifications: ['title', 'channel', 'sender', 'people', 'delivery', 'cost', 'status'],
  users: ['name', 'email', 'rights', 'capabilities', 'last_sign_in', 'second', 'state'],
};
const named = Object.entries(screens) as [Name, string[]][];

describe('a list as a file', () => {
  it.each(named)('%s has every column of its screen', async (resource, columns) => {
    const { status, text } = await take(root, resource, columns);
    // The name of a mailing stands on screen with its moment and its template: in a file these are columns.
    const apart = resource === 'notifications' ? 2 : 0;
    expect([status, linesOf(text)[0]!.split(';').length]).toEqual([200, columns.length + apart]);
    expect(linesOf(text).length).toBeGreaterThan(1);
  });
  it.each(named)('%s asks for the right of its screen', async (resource, columns) => {
    expect((await take(reader, resource, columns)).status).toBe(403);
    if (!['payments', 'balance_operations', 'notifications'].includes(resource))
      expect((await take(mo, resource, columns)).status).toBe(403);
  });
  it('payments hold those of the place, in words', async () => {
    const { text } = await take(mo, 'payments', ['on_date', 'po', 'purpose', 'method', 'amount', 'source'], 'on_date');
    expect(linesOf(text).slice(1)).toEqual(['02.11.2026;КАС № 12-3;аванс;Касса;1234,56;Приём оплаты']);
  });
  it('lines of the ledger are those of the side that is asked for, each said what it is', async () => {
    expect((await charge(mo, { contributionAmount: 50_000 })).status).toBe(200);
    const columns = ['purpose', 'method', 'amount'];
    const lines = async (filter: Record<string, unknown>) => {
      const body = { format: 'csv' as const, columns, sort: ['on_date', 'ASC'] as [string, 'ASC'], filter };
      return linesOf((await mo.call(exportList, { params: { resource: 'balance_operations' }, body })).text).slice(1);
    };
    const charged = await lines({ side: 'charged' });
    expect(new Set(charged)).toEqual(new Set(['Членский годовой взнос 2026;начисление;-500,00']));
    const paid = await lines({ side: 'paid' });
    expect(paid.map((line) => line.split(';').slice(1).join(';'))).toEqual(['Касса;1234,56']);
    expect((await lines({})).toSorted()).toEqual([...charged, ...paid].toSorted());
  });
  it('ПО stand in the official order, with their МО', async () => {
    const { text } = await take(root, 'poes', ['name', 'mo', 'garages'], 'order');
    const names = linesOf(text)
      .slice(1)
      .map((line) => line.split(';')[0]);
    expect(names.indexOf('КАС № 12-3')).toBeLessThan(names.indexOf('КАС № 12-10'));
  });
  it('mailings hold those of the place that the filter keeps, in words and by its clock', async () => {
    const body = {
      format: 'csv' as const,
      columns: screens.notifications!,
      sort: ['created_at', 'DESC'] as ['created_at', 'DESC'],
      filter: {},
    };
    const read = async (filter: object) => {
      const { status, text } = await mo.call(exportList, {
        params: { resource: 'notifications' },
        body: { ...body, filter: filter as Record<string, unknown> },
      });
      return [status, ...linesOf(text).slice(1)];
    };
    expect(await read({})).toEqual([
      200,
      expect.stringMatching(
        /^19[.]11[.]2026 00:30;Собрание;без шаблона;Только СМС;[^;]*, Невское МО;3;2 из 3, ошибок 1;12,50;Отправлена частично$/,
      ),
    ]);
    expect(await read({ nameFilter: 'нет такой' })).toEqual([200]);
    expect(await read({ draft: true })).toEqual([200]);
  });
  it('a mailing that a rule made says so beside its sender, one made by hand does not', async () => {
    const template = await t.deps.db.selectFrom('message_template').select('id').executeTakeFirstOrThrow();
    const place = { region_id: w.region, mo_id: w.mo };
    const who = {
      min_kopecks: 1,
      min_days: 0,
      every: 'day',
      at_hour: 10,
      channel: 'sms',
      repeat_days: 30,
      pay_days: 10,
    };
    const rule = await t.deps.db
      .insertInto('debt_rule')
      .values({ ...place, ...who, name: 'Правило', template_id: template.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('notification')
      .values({
        ...place,
        status: 5,
        kind: 'debt',
        title: 'Долг',
        selection: '{}',
        started_at: '2026-11-19T09:00:00Z',
        sent_from: 'Невское МО',
        rule_id: rule.id,
        rule_run_at: '2026-11-19T09:00:00Z',
        created_by: mo.userId,
      })
      .execute();
    const { full_name } = await t.deps.db
      .selectFrom('app_user')
      .where('id', '=', mo.userId)
      .select(sql<string>`concat_ws(' ', last_name, first_name, father_name)`.as('full_name'))
      .executeTakeFirstOrThrow();
    const { text } = await take(mo, 'notifications', ['title', 'sender'], 'created_at');
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.split(';').slice(1))
        .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    ).toEqual([
      ['Долг', 'без шаблона', `${full_name}, по правилу, Невское МО`],
      ['Собрание', 'без шаблона', `${full_name}, Невское МО`],
    ]);
  });
  it('users say their rights and abilities in words', async () => {
    const { text } = await take(root, 'users', ['rights', 'capabilities', 'state'], 'name');
    expect(text).toContain('Ведение реестра');
    expect(text).toContain('приглашён');
  });
});
