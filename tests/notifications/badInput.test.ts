// What must never become a message: too many receivers, false and heavy files, foreign lines in headers, unknown words, lost consent,
// a gateway that is away.
import { sql } from 'kysely';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import * as contract from '../../contract/notifications.ts';
import { addConsent, profiles, revokeConsent } from '../../contract/profiles.ts';
import { countTables } from '../../server/db/statistics.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { openGateway, sendSmsDue } from '../../server/ports/sms/sender.ts';
import { inTime } from '../kit/busy.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { expectedOf, mailing, mailingStage, owner, preview, sendAs } from './kit.ts';
import { bringDue } from '../kit/outbox.ts';

const { notifications } = contract;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const draftOf = async (body: object) =>
  (await po.call(notifications.create, { body: body as never })).body as contract.NotificationCard;
const everybody = mailing([], { selection: { of: 'profiles', all: true, filter: {}, included: [], excluded: [] } });

describe('receivers', () => {
  it.each([contract.MOST_RECEIVERS + 1, 100_001])(
    '%i are too many: said at the selection, nothing is sent',
    { timeout: inTime(120_000) },
    async (count) => {
      const place = { region: w.region, mo: w.mo, po: w.siblingPo };
      const before = await t.deps.db
        .selectFrom('profile')
        .where('po_id', '=', w.siblingPo)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      await sql`with person as (
          insert into profile (region_id, mo_id, po_id, last_name, first_name, email, is_voa_member)
          select ${place.region}, ${place.mo}, ${place.po}, 'Должников', 'Иван', 'p' || n || '@example.ru', true
          from generate_series(${Number(before.n) + 1}::int, ${count}::int) as n returning id)
        insert into profile_place (profile_id, region_id, mo_id, po_id)
        select id, ${place.region}, ${place.mo}, ${place.po} from person on conflict do nothing`.execute(t.deps.db);
      await countTables(t.deps.engine, ['profile', 'profile_place']);
      const seen = await preview(mo, everybody);
      expect(seen.receiverCounter.people).toBeGreaterThan(contract.MOST_RECEIVERS);
      expect(seen.problems.selection).toBe(
        `В одной рассылке не больше ${contract.MOST_RECEIVERS} человек. Разделите её`,
      );
      const draft = (await mo.call(notifications.create, { body: everybody as never })).body;
      const sent = await mo.call(contract.sendNotification, {
        params: { id: draft.id },
        body: { version: draft.version, expected: expectedOf(seen), confirmed: expectedOf(seen).people } as never,
      });
      expect([sent.status, sent.body.errors.selection]).toEqual([422, seen.problems.selection]);
      const letters = await t.deps.db
        .selectFrom('outbox')
        .where('what', '=', `notification:${draft.id}`)
        .select('id')
        .execute();
      expect(letters).toEqual([]);
    },
  );
});

describe('without any text', () => {
  it.each([
    ['email', 'email_text'],
    ['sms', 'sms_text'],
    ['email_else_sms', 'email_text'],
  ])('%s: said at the field', async (channel, field) => {
    const person = await owner(mo, w.po, { sms: true, email: 'mute@example.ru' });
    const seen = await preview(po, mailing([person], { channel, sms_text: ' ', email_text: null }));
    expect(seen.problems).toMatchObject({ [field]: 'Введите текст письма или СМС' });
    expect(Object.keys(seen.problems).filter((key) => key.endsWith('_text'))).toEqual([field]);
    const half = await preview(po, mailing([person], { channel: 'both', sms_text: '' }));
    expect(half.problems.sms_text).toBe('Напишите текст СМС');
  });
});

