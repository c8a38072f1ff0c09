// An answer by letter and its reply: a real SMTP server takes the letter, a real IMAP peer gives the reply back to the chat.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as c from '../../contract/support.ts';
import { readBounces } from '../../server/notifications/writing/bounces.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { replyAddress } from '../../server/ports/replies.ts';
import { takeMailReply } from '../../server/support/mailReplies.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { openSmtp, type SmtpPeer } from '../kit/mailPeers.ts';
import { world, type World } from '../kit/world.ts';
import { openImap, type ImapPeer } from '../notifications/imapPeer.ts';

let imap: ImapPeer;
let smtp: SmtpPeer;
let t: TestApp;
let w: World;
let staff: Caller;
let asker: Caller;
let nth = 0;
const key = () => `key-of-a-message-${(nth += 1)}`;

beforeAll(async () => {
  imap = await openImap();
  smtp = await openSmtp();
  t = await testApp({
    PUBLIC_URL: 'https://registry.example.ru',
    SMTP_URL: smtp.url,
    BOUNCE_ADDRESS: 'bounces@example.ru',
    BOUNCE_IMAP_URL: imap.url,
    SUPPORT_EMAIL: 'help@example.ru',
    SUPPORT_HOURS: '',
  });
  w = await world(t.deps.db);
});
beforeEach(async () => {
  staff = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  asker = await as(t, { po: w.po, role: 'chairman' });
});
afterAll(async () => {
  await imap.close();
  await smtp.close();
  await t.close();
});

const emailOf = async ({ userId }: Caller) =>
  (await t.deps.db.selectFrom('app_user').where('id', '=', userId).select('email').executeTakeFirstOrThrow()).email;
const leave = ({ userId }: Caller) =>
  t.deps.db
    .updateTable('session')
    .set({ last_seen_at: '2026-11-20T08:00:00Z' })
    .where('user_id', '=', userId)
    .execute();
const textsOf = async (id: number, who: Caller = staff) =>
  ((await who.call(c.supportEvents, { params: { id } })).body.events as c.SupportEvent[]).map(({ text }) => text);

/** The last letter that an address got. */
const letterTo = (address: string) => smtp.letters.findLast(({ to }) => to.includes(address))?.source ?? '';

/** Sends what waits; answers the Reply-To of the letter that a person got. */
async function replyToOf(address: string): Promise<string> {
  const transport = openTransport(t.deps.settings)!;
  await sendLettersDue(t.deps, transport);
  transport.close();
  return /^Reply-To: (.+)$/im.exec(letterTo(address))![1]!.trim();
}

/** A question of someone who went away, answered; where his letter is to be replied to. */
async function answeredByLetter(who = asker) {
  const { id } = (await who.call(c.askSupport, { body: { text: 'Где мой реестр?', key: key() } })).body.thread;
  await leave(who);
  const said = await staff.call(c.answerSupport, {
    params: { id },
    body: { text: 'Загружен', key: key(), is_note: false },
  });
  expect(said.status, said.text).toBe(200);
  const email = await emailOf(who);
  return { id: id as number, email, replyTo: await replyToOf(email) };
}

interface Written {
  from: string;
  to: string;
  text?: string;
  headers?: string;
  messageId?: string;
}
const written = ({
  from,
  to,
  text = 'Спасибо, вижу',
  headers = '',
  messageId = `<${(nth += 1)}@mail.example.ru>`,
}: Written) =>
  `From: Н. А. Воронин <${from}>
To: ${to}
Message-ID: ${messageId}
Subject: Re: Ответ поддержки
MIME-Version: 1.0
${headers}Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${text}
`;
const take = (letter: string) => takeMailReply(t.deps, Buffer.from(letter));

describe('the asker who is away', () => {
  it('replies to the letter: his words come into the chat once, without what they quote, and wait at the desk', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    expect(letterTo(email)).toContain('bounces+r');
    const text =
      'Спасибо, вижу.\nА строка 5?\n\n20 нояб. 2026 г., 12:00 Поддержка <no-reply@example.ru> пишет:\n> Загружен\n> Чиновников';
    imap.deliver(written({ from: email.toUpperCase(), to: `"Поддержка" <${replyTo}>`, text }));
    await readBounces(t.deps, (letter) => takeMailReply(t.deps, letter));
    await readBounces(t.deps, (letter) => takeMailReply(t.deps, letter));
    expect(await textsOf(id)).toEqual(['Где мой реестр?', 'Загружен', 'Спасибо, вижу.\nА строка 5?']);
    const [last] = (await staff.call(c.supportEvents, { params: { id }, query: { after: 2 } })).body
      .events as c.SupportEvent[];
    expect([last!.is_staff, last!.kind]).toEqual([false, 'message']);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'user.support_ask')
      .where('user_id', '=', asker.userId)
      .select('text')
      .execute();
    expect(lines.at(-1)).toEqual({ text: `Сообщение в поддержку: вопрос № ${id}` });
  });

  it('replies when the question is solved already: a new one is opened', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    await staff.call(c.moveSupport, { params: { id }, body: { what: 'solve' } });
    expect(await take(written({ from: email, to: replyTo, text: 'Снова пусто' }))).toBe(true);
    expect(await textsOf(id)).not.toContain('Снова пусто');
    const { thread } = (await asker.call(c.mySupport)).body;
    expect([thread.status, thread.title]).toEqual(['waiting', 'Снова пусто']);
  });

  it('sends HTML and files: words without anything that runs, the files are said to be left', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    const html = `From: <${email}>
To: ${replyTo}
Message-ID: <html-1@mail.example.ru>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=utf-8

<style>p{}</style><script>alert(1)</script><p>Вот &lt;снимок&gt;</p><blockquote>Загружен</blockquote>
--b
Content-Type: application/x-msdownload; name="a.exe"
Content-Disposition: attachment; filename="a.exe"

MZ
--b--
`;
    expect(await take(html)).toBe(true);
    expect((await textsOf(id)).at(-1)).toBe(
      'Вот <снимок>\n\n(К письму приложено файлов: 1. Пришлите их в чат: из почты они не берутся.)',
    );
  });

  it('writes 100 000 signs: the message is as long as a message may be', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    expect(await take(written({ from: email, to: replyTo, text: 'я'.repeat(100_000) }))).toBe(true);
    expect((await textsOf(id)).at(-1)).toHaveLength(c.LONGEST_MESSAGE);
  });
});

