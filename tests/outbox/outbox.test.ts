// The outbox: who may look.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/outbox.ts';
import { destroyDue } from '../../server/instruments/writing/demands.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { isOpen } from '../../server/ports/gate.ts';
import { wholeText, writeLetter } from '../../server/ports/outbox.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mine: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mine = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

describe('the outbox', () => {
  let root: Caller;
  const letters = async (q?: string) => {
    const { status, body, headers } = await root.call(contract.outbox.list, {
      query: { filter: q ? { q } : {}, sort: ['created_at', 'DESC'] },
    });
    expect(status).toBe(200);
    return { subjects: body.map((one: { subject: string }) => one.subject), range: headers['content-range'] };
  };
  beforeAll(async () => {
    root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    await t.deps.db
      .insertInto('outbox')
      .values([
        {
          what: 'a',
          receiver: 'first',
          recipient: 'first@example.ru',
          subject: 'Сброс пароля',
          body_text: 'а',
          created_at: '2026-11-01T09:00:00Z',
          next_attempt_at: '2026-11-01T09:00:00Z',
        },
        {
          what: 'b',
          receiver: 'second',
          recipient: 'second@example.ru',
          subject: '100 % скидка',
          body_text: 'б',
          created_at: '2026-11-02T09:00:00Z',
          next_attempt_at: '2026-11-02T09:00:00Z',
        },
      ])
      .execute();
  });
  it('lists letters, newest first, and finds by address and subject', async () => {
    expect(await letters()).toEqual({ subjects: ['100 % скидка', 'Сброс пароля'], range: 'outbox 0-1/2' });
    expect((await letters('FIRST@')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('пароля')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('%')).subjects).toEqual(['100 % скидка']);
    expect((await letters('нет такого')).subjects).toEqual([]);
  });
  it('opens one letter; an absent one is not found', async () => {
    const { id } = await t.deps.db.selectFrom('outbox').select('id').orderBy('id').executeTakeFirstOrThrow();
    expect((await root.call(contract.outbox.one, { params: { id } })).body).toMatchObject({
      recipient: 'first@example.ru',
    });
    expect((await root.call(contract.outbox.one, { params: { id: 999_999 } })).status).toBe(404);
  });
  it('is closed to everybody else', async () => {
    expect((await mine.call(contract.outbox.list)).status).toBe(403);
    expect((await mine.call(contract.outbox.one, { params: { id: 1 } })).status).toBe(403);
    const support = await as(t, { region: w.region, isSuperuser: 1 });
    expect((await support.call(contract.outbox.list)).status).toBe(403);
    expect((await caller(t.app)(contract.outbox.list)).status).toBe(401);
  });

  it('a message of a mailing is sent again in its history, where refusals count', async () => {
    const row = {
      channel: 'mail',
      subject: 'Долг',
      body_text: 'а',
      recipient: 'a@example.ru',
      state: 'failed',
      next_attempt_at: t.deps.clock.now().toISOString(),
    } as const;
    const [own, bulk] = await t.deps.db
      .insertInto('outbox')
      .values([
        { ...row, what: 'letter:1', receiver: 'own' },
        { ...row, what: 'notification:31:2', receiver: 'bulk' },
      ])
      .returning('id')
      .execute();
    const again = (id: number) => root.call(contract.resendMessage, { params: { id } });
    expect((await root.call(contract.outbox.one, { params: { id: bulk!.id } })).body).toMatchObject({ mailing: 31 });
    expect(await again(bulk!.id)).toMatchObject({
      status: 422,
      body: { errors: { form: expect.stringContaining('рассылки № 31') } },
    });
    expect((await again(own!.id)).status).toBe(204);
    // It waits already: pressed again it is not sent twice.
    expect((await again(own!.id)).body.errors).toEqual({ form: 'Это сообщение и так уйдёт или уже ушло' });
    const states = await t.deps.db
      .selectFrom('outbox')
      .where('id', 'in', [own!.id, bulk!.id])
      .orderBy('id')
      .select('state')
      .execute();
    expect(states).toEqual([{ state: 'queued' }, { state: 'failed' }]);
  });

  it('links that open doors are sent whole and read by nobody', async () => {
    const secret = 'x'.repeat(43);
    const text = `Откройте http://localhost/sign#invite=${secret}\nили нет`;
    const ctx = workCtx(t.deps, {});
    const id = await act(ctx, 'user.question', async ({ tx, log }) => {
      await log({ text: 'Письмо' });
      return writeLetter(tx, ctx, { to: 'new@example.ru', subject: 'Приглашение', text });
    });
    const kept = await t.deps.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...kept, sealed: Buffer.from(kept.sealed!).toString('latin1') })).not.toContain(secret);
    expect(wholeText(t.deps.secrets, kept)).toBe(text);
    const { body } = await root.call(contract.outbox.one, { params: { id } });
    expect(body.body_text).toBe('Откройте http://localhost/sign#invite=•••\nили нет');
    // Where no letter goes out at all the page is the mailbox: in the demonstration world without a mail server, nowhere else.
    const seen = async (more: object) => {
      const was = { ...t.deps.settings };
      Object.assign(t.deps.settings, more);
      const { body: letter } = await root.call(contract.outbox.one, { params: { id } });
      Object.assign(t.deps.settings, { DEMO: was.DEMO, SMTP_URL: was.SMTP_URL });
      return (letter.body_text as string).includes(secret);
    };
    expect([
      await seen({ DEMO: true, SMTP_URL: undefined }),
      await seen({ DEMO: true, SMTP_URL: 'smtp://mail.example' }),
      await seen({ DEMO: false, SMTP_URL: undefined }),
    ]).toEqual([true, false, false]);
  });

  it('when a message may leave is said by the clock of the program, never by that of the database', async () => {
    const untimed = sql`insert into outbox (channel, what, receiver, recipient, subject, body_text)
      values ('mail', 'letter:untimed', 'a', 'a@example.ru', 'Без часа', 'а')`;
    await expect(untimed.execute(t.deps.db)).rejects.toMatchObject({ code: '23502' });
  });

  it('one cause writes once to one receiver', async () => {
    const ctx = workCtx(t.deps, {});
    const letter = { to: 'both@example.ru', subject: 'Собрание', text: 'Приходите', what: 'mailing:1' };
    const write = (receiver: string) =>
      act(ctx, 'user.question', async ({ tx, log }) => {
        await log({ text: 'Письмо' });
        return writeLetter(tx, ctx, { ...letter, receiver });
      });
    const [husband, wife, again] = [await write('profile:1'), await write('profile:2'), await write('profile:1')];
    expect([wife === husband, again === husband]).toEqual([false, true]);
  });
});

