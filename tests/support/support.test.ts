// Questions to the support: order, resuming by number, states, whose a talk is, floods and hostile texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/support.ts';
import { menuCounters } from '../../contract/session.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { dueKinds } from '../../server/background.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { doDue } from '../../server/jobs/due.ts';
import { answerBy, isWorkingTime } from '../../server/support/rules.ts';

let t: TestApp;
let w: World;
let asker: Caller;
let other: Caller;
let staff: Caller;
let second: Caller;
let nth = 0;
const key = () => `key-of-a-message-${(nth += 1)}`;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  asker = await as(t, { po: w.po, role: 'chairman' });
  other = await as(t, { po: w.po, role: 'treasurer' });
  staff = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  second = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const ask = (text: string, who = asker, k = key()) => who.call(c.askSupport, { body: { text, key: k } });
const answer = (id: number, text: string, who = staff, is_note = false, k = key()) =>
  who.call(c.answerSupport, { params: { id }, body: { text, key: k, is_note } });
const events = async (id: number, who: Caller, after = 0) =>
  (await who.call(c.supportEvents, { params: { id }, query: { after } })).body.events as c.SupportEvent[];
const move = (id: number, what: 'take' | 'release' | 'solve' | 'look', who = staff) =>
  who.call(c.moveSupport, { params: { id }, body: { what } });

describe('a talk', () => {
  it('goes on from the number of the last event, each message once, notes stay with the support', async () => {
    const k = key();
    const first = await ask('Почему пени?', asker, k);
    expect(first.status, first.text).toBe(200);
    const { id } = first.body.thread;
    expect((await ask('Почему пени?', asker, k)).body.event.seq).toBe(1);
    await answer(id, 'Правление решает 20.03', staff, true);
    await answer(id, 'Оплачено не всё');
    expect((await asker.call(menuCounters)).body.support).toBe(1);
    expect((await events(id, asker, 1)).map(({ seq, text }) => [seq, text])).toEqual([[3, 'Оплачено не всё']]);
    expect((await events(id, staff)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'message'],
      [2, 'note'],
      [3, 'message'],
    ]);
    await asker.call(c.readSupport, { params: { id }, body: { seq: 99_999 } });
    expect((await asker.call(menuCounters)).body.support).toBe(0);
    expect((await staff.call(c.supportCard, { params: { id } })).body.thread.read_seq).toBe(3);
    expect((await move(id, 'solve')).body.status).toBe('solved');
    expect((await ask('Ещё вопрос')).body.thread.id).not.toBe(id);
  });

  it('messages sent at one moment get numbers without gaps or twins', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(`Сразу ${i}`, other)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    const found = await events(sent[0]!.body.thread.id, other);
    expect(found.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a key says one thing: twice at one moment it is said once, of another question it is refused', async () => {
    const k = key();
    const twice = await Promise.all([ask('Один раз', other, k), ask('Один раз', other, k)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(twice.map(({ body }) => body.event.seq)).size).toBe(1);
    const { id } = (await asker.call(c.mySupport)).body.thread;
    const answered = key();
    expect((await answer(twice[0]!.body.thread.id, 'Здесь', staff, true, answered)).status).toBe(200);
    const elsewhere = await answer(id, 'И здесь', staff, true, answered);
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      422,
      { key: 'Этим ключом уже отвечено на другой вопрос' },
    ]);
  });

  it('two answer: the second hears who does; a question given back may be taken', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await answer(id, 'Я отвечу')).status).toBe(200);
    expect((await answer(id, 'И я', second)).body.errors.text).toMatch(/^Уже отвечает Чиновников/);
    expect((await move(id, 'take', second)).status).toBe(422);
    await move(id, 'release');
    expect((await move(id, 'take', second)).body.status).toBe('taken');
    const queue = (await second.call(c.supportQueue, { query: { show: 'mine' } })).body;
    expect([queue.data.map((row: c.QueueRow) => row.id), queue.counts.mine]).toEqual([[id], 1]);
  });

  it('the screen is seen with consent only, and the asker is told', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await move(id, 'look', second)).body.errors.form).toContain('не разрешил');
    const context = { page: '/garage/45', screen: '1366 × 768', refusals: [] };
    const agreed = await asker.call(c.consentSupport, { params: { id }, body: { context } });
    expect(agreed.body.consent_until).toBe('2026-11-20T09:30:00.000Z');
    expect((await second.call(c.supportCard, { params: { id } })).body.context).toEqual(context);
    expect((await move(id, 'look', second)).status).toBe(200);
    expect((await events(id, asker)).at(-1)!.text).toContain('смотрит вашими глазами');
    await t.deps.db.updateTable('support_thread').set({ consent_until: '2026-11-20T08:59:00Z' }).execute();
    expect((await second.call(c.supportCard, { params: { id } })).body.context).toBeNull();
    expect((await move(id, 'look', second)).status).toBe(422);
  });
});

