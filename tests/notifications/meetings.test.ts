// A mailing of the kind «собрание»: its day, time and place, and whether it is sent in the time that the charter gives.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { notifications } from '../../contract/notifications.ts';
import { meetingProblems, meetingWarnings, noticeTerm, typedOf } from '../../server/notifications/rules/meetings.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let person: number;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  person = await owner(mo, w.po, { sms: true, email: 'meeting@example.ru' });
});
afterAll(() => t.close());

const letter = {
  v: 1 as const,
  doc: [
    {
      type: 'paragraph' as const,
      content: ['ДатаСобрания', 'Место'].map((key) => ({ type: 'variable' as const, attrs: { key } })),
    },
  ],
};
/** Today is 20.11.2026. */
const call = (meeting: object | null, more: object = {}) =>
  mailing([person], {
    title: 'Собрание',
    kind: 'meeting',
    channel: 'both',
    sms_text: 'собрание {ДатаСобрания}, {Место}',
    email_text: letter,
    typed: {},
    skipRepeated: false,
    meeting,
    ...more,
  });
const whole = { day: '2026-12-20', time: '18:00', place: 'в клубе' };

describe('rules of a meeting', () => {
  const of = (meeting: object) => ({
    kind: 'meeting' as const,
    typed: {},
    meeting: { day: null, time: '', place: '', ...meeting },
  });
  const now = { day: '2026-11-20', time: '12:00' };

  it.each([
    ['a day to come', { day: '2026-11-21', time: '0:30' }, {}],
    ['today, later', { day: '2026-11-20', time: '12:01' }, {}],
    ['today without a time', { day: '2026-11-20' }, {}],
    ['today, this minute', { day: '2026-11-20', time: '12:00' }, { 'meeting.time': 'Это время уже прошло' }],
    [
      'today, an early hour without its zero',
      { day: '2026-11-20', time: '9:00' },
      { 'meeting.time': 'Это время уже прошло' },
    ],
    ['yesterday', { day: '2026-11-19', time: '18:00' }, { 'meeting.day': 'Этот день уже прошёл' }],
    ['no time of day', { day: '2026-12-20', time: '24:00' }, { 'meeting.time': 'Напишите как 18:00' }],
    ['half a time', { day: '2026-12-20', time: '18' }, { 'meeting.time': 'Напишите как 18:00' }],
    ['a time without a day', { time: '18:00' }, { 'meeting.day': 'Укажите день собрания' }],
    ['nothing yet', {}, {}],
  ])('%s', (_, meeting, errors) => {
    expect(meetingProblems(of(meeting), now)).toEqual(errors);
  });

  it('the notice is in time on the last day of the term and late on the next', () => {
    const meeting = of({ day: '2026-12-20' });
    expect(noticeTerm(meeting, 14)).toEqual({ day: '2026-12-20', latest: '2026-12-06', notice_days: 14 });
    expect(meetingWarnings(meeting, 14, '2026-12-06')).toEqual([]);
    expect(meetingWarnings(meeting, 14, '2026-12-07')).toEqual([
      'До собрания 13 дней, а сообщают не позже чем за 14: успевали до 06.12.2026',
    ]);
    expect(meetingWarnings(meeting, 0, '2026-12-20')).toEqual([]);
    expect(meetingWarnings(of({}), 14, '2026-12-06')).toEqual([
      'День собрания не указан: срок уведомления не проверить',
    ]);
    expect(meetingWarnings({ ...meeting, kind: 'news' }, 14, '2026-12-19')).toEqual([]);
  });

  it('says nothing in a mailing of another kind', () => {
    expect(typedOf({ ...of(whole), kind: 'news', typed: { Срок: 'завтра' } })).toEqual({ Срок: 'завтра' });
    expect(typedOf(of({ day: '2026-12-20' }))).toEqual({ ДатаСобрания: '2026-12-20' });
  });
});

