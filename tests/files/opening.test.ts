// Who may open a file that shows somebody's data, what the log says of it, and how long its link is good.
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../contract/files.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { jobFile } from '../../contract/jobs.ts';
import { addNewsFile, news, withdrawNews } from '../../contract/news.ts';
import { setPoPicture, poPictures } from '../../contract/documents/pictures.ts';
import { reregistrations, type Paper } from '../../contract/reregistrations.ts';
import { attachReregistrationPaper, openReregistrationPaper } from '../../contract/reregistrations/steps.ts';
import { askWithFile, supportEvents } from '../../contract/support.ts';
import { viewAs } from '../../contract/users.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { sql } from 'kysely';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { attach as bring } from '../kit/attach.ts';
import { listen } from '../kit/ears.ts';
import { multipart } from '../kit/multipart.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, inWork, ownedGarage, tariff } from '../reregistrations/kit.ts';
import { account, Browser } from '../session/people.ts';

const PDF = Buffer.from('%PDF-1.4\n%%EOF');
let t: TestApp;
let w: World;
let mo: Caller;
let money: Caller;
let picture: Buffer;
let host = '';
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  money = await as(t, { mo: w.mo, capabilities: [2] });
  await tariff(t, 'full', 300_000);
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  host = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());

/** Sends a form with one file and what else stands in it. */
async function send(
  who: Caller,
  call: AnyEndpoint,
  params: object,
  { bytes = PDF, name = 'скан.pdf', ...fields }: { bytes?: Buffer; name?: string; kind?: string; key?: string } = {},
) {
  const rest = Object.entries(fields).map(([field, value]) => ({ name: field, body: Buffer.from(value) }));
  const { payload, contentType } = multipart([
    ...rest,
    { name: 'file', body: bytes, filename: name, type: 'application/octet-stream' },
  ]);
  const reply = await t.app.inject({
    method: call.method,
    url: pathOf(call, params as never),
    payload,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': contentType },
  });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
  return reply.json();
}
const bytesOf = async (url: string) => (await t.app.inject({ url })).statusCode;
const looks = (who: Caller) =>
  t.deps.db
    .selectFrom('action_log')
    .where('verb', 'like', '%.open_file')
    .where('user_id', '=', who.userId)
    .orderBy('object_id')
    .orderBy('id')
    .select(['object_type', 'object_id', 'text', 'mo_id'])
    .execute();

/** A case in work with the scan of its contract. */
async function scanned() {
  const garage = await ownedGarage(mo, w.po);
  const person = await newPerson(mo, w.po);
  const { id } = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId: person.id }] }));
  await send(mo, attachReregistrationPaper, { id, kind: 'contract' });
  const sides = await t.deps.db
    .selectFrom('reregistration_party')
    .where('reregistration_id', '=', id)
    .select('profile_id')
    .execute();
  return { id, sides: sides.map((side) => side.profile_id).sort((one, other) => one - other) };
}
const paperOf = async (who: Caller, id: number): Promise<Paper> =>
  (await who.call(reregistrations.one, { params: { id } })).body.papers.find(({ kind }: Paper) => kind === 'contract');

describe('a scan of a case', () => {
  it('opens by a call of its own, and both sides find the look', async () => {
    const { id, sides } = await scanned();
    expect(sides).toHaveLength(2);
    expect(await paperOf(mo, id)).toMatchObject({ file: { name: 'скан.pdf' } });
    expect(JSON.stringify(await paperOf(mo, id))).not.toContain('signature');
    const reader = await as(t, { po: w.po, capabilities: [1] });
    const params = { id, kind: 'contract' };
    const { body } = await reader.call(openReregistrationPaper, { params });
    expect(await bytesOf(body.url)).toBe(200);
    expect(await looks(reader)).toEqual(
      sides.map((profile) => ({
        object_type: 'profile',
        object_id: profile,
        text: `Открыт скан: Договор купли-продажи (переоформление № ${id})`,
        mo_id: w.mo,
      })),
    );
  });

  it('opens for nobody without the right, of another place, or where there is none', async () => {
    const { id } = await scanned();
    const open = async (who: Caller, kind = 'contract') =>
      (await who.call(openReregistrationPaper, { params: { id, kind } })).status;
    expect([await open(money), await open(await as(t, { mo: w.foreignMo }))]).toEqual([403, 404]);
    expect([await open(mo, 'application'), await open(mo, 'нет')]).toEqual([404, 404]);
    expect((await paperOf(money, id)).file).toBeNull();
  });
});