it('a screen is shown again and taken back: each is told once, and nothing stays of what was shown', async () => {
  const shy = await as(t, { po: w.po, role: 'clerk' });
  const { id } = (await ask('Не вижу гараж', shy)).body.thread;
  const context = { page: '/garage/45', screen: '1366 × 768', refusals: [] };
  const show = (one: typeof context | null, who = shy) =>
    who.call(c.consentSupport, { params: { id }, body: { context: one } });
  const told = async () => (await events(id, shy)).filter(({ kind }) => kind === 'state').map(({ text }) => text);
  const kept = () =>
    t.deps.db
      .selectFrom('support_thread')
      .where('id', '=', id)
      .select(['consent_until', 'context'])
      .executeTakeFirstOrThrow();
  expect((await show(context, other)).status).toBe(404);
  expect((await show(null)).status).toBe(200);
  expect(await told()).toEqual([]);
  await show(context);
  await show(context);
  expect(await told()).toEqual(['Экран показан поддержке на полчаса']);
  await show(null);
  expect(await told()).toEqual(['Экран показан поддержке на полчаса', 'Экран больше не показан']);
  expect(await kept()).toEqual({ consent_until: null, context: null });
  // At the last moment it is shown no more: showing it is a new word.
  await show(context);
  await t.deps.db
    .updateTable('support_thread')
    .set({ consent_until: '2026-11-20T09:00:00Z' })
    .where('id', '=', id)
    .execute();
  await show(context);
  expect((await told()).at(-1)).toBe('Экран показан поддержке на полчаса');
  expect(await told()).toHaveLength(4);
  await move(id, 'solve', await as(t, { region: w.region, isSuperuser: 1, capabilities: [] }));
  expect(await kept()).toMatchObject({ consent_until: null, context: null });
  expect((await show(context)).body.errors).toEqual({ form: 'Вопрос уже решён' });
});

