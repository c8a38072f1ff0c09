// What a mailing will send, through the API: who gets what, who gets nothing and why, what it costs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '../../contract/profiles.ts';
import { mailingReceivers } from '../../contract/notifications/checking.ts';
import * as fates from '../../contract/notifications/messages.ts';
import type { ChannelRule, MailingKind } from '../../contract/notifications.ts';
import { reachOf, type ReceiverFacts } from '../../server/notifications/rules.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

const { informingHistory } = fates;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const messages = async (who: Caller, notification: number): Promise<fates.MessageRow[]> =>
  (await who.call(informingHistory.list, { query: { filter: { notification }, range: [0, 99] } })).body;

describe('by what a person is reached', () => {
  const facts: ReceiverFacts = {
    isOfficial: false,
    isDeceased: false,
    email: 'petrov@example.ru',
    phone: '+79000000001',
    isMember: true,
    consents: ['sms_info'],
    revoked: [],
    unsubscribed: [],
    isRepeated: false,
    debtSmsToday: 0,
    debtSmsWeek: 0,
  };
  type Asked = Parameters<typeof reachOf>[1];
  const usual: Asked = { rule: 'both', kind: 'news', skipRepeated: true, skipTemplate: true };
  const reach = (more: Partial<ReceiverFacts>, asked: Partial<Asked>) => {
    const { channels, reason, lacks } = reachOf({ ...facts, ...more }, { ...usual, ...asked });
    return channels.length ? channels.join('+') : [reason, lacks].filter(Boolean).join(' ');
  };

  it.each<[string, Partial<ReceiverFacts>, ChannelRule, MailingKind, string]>([
    ['a member', {}, 'both', 'news', 'mail+sms'],
    ['a member', {}, 'email_else_sms', 'news', 'mail'],
    ['one without a mailbox', { email: null }, 'email_else_sms', 'news', 'sms'],
    ['one without a mailbox', { email: null }, 'email', 'news', 'no_contact'],
    ['one without a phone', { phone: null }, 'sms', 'news', 'no_contact'],
    ['one who never agreed to SMS', { consents: [] }, 'sms', 'meeting', 'no_consent sms_info'],
    ['one who never agreed to SMS', { consents: [] }, 'both', 'debt', 'mail'],
    ['one with a phone alone, unasked', { email: null, consents: [] }, 'both', 'news', 'no_consent sms_info'],
    ['no member', { isMember: false }, 'email', 'debt', 'no_consent pd_processing'],
    ['no member', { isMember: false }, 'email_else_sms', 'debt', 'sms'],
    ['no member who agreed', { isMember: false, consents: ['pd_processing'] }, 'email', 'debt', 'mail'],
    ['a member who took it back', { revoked: ['pd_processing'] }, 'email', 'news', 'no_consent pd_processing'],
    ['one who wants no letters', { revoked: ['email_info'] }, 'email', 'debt', 'no_consent email_info'],
    ['one who left such letters', { unsubscribed: ['mail'] }, 'email', 'news', 'unsubscribed'],
    ['one who left such letters', { unsubscribed: ['mail'] }, 'both', 'news', 'sms'],
    ['one who left such SMS', { unsubscribed: ['sms'] }, 'sms', 'news', 'unsubscribed'],
    ['one whose letters come back', { isBounced: true }, 'email', 'news', 'bounced'],
    // Advertising has a consent of its own, beside the one of the way.
    ['a member', {}, 'email', 'ads', 'no_consent ads'],
    ['a member', {}, 'sms', 'ads', 'no_consent ads'],
    ['one who agreed to advertising', { consents: ['ads'] }, 'both', 'ads', 'mail'],
    ['one who agreed to advertising alone', { consents: ['ads'] }, 'sms', 'ads', 'no_consent sms_info'],
    ['one who agreed to both', { consents: ['sms_info', 'ads'] }, 'both', 'ads', 'mail+sms'],
    // Two SMS about a debt a day, four a week; of anything else as many as there are.
    ['one of one SMS today', { debtSmsToday: 1, debtSmsWeek: 3 }, 'sms', 'debt', 'sms'],
    ['one of two SMS today', { debtSmsToday: 2, debtSmsWeek: 2 }, 'sms', 'debt', 'repeated'],
    ['one of four SMS this week', { debtSmsWeek: 4 }, 'sms', 'debt', 'repeated'],
    ['one of four SMS this week', { debtSmsToday: 2, debtSmsWeek: 4 }, 'sms', 'meeting', 'sms'],
  ])('%s %j by «%s» of %s: %s', (_, more, rule, kind, expected) => {
    expect(reach(more, { rule, kind })).toBe(expected);
  });

  it.each<[Partial<ReceiverFacts>, Partial<Asked>, string]>([
    [{ isFormer: true }, {}, 'former'],
    [{ isDeceased: true }, {}, 'deceased'],
    [{ isRestricted: true }, {}, 'restricted'],
    [{ isUnrepresented: true }, {}, 'no_representative'],
    [{ hadTemplate: true }, {}, 'had_template'],
    [{ hadTemplate: true }, { skipTemplate: false }, 'mail+sms'],
    [{ isRepeated: true }, {}, 'repeated'],
    [{ isRepeated: true }, { skipRepeated: false }, 'mail+sms'],
    [{}, { isTrial: true }, 'trial'],
    [{ isOfficial: true, isMember: false, phone: null, consents: [] }, { isTrial: true }, 'mail'],
  ])('%j with %j: %s, whatever he agreed to', (more, asked, expected) => {
    expect(reach(more, asked)).toBe(expected);
  });
});

