// Rules of debt reminders: who is due (an oracle of its own from the words of the decision), when, once, at most how often.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageTemplates, type MessageTemplate } from '../../contract/messageTemplates.ts';
import { notifications, sendNotification, type NotificationRow } from '../../contract/notifications.ts';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import * as contract from '../../contract/notifications/reminders.ts';
import { doDue } from '../../server/jobs/due.ts';
import { nextRun } from '../../server/jobs/rhythm.ts';
import { ruleDue } from '../../server/notifications/writing/reminders.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { charged, MEMBER } from './charged.ts';
import { owner } from './kit.ts';

const { debtRules } = contract;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let template: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  w = await world(t.deps.db);
  // The ready text names it: without one nobody would be reminded.
  await t.deps.db.updateTable('po').set({ phone: '+7 812 555-01-01' }).where('id', '=', w.po).execute();
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  const all: MessageTemplate[] = (await po.call(messageTemplates.list)).body;
  template = all.find(({ kind }) => kind === 'debt')!.id;
});
afterAll(() => t.close());

/** Target fees, as the register knows them. */
const TARGET = 3;

const rule = (more: Partial<contract.DebtRuleBody> = {}) => ({
  name: 'Долг старше месяца',
  minDebt: 1000_00,
  minDays: 30,
  accrualTypes: [] as number[],
  every: 'day' as const,
  onDay: null,
  atHour: 13,
  template,
  channel: 'email_else_sms' as const,
  repeatDays: 10,
  payDays: 14,
  ...more,
});

/** Charges the garage of a person. */
const charge = (profile: number, kopecks: number, date: string, type = MEMBER) =>
  charged(mo, profile, kopecks, date, type);

const previewOf = async (who: Caller, body: object): Promise<contract.DebtRulePreview> => {
  const answer = await who.call(contract.previewDebtRule, { body: body as never });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const create = async (who: Caller, more: Partial<contract.DebtRuleBody> = {}): Promise<contract.DebtRule> => {
  const answer = await who.call(debtRules.create, { body: rule(more) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const one = async (id: number): Promise<contract.DebtRule> => (await po.call(debtRules.one, { params: { id } })).body;
const switchOn = (kept: contract.DebtRule, expected: number) =>
  po.call(contract.switchDebtRule, { params: { id: kept.id }, body: { version: kept.version, isOn: true, expected } });
const mailings = async (title: string): Promise<NotificationRow[]> =>
  (await po.call(notifications.list, { query: { filter: { nameFilter: title } } })).body;
const receivers = async (notification: number): Promise<MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification }, range: [0, 99] } })).body;
const at = async (moment: string, work: () => Promise<unknown>) => {
  t.setNow(moment);
  await work().finally(() => t.setNow('2026-11-20T09:00:00.000Z'));
};

const byNumber = (one: number, other: number) => one - other;
interface Fact {
  id: number;
  lines: { kopecks: number; date: string; type: number }[];
}
/** «кто (сумма, возраст, вид)»: of the named types at least the sum, the oldest unpaid one at least so old. Nothing is paid here. */
const isDue = ({ lines }: Fact, { minDebt, minDays, accrualTypes }: ReturnType<typeof rule>) => {
  const counted = lines.filter(({ type }) => !accrualTypes.length || accrualTypes.includes(type));
  const sum = counted.reduce((all, { kopecks }) => all + kopecks, 0);
  const oldest = Math.max(...counted.map(({ date }) => (Date.parse('2026-11-20') - Date.parse(date)) / 86_400_000));
  return counted.length > 0 && sum >= minDebt && oldest >= minDays;
};

