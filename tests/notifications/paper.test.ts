// What mailings bring beside sending: letters on paper, a second approver, the trial of a new ПО, consents in bulk, a trial to oneself.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '../../contract/profiles.ts';
import { addConsents } from '../../contract/profiles/consents.ts';
import * as fates from '../../contract/notifications/messages.ts';
import { plannedReceivers, previewPlanned } from '../../contract/notifications/planned.ts';
import { testNotification } from '../../contract/notifications/trial.ts';
import * as contract from '../../contract/notifications.ts';
import { unsubscribe, unsubscribePage } from '../../contract/unsubscribing.ts';
import { as, caller, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { bring, mailing, mailingStage, owner, preview, sendAs, sendDraft } from './kit.ts';

const { notifications } = contract;
const { informingHistory } = fates;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const card = async (id: number): Promise<contract.NotificationCard> =>
  (await po.call(notifications.one, { params: { id } })).body;
const messages = async (notification: number): Promise<fates.MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification }, range: [0, 99] } })).body;
const setMo = (values: { approve_above?: number | null; confirm_above?: number }) =>
  t.deps.db.updateTable('mo').set(values).where('id', '=', w.mo).execute();

describe('letters on paper', () => {
  it('are for those whom nothing reached, each once; printing hands nothing over, a day does', async () => {
    const people = [
      await owner(mo, w.po, { sms: true }),
      await owner(mo, w.po, { phone: null }),
      await owner(mo, w.po),
    ];
    const { id } = await sendAs(po, mailing(people));
    await t.deps.db
      .updateTable('outbox')
      .set({ state: 'sent', receipt: 2 })
      .where('what', '=', `notification:${id}`)
      .execute();
    await settleMessages(t.deps);
    expect(await card(id)).toMatchObject({ status: 4, letters: 2 });
    const params = { id };
    expect((await po.call(fates.printLetters, { params, body: { expected: 3 } })).status).toBe(409);
    const printed = await po.call(fates.printLetters, { params, body: { expected: 2 } });
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    // Whose letters they are is told to those people.
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'notification.letters')
      .where('object_id', '=', id)
      .select('after')
      .executeTakeFirstOrThrow();
    expect((line.after as { people: number[] }).people).toHaveLength(2);
    const silent = (await messages(id)).filter(({ channel }) => channel === null);
    expect(silent.map(({ status, letter_printed_at: at }) => [status, at !== null])).toEqual(
      expect.arrayContaining([
        [7, true],
        [8, true],
      ]),
    );
    const mark = (handedOn?: string) =>
      po.call(fates.markMessage, { params: { id: silent[0]!.id }, body: { status: 10, handedOn } });
    expect((await mark()).body.errors).toEqual({ handedOn: 'Укажите дату вручения' });
    expect((await mark('2026-11-21')).body.errors).toEqual({ handedOn: 'Дата не может быть позже сегодняшней' });
    expect((await mark('2026-11-20')).body).toMatchObject({ status: 10, handed_on: '2026-11-20' });
    // Of two that came one was a message, the other a paper.
    expect(await card(id)).toMatchObject({ letters: 1, total: 2, delivered: 2, status: 4 });
  });

  it('are counted as they are printed: who is no more of the place is left out of both', async () => {
    const [gone, stays] = [await owner(mo, w.po, { phone: null }), await owner(mo, w.po, { phone: null })];
    const { id } = await sendAs(po, mailing([gone, stays, await owner(mo, w.po, { sms: true })]));
    await t.deps.db
      .updateTable('outbox')
      .set({ state: 'sent', receipt: 2 })
      .where('what', '=', `notification:${id}`)
      .execute();
    await settleMessages(t.deps);
    expect((await card(id)).letters).toBe(2);
    await sql`update ownership set ended_on = '2026-01-20', end_reason = 'продажа' where profile_id = ${gone}`.execute(
      t.deps.db,
    );
    expect((await card(id)).letters).toBe(1);
    const printed = await po.call(fates.printLetters, { params: { id }, body: { expected: 1 } });
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  });

  it('are not for the dead, nor before anything was sent, nor from another place', async () => {
    const dead = await owner(mo, w.po, { sms: true });
    await t.deps.db.updateTable('profile').set({ voa_status_id: 8 }).where('id', '=', dead).execute();
    const { id } = await sendAs(po, mailing([dead, await owner(mo, w.po, { sms: true })]));
    expect((await card(id)).letters).toBe(0);
    const early = await po.call(fates.printLetters, { params: { id }, body: { expected: 1 } });
    expect(early.body.errors.form).toBe('Письма печатают, когда рассылка уже ушла');
    const foreign = await as(t, { po: w.foreignPo });
    expect((await foreign.call(fates.printLetters, { params: { id }, body: { expected: 1 } })).status).toBe(404);
  });
});