describe('files', () => {
  const attach = async (name: string, bytes: Buffer) => {
    const draft = await draftOf(mailing([]));
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
    const reply = await t.app.inject({
      method: 'POST',
      url: `/api/notifications/${draft.id}/attachments/`,
      headers: {
        authorization: `Bearer ${po.token}`,
        'x-fingerprint': 'f'.repeat(64),
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    });
    const kept = await t.deps.db
      .selectFrom('notification_file')
      .where('notification_id', '=', draft.id)
      .select('file_id')
      .execute();
    return {
      status: reply.statusCode,
      body: reply.json() as { message: string; attachments: { name: string }[] },
      kept,
    };
  };
  const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]);

  it('40 MB are refused and not kept', async () => {
    const told = await attach('счёт.pdf', pdf(40 * 1024 * 1024));
    expect([told.status, told.kept]).toEqual([413, []]);
  });

  it.each([
    ['a program', 'MZ\u0090'],
    ['a page', '<html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('%s called PDF is refused', async (_, bytes) => {
    const { status, kept } = await attach('счёт.pdf', Buffer.from(bytes));
    expect([status, kept]).toEqual([422, []]);
  });

  it('a name keeps no lines, no folders and no quotes of a header', async () => {
    const { body } = await attach('../../счёт%0d%0aBcc: x@example.ru.pdf', pdf(10));
    expect(body.attachments).toHaveLength(1);
    expect(body.attachments[0]!.name).not.toMatch(/[\r\n/\\"<>]/);
  });
});

describe('words', () => {
  it.each(['А\r\nBcc: x@example.ru', 'А\nX-Header: 1', 'А\u0000Б'])(
    'a title that begins another line is refused: %j',
    async (title) => {
      const reply = await po.call(notifications.create, { body: mailing([], { title }) as never });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['title']]);
    },
  );

  it('a person whose name begins another line is not written down', async () => {
    const id = await owner(mo, w.po, { email: 'name@example.ru' });
    const person = (await mo.call(profiles.one, { params: { id } })).body;
    const reply = await mo.call(profiles.update, {
      params: { id },
      body: { version: person.version, lastName: 'Иванов\r\nBcc: x@example.ru' } as never,
    });
    expect(reply.status).toBe(422);
  });

  it('a template with an unknown variable sends nothing and names it', async () => {
    const made = await po.call(messageTemplates.create, {
      body: { template_name: 'С ошибкой', sms_text: 'Долг {Долк}', is_personal: true },
    });
    const id = await owner(mo, w.po, { sms: true });
    const template = made.status === 200 ? { template: made.body.id as number } : {};
    const sent = await sendAs(po, mailing([id], { sms_text: 'Долг {Долк}', ...template }));
    expect([sent.status, sent.body.errors.text]).toEqual([422, 'Неизвестная переменная: {Долк}']);
  });

  it('a letter that tries to run is refused, or comes out as letters', async () => {
    const id = await owner(mo, w.po, { email: 'inert@example.ru' });
    const node = { v: 1, doc: [{ type: 'iframe', attrs: { src: 'https://example.ru' } }] };
    expect((await po.call(notifications.create, { body: mailing([id], { email_text: node }) as never })).status).toBe(
      422,
    );
    const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
    const text = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }] };
    expect((await po.call(notifications.create, { body: mailing([id], { email_text: text }) as never })).status).toBe(
      422,
    );
    const said = '"><img src=x onerror=alert(1)><svg/onload=alert(1)>';
    const inert = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: said }] }] };
    const { sample } = await preview(po, mailing([id], { title: said, email_text: inert }));
    expect(sample!.html).not.toMatch(/<(img|svg|script)/i);
    expect(sample!.html).toContain('&lt;img');
  });
});

