// Letters over real SMTP: sent once, kept when refused, tried again later; without a server they wait.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { nobody, workCtx, type Ctx } from '../../server/kernel/ctx.ts';
import { act } from '../../server/kernel/act.ts';
import { closeGate, openGate } from '../../server/ports/gate.ts';
import { startSender } from '../../server/ports/mailer.ts';
import { writeLetter } from '../../server/ports/outbox.ts';
import { nobodyCtx } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { openSmtp, smtpError, type SmtpPeer } from '../kit/mailPeers.ts';
import { bringDue } from '../kit/outbox.ts';

let t: TestApp;
let smtp: SmtpPeer;
let refuse: 0 | 452 | 550 = 0;
let stop: (() => Promise<void>) | null = null;

beforeAll(async () => {
  t = await testApp();
  smtp = await openSmtp({ answer: () => (refuse ? smtpError(refuse, 'mailbox is full') : null) });
});
beforeEach(async () => {
  refuse = 0;
  smtp.letters.length = 0;
  await t.deps.db.deleteFrom('outbox').execute();
});
afterEach(async () => {
  await stop?.();
  stop = null;
});
afterAll(async () => {
  await smtp.close();
  await t.close();
});

const start = () => {
  stop = startSender({ ...t.deps, settings: { ...t.deps.settings, SMTP_URL: smtp.url } }).stop;
};
async function letter(subject = 'Приглашение') {
  const ctx = nobodyCtx(t);
  return act(ctx, 'user.question', async ({ tx, log }) => {
    await log({ text: 'Письмо' });
    return writeLetter(tx, ctx, { to: 'petr@example.ru', subject, text: 'Здравствуйте, Пётр!' });
  });
}
const row = (id: number) => t.deps.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
async function until(check: () => Promise<boolean>) {
  for (let i = 0; i < 100; i += 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen');
}

it('is sent once, in Russian', async () => {
  const id = await letter();
  start();
  await until(async () => (await row(id)).sent_at !== null);
  await stop?.();
  expect(smtp.letters).toHaveLength(1);
  expect(smtp.letters[0]!.source).toMatch(/To: petr@example\.ru/);
  expect(smtp.letters[0]!.source).toMatch(/Subject: =\?UTF-8\?/);
  expect(await row(id)).toMatchObject({ attempts: 1, failure: null });
});

it('a hundred waiting letters are all sent', async () => {
  for (let i = 0; i < 100; i += 1) await letter(`Письмо ${i}`);
  start();
  await until(async () => smtp.letters.length === 100);
  await stop?.();
  const left = await t.deps.db.selectFrom('outbox').where('sent_at', 'is', null).select('id').execute();
  expect(left).toEqual([]);
});

it('a refused letter keeps the reason, waits, and is tried again when its time comes', async () => {
  refuse = 452;
  const id = await letter();
  start();
  await until(async () => (await row(id)).failure !== null);
  const refused = await row(id);
  expect(refused).toMatchObject({ attempts: 1, sent_at: null, failure: expect.stringContaining('mailbox is full') });
  expect(new Date(refused.next_attempt_at).getTime()).toBeGreaterThan(t.deps.clock.now().getTime() + 50_000);
  refuse = 0;
  await bringDue(t.deps);
  await until(async () => (await row(id)).sent_at !== null);
  expect(await row(id)).toMatchObject({ attempts: 2, failure: null });
});

it('after five refusals a letter waits for a person', async () => {
  const id = await letter();
  await sql`update outbox set state = 'failed', attempts = 5 where id = ${id}`.execute(t.deps.db);
  const marker = await letter('Следующее');
  start();
  await until(async () => (await row(marker)).sent_at !== null);
  expect((await row(id)).sent_at).toBeNull();
});

it('without a mail server nothing is sent and nothing is lost', async () => {
  const id = await letter();
  stop = startSender(t.deps).stop;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await row(id)).toMatchObject({ attempts: 0, sent_at: null });
});

it('is not written when the act fails', async () => {
  const ctx: Ctx = {
    actor: nobody,
    db: t.deps.db,
    deps: t.deps,
    ip: '',
    fingerprint: '',
    now: () => t.deps.clock.now(),
  };
  const failing = act(ctx, 'user.question', async ({ tx }) =>
    writeLetter(tx, ctx, { to: 'a@example.ru', subject: 'Нет', text: 'Нет' }),
  );
  await expect(failing).rejects.toThrow(/no log line/);
  expect(await t.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

it('behind a closed gate it waits; a letter of a killed process is not sent again blindly', async () => {
  const ctx = workCtx(t.deps, {});
  await act(ctx, 'admin.outgoing_close', async ({ tx, log }) => {
    await log({ text: 'Закрыто' });
    await closeGate(tx, { channels: ['mail'], cause: 'brake', reason: 'Проба', by: null, at: ctx.now() });
  });
  const id = await letter();
  const lost = await letter('Оборвано');
  await sql`update outbox set state = 'sending', taken_until = now() - interval '1 minute' where id = ${lost}`.execute(
    t.deps.db,
  );
  start();
  await stop?.();
  expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
  await act(ctx, 'admin.outgoing_open', async ({ tx, log }) => {
    await log({ text: 'Открыто' });
    await openGate(tx, 'mail');
  });
  start();
  await until(async () => (await row(id)).state === 'sent');
  expect(await row(lost)).toMatchObject({ state: 'unknown', sent_at: null });
  expect(smtp.letters).toHaveLength(1);
});

it('two senders at once send each letter once', async () => {
  for (let i = 0; i < 60; i += 1) await letter(`Письмо ${i}`);
  const settings = { ...t.deps.settings, SMTP_URL: smtp.url };
  const senders = [startSender({ ...t.deps, settings }), startSender({ ...t.deps, settings })];
  await until(async () => (await t.deps.db.selectFrom('outbox').where('state', '!=', 'sent').execute()).length === 0);
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(smtp.letters).toHaveLength(60);
});

it('a mail server that refuses everything closes the gate: nobody is given up for it, and one bad address is not everything', async () => {
  refuse = 550;
  for (let i = 0; i < 30; i += 1) await letter(`Письмо ${i}`);
  start();
  await until(async () => (await t.deps.db.selectFrom('outgoing_gate').selectAll().execute()).length === 1);
  await stop?.();
  const gate = await t.deps.db.selectFrom('outgoing_gate').selectAll().executeTakeFirstOrThrow();
  expect(gate).toMatchObject({ channel: 'mail', cause: 'brake' });
  expect(gate.reason).toMatch(/^Почтовый сервер отказывает: .*mailbox is full/);
  const states = await t.deps.db.selectFrom('outbox').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'queued' }]);
  await t.deps.db.deleteFrom('outgoing_gate').execute();
  await t.deps.db.deleteFrom('outbox').execute();
  const bad = await letter('Плохой адрес');
  start();
  await until(async () => (await row(bad)).state === 'failed');
  expect(await t.deps.db.selectFrom('outgoing_gate').selectAll().execute()).toEqual([]);
});