describe('a file of a garage or a case', () => {
  it('that is a scan or a consent opens with the right, on record of the owners; another one for all', async () => {
    const owner = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, {
      alreadyExistProfile: [{ profileId: owner.id, share: null, isPrimary: true }],
      ownedSince: '2020-01-01',
    });
    const reader = await as(t, { mo: w.mo });
    const put = async (kind: string) => {
      const object = { type: 'garage', objectId: garage.id };
      const kept = await send(mo, files.attach, object, { kind, bytes: picture, name: `${kind}.png` });
      return kept.data[0] as files.Attachment;
    };
    for (const kind of ['scan', 'consent', 'photo', 'file']) {
      const isSealed = kind === 'scan' || kind === 'consent';
      const { id, thumb } = await put(kind);
      expect(thumb, kind).not.toBeNull();
      const open = (who: Caller) => who.call(files.openAttachment, { params: { id } });
      expect([kind, (await open(money)).status]).toEqual([kind, isSealed ? 403 : 200]);
      const { body } = await money.call(files.attachments, { params: { type: 'garage', objectId: garage.id } });
      const [seen] = body.data as files.Attachment[];
      expect([seen!.may_open, seen!.thumb === null]).toEqual([!isSealed, isSealed]);
      expect((await open(reader)).status).toBe(200);
    }
    const name = `гараж ${[garage.section, garage.number].filter(Boolean).join(' ')}`;
    expect((await looks(reader)).map(({ object_id, text }) => [object_id, text])).toEqual([
      [owner.id, `Открыт файл: Скан (${name})`],
      [owner.id, `Открыт файл: Согласие (${name})`],
    ]);
  });

  it('of a case is seen by both sides, of a garage without owners by its card', async () => {
    const { id, sides } = await scanned();
    const empty = await newGarage(mo, w.po);
    const reader = await as(t, { mo: w.mo });
    for (const object of [
      { type: 'reregistration', objectId: id },
      { type: 'garage', objectId: empty.id },
    ]) {
      const [kept] = (await bring(t, mo, object, 'скан.pdf', PDF)).body.data;
      expect((await reader.call(files.openAttachment, { params: { id: kept.id } })).status).toBe(200);
    }
    const seen = (await looks(reader)).map((line) => `${line.object_type} ${line.object_id}`).sort();
    expect(seen).toEqual([`garage ${empty.id}`, ...sides.map((one) => `profile ${one}`)].sort());
  });
});

