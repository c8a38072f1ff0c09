// Mail servers that break off or fall silent at every step of a letter: what was not taken waits, what may have been taken is «неизвестно» and never sent again.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act } from '../../server/kernel/act.ts';
import { closedChannels } from '../../server/ports/gate.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { writeLetter } from '../../server/ports/outbox.ts';
import { nobodyCtx } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';

/** Steps of a letter in their order: nothing said yet, the sender named, the receiver named, «DATA», the whole letter. */
type Step = 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'letter';
type Fault = 'drops' | 'stalls' | 'trickles' | `answers ${number}`;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** A mail server written out by hand, faulty at a step; counts the letters that came to it whole. */
async function faulty(step: Step, fault: Fault) {
  const sockets = new Set<Socket>();
  const trickling: NodeJS.Timeout[] = [];
  let whole = 0;
  let begun = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const answers = (at: Step | null, words: string) => {
      if (at !== step) return socket.write(`${words}\r\n`);
      if (fault === 'drops') socket.destroy();
      // Lines of an answer that never ends: no socket is silent for long.
      else if (fault === 'trickles') trickling.push(setInterval(() => socket.write('250-wait\r\n'), 50));
      else if (fault !== 'stalls') socket.write(`${fault.slice('answers '.length)} no\r\n`);
      return false;
    };
    let isLetter = false;
    let rest = '';
    const line = (words: string) => {
      if (isLetter) {
        if (words !== '.') return;
        isLetter = false;
        whole += 1;
        answers('letter', '250 taken');
      } else if (/^EHLO/i.test(words)) answers(null, '250 host');
      else if (/^MAIL/i.test(words)) {
        begun += 1;
        answers('MAIL', '250 ok');
      } else if (/^RCPT/i.test(words)) answers('RCPT', '250 ok');
      else if (/^DATA/i.test(words)) {
        isLetter = step !== 'DATA';
        answers('DATA', '354 go on');
      } else answers(null, '250 ok');
    };
    answers('greeting', '220 host ESMTP');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      lines.forEach(line);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}/?greetingTimeout=400&socketTimeout=400&connectionTimeout=2000`,
    counts: () => ({ whole, begun }),
    async close() {
      trickling.forEach(clearInterval);
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function letter(): Promise<number> {
  await t.deps.db.deleteFrom('outbox').execute();
  const ctx = nobodyCtx(t);
  return act(ctx, 'user.question', async ({ tx, log }) => {
    await log({ text: 'Письмо' });
    return writeLetter(tx, ctx, { to: 'petr@example.ru', subject: 'Собрание', text: 'Здравствуйте, Пётр!' });
  });
}

const waits = { state: 'queued', attempts: 1, sent_at: null };
const unknown = { state: 'unknown', attempts: 1, sent_at: null };
const refused = { state: 'failed', attempts: 1, sent_at: null };
it.each<[Step, Fault, object, number]>([
  ['greeting', 'drops', waits, 0],
  ['greeting', 'stalls', waits, 0],
  ['greeting', 'answers 421', waits, 0],
  ['MAIL', 'drops', waits, 0],
  ['MAIL', 'stalls', waits, 0],
  ['MAIL', 'answers 451', waits, 0],
  // A sender that is not wanted is no fault of the letter.
  ['MAIL', 'answers 550', waits, 0],
  ['RCPT', 'drops', waits, 0],
  ['RCPT', 'stalls', waits, 0],
  ['RCPT', 'answers 452', waits, 0],
  ['RCPT', 'answers 550', refused, 0],
  ['DATA', 'answers 451', waits, 0],
  ['DATA', 'answers 554', refused, 0],
  ['letter', 'answers 451', waits, 1],
  ['letter', 'answers 554', refused, 1],
  ['letter', 'drops', unknown, 1],
  ['letter', 'stalls', unknown, 1],
])('at %s it %s', { timeout: inTime(30_000) }, async (step, fault, fate, came) => {
  const id = await letter();
  const peer = await faulty(step, fault);
  const transport = openTransport({ ...t.deps.settings, SMTP_URL: peer.url })!;
  const row = () => t.deps.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  try {
    await sendLettersDue(t.deps, transport);
    expect(await row()).toMatchObject(fate);
    expect((await row()).failure).toBeTruthy();
    expect(peer.counts().whole).toBe(came);
    // Not tried again before its time, nor ever where it may have arrived.
    await sendLettersDue(t.deps, transport);
    expect(peer.counts().whole).toBe(came);
    expect(await row()).toMatchObject(fate);
  } finally {
    transport.close();
    await peer.close();
    await t.deps.db.deleteFrom('outgoing_gate').execute();
  }
});

it('one that loses its line after every letter is not given the rest: the way is closed and says why', async () => {
  await letter();
  await sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at)
    select 'mail', 'many', n::text, 'petr@example.ru', 'Собрание', 'Здравствуйте!', '2020-01-01'::timestamptz from generate_series(1, 79) as n`.execute(
    t.deps.db,
  );
  const peer = await faulty('letter', 'drops');
  const transport = openTransport({ ...t.deps.settings, SMTP_URL: peer.url })!;
  try {
    await sendLettersDue(t.deps, transport);
    const { whole } = peer.counts();
    // Twenty in a row, and those that were under way then.
    expect(whole).toBeGreaterThanOrEqual(20);
    expect(whole).toBeLessThanOrEqual(30);
    expect(await closedChannels(t.deps.db)).toMatchObject([
      { channel: 'mail', cause: 'brake', reason: expect.stringMatching(/^Почтовый сервер отказывает: ./) },
    ]);
    const { rows } = await sql<{ state: string; n: number }>`select state, count(*)::int as n from outbox
      group by state order by state`.execute(t.deps.db);
    expect(rows).toEqual([
      { state: 'queued', n: 80 - whole },
      { state: 'unknown', n: whole },
    ]);
  } finally {
    transport.close();
    await peer.close();
    await t.deps.db.deleteFrom('outgoing_gate').execute();
  }
});