describe('a second approver', () => {
  it('waits above the number; the author cannot agree with himself; after it the mailing starts', async () => {
    await setMo({ approve_above: 1 });
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const one = await sendAs(po, mailing([people[0]!], { skipRepeated: false }));
    expect(one.body).toMatchObject({ status: 2, awaits_approval: false });
    const asked = await sendAs(po, mailing(people, { skipRepeated: false }));
    expect(asked.body).toMatchObject({ status: 1, awaits_approval: true });
    expect(await messages(asked.id)).toEqual([]);
    const params = { id: asked.id };
    expect((await po.call(contract.approveNotification, { params })).body.errors.form).toBe(
      'Согласует не автор, а другой сотрудник',
    );
    const agreed = await mo.call(contract.approveNotification, { params });
    expect(agreed.body).toMatchObject({ status: 2, awaits_approval: false, total: 2, pause_reason: null });
    expect((await mo.call(contract.approveNotification, { params })).status).toBe(422);
    await setMo({ approve_above: null });
  });

  it('reads what he agrees to: names, the message of each, files, money; once it starts it is read no more', async () => {
    await setMo({ approve_above: 1 });
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true, email: 'a@example.ru' })];
    const body = mailing([...people, await owner(mo, w.po, { phone: null })], { channel: 'both' });
    const draft = await po.call(notifications.create, { body: body as never });
    await bring(t, po, draft.body.id, '1.pdf');
    const asked = await sendDraft(po, draft.body, body);
    const params = { id: asked.id };
    const seen = (await mo.call(previewPlanned, { params, body: { at: 1 } })).body;
    expect(seen).toMatchObject({
      receiverCounter: { people: 3, none: 1 },
      total: 3,
      cost: asked.body.cost,
      sample: { at: 1, of: 2, sms: expect.stringContaining('долг 0 р.'), html: expect.stringContaining('Просим') },
      files: [{ name: '1.pdf' }],
    });
    expect((await t.app.inject({ url: seen.files[0]!.url })).statusCode).toBe(200);
    const side = async (one: 'reached' | 'left') =>
      (await mo.call(plannedReceivers, { params, body: { side: one } })).body.rows.map(({ id }: { id: number }) => id);
    expect(new Set(await side('reached'))).toEqual(new Set(people));
    expect(await side('left')).toHaveLength(1);
    const foreign = await as(t, { po: w.foreignPo });
    expect((await foreign.call(previewPlanned, { params, body: {} })).status).toBe(404);
    expect((await foreign.call(plannedReceivers, { params, body: {} })).status).toBe(404);
    await mo.call(contract.approveNotification, { params });
    expect((await mo.call(previewPlanned, { params, body: {} })).status).toBe(422);
    await setMo({ approve_above: null });
  });

  it('a register that changed meanwhile is not agreed to', async () => {
    await setMo({ approve_above: 1 });
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const asked = await sendAs(po, mailing(people));
    await t.deps.db.deleteFrom('consent').where('profile_id', '=', people[0]!).execute();
    expect((await mo.call(contract.approveNotification, { params: { id: asked.id } })).status).toBe(409);
    expect((await card(asked.id)).status).toBe(1);
    await setMo({ approve_above: null });
  });
});