it('with nobody on duty the question is a letter to the desk; the reply of a supporter is the answer in the chat', async () => {
  await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
  const night = await as(t, { po: w.siblingPo, role: 'clerk' });
  await leave(staff);
  const { id } = (await night.call(c.askSupport, { body: { text: 'Ночной вопрос', key: key() } })).body.thread;
  const replyTo = await replyToOf('help@example.ru');
  expect(letterTo('help@example.ru')).not.toBe('');
  const other = await as(t, { po: w.cousinPo, role: 'chairman' });
  expect(await take(written({ from: await emailOf(other), to: replyTo, text: 'Чужой' }))).toBe(false);
  expect(await take(written({ from: await emailOf(night), to: replyTo, text: 'Сам себе' }))).toBe(false);
  expect(await take(written({ from: await emailOf(staff), to: replyTo, text: 'Отвечаю из почты' }))).toBe(true);
  const events = (await night.call(c.supportEvents, { params: { id } })).body.events as c.SupportEvent[];
  expect(events.map(({ text, is_staff }) => [text, is_staff])).toEqual([
    ['Ночной вопрос', false],
    ['Отвечаю из почты', true],
  ]);
});

describe('hostile mail', () => {
  it.each<[string, (one: { email: string; replyTo: string; id: number }) => string | Promise<string>]>([
    ['from another address', ({ replyTo }) => written({ from: 'thief@example.ru', to: replyTo })],
    [
      'from another official',
      async ({ replyTo }) => written({ from: await emailOf(await as(t, { po: w.cousinPo })), to: replyTo }),
    ],
    ['to an address without a mark', ({ email }) => written({ from: email, to: 'bounces@example.ru' })],
    [
      'to the mark of one letter under the number of another',
      ({ email, replyTo }) =>
        written({ from: email, to: replyTo.replace(/\+r(\d+)/, (_, id) => `+r${Number(id) - 1}`) }),
    ],
    [
      'to a made-up mark',
      ({ email, replyTo }) => written({ from: email, to: replyTo.replace(/\.[\w-]{16}@/, '.aaaaaaaaaaaaaaaa@') }),
    ],
    ['with two senders', ({ email, replyTo }) => `From: <thief@example.ru>\n${written({ from: email, to: replyTo })}`],
    [
      'of a machine',
      ({ email, replyTo }) => written({ from: email, to: replyTo, headers: 'Auto-Submitted: auto-replied\n' }),
    ],
    ['of a list', ({ email, replyTo }) => written({ from: email, to: replyTo, headers: 'Precedence: bulk\n' })],
    ['without a word of its own', ({ email, replyTo }) => written({ from: email, to: replyTo, text: '> Загружен' })],
    ['of signs that no text has', ({ email, replyTo }) => written({ from: email, to: replyTo, text: '\u0001\u0002' })],
    ['of broken MIME', ({ replyTo }) => `To: ${replyTo}\nContent-Type: multipart/mixed; boundary=\n\n--\n`],
    ['of nothing', () => ''],
  ])('%s is refused', async (_, make) => {
    const one = await answeredByLetter();
    const before = await textsOf(one.id);
    expect(await take(await make(one))).toBe(false);
    expect(await textsOf(one.id)).toEqual(before);
  });

  it('of an account that is no longer allowed in is refused', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', asker.userId).execute();
    expect(await take(written({ from: email, to: replyTo }))).toBe(false);
    expect(await textsOf(id)).toHaveLength(2);
  });

  it('the address of a letter that is no answer of the support opens nothing', async () => {
    const { id, email } = await answeredByLetter();
    const { id: outbox } = await t.deps.db
      .insertInto('outbox')
      .values({
        channel: 'mail',
        what: `notification:${id}`,
        receiver: 'x',
        recipient: email,
        subject: '',
        body_text: '',
        next_attempt_at: t.deps.clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await take(written({ from: email, to: replyAddress(t.deps, outbox)! }))).toBe(false);
  });

  it('a flood is stopped as in the chat', async () => {
    const { id, email, replyTo } = await answeredByLetter();
    const taken_: boolean[] = [];
    for (let i = 0; i < 25; i += 1) taken_.push(await take(written({ from: email, to: replyTo, text: `Поток ${i}` })));
    expect([taken_.filter(Boolean).length, taken_.at(-1)]).toEqual([19, false]);
    expect(await textsOf(id)).toHaveLength(21);
  });
});