describe('through somebody else’s eyes', () => {
  const eyes = async (chief: number) => {
    const root = await account(t, { rights: [{ region_id: w.region }], isSuperuser: 2 });
    const browser = new Browser(t);
    await browser.signIn(root.email);
    const { body } = await browser.call(viewAs, { level: 'mo', place: w.mo }, {}, { id: chief });
    return { token: body.token as string, browser, see: caller(t.app, body.token, '127.0.0.1', browser.fingerprint) };
  };

  it('no scan, no small picture of one, no file that he ordered', async () => {
    const chief = await as(t, { mo: w.mo });
    const { see } = await eyes(chief.userId);
    const person = await newPerson(mo, w.po);
    const object = { type: 'profile', objectId: person.id };
    const kept = (await send(mo, files.attach, object, { bytes: picture, name: 'паспорт.png' })).data[0];
    expect(kept.thumb).not.toBeNull();
    const [seen] = (await see(files.attachments, { params: object })).body.data as files.Attachment[];
    expect([seen!.thumb, seen!.may_open]).toEqual([null, false]);
    const { id } = await scanned();
    const card = (await see(reregistrations.one, { params: { id } })).body;
    expect(card.papers.length).toBeGreaterThan(0);
    expect(JSON.stringify(card.papers)).not.toContain('signature');
    expect((await see(openReregistrationPaper, { params: { id, kind: 'contract' } })).status).toBe(403);
    const { id: job } = await orderedFile(chief);
    expect((await see(jobFile, { params: { id: job } })).status).toBe(403);
    expect((await chief.call(jobFile, { params: { id: job } })).status).toBe(200);
  });

  it('the file that comes live is for its author alone', async () => {
    const chief = await as(t, { mo: w.mo });
    const { token, browser } = await eyes(chief.userId);
    const path = `/ws/${chief.userId}`;
    const [own, looking] = [
      await listen(t.deps.db, host, path, ['auth', chief.token, 'f'.repeat(64)]),
      await listen(t.deps.db, host, path, ['auth', token, browser.fingerprint]),
    ];
    const { id } = await orderedFile(chief);
    const said = { audience: { user: chief.userId }, message: { type: 'file_ready', message: { job_id: id } } };
    await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(said)})`.execute(t.deps.db);
    await expect.poll(() => own.heard.map(({ type }) => type)).toEqual(['file_message']);
    await looking.caughtUp();
    expect(looking.socket.readyState).toBe(looking.socket.OPEN);
    expect(looking.heard).toEqual([]);
    for (const { socket } of [own, looking]) socket.terminate();
  });
});

/** A job of his that has made its file. */
async function orderedFile(who: Caller): Promise<{ id: number }> {
  const stored = await t.deps.files.put(Buffer.from('Гаражов;4509 123456'));
  const { id } = await t.deps.db
    .insertInto('stored_file')
    .values({
      store_key: stored.storeKey,
      name: 'люди.csv',
      mime: 'text/csv',
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return t.deps.db
    .insertInto('background_job')
    .values({
      kind: 'export',
      title: 'Люди',
      user_id: who.userId,
      mo_id: w.mo,
      region_id: w.region,
      status: 'done',
      actor: JSON.stringify({ mo: w.mo }),
      file_id: id,
      file_until: '2027-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

describe('a link to a personal file', () => {
  const opened = async (who: Caller) => {
    const person = await newPerson(mo, w.po);
    const [kept] = (await bring(t, mo, { type: 'profile', objectId: person.id }, 'паспорт.pdf', PDF)).body.data;
    const { body } = await who.call(files.openAttachment, { params: { id: kept.id } });
    expect(await bytesOf(body.url)).toBe(200);
    return body.url as string;
  };

  it('ends with any change of its reader’s rights', async () => {
    const clerk = await as(t, { mo: w.mo });
    const url = await opened(clerk);
    await t.deps.db
      .updateTable('app_user')
      .set((e) => ({ capabilities: [2], rights_version: e('rights_version', '+', 1) }))
      .where('id', '=', clerk.userId)
      .execute();
    expect(await bytesOf(url)).toBe(404);
  });

  it('ends when the session has run out, or the one in which a look was begun', async () => {
    const session = async (who: Caller, values: object) =>
      t.deps.db.updateTable('session').set(values).where('user_id', '=', who.userId).execute();
    const clerk = await as(t, { mo: w.mo });
    const url = await opened(clerk);
    await session(clerk, { expires_at: '2026-11-20T09:00:00Z' });
    expect(await bytesOf(url)).toBe(404);
    const second = await as(t, { mo: w.mo });
    const [own] = await t.deps.db.selectFrom('session').where('user_id', '=', mo.userId).select('id').execute();
    const link = await opened(second);
    await session(second, { parent_id: own!.id });
    expect(await bytesOf(link)).toBe(200);
    const until = (moment: string) => session(mo, { expires_at: moment });
    await until('2026-11-20T09:00:00Z');
    expect(await bytesOf(link)).toBe(404);
    await until('2099-01-01T00:00:00Z');
    await session(mo, { ended_at: '2026-11-20T09:00:00Z' });
    expect(await bytesOf(link)).toBe(404);
    await session(mo, { ended_at: null });
  });
});

describe('links to files of talks, facsimiles and news', () => {
  it('end with the reader’s session', async () => {
    const asker = await as(t, { mo: w.mo });
    const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
    const author = await as(t, { mo: w.mo });
    const { thread } = await send(asker, askWithFile, {}, { key: 'k'.repeat(20) });
    const events = await asker.call(supportEvents, { params: { id: thread.id }, query: { after: 0 } });
    await send(root, setPoPicture, { id: w.po, kind: 'stamp' }, { bytes: picture, name: 'печать.png' });
    const links = new Map<Caller, string>([
      [asker, events.body.events[0].file.url],
      [root, (await root.call(poPictures, { params: { id: w.po } })).body.stamp.url],
      [author, (await newsFile(author)).files[0].url],
    ]);
    for (const [who, url] of links) {
      expect(await bytesOf(url)).toBe(200);
      await t.deps.db
        .updateTable('session')
        .set({ ended_at: '2026-11-20T09:00:00Z' })
        .where('user_id', '=', who.userId)
        .execute();
      expect(await bytesOf(url), url).toBe(404);
    }
  });

  it('a news that is taken back takes its files from its readers, not from its author', async () => {
    const [author, reader] = [await as(t, { mo: w.mo }), await as(t, { mo: w.mo })];
    const card = await newsFile(author);
    const urlOf = async (who: Caller): Promise<string> =>
      (await who.call(news.one, { params: { id: card.id } })).body.files[0].url;
    const [own, told] = [await urlOf(author), await urlOf(reader)];
    expect([await bytesOf(own), await bytesOf(told)]).toEqual([200, 200]);
    const { status } = await author.call(withdrawNews, { params: { id: card.id }, body: { version: card.version } });
    expect(status).toBe(200);
    expect([await bytesOf(own), await bytesOf(told)]).toEqual([200, 404]);
  });
});

async function newsFile(author: Caller) {
  const made = await author.call(news.create, {
    body: {
      title: 'Собрание',
      body: { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'В субботу' }] }] },
      audience: { all: false, roles: [], places: [{ level: 'mo', id: w.mo }] },
      is_pinned: false,
      asks_ack: false,
      publish: 'now',
    },
  });
  if (made.status !== 200) throw new Error(made.text);
  return send(author, addNewsFile, { id: made.body.id });
}