describe('who is due', () => {
  it('sum, age and type, each at its edge, as the words of the rule say', async () => {
    const facts: Fact[] = [];
    const days = ['2026-10-20', '2026-10-21', '2026-10-22', '2026-11-20'];
    for (const kopecks of [999_99, 1000_00])
      for (const date of days)
        for (const type of [MEMBER, TARGET]) {
          const id = await owner(mo, w.siblingPo, { sms: true });
          await charge(id, kopecks, date, type);
          facts.push({ id, lines: [{ kopecks, date, type }] });
        }
    const twice = await owner(mo, w.siblingPo, { sms: true });
    await charge(twice, 600_00, '2026-09-01', MEMBER);
    await charge(twice, 600_00, '2026-11-19', TARGET);
    facts.push({
      id: twice,
      lines: [
        { kopecks: 600_00, date: '2026-09-01', type: MEMBER },
        { kopecks: 600_00, date: '2026-11-19', type: TARGET },
      ],
    });
    const sibling = await as(t, { po: w.siblingPo });
    for (const asked of [
      rule(),
      rule({ minDays: 31 }),
      rule({ minDays: 0 }),
      rule({ accrualTypes: [TARGET] }),
      rule({ accrualTypes: [MEMBER, TARGET], minDebt: 1200_00 }),
      rule({ minDebt: 500_00, accrualTypes: [MEMBER], minDays: 60 }),
    ]) {
      const wanted = facts.filter((fact) => isDue(fact, asked)).map(({ id }) => id);
      const seen = await previewOf(sibling, asked);
      expect([asked, seen.due.map(({ id }) => id).sort(byNumber)]).toEqual([asked, wanted.sort(byNumber)]);
      expect(seen.people).toBe(wanted.length);
    }
  });

  it('names reasons of those who get nothing; a ПО sees its own debtors alone; a region keeps no rules', async () => {
    const id = await owner(mo, w.po, { phone: null });
    await charge(id, 5000_00, '2026-01-10');
    const seen = await previewOf(po, rule());
    expect(seen.due.find((row) => row.id === id)).toMatchObject({ debt: 5000_00, channel: null, reason: 'no_contact' });
    const foreign = await as(t, { po: w.foreignPo });
    expect((await previewOf(foreign, rule())).due).toEqual([]);
    const region = await as(t, { region: w.region });
    expect((await region.call(debtRules.create, { body: rule() })).body.errors.form).toMatch('МО или ПО');
  });

  it('says at the field what is wrong', async () => {
    const bad = await po.call(debtRules.create, { body: rule({ every: 'week', onDay: null, minDebt: 5, atHour: 3 }) });
    expect([bad.status, bad.body.errors]).toEqual([
      422,
      { onDay: 'Выберите день недели', minDebt: 'Не меньше 1 рубля', atHour: 'От 9 до 20 часов' },
    ]);
    const other = (await po.call(messageTemplates.list)).body.find((one: MessageTemplate) => one.kind === 'meeting');
    const errors = (await po.call(debtRules.create, { body: rule({ template: other.id, accrualTypes: [999] }) })).body
      .errors;
    expect(errors).toEqual({
      template: 'Нужен шаблон вида «Долг и взносы»',
      accrualTypes: 'Выберите виды из списка',
    });
  });
});