describe('a new ПО in trial', () => {
  it('reaches nobody but its officials, the author among them, and shows what the others would get', async () => {
    // A ПО with one user: he who tries.
    const only = await as(t, { po: w.siblingPo });
    const id = await owner(mo, w.siblingPo, { sms: true });
    const setTrial = (mailing_trial: boolean) =>
      t.deps.db.updateTable('po').set({ mailing_trial }).where('id', '=', w.siblingPo).execute();
    const selection = { of: 'officials', all: true, included: [], excluded: [] };
    const officials = mailing([], { selection, kind: 'news' });
    expect((await preview(only, officials)).receiverCounter.people).toBe(0);
    await setTrial(true);
    const seen = await preview(only, mailing([id]));
    expect(seen.receiverCounter).toMatchObject({ none: 1, reasons: { trial: 1 } });
    expect(seen.problems.selection).toMatch('Пробный режим');
    expect(seen.sample).toMatchObject({ at: 0, of: 1, channels: ['mail'], cost: 0 });
    expect(seen.sample!.html).toContain('Просим оплатить взнос');
    const tried = await only.call(testNotification, { body: mailing([id], { channel: 'sms' }) as never });
    expect(tried.status).toBe(200);
    const letter = await t.deps.db
      .selectFrom('outbox')
      .where('recipient', '=', tried.body.email)
      .select('body_text')
      .executeTakeFirstOrThrow();
    expect(letter.body_text).toContain('СМС, частей 1: ВОА КАС 12-10: долг 0 р., гараж');
    expect((await preview(only, officials)).receiverCounter).toMatchObject({ people: 1, email: 1, none: 0 });
    const sent = await sendAs(only, officials);
    expect(sent.body).toMatchObject({ status: 2, total: 1 });
    await setTrial(false);
  });

  it('«проба себе» shows somebody of whom nothing is known but that he was chosen', async () => {
    const id = await owner(mo, w.po, { phone: null });
    const body = mailing([id], { channel: 'both' });
    expect((await preview(po, body)).total).toBe(0);
    expect((await po.call(testNotification, { body: body as never })).status).toBe(200);
  });
});

describe('the same template', () => {
  it('leaves out who got it, when that is asked', async () => {
    const { rows } = { rows: await t.deps.db.selectFrom('message_template').select('id').limit(1).execute() };
    const template = rows[0]!.id;
    const id = await owner(mo, w.po, { sms: true });
    expect((await sendAs(po, mailing([id], { template }))).status).toBe(200);
    const again = { template, skipRepeated: false };
    expect((await preview(po, mailing([id], again))).receiverCounter.none).toBe(0);
    expect((await preview(po, mailing([id], { ...again, skipTemplate: true }))).receiverCounter.reasons).toEqual({
      had_template: 1,
    });
  });
});

describe('a trial to oneself', () => {
  it('writes to the writer alone', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const before = await t.deps.db.selectFrom('outbox').select('id').execute();
    const sent = await po.call(testNotification, { body: mailing([id]) as never });
    expect(sent.status).toBe(200);
    const rows = await t.deps.db.selectFrom('outbox').select(['id', 'recipient', 'channel', 'body_text']).execute();
    const fresh = rows.filter((row) => !before.some((old) => old.id === row.id));
    expect(fresh).toMatchObject([{ recipient: sent.body.email, channel: 'mail' }]);
    expect(fresh[0]!.body_text).toContain('СМС, частей 1: ВОА КАС 12-3');
    const nobody = await po.call(testNotification, { body: mailing([]) as never });
    expect(nobody.body.errors.form).toMatch('Сначала выберите');
  });
});

