// A mailing counted line by line says to the unit what the one planned in memory says, in worlds of every sort of person.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { smsCount, smsSize } from '../../contract/kernel/smsSegments.ts';
import { MailingContent, mailingVariables, type NotificationPreview } from '../../contract/notifications.ts';
import type { Ctx } from '../../server/kernel/ctx.ts';
import { countMailing } from '../../server/notifications/counting.ts';
import { planMailing } from '../../server/notifications/planning.ts';
import { previewOf } from '../../server/notifications/preview.ts';
import { countReceiversOf } from '../../server/notifications/receiverCount.ts';
import { fillSms, smsFiller } from '../../server/notifications/rules/texts.ts';
import { inTime } from '../kit/busy.ts';
import { as, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { authorCtx } from './killed.ts';
import { mailingStage } from './kit.ts';
import { plainPreview } from './oracle.ts';

const PEOPLE = 90;
const NOW = '2026-11-20T09:00:00Z';
/** Cyrillic, GSM-7, its escaped signs, pairs of UTF-16 units, spaces at the ends, nothing. */
const words = ['', 'Иванов', 'Petrov', 'a[b]€', '😀😀', 'Ё', '  Длинная Двойная-Фамилия ', '{}', '№ 7', 'x'.repeat(60)];

let t: TestApp;
let w: World;
let template: number;
let clerk: number;
/** A number of a sequence that is the same in every run. */
const numbers = (seed: number) => {
  let state = seed;
  return (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
};

beforeAll(async () => {
  ({ t, w } = await mailingStage());
  clerk = (await as(t, { mo: w.mo })).userId;
  await peopled();
}, inTime(120_000));
afterAll(() => t.close());

const one = async (query: ReturnType<typeof sql>) => ((await query.execute(t.deps.db)).rows[0] as { id: number }).id;

/** People who differ in everything that a mailing asks about. */
async function peopled() {
  const roll = numbers(20261120);
  const { db } = t.deps;
  template = await one(
    sql`insert into message_template (template_name, kind, sms_text) values ('Ш', 'debt', 'т') returning id`,
  );
  await sql`update po set name = 'КАС № 1 [€]', chairman_name = 'Ё. Ж. 😀', phone = null where id = ${w.siblingPo}`.execute(
    db,
  );
  // Numbers of the people below differ in their last digits.
  await sql`insert into sms_price (prefix, kopecks) values ('+7900000001', 450), ('+7900000003', 0), ('+790000000', 333), ('+791', 100)`.execute(
    db,
  );
  const pos = [w.po, w.po, w.po, w.siblingPo, w.foreignPo];
  const place = (po: number) =>
    po === w.foreignPo
      ? { region_id: w.foreignRegion, mo_id: w.foreignMo, po_id: po }
      : { region_id: w.region, mo_id: w.mo, po_id: po };
  const mailings = await Promise.all(
    [
      [w.po, 'debt', true],
      [w.siblingPo, 'debt', false],
      [w.foreignPo, 'debt', true],
      [w.po, 'news', false],
    ].map(([po, kind, isOfTemplate]) => {
      const { region_id, mo_id, po_id } = place(po as number);
      return one(sql`insert into notification (region_id, mo_id, po_id, title, kind, status, sent_from, selection, template_id)
        values (${region_id}, ${mo_id}, ${po_id}, 'Прежняя', ${kind}, 4, 'ПО', '{}', ${isOfTemplate ? template : null}) returning id`);
    }),
  );
  const people: number[] = [];
  const made: number[] = [];
  for (let nth = 0; nth < PEOPLE; nth += 1) {
    const at = place(pos[roll(pos.length)]!);
    const maybe = (share: number) => roll(100) < share;
    const email = maybe(70) ? (maybe(10) ? '' : `Person${nth}@example.ru`) : null;
    const phones = [
      ...(maybe(20) ? ['+78121234567'] : []),
      ...(maybe(75) ? [`+79${String(nth).padStart(9, '0')}`] : []),
    ];
    const mergedInto = people.length && maybe(8) ? people[roll(people.length)]! : null;
    const id =
      await one(sql`insert into profile (region_id, mo_id, po_id, last_name, first_name, father_name, email, phones, is_voa_member,
        voa_status_id, is_anonymised, merged_into) values (${at.region_id}, ${at.mo_id}, ${at.po_id}, ${words[1 + roll(words.length - 1)]}, ${words[roll(words.length)]},
        ${words[roll(words.length)]}, ${email}, ${phones}::text[], ${maybe(50)}, ${maybe(5) ? 8 : 3}, ${maybe(3)}, ${mergedInto}) returning id`);
    if (!mergedInto && maybe(25))
      await sql`update profile set kind = ${maybe(50) ? 'estate' : 'person'}, birthday = ${maybe(80) ? '2012-05-05' : '1990-01-01'},
        representative_id = ${people.length && maybe(75) ? people[roll(people.length)]! : null} where id = ${id}`.execute(
        db,
      );
    if (email && maybe(15))
      await sql`update profile set bounced_key = ${maybe(70) ? sql`md5(lower(email))` : 'old'} where id = ${id}`.execute(
        db,
      );
    await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) values (${id}, ${at.po_id}, ${at.mo_id}, ${at.region_id}) on conflict do nothing`.execute(
      db,
    );
    for (const kind of ['sms_info', 'email_info', 'pd_processing', 'ads', 'health'])
      for (let again = roll(3); again > 0; again -= 1)
        await sql`insert into consent (profile_id, kind, signed_at, revoked_at) values (${id}, ${kind}, '2026-01-10', ${maybe(35) ? '2026-05-01' : null})`.execute(
          db,
        );
    for (const channel of ['mail', 'sms'])
      if (maybe(8))
        await sql`insert into unsubscription (profile_id, kind, channel, source) values (${id}, ${maybe(60) ? 'debt' : 'news'}, ${channel}, 'link')`.execute(
          db,
        );
    const garages = mergedInto ? 0 : [0, 1, 1, 1, 2, 4][roll(6)]!;
    for (let owned = garages; owned > 0; owned -= 1) await garage(id, nth, owned);
    // Sold them all, one by one or his card and that of another: a debt or two stayed with him.
    for (let sold = garages ? 0 : roll(4); sold > 0 && made.length; sold -= 1) {
      const one = made[roll(made.length)]!;
      await leave(one, id);
      await sql`insert into ownership (garage_id, profile_id, started_on, ended_on)
        values (${one}, ${mergedInto ?? id}, '2018-01-01', '2026-11-12') on conflict do nothing`.execute(db);
    }
    for (let sent = roll(5); sent > 0; sent -= 1)
      await sql`insert into notification_message (notification_id, receiver, profile_id, person_name, channel, body, status, created_at)
        values (${mailings[roll(mailings.length)]}, ${`profile:${id}:${sent}`}, ${id}, 'Кто', ${maybe(60) ? 'sms' : 'mail'}, '', ${roll(12)},
          ${NOW}::timestamptz - ${[1, 23, 25, 24 * 6, 24 * 8, 24 * 200, 24 * 400][roll(7)]} * interval '1 hour')`.execute(
        db,
      );
    if (!mergedInto) people.push(id);
  }

  async function garage(owner: number, nth: number, at: number) {
    const { region_id, mo_id, po_id } = place(pos[roll(pos.length)]!);
    const id = await one(sql`insert into garage (region_id, mo_id, po_id, section, number, account_no, is_active)
      values (${region_id}, ${mo_id}, ${po_id}, ${['', 'А', '[B]'][roll(3)]}, ${`${nth}${at}${['', 'a', '😀'][roll(3)]}`}, ${`k${nth}-${at}`}, ${roll(10) > 0}) returning id`);
    made.push(id);
    // Sold long ago, or lately: the place still works with him.
    const ended = ['2020-05-05', '2026-11-10', '2026-11-10'][roll(12)] ?? null;
    await sql`insert into ownership (garage_id, profile_id, started_on, ended_on) values (${id}, ${owner}, '2019-01-01', ${ended})`.execute(
      db,
    );
    if (roll(6) === 0 && people.length)
      await sql`insert into ownership (garage_id, profile_id, started_on) values (${id}, ${people[roll(people.length)]}, '2019-01-01') on conflict do nothing`.execute(
        db,
      );
    if (roll(5) === 0 || ended) await leave(id, roll(3) && people.length ? people[roll(people.length)]! : owner);
    const balance = -roll(4) * roll(500_000);
    await sql`insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks) values (${id}, ${region_id}, ${mo_id}, ${po_id}, ${balance})
      on conflict (garage_id) do update set balance_kopecks = excluded.balance_kopecks`.execute(db);
    await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) select o.profile_id, ${po_id}, ${mo_id}, ${region_id} from ownership o where o.garage_id = ${id}
      on conflict do nothing`.execute(db);
  }
}