describe('between the check and the sending', () => {
  it('a consent is withdrawn: what was seen is no longer true, and nobody is written to', async () => {
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const body = mailing(people);
    const draft = await draftOf(body);
    const expected = expectedOf(await preview(po, body));
    const { consents } = (await mo.call(profiles.one, { params: { id: people[0]! } })).body;
    const { id: consentId } = consents.find((one: { kind: string }) => one.kind === 'sms_info');
    await mo.call(revokeConsent, { params: { id: people[0]!, consentId } });
    const send = (more: object) =>
      po.call(contract.sendNotification, {
        params: { id: draft.id },
        body: { version: draft.version, expected, ...more } as never,
      });
    expect((await send({})).status).toBe(409);
    const outbox = () =>
      t.deps.db.selectFrom('outbox').where('what', '=', `notification:${draft.id}`).select('id').execute();
    expect(await outbox()).toEqual([]);
    expect((await send({ expected: expectedOf(await preview(po, body)) })).status).toBe(200);
    expect(await outbox()).toHaveLength(1);
    await mo.call(addConsent, { params: { id: people[0]! }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
  });
});

describe('other people of the same number', () => {
  const moved = async (more: object = {}) => {
    const [one, other] = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const consent = async (id: number, isGiven: boolean) => {
      const { consents } = (await mo.call(profiles.one, { params: { id } })).body;
      const kept = consents.find(
        (known: { kind: string; revoked_at: string | null }) => known.kind === 'sms_info' && !known.revoked_at,
      );
      if (isGiven) await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
      else await mo.call(revokeConsent, { params: { id, consentId: kept!.id } });
    };
    await consent(other, false);
    const body = mailing([one, other], more);
    return {
      body,
      draft: await draftOf(body),
      expected: expectedOf(await preview(po, body)),
      swap: async () => {
        await consent(one, false);
        await consent(other, true);
      },
    };
  };

  it('are not those who were seen', async () => {
    const { body, draft, expected, swap } = await moved();
    await swap();
    expect(expectedOf(await preview(po, body))).toMatchObject({ people: 1, messages: 1, cost: expected.cost });
    const send = (as: object) =>
      po.call(contract.sendNotification, {
        params: { id: draft.id },
        body: { version: draft.version, expected: as } as never,
      });
    expect((await send(expected)).status).toBe(409);
    expect((await send(expectedOf(await preview(po, body)))).status).toBe(200);
  });

  it('nor those whom a second person was asked about', async () => {
    await t.deps.db.updateTable('mo').set({ approve_above: 0 }).where('id', '=', w.mo).execute();
    const { draft, expected, swap } = await moved();
    const asked = await po.call(contract.sendNotification, {
      params: { id: draft.id },
      body: { version: draft.version, expected } as never,
    });
    expect(asked.body).toMatchObject({ status: 1, awaits_approval: true });
    await swap();
    expect((await mo.call(contract.approveNotification, { params: { id: draft.id } })).status).toBe(409);
    await t.deps.db.updateTable('mo').set({ approve_above: null }).where('id', '=', w.mo).execute();
  });
});

describe('for an hour', () => {
  /** A port where nobody listens. */
  async function nobody(): Promise<number> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    return port;
  }

  it('neither the gateway nor the mail server is there: everything waits, nothing is given up, and leaves once after it', async () => {
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { email: 'patient@example.ru' })];
    const sent = await sendAs(po, mailing(people));
    expect(sent.status).toBe(200);
    const port = await nobody();
    const settings = { ...t.deps.settings, SMS_URL: `http://127.0.0.1:${port}/`, SMTP_URL: `smtp://127.0.0.1:${port}` };
    const deps = { ...t.deps, settings };
    const [transport, gateway] = [openTransport(settings)!, openGateway(settings, () => undefined)];
    const mine = t.deps.db.selectFrom('outbox').where('what', '=', `notification:${sent.id}`);
    await sql`update outbox set state = 'sent' where state = 'queued' and what <> ${`notification:${sent.id}`}`.execute(
      t.deps.db,
    );
    let minutes = 0;
    const pauses: number[] = [];
    while (minutes < 60) {
      await bringDue(deps);
      await sendLettersDue(deps, transport);
      await sendSmsDue(deps, gateway);
      const rows = await mine
        .select([
          'state',
          'failure',
          sql<number>`round(extract(epoch from next_attempt_at - ${deps.clock.now().toISOString()}::timestamptz) / 60)::int`.as(
            'wait',
          ),
        ])
        .execute();
      expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued']);
      for (const { failure } of rows) expect(failure).toBeTruthy();
      pauses.push(rows[0]!.wait);
      minutes += rows[0]!.wait;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32]);
    transport.close();
    await gateway?.close();
    // Both are there again.
    await bringDue(deps);
    const took: string[] = [];
    const back = { sendMail: ({ to }: { to: string }) => Promise.resolve(took.push(to)) } as never;
    const sms = {
      send: ({ to }: { to: string }) => (
        took.push(to),
        Promise.resolve({ kind: 'accepted' as const, gatewayIds: ['1'], costKopecks: null })
      ),
    } as never;
    await sendLettersDue(deps, back);
    await sendSmsDue(deps, sms);
    await sendLettersDue(deps, back);
    await settleMessages(t.deps);
    expect(took).toHaveLength(2);
    expect((await mine.select('state').execute()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });
});