describe('the gate', () => {
  let root: Caller;
  beforeAll(async () => {
    root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  });
  const mail = async () =>
    (await root.call(contract.outgoing)).body.data.find(
      (one: contract.Gate) => one.channel === 'mail',
    ) as contract.Gate;

  it('is closed with a reason, keeps what waits, and is opened with the count that was seen', async () => {
    const { waiting, closed } = await mail();
    expect([waiting > 0, closed]).toEqual([true, null]);
    const close = { channels: ['mail', 'sms'] as ('mail' | 'sms')[], reason: 'Проверяем рассылку' };
    expect((await root.call(contract.closeOutgoing, { body: close })).status).toBe(200);
    expect((await root.call(contract.closeOutgoing, { body: close })).status).toBe(422);
    expect((await mail()).closed).toMatchObject({
      cause: 'person',
      reason: 'Проверяем рассылку',
      by: expect.any(String),
    });
    expect(await isOpen(t.deps, 'mail')).toBe(false);
    expect(await isOpen(t.deps, 'reports')).toBe(true);
    const open = (count: number) => root.call(contract.openOutgoing, { body: { channel: 'mail', waiting: count } });
    expect(await open(waiting + 1)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(String(waiting)) },
    });
    expect(await isOpen(t.deps, 'mail')).toBe(false);
    expect((await open(waiting)).status).toBe(200);
    expect(await isOpen(t.deps, 'mail')).toBe(true);
    expect((await open(waiting)).status).toBe(422);
  });

  it('of a trial installation stays closed whatever is pressed', async () => {
    const trial = { ...t.deps, settings: { ...t.deps.settings, OUTGOING: 'closed' as const } };
    expect(await isOpen(trial, 'mail')).toBe(false);
    const causes = async () => {
      const { body } = await root.call(contract.outgoing, {});
      return (body.data as contract.Gate[]).map(({ closed }) => closed?.cause ?? 'open');
    };
    expect(await causes()).not.toContain('trial');
    t.deps.settings.OUTGOING = 'closed';
    expect(new Set(await causes())).toEqual(new Set(['trial']));
    expect((await root.call(contract.openOutgoing, { body: { channel: 'mail', waiting: 0 } })).body.errors).toEqual({
      form: 'Пробная установка: наружу ничего не уходит (настройка OUTGOING)',
    });
    t.deps.settings.OUTGOING = 'open';
  });

  it('of the schedule says what waits by kind, the others by number alone', async () => {
    await t.deps.db
      .insertInto('due_moment')
      .values({ what: destroyDue.what, object: '1', due_at: t.deps.clock.now().toISOString() })
      .execute();
    const { body } = await root.call(contract.outgoing, {});
    const told = (body.data as contract.Gate[]).filter(({ parts }) => parts.length);
    expect(told.map(({ channel, waiting, parts }) => [channel, waiting, parts])).toEqual([
      ['schedule', 1, [{ title: destroyDue.title, count: 1 }]],
    ]);
  });
});