let left = 0;
const inCase = new Set<number>();
/** A debt for a garage stays with somebody, by two types; one in four has paid it since. Some of them stand in an open case. */
async function leave(garage: number, debtor: number) {
  left += 1;
  const { db } = t.deps;
  const { region_id, mo_id, po_id } = await db
    .selectFrom('garage')
    .where('id', '=', garage)
    .select(['region_id', 'mo_id', 'po_id'])
    .executeTakeFirstOrThrow();
  const document =
    await one(sql`insert into contribution (region_id, mo_id, po_id, kind, source, on_date, idempotency_key)
    values (${region_id}, ${mo_id}, ${po_id}, 'accrual', 'hand', '2026-01-01', ${`left ${left}`}) returning id`);
  const line = (sign: number, kopecks: number, type: number | null) =>
    sql`insert into balance_operation (garage_id, region_id, mo_id, po_id,
      contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, on_date, debtor_id)
    values (${garage}, ${region_id}, ${mo_id}, ${po_id}, ${document}, ${sign}, ${kopecks}, ${type}, ${sign > 0 ? 1 : null}, 2026, '2026-01-10', ${debtor})`.execute(
      db,
    );
  await line(-1, 45_000 + left, 1);
  await line(-1, 30_000, 3);
  if (left % 4 === 0) await line(1, 75_000 + left, null);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) values (${debtor}, ${po_id}, ${mo_id}, ${region_id}) on conflict do nothing`.execute(
    db,
  );
  if (left % 5 || inCase.has(garage)) return;
  inCase.add(garage);
  const matter =
    await one(sql`insert into reregistration (garage_id, region_id, mo_id, po_id, status, reason_id, author_id,
      date_request, on_date, last_event_at)
    values (${garage}, ${region_id}, ${mo_id}, ${po_id}, 1, 1, ${clerk}, '2026-02-01', '2026-02-01', '2026-02-01T00:00:00Z') returning id`);
  await sql`insert into reregistration_party (reregistration_id, side, nth, profile_id) values (${matter}, 'old', 1, ${debtor})`.execute(
    db,
  );
}

/** What is counted before any sum: the same people without money. */
const onlyCounts = ({ byChannel, ...more }: NotificationPreview['receiverCounter']) => ({
  ...more,
  byChannel: Object.fromEntries(Object.entries(byChannel).map(([rule, { reach }]) => [rule, { reach }])),
});

const piece = fc.oneof(
  fc.constantFrom(...Object.keys(mailingVariables), 'Нет').map((key) => `{${key}}`),
  fc.constantFrom('ВОА ', 'a', '[', '€', '😀', ' ', ' долг ', 'x'.repeat(40), 'ы'.repeat(25)),
);
const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));

/** What lists filter by when everybody found is written to; places are known once the world is made. */
const filters = {
  none: { profiles: {}, garages: {} },
  debt: { profiles: { debt: 'has' }, garages: { garageDebt: 'debt' } },
  left: { profiles: { debt: 'left' }, garages: {} },
  name: { profiles: { nameFilter: 'иванов' }, garages: { nameFilter: 'иванов' } },
  section: { profiles: { sectionFilter: ['А'] }, garages: { sectionFilter: ['А'] } },
  get po() {
    return { profiles: { poFilter: [w.siblingPo] }, garages: { poFilter: [w.siblingPo] } };
  },
} as const;

const contents = fc.record({
  title: fc.constantFrom('', 'Долг'),
  kind: fc.constantFrom('debt', 'meeting', 'news', 'ads'),
  channel: fc.constantFrom('email', 'sms', 'both', 'email_else_sms'),
  sms_text: text,
  email_text: fc.option(text.map((words) => richFromPlain(words || 'т'))),
  typed: fc.constantFrom({}, { Срок: '2026-12-31', Сумма: '[100]' }, { Место: '' }),
  meeting: fc.constantFrom(
    null,
    { day: '2026-12-30', time: '18:00', place: 'у ворот' },
    { day: '2026-11-25' },
    { day: '2026-11-01' },
  ),
  onePerPerson: fc.boolean(),
  skipRepeated: fc.boolean(),
  skipTemplate: fc.boolean(),
  hasTemplate: fc.boolean(),
  of: fc.constantFrom('profiles', 'garages'),
  all: fc.boolean(),
  some: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 120 }),
  filter: fc.constantFrom('none', 'none', 'debt', 'left', 'name', 'po', 'section'),
  at: fc.integer({ min: 0, max: 400 }),
  level: fc.constantFrom('po', 'mo'),
});

describe('a counted mailing', () => {
  it('is the planned one, to the unit', { timeout: inTime(240_000) }, async () => {
    let told = 0;
    let leftTold = 0;
    await fc.assert(
      fc.asyncProperty(contents, async ({ hasTemplate, of, all, some, filter, at, level, ...more }) => {
        const chosen = { all, included: all ? [] : some, excluded: all ? some.slice(0, 5) : [] };
        const selection =
          of === 'profiles'
            ? { of, ...chosen, filter: filters[filter].profiles }
            : {
                of,
                ...chosen,
                filter: filters[filter].garages,
                excludedProfiles: some.slice(-3),
              };
        const content = MailingContent.parse({ ...more, selection, template: hasTemplate ? template : null });
        const { actor, ...rest } = authorCtx(t.deps, w.po, 1);
        const ctx: Ctx = { ...rest, actor: level === 'po' ? actor : { ...actor, po: null, mo: w.mo } };
        const seen = await previewOf(ctx, await countMailing(ctx, t.deps.db, content, 0, at), content);
        const { counted_at: _at, balance: _none, unread_places: _places, ...check } = seen.check;
        const counted = { ...seen, check: { ...check, repeated: check.repeated?.people ?? 0 } };
        const planned = await plainPreview(ctx, content, at);
        const { receivers } = await planMailing(ctx, ctx.db, content);
        leftTold += receivers.filter(({ garages }) => garages.some(({ isLeft }) => isLeft)).length;
        expect(await countReceiversOf(ctx, content)).toEqual(onlyCounts(planned.receiverCounter));
        expect(counted).toEqual(planned);
        told += planned.total;
      }),
      { numRuns: 80, seed: 17 },
    );
    // Worlds in which nobody is written to would prove nothing.
    expect(told).toBeGreaterThan(300);
    // Nor would those in which nobody sold.
    expect(leftTold).toBeGreaterThan(10);
  });

  it('officials are counted as they are planned', async () => {
    for (const place of [
      { mo: w.mo, role: 'mo_head' },
      { po: w.po, role: 'chairman' },
    ])
      await as(t, place);
    const { actor, ...rest } = authorCtx(t.deps, w.po, 1);
    const ctx: Ctx = { ...rest, actor: { ...actor, po: null, region: w.region } };
    const content = MailingContent.parse({
      title: 'Т',
      email_text: richFromPlain('{ФИО}, {ПО} {Долг}'),
      selection: { of: 'officials', all: true, moFilter: [w.mo] },
    });
    const { check: _mine, ...seen } = await previewOf(ctx, await countMailing(ctx, t.deps.db, content, 0, 1), content);
    const { check: _plain, ...planned } = await plainPreview(ctx, content, 1);
    expect(seen).toEqual(planned);
    expect(seen.receiverCounter.email).toBe(2);
    expect(await countReceiversOf(ctx, content)).toEqual(onlyCounts(planned.receiverCounter));
  });
});

describe('texts counted by the hundred thousand', () => {
  const signs = fc.array(fc.constantFrom('a', '[', '€', 'я', '😀', '\ud83d', ' ', '\n'), { maxLength: 400 });
  it('have the size that is shown beside the box', () => {
    fc.assert(
      fc.property(signs, (list) => {
        const { units, segments } = smsSize(list.join(''));
        expect(smsCount(list.join(''))).toEqual({ units, segments });
      }),
    );
  });

  it('are filled as one is', () => {
    const values = { ФИО: 'Ё {Долг}', Долг: '$&', ПО: '' };
    fc.assert(
      fc.property(text, (words) => {
        expect(smsFiller(words)((key) => values[key as 'ФИО'])).toBe(fillSms(words, values));
      }),
    );
  });
});