describe('what will go', () => {
  it('nobody chosen is nobody', async () => {
    const seen = await preview(po, mailing([]));
    expect(seen.receiverCounter.people).toBe(0);
    expect(seen.problems.selection).toBe('Нельзя отправить: не выбрано ни одного получателя');
  });

  it('reasons are exclusive and sum to the people; e-mail first, SMS to the others, each counted after its values', async () => {
    const people = [
      await owner(mo, w.po, { sms: true }),
      await owner(mo, w.po, { sms: true, email: 'both@example.ru' }),
      await owner(mo, w.po, { phone: null }),
      await owner(mo, w.po),
    ];
    const seen = await preview(po, mailing(people));
    const { receiverCounter } = seen;
    expect(receiverCounter).toMatchObject({
      people: 4,
      email: 1,
      sms: 1,
      none: 2,
      reasons: { no_contact: 1, no_consent: 1 },
    });
    expect(receiverCounter.byChannel.sms).toMatchObject({ reach: 2 });
    expect(seen.total).toBe(2);
    expect(seen.cost).toBe(600 * seen.segments);
    expect(seen.sample!.sms).toMatch(/^ВОА КАС 12-3: долг 0 р\., гараж А-\d+\. Срок 31\.12$/);
    const both = await preview(po, mailing(people, { channel: 'both' }));
    expect(both.receiverCounter).toMatchObject({ email: 1, sms: 2 });
    expect(both.total).toBe(3);
  });

  it('an unknown variable stops it, an empty value is named', async () => {
    const id = await owner(mo, w.po, { sms: true });
    expect((await preview(po, mailing([id], { sms_text: 'Долг {Сума}' }))).problems.text).toBe(
      'Неизвестная переменная: {Сума}',
    );
    expect((await preview(po, mailing([id], { sms_text: 'Придите: {Место}' }))).warnings[0]).toMatch(
      /^Пустые значения \{Место\}/,
    );
  });

  it('by garages: owners of the chosen garages, each once', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const { garages } = (await mo.call(profiles.one, { params: { id } })).body;
    const selection = { of: 'garages', all: false, filter: {}, included: [garages[0].id], excluded: [] };
    expect((await preview(po, mailing([], { selection }))).receiverCounter).toMatchObject({
      people: 1,
      garages: 1,
      sms: 1,
    });
  });

  it('a message of its own about a garage names the ПО of that garage', async () => {
    const id = await owner(mo, w.po, { sms: true });
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const body = mailing([id], { kind: 'news', channel: 'sms', onePerPerson: false, sms_text: '{ПО}' });
    const sent = await sendAs(mo, body);
    expect(sent.status).toBe(200);
    expect((await messages(mo, sent.id)).map((one) => one.body).sort()).toEqual(['КАС 12-10', 'КАС 12-3']);
  });

  it('a region writes to chairmen alone, of the МО and ПО that were chosen, by e-mail', async () => {
    const region = await as(t, { region: w.region });
    const id = await owner(mo, w.po, { sms: true });
    expect((await preview(region, mailing([id]))).problems.selection).toBe('Регион пишет только председателям МО и ПО');
    const head = await as(t, { mo: w.mo, role: 'mo_head' });
    const chairman = await as(t, { po: w.po, role: 'chairman' });
    const sibling = await as(t, { po: w.siblingPo, role: 'chairman' });
    const cousin = await as(t, { po: w.cousinPo, role: 'chairman' });
    // Another role at the place by its own right, a head of another region, others who work beside the chairmen.
    const changed = await as(t, { po: w.cousinPo, role: 'chairman' });
    await t.deps.db
      .updateTable('user_right')
      .set({ role: 'treasurer' })
      .where('user_id', '=', changed.userId)
      .execute();
    await as(t, { po: w.foreignPo, role: 'chairman' });
    for (const role of ['treasurer', 'clerk', 'auditor']) await as(t, { po: w.po, role });
    await as(t, { region: w.region, role: 'region_staff' });
    let unread: unknown = null;
    const nameOf = async (table: 'mo' | 'po', id: number) =>
      (await t.deps.db.selectFrom(table).where('id', '=', id).select('name').executeTakeFirstOrThrow()).name;
    const written = async (who: Caller, more: object) => {
      const selection = { of: 'officials', all: true, included: [], excluded: [], ...more };
      const seen = await preview(who, mailing([], { selection }));
      expect(seen.receiverCounter.email).toBe(seen.receiverCounter.people);
      unread = seen.check.unread_places;
      return seen.receivers.map((one) => one.id).toSorted((one, other) => one - other);
    };
    const ids = (...callers: Caller[]) => callers.map(({ userId }) => userId);
    expect(await written(region, {})).toEqual(ids(head, chairman, sibling, cousin));
    // An МО of the region has no head with an account: that is said, and nothing of other regions.
    expect(unread).toEqual({ count: 1, names: [await nameOf('mo', w.siblingMo)] });
    expect(await written(region, { moFilter: [w.mo] })).toEqual(ids(head, chairman, sibling));
    expect(unread).toEqual({ count: 0, names: [] });
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', sibling.userId).execute();
    expect(await written(region, { moFilter: [w.mo] })).toEqual(ids(head, chairman));
    expect(unread).toEqual({ count: 1, names: [await nameOf('po', w.siblingPo)] });
    await t.deps.db.updateTable('app_user').set({ is_active: true }).where('id', '=', sibling.userId).execute();
    expect(await written(region, { poFilter: [w.siblingPo] })).toEqual(ids(sibling));
    expect(await written(region, { moFilter: [w.siblingMo], poFilter: [w.po] })).toEqual(ids(chairman, cousin));
    expect(await written(region, { poFilter: [w.foreignPo] })).toEqual([]);
    // Who is written to one by one is a chairman too.
    expect(await written(region, { all: false, included: ids(mo, sibling) })).toEqual(ids(sibling));
    // An МО writes to all who work there and in its ПО.
    expect(await written(mo, { poFilter: [w.siblingPo] })).toEqual(ids(sibling));
    expect((await written(mo, {})).length).toBeGreaterThan(6);
  });

  it('an official of two places is written to as of the one that writes', async () => {
    const both = await as(t, { po: w.po });
    await as(t, { po: w.foreignPo, same: both });
    const foreign = await as(t, { mo: w.foreignMo });
    const selection = { of: 'officials', all: false, included: [both.userId], excluded: [] };
    const body = { ...mailing([], { channel: 'email', selection }), side: 'reached' };
    const list = await foreign.call(mailingReceivers, { body: body as never });
    expect(list.body.rows).toMatchObject([{ id: both.userId, po_name: 'КАС № 7' }]);
  });

  it('a person of another place is nobody', async () => {
    const foreign = await as(t, { mo: w.foreignMo });
    const id = await owner(foreign, w.foreignPo, { sms: true });
    expect((await preview(po, mailing([id]))).receiverCounter.people).toBe(0);
  });
});