describe('when', () => {
  it.each([
    ['day', null, 13, '2026-11-20T09:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['day', null, 12, '2026-11-20T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    // 20.11.2026 is a Friday.
    ['week', 5, 9, '2026-11-20T09:00:00Z', '2026-11-27T06:00:00.000Z'],
    ['week', 1, 9, '2026-11-20T09:00:00Z', '2026-11-23T06:00:00.000Z'],
    ['month', 28, 9, '2026-12-28T09:00:00Z', '2027-01-28T06:00:00.000Z'],
  ] as const)('%s %s at %s after %s', (every, onDay, atHour, after, wanted) => {
    expect(nextRun({ every, onDay, atHour }, new Date(after), 'Europe/Moscow').toISOString()).toBe(wanted);
  });
});

describe('a rule at work', () => {
  it('is off until somebody who saw the number switches it on; runs once; rests; is a mailing of the journal', async () => {
    const title = 'Ежедневное';
    const id = await owner(mo, w.po, { sms: true });
    await charge(id, 3000_00, '2026-05-01');
    const kept = await create(po, { name: title });
    expect(kept).toMatchObject({ isOn: false, next_at: null, lastMailing: null });
    await at('2026-11-20T10:00:10.000Z', () => doDue(t.deps, [ruleDue]));
    expect(await mailings(title)).toEqual([]);

    const { people } = await previewOf(po, { ...rule({ name: title }), id: kept.id });
    expect((await switchOn(kept, people + 1)).status).toBe(409);
    const on = await switchOn(kept, people);
    expect(on.body).toMatchObject({ isOn: true, next_at: expect.stringContaining('2026-11-20') });

    await at('2026-11-20T10:00:10.000Z', async () => {
      await doDue(t.deps, [ruleDue]);
      await doDue(t.deps, [ruleDue]);
    });
    const [mailing, ...more] = await mailings(title);
    expect(more).toEqual([]);
    expect(mailing).toMatchObject({ status: 2, kind: 'debt', receiverCounter: { people } });
    const rows = await receivers(mailing!.id);
    const message = rows.find(({ profile }) => profile?.id === id)!;
    expect(message.body).toMatch(/долг 3000 р\., гараж А-\d+\. Срок 04\.12/);

    // Who was reminded rests for ten days; who has no contact was not.
    const resting = rows.filter(({ status }) => status === 0).length;
    const next = await previewOf(po, { ...rule({ name: title }), id: kept.id });
    expect([next.resting, next.due.some((row) => row.id === id)]).toEqual([resting, false]);
    await at('2026-11-29T10:00:10.000Z', async () => {
      const later = await previewOf(await as(t, { po: w.po }), { ...rule({ name: title }), id: kept.id });
      expect(later.due.some((row) => row.id === id)).toBe(false);
    });
    await at('2026-11-30T10:00:10.000Z', async () => {
      const later = await previewOf(await as(t, { po: w.po }), { ...rule({ name: title }), id: kept.id });
      expect(later.due.some((row) => row.id === id)).toBe(true);
    });
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', 'in', ['notification.rule', 'notification.rule_run'])
      .where('text', 'like', `%${title}%`)
      .select('text')
      .orderBy('id')
      .execute();
    expect(lines.map(({ text }) => text)).toEqual([
      `Создано правило напоминаний «${title}», выключено`,
      `Правило напоминаний «${title}» включено`,
    ]);
  });

  it('a missed moment waits for a person, who sends it or leaves it; the next one comes all the same', async () => {
    await charge(await owner(mo, w.po, { sms: true }), 8000_00, '2026-05-01');
    const kept = await create(po, { name: 'Пропущенное', minDebt: 8000_00 });
    const { people } = await previewOf(po, { ...rule({ minDebt: 8000_00 }), id: kept.id });
    expect((await switchOn(kept, people)).status).toBe(200);
    // Half an hour later than its moment it would still go.
    await at('2026-11-20T10:30:01.000Z', () => doDue(t.deps, [ruleDue]));
    expect(await mailings('Пропущенное')).toEqual([]);
    const late = await one(kept.id);
    expect(late).toMatchObject({
      late_at: expect.stringContaining('2026-11-20'),
      next_at: expect.stringContaining('2026-11-21'),
    });
    const decide = (body: object) =>
      po.call(contract.decideDebtRun, { params: { id: kept.id }, body: { version: late.version, ...body } as never });
    expect((await decide({ isWanted: true, expected: people + 5 })).status).toBe(409);
    expect((await decide({ isWanted: true, expected: people })).body).toMatchObject({ late_at: null });
    expect((await one(kept.id)).last_note).toBe(null);
    expect(await mailings('Пропущенное')).toHaveLength(1);
    expect((await decide({ isWanted: false })).status).toBe(409);
  });

  it('changed, it is off again; without the right of who switched it on it sends nothing and says why', async () => {
    const author = await as(t, { po: w.po });
    const kept = await create(author, { name: 'Без права', minDebt: 2500_00 });
    const { people } = await previewOf(author, { ...rule({ minDebt: 2500_00 }), id: kept.id });
    const on = await author.call(contract.switchDebtRule, {
      params: { id: kept.id },
      body: { version: kept.version, isOn: true, expected: people },
    });
    await t.deps.db
      .updateTable('app_user')
      .set({ capabilities: [1] })
      .where('id', '=', author.userId)
      .execute();
    await at('2026-11-20T10:00:10.000Z', () => doDue(t.deps, [ruleDue]));
    expect(await mailings('Без права')).toEqual([]);
    expect(await one(kept.id)).toMatchObject({ last_note: 'У автора больше нет права рассылок', isOn: true });
    const saved = await po.call(debtRules.update, {
      params: { id: kept.id },
      body: { ...rule({ name: 'Без права' }), version: on.body.version },
    });
    expect(saved.body).toMatchObject({ isOn: false, next_at: null });
    expect((await po.call(contract.withdrawDebtRule, { params: { id: kept.id } })).status).toBe(204);
    expect((await po.call(debtRules.one, { params: { id: kept.id } })).status).toBe(404);
  });

  it('that would reach many more than were seen waits for who switched it on, as a draft; sent by him it is the new measure', async () => {
    const author = await as(t, { po: w.po });
    const debt = 9000_00;
    const title = 'Выросшее';
    // Rules of other tests would write to the same people.
    await t.deps.db.updateTable('debt_rule').set({ is_on: false }).execute();
    const more = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) await charge(await owner(mo, w.po, { sms: true }), debt, '2026-05-01');
    };
    const card = async (): Promise<contract.DebtRule> =>
      (await author.call(debtRules.one, { params: { id: kept.id } })).body;
    const run = (day: string) => at(`${day}T10:00:10.000Z`, () => doDue(t.deps, [ruleDue]));
    const drafts = () =>
      t.deps.db.selectFrom('notification').where('rule_id', '=', kept.id).where('status', '=', 0).selectAll().execute();
    await more(10);
    const kept = await create(author, { name: title, minDebt: debt, repeatDays: 1 });
    await author.call(contract.switchDebtRule, {
      params: { id: kept.id },
      body: { version: kept.version, isOn: true, expected: 10 },
    });
    // A tenth more goes.
    await more(1);
    await run('2026-11-20');
    expect(await mailings(title)).toMatchObject([{ status: 2, receiverCounter: { people: 11 } }]);

    await more(1);
    await run('2026-11-21');
    const why = 'Получателей стало 12, показано было 10: проверьте и отправьте снова';
    expect(await mailings(title)).toHaveLength(1);
    const [waiting, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ pause_reason: why, created_by: author.userId, people: 12 });
    expect(await card()).toMatchObject({ last_note: why, draft: waiting!.id, isOn: true });
    expect(await one(kept.id)).toMatchObject({ draft: null, lastMailing: { people: 11 } });
    const letters = () =>
      t.deps.db
        .selectFrom('outbox as o')
        .innerJoin('app_user as u', 'u.email', 'o.recipient')
        .where('u.id', '=', author.userId)
        .select(['o.subject', 'o.body_text'])
        .execute();
    const [letter] = await letters();
    expect(letter!.subject).toBe(`Рассылка «${title}» ждёт вас`);
    expect(letter!.body_text).toContain(`Напоминание по правилу «${title}» не ушло`);
    expect(letter!.body_text).toContain(`/notification/${waiting!.id}`);

    // Another day it is the same draft, with who is due by then.
    await more(1);
    await run('2026-11-22');
    const [renewed, ...rest] = await drafts();
    expect(rest).toEqual([]);
    expect(renewed).toMatchObject({ id: waiting!.id, people: 13 });
    expect(await letters()).toHaveLength(2);

    const { body } = await author.call(notifications.one, { params: { id: renewed!.id } });
    await at('2026-11-22T11:00:00.000Z', async () => {
      // Signed in anew: two days have passed.
      await t.deps.db.deleteFrom('user_right').where('user_id', '=', author.userId).execute();
      const again = await as(t, { po: w.po, same: author });
      const sent = await again.call(sendNotification, {
        params: { id: renewed!.id },
        body: { version: body.version, expected: { people: 13, messages: body.total, cost: body.cost } },
      });
      expect([sent.status, sent.body]).toMatchObject([200, { status: 2, total: 13 }]);
    });
    await more(1);
    await run('2026-11-23');
    expect(await drafts()).toEqual([]);
    expect(await mailings(title)).toHaveLength(3);
  });

  it('whoever waited in a draft is reminded by the next run that goes by itself', async () => {
    const debt = 15_000_00;
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    await charge(people[0]!, debt, '2026-05-01');
    const kept = await create(po, { name: 'Снова мало', minDebt: debt, repeatDays: 1 });
    expect((await switchOn(kept, 1)).status).toBe(200);
    await charge(people[1]!, debt, '2026-05-01');
    const ofRule = () =>
      t.deps.db.selectFrom('notification').where('rule_id', '=', kept.id).select(['status', 'people']).execute();
    await at('2026-11-20T10:00:10.000Z', () => doDue(t.deps, [ruleDue]));
    expect(await ofRule()).toEqual([{ status: 0, people: 2 }]);
    await t.deps.db.updateTable('profile').set({ phones: [] }).where('id', '=', people[1]!).execute();
    await at('2026-11-21T10:00:10.000Z', () => doDue(t.deps, [ruleDue]));
    expect(await ofRule()).toEqual([{ status: 2, people: 2 }]);
  });

  it('who was reminded from a draft of days ago rests from the day on which he was written to', async () => {
    const author = await as(t, { po: w.po });
    const debt = 21_000_00;
    const name = 'Поздний черновик';
    const more = async () => {
      const id = await owner(mo, w.po, { sms: true });
      await charge(id, debt, '2026-05-01');
      return id;
    };
    const id = await more();
    const kept = await create(author, { name, minDebt: debt, repeatDays: 5 });
    const on = { version: kept.version, isOn: true, expected: 1 };
    expect((await author.call(contract.switchDebtRule, { params: { id: kept.id }, body: on })).status).toBe(200);
    await more();
    await at('2026-11-20T10:00:10.000Z', () => doDue(t.deps, [ruleDue]));
    const { draft } = (await author.call(debtRules.one, { params: { id: kept.id } })).body as contract.DebtRule;
    const { body } = await author.call(notifications.one, { params: { id: draft! } });
    await at('2026-11-24T11:00:00.000Z', async () => {
      await t.deps.db.deleteFrom('user_right').where('user_id', '=', author.userId).execute();
      const again = await as(t, { po: w.po, same: author });
      const expected = { people: 2, messages: body.total, cost: body.cost };
      const sent = await again.call(sendNotification, {
        params: { id: draft! },
        body: { version: body.version, expected },
      });
      expect([sent.status, sent.body.total]).toEqual([200, 2]);
    });
    const isDueOn = async (day: string) => {
      let due: contract.DebtRulePreview['due'] = [];
      await at(`${day}T10:00:10.000Z`, async () => {
        due = (await previewOf(await as(t, { po: w.po }), { ...rule({ minDebt: debt, repeatDays: 5 }), id: kept.id }))
          .due;
      });
      return due.some((row) => row.id === id);
    };
    expect([await isDueOn('2026-11-28'), await isDueOn('2026-11-29')]).toEqual([false, true]);
  });
});