describe('the desk', () => {
  it('an answer to who is not at his screen goes by letter too; to who is, not', async () => {
    const letters = (id: number) =>
      t.deps.db
        .selectFrom('outbox')
        .where('what', 'like', `support_answer:${id}:%`)
        .select(['recipient', 'subject', 'body_text'])
        .execute();
    const away = await as(t, { po: w.siblingPo, role: 'clerk' });
    const { id } = (await ask('Где мой реестр?', away)).body.thread;
    await answer(id, 'Смотрю');
    expect(await letters(id)).toEqual([]);
    await t.deps.db
      .updateTable('session')
      .set({ last_seen_at: '2026-11-20T08:00:00Z' })
      .where('user_id', '=', away.userId)
      .execute();
    await answer(id, 'Заметка', staff, true);
    await answer(id, 'Реестр загружен, строка 5 с замечанием');
    const [letter, ...more] = await letters(id);
    expect([letter!.subject, more]).toEqual([`Ответ поддержки на вопрос № ${id}: Где мой реестр?`, []]);
    expect(letter!.body_text).toContain('Реестр загружен, строка 5 с замечанием');
    expect((await events(id, away)).at(-1)!.text).toBe('Реестр загружен, строка 5 с замечанием');
    for (let i = 0; i < 8; i += 1) await answer(id, `Ещё ${i}`);
    expect((await letters(id)).length).toBeLessThanOrEqual(5);
  });

  it('answers with a file told by its bytes, once for a key', async () => {
    const { id } = (await ask('Как выглядит квитанция?', other)).body.thread;
    await move(id, 'take');
    const send = async (k: string, bytes: Buffer) => {
      const edge = 'file-form';
      const field = `--${edge}\r\nContent-Disposition: form-data; name="key"\r\n\r\n${k}\r\n`;
      const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="кадр.png"\r\nContent-Type: image/png\r\n\r\n`;
      return t.app.inject({
        method: 'POST',
        url: `/api/support_queue/${id}/file/`,
        payload: Buffer.concat([Buffer.from(field + head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
        headers: {
          authorization: `Bearer ${staff.token}`,
          'x-fingerprint': 'f'.repeat(64),
          'content-type': `multipart/form-data; boundary=${edge}`,
        },
      });
    };
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const k = key();
    const sent = await send(k, png);
    expect(sent.statusCode, sent.payload).toBe(200);
    expect((await send(k, png)).json().event.seq).toBe(sent.json().event.seq);
    const file = (await events(id, other)).at(-1)!.file!;
    expect([file.name, file.mime]).toEqual(['кадр.png', 'image/png']);
    expect((await t.app.inject({ url: file.url })).rawPayload.equals(png)).toBe(true);
    expect((await send(key(), Buffer.from('MZ program'))).statusCode).toBe(422);
  });

  it('that one is writing is told to the other side alone', async () => {
    const writer = await as(t, { po: w.po, role: 'clerk' });
    const { id } = (await ask('Пишу', writer)).body.thread;
    const said: { audience: unknown; message: unknown }[] = [];
    const stop = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => {
      const one = JSON.parse(payload) as { audience: unknown; message: { type: string } };
      if (one.message.type === 'support_typing') said.push(one);
    });
    const type = (who: Caller) => who.call(c.typingSupport, { params: { id } });
    expect([(await type(writer)).status, (await type(staff)).status, (await type(other)).status]).toEqual([
      204, 204, 404,
    ]);
    // In a question that is solved nobody writes any more.
    const solved = (await ask('Решено', other)).body.thread.id as number;
    await move(solved, 'solve', second);
    expect((await other.call(c.typingSupport, { params: { id: solved } })).status).toBe(204);
    expect((await type(writer)).status).toBe(204);
    await expect.poll(() => said.length).toBe(3);
    expect(said.map(({ audience }) => audience)).toEqual([
      { support: true },
      { user: writer.userId },
      { support: true },
    ]);
    expect(said[2]!.message).toMatchObject({ message: { thread: id } });
    expect(said[0]!.message).toMatchObject({ message: { thread: id, user: writer.userId } });
    await stop();
  });

  it('what is shown of a screen names nobody', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread ?? (await ask('Отказ')).body.thread;
    const refusals = [
      { at: '2026-11-20T08:59:00Z', status: 422, text: 'Уже отвечает Иванов И. П., паспорт 4012 345678' },
      { at: '2026-11-20T08:59:30Z', status: 403, text: 'Нужно право «Взносы и баланс»' },
    ];
    await asker.call(c.consentSupport, { params: { id }, body: { context: { page: '/', screen: '1 × 1', refusals } } });
    const { context } = (await second.call(c.supportCard, { params: { id } })).body as c.SupportCard;
    const said = context!.refusals.map(({ status, text }) => `${status} ${text}`).join('; ');
    expect(said).toMatch(/^422 Уже отвечает …, паспорт …; 403 Нужно право/);
    expect(said).not.toMatch(/Иванов|4012|345678/);
  });
});

describe('bad input', () => {
  it('a talk of somebody else is not there', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await other.call(c.supportEvents, { params: { id } })).status).toBe(404);
    expect((await other.call(c.readSupport, { params: { id }, body: { seq: 1 } })).status).toBe(404);
    expect((await other.call(c.consentSupport, { params: { id }, body: { context: null } })).status).toBe(404);
    expect((await second.call(c.consentSupport, { params: { id }, body: { context: null } })).status).toBe(404);
    expect((await answer(id, 'Взлом', other)).status).toBe(403);
    expect((await other.call(c.supportQueue)).status).toBe(403);
  });

  it('100 000 signs are refused, a script is a text, 1 000 messages a minute are not taken', async () => {
    const flooder = await as(t, { po: w.siblingPo });
    expect((await ask('я'.repeat(100_000), flooder)).body.errors).toEqual({ text: 'Не длиннее 4000 знаков' });
    expect((await ask(' ', flooder)).body.errors).toEqual({ text: 'Напишите сообщение' });
    const script = '<img src=x onerror=alert(1)>';
    expect((await ask(script, flooder)).body.event.text).toBe(script);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i += 1) statuses.push((await ask(`Поток ${i}`, flooder)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    expect(statuses.at(-1)).toBe(429);
  });

  it('with nobody on duty the question goes by letter too, not without end', async () => {
    await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
    const night = await as(t, { po: w.cousinPo });
    await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
    let id = 0;
    for (let i = 0; i < 7; i += 1) id = (await ask(`Ночью ${i}`, night)).body.thread.id;
    const letters = () =>
      t.deps.db
        .selectFrom('outbox')
        .where('what', 'like', `support:${id}:%`)
        .select(['subject', 'body_text'])
        .orderBy('id')
        .execute();
    const subject = `Вопрос № ${id}: Ночью 0`;
    expect(await letters()).toMatchObject([{ subject }, {}, {}, {}, {}]);
    expect((await night.call(c.mySupport)).body.duty).toEqual([]);
    // However long the talk is: after an answer the next night's question goes by letter again.
    expect((await answer(id, 'Отвечено утром')).status).toBe(200);
    await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
    await ask('Следующей ночью', night);
    expect((await letters()).map((letter) => letter.subject)).toContain(`Вопрос № ${id}: Следующей ночью`);
  });
});

it('the desk works by Moscow’s hours; otherwise an answer is promised for three working hours of the next day', () => {
  const hours = 'пн-пт 09:00-18:00';
  const at = (moment: string) => new Date(`${moment}+03:00`);
  expect(
    ['2026-11-20T08:59', '2026-11-20T09:00', '2026-11-20T17:59', '2026-11-20T18:00', '2026-11-21T12:00'].map((one) =>
      isWorkingTime(hours, at(one)),
    ),
  ).toEqual([false, true, true, false, false]);
  expect(isWorkingTime('', at('2026-11-22T03:00'))).toBe(true);
  expect(isWorkingTime('сб-вт 00:00-23:00', at('2026-11-23T22:00'))).toBe(true);
  const promised = (moment: string) => answerBy(hours, at(moment)).toISOString();
  expect(promised('2026-11-20T10:00')).toBe(at('2026-11-20T13:00').toISOString());
  expect(promised('2026-11-20T16:00')).toBe(at('2026-11-23T12:00').toISOString());
  expect(promised('2026-11-19T23:00')).toBe(at('2026-11-20T12:00').toISOString());
});

it('a taken question without an answer for half an hour goes back into the queue; an answered one stays', async () => {
  const slow = await as(t, { po: w.cousinPo, role: 'clerk' });
  const calm = await as(t, { po: w.siblingPo, role: 'treasurer' });
  const quick = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  const run = () =>
    doDue(
      t.deps,
      dueKinds.filter(({ what }) => what === 'support.return'),
    );
  const { id } = (await ask('Первое', slow)).body.thread;
  const { id: answered } = (await ask('Иное', calm)).body.thread;
  const statuses = async () => {
    const rows = await t.deps.db
      .selectFrom('support_thread')
      .where('id', 'in', [id, answered])
      .select(['id', 'status'])
      .orderBy('id')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.status]));
  };
  for (const one of [id, answered]) await answer(one, 'Отвечаю', quick);
  await ask('Второе', slow);
  await ask('Второе иное', calm);
  await answer(answered, 'Ответ на второе', quick);
  t.setNow('2026-11-20T09:29:00Z');
  await run();
  expect(await statuses()).toEqual({ [id]: 'taken', [answered]: 'taken' });
  t.setNow('2026-11-20T09:30:01Z');
  await run();
  expect(await statuses()).toEqual({ [id]: 'waiting', [answered]: 'taken' });
  const last = await t.deps.db
    .selectFrom('support_event')
    .where('thread_id', '=', id)
    .orderBy('seq', 'desc')
    .select(['text', 'kind'])
    .limit(1)
    .execute();
  expect(last).toEqual([{ text: 'Вопрос вернулся в очередь: полчаса без ответа', kind: 'state' }]);
});

it('a question that was solved before its half an hour is over is left as it is', async () => {
  const calm = await as(t, { po: w.siblingPo, role: 'clerk' });
  const quick = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  const { id } = (await ask('Первое', calm)).body.thread;
  await answer(id, 'Отвечаю', quick);
  await ask('Второе', calm);
  expect((await move(id, 'solve', quick)).status).toBe(200);
  const before = await events(id, calm);
  t.setNow('2026-11-20T10:30:00Z');
  await doDue(
    t.deps,
    dueKinds.filter(({ what }) => what === 'support.return'),
  );
  t.setNow('2026-11-20T09:00:00.000Z');
  expect(await events(id, calm)).toEqual(before);
  const line = t.deps.db.selectFrom('action_log').where('text', '=', `Вопрос поддержки № ${id}: ответ уже есть`);
  expect(await line.select('id').execute()).toHaveLength(1);
  expect((await quick.call(c.supportCard, { params: { id } })).body.thread.status).toBe('solved');
});