describe('consents in bulk', () => {
  it('marks who has none, counts the rest, keeps the source; another count is refused', async () => {
    const people = [await owner(mo, w.po), await owner(mo, w.po, { sms: true }), await owner(mo, w.po)];
    await t.deps.db.updateTable('profile').set({ voa_status_id: 8 }).where('id', '=', people[2]!).execute();
    const body = {
      kind: 'sms_info',
      signedAt: '2026-11-01',
      docNo: '7',
      source: 'meeting',
      filter: {},
      all: false,
      included: people,
    };
    expect((await po.call(addConsents, { body: { ...body, expected: 2 } as never })).status).toBe(409);
    const marked = await po.call(addConsents, { body: { ...body, expected: 3 } as never });
    expect(marked.body).toEqual({ marked: 1, had: 1, left: 1, former: 0 });
    const person = (await mo.call(profiles.one, { params: { id: people[0]! } })).body;
    expect(person.consents).toMatchObject([
      { kind: 'sms_info', given: 'meeting', doc_no: '7', signed_at: '2026-11-01' },
    ]);
    expect((await preview(po, mailing([people[0]!]))).receiverCounter.sms).toBe(1);
    const late = await po.call(addConsents, { body: { ...body, signedAt: '2026-11-21', expected: 3 } as never });
    expect(late.body.errors).toEqual({ signedAt: 'Дата не может быть позже сегодняшней' });
    const foreign = await as(t, { po: w.foreignPo });
    expect((await foreign.call(addConsents, { body: { ...body, expected: 3 } as never })).status).toBe(422);
  });

  it('is the letter of the chosen receiver: his words, the frame, the files; its link unsubscribes nobody', async () => {
    const people = [await owner(mo, w.po, { email: 'a@example.ru' }), await owner(mo, w.po, { email: 'b@example.ru' })];
    const body = mailing(people, {
      channel: 'email',
      email_text: {
        v: 1,
        doc: [{ type: 'paragraph', content: [{ type: 'variable', attrs: { key: 'Гараж' } }] }],
      },
    });
    const draft = (await po.call(notifications.create, { body: body as never })).body;
    await bring(t, po, draft.id, 'Смета.pdf');
    const { sample } = await preview(po, { ...body, at: 1 });
    const tried = await po.call(testNotification, { body: { ...body, at: 1, draft: draft.id } as never });
    expect(tried.status, JSON.stringify(tried.body)).toBe(200);
    const sent = await sendDraft(po, draft, body);
    const letters = async (what: string) =>
      t.deps.db
        .selectFrom('outbox')
        .where('what', 'like', what)
        .orderBy('id', 'desc')
        .select(['subject', 'body_text', 'body_html', 'extra'])
        .execute();
    const [trial] = await letters('letter:%');
    const same = (await letters(`notification:${sent.id}`)).find(({ body_text }) =>
      body_text.includes(sample!.plates[0] as string),
    )!;
    const bare = (text: string | null) => text!.replaceAll(/\d+\.debt\.[\w-]{32}/g, '…');
    expect(trial!.subject).toBe(same.subject);
    expect(bare(trial!.body_text)).toBe(bare(same.body_text));
    expect(bare(trial!.body_html)).toBe(bare(same.body_html));
    const extraOf = ({ extra }: { extra: unknown }) => extra as { headers: object; files: number[]; replyTo: unknown };
    expect(extraOf(trial!).files).toEqual(extraOf(same).files);
    expect(extraOf(trial!).files).toHaveLength(1);
    expect(Object.keys(extraOf(trial!).headers)).toEqual(Object.keys(extraOf(same).headers));
    const token = /unsubscribe\/([\w.-]+)/.exec(trial!.body_text)![1]!;
    for (const call of [unsubscribePage, unsubscribe])
      expect((await caller(t.app)(call, { params: { token } })).text).toContain('Это проба');
    expect(await t.deps.db.selectFrom('unsubscription').selectAll().execute()).toEqual([]);
    // What the preview has shown is the same page.
    expect(sample!.html.replaceAll('href="#"', '')).toBe(bare(same.body_html).replaceAll(/href="[^"]*…"/g, ''));
    const other = await as(t, { po: w.po });
    const own = await po.call(notifications.create, { body: body as never });
    const stolen = { ...body, draft: own.body.id };
    expect((await other.call(testNotification, { body: stolen as never })).status).toBe(404);
  });
});