describe('a mailing about a meeting', () => {
  it('writes day and time short in SMS and whole in letters', async () => {
    const seen = await preview(po, call(whole));
    expect(seen.sample!.sms).toBe('собрание 20.12 в 18:00, в клубе');
    expect(seen.sample!.html).toContain('20.12.2026 в 18:00');
    expect(seen.sample!.html).toContain('в клубе');
    expect([seen.problems, seen.warnings]).toEqual([{}, []]);
    expect(seen.check.meeting).toEqual({ day: '2026-12-20', latest: '2026-12-06', notice_days: 14 });
  });

  it('warns when the term of the МО is over, and may be sent all the same', async () => {
    const late = { ...whole, day: '2026-11-30' };
    expect((await preview(po, call(late))).warnings).toEqual([
      'До собрания 10 дней, а сообщают не позже чем за 14: успевали до 16.11.2026',
    ]);
    await sql`update mo set meeting_notice_days = 10 where id = ${w.mo}`.execute(t.deps.db);
    expect((await preview(po, call(late))).warnings).toEqual([]);
    await sql`update mo set meeting_notice_days = 30 where id = ${w.mo}`.execute(t.deps.db);
    expect((await preview(mo, call(whole))).warnings).toEqual([]);
    expect((await preview(mo, call({ ...whole, day: '2026-12-19' }))).warnings).toHaveLength(1);
    await sql`update mo set meeting_notice_days = 14 where id = ${w.mo}`.execute(t.deps.db);
    expect((await sendAs(po, call(late))).status).toBe(200);
  });

  it('of a past day is refused at its field, when it is sent too; so is a moment after the meeting', async () => {
    const past = call({ ...whole, day: '2026-11-19' });
    expect((await preview(po, past)).problems).toEqual({ 'meeting.day': 'Этот день уже прошёл' });
    const sent = await sendAs(po, past);
    expect([sent.status, sent.body.errors]).toEqual([422, { 'meeting.day': 'Этот день уже прошёл' }]);
    const later = (scheduledAt: string) => sendAs(po, call(whole), { scheduledAt });
    expect((await later('2026-12-21T09:00:00+03:00')).body.errors).toEqual({
      scheduledAt: 'К этому времени собрание уже пройдёт',
    });
    // The meeting is at 18:00.
    expect((await later('2026-12-20T18:00:00+03:00')).body.errors).toEqual({
      scheduledAt: 'К этому времени собрание уже пройдёт',
    });
    expect((await later('2026-12-20T17:59:00+03:00')).status).toBe(200);
    expect((await later('2026-12-19T09:00:00+03:00')).status).toBe(200);
  });

  it.each([
    ['a day that is none', { ...whole, day: '2026-02-30' }],
    ['a long time', { ...whole, time: '18:00:00' }],
    ['a long place', { ...whole, place: 'x'.repeat(201) }],
    ['signs that are none', { ...whole, place: 'a\nb' }],
  ])('%s is not kept', async (_, meeting) => {
    expect((await po.call(notifications.create, { body: call(meeting) as never })).status).toBe(422);
  });

  it('is kept with the draft and with a template; both may be without it', async () => {
    const made = await po.call(notifications.create, { body: call(whole) as never });
    const read = async () => (await po.call(notifications.one, { params: { id: made.body.id } })).body;
    expect((await read()).meeting).toEqual(whole);
    const { version } = await read();
    const changed = await po.call(notifications.update, {
      params: { id: made.body.id },
      body: { ...call({ day: null, time: '', place: 'у ворот' }), version } as never,
    });
    expect(changed.body.meeting).toEqual({ day: null, time: '', place: 'у ворот' });
    const body = {
      template_name: 'Общее собрание',
      kind: 'meeting' as const,
      sms_text: 'собрание {ДатаСобрания}',
      meeting: whole,
    };
    const template = await po.call(messageTemplates.create, { body: body as never });
    expect(template.body.meeting).toEqual(whole);
    const bare = await po.call(messageTemplates.update, {
      params: { id: template.body.id },
      body: { ...body, meeting: null, version: template.body.version } as never,
    });
    expect(bare.body.meeting).toBeNull();
    const reader = await as(t, { po: w.po, capabilities: [1, 2] });
    expect((await reader.call(notifications.create, { body: call(whole) as never })).status).toBe(403);
    expect((await reader.call(messageTemplates.create, { body: body as never })).status).toBe(403);
    const stranger = await as(t, { po: w.siblingPo });
    expect((await stranger.call(notifications.one, { params: { id: made.body.id } })).status).toBe(404);
  });
});

describe('ready texts', () => {
  const ready = async () =>
    (await po.call(messageTemplates.list)).body.filter((one: { is_common: boolean }) => one.is_common) as {
      kind: string;
      sms_text: string;
    }[];
  const texts = async () => {
    const said: string[] = [];
    for (const { kind, sms_text } of await ready()) {
      const body = mailing([person], {
        kind,
        channel: 'sms',
        sms_text,
        email_text: richFromPlain('т'),
        skipRepeated: false,
        meeting: kind === 'meeting' ? whole : null,
      });
      const { sample } = await preview(po, body);
      expect(sample!.segments, sample!.sms).toBe(1);
      said.push(sample!.sms);
    }
    expect(said.length).toBeGreaterThanOrEqual(2);
    return said;
  };
  const named = (form: string, name: string) =>
    sql`update po set org_form = ${form}, name = ${name}, phone = '+78120000000' where id = ${w.po}`.execute(t.deps.db);

  it.each([
    ['voa_po', 'КАС № 12', 'ВОА КАС 12: '],
    ['legal_entity_po', 'КАС № 12', 'ВОА КАС 12: '],
    ['gsk', 'Нева № 5', 'ГСК Нева 5: '],
    ['gsk', 'ГСК № 5', 'ГСК 5: '],
    ['tsn', 'Гаражи', 'ТСН Гаражи: '],
  ])('of %s «%s» begin with «%s» and fit one SMS', async (form, name, start) => {
    await named(form, name);
    for (const text of await texts()) expect(text.startsWith(start), text).toBe(true);
  });
});