it.each<[Step, object]>([
  ['RCPT', waits],
  ['letter', unknown],
])('one whose answer at %s comes drop by drop is left in time', async (step, fate) => {
  const id = await letter();
  const peer = await faulty(step, 'trickles');
  const transport = openTransport({ ...t.deps.settings, SMTP_URL: peer.url })!;
  try {
    await sendLettersDue(t.deps, transport, { handMs: 1000 });
    const row = await t.deps.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject(fate);
  } finally {
    transport.close();
    await peer.close();
  }
});

it('a letter whose file cannot be read waits for it and keeps nobody else; after two hours of that it has failed', async () => {
  const id = await letter();
  const file = await t.deps.db
    .insertInto('stored_file')
    .values({ store_key: 'away', name: 'Счёт.pdf', mime: 'application/pdf', size_bytes: 4, sha256: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update outbox set extra = ${JSON.stringify({ files: [file.id] })}::jsonb where id = ${id}`.execute(
    t.deps.db,
  );
  await sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at)
    select 'mail', 'plain', n::text, 'petr@example.ru', 'Собрание', 'Здравствуйте!', '2020-01-01'::timestamptz from generate_series(1, 30) as n`.execute(
    t.deps.db,
  );
  const peer = await faulty('greeting', 'answers 220');
  const transport = openTransport({ ...t.deps.settings, SMTP_URL: peer.url })!;
  const row = () => t.deps.db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const again = async (attempts: number) => {
    await sql`update outbox set next_attempt_at = '2020-01-01', attempts = ${attempts}, state = 'queued' where id = ${id}`.execute(
      t.deps.db,
    );
    await sendLettersDue(t.deps, transport);
    return row();
  };
  try {
    await sendLettersDue(t.deps, transport);
    expect(await row()).toMatchObject({ ...waits, failure: 'Вложение письма не прочиталось' });
    expect(peer.counts().whole).toBe(30);
    expect(await closedChannels(t.deps.db)).toEqual([]);
    expect(await again(6)).toMatchObject({ state: 'queued', attempts: 7 });
    expect(await again(7)).toMatchObject({ state: 'failed', attempts: 8 });
    const kept = await t.deps.files.put(Buffer.from('счёт'));
    await t.deps.db.updateTable('stored_file').set({ store_key: kept.storeKey }).where('id', '=', file.id).execute();
    expect((await again(1)).state).toBe('sent');
  } finally {
    transport.close();
    await peer.close();
  }
});
