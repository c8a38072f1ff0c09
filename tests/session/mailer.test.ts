// Letters over real SMTP: sent once, kept when refused, tried again later; without a server they wait.
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { nobody, workCtx, type Ctx } from '../../server/kernel/ctx.ts';
import { act } from '../../server/kernel/act.ts';
import { closeGate, openGate } from '../../server/ports/gate.ts';
import { startSender } from '../../server/ports/mailer.ts';
import { writeLetter } from '../../server/ports/outbox.ts';
import { nobodyCtx } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
let smtp: SMTPServer;
let port = 0;
let refuse = false;
const received: string[] = [];
let stop: (() => Promise<void>) | null = null;

beforeAll(async () => {
  t = await testApp();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refuse) return done(Object.assign(new Error('mailbox is full'), { responseCode: 452 }));
        received.push(Buffer.concat(parts).toString('utf8'));
        done();
      });
    },
  });
  port = await freePort();
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
});
beforeEach(async () => {
  refuse = false;
  received.length = 0;
  await t.deps.db.deleteFrom('outbox').execute();
});
afterEach(async () => {
  await stop?.();
  stop = null;
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await t.close();
});

const start = (smtpUrl = `smtp://127.0.0.1:${port}`) => {
  stop = startSender({ ...t.deps, settings: { ...t.deps.settings, SMTP_URL: smtpUrl } }).stop;
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
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/To: petr@example\.ru/);
  expect(received[0]).toMatch(/Subject: =\?UTF-8\?/);
  expect(await row(id)).toMatchObject({ attempts: 1, failure: null });
});

it('a hundred waiting letters are all sent', async () => {
  for (let i = 0; i < 100; i += 1) await letter(`Письмо ${i}`);
  start();
  await until(async () => received.length === 100);
  await stop?.();
  const left = await t.deps.db.selectFrom('outbox').where('sent_at', 'is', null).select('id').execute();
  expect(left).toEqual([]);
});

it('a refused letter keeps the reason, waits, and is tried again when its time comes', async () => {
  refuse = true;
  const id = await letter();
  start();
  await until(async () => (await row(id)).failure !== null);
  const refused = await row(id);
  expect(refused).toMatchObject({ attempts: 1, sent_at: null, failure: expect.stringContaining('mailbox is full') });
  expect(new Date(refused.next_attempt_at).getTime()).toBeGreaterThan(Date.now() + 50_000);
  refuse = false;
  await sql`update outbox set next_attempt_at = now() where id = ${id}`.execute(t.deps.db);
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
}

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
  expect(received).toHaveLength(1);
});

it('two senders at once send each letter once', async () => {
  for (let i = 0; i < 60; i += 1) await letter(`Письмо ${i}`);
  const settings = { ...t.deps.settings, SMTP_URL: `smtp://127.0.0.1:${port}` };
  const senders = [startSender({ ...t.deps, settings }), startSender({ ...t.deps, settings })];
  await until(async () => (await t.deps.db.selectFrom('outbox').where('state', '!=', 'sent').execute()).length === 0);
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(received).toHaveLength(60);
});
