// News: whom they reach, what is unread, who may write to whom, what hostile input does.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/news.ts';
import { menuCounters } from '../../contract/session.ts';
import { doDue } from '../../server/jobs/due.ts';
import { dueKinds } from '../../server/background.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let root: Caller;
let region: Caller;
let mo: Caller;
let chairman: Caller;
let treasurer: Caller;
let sibling: Caller;
let foreign: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  region = await as(t, { region: w.region, role: 'region_staff' });
  mo = await as(t, { mo: w.mo, role: 'mo_head' });
  chairman = await as(t, { po: w.po, role: 'chairman' });
  treasurer = await as(t, { po: w.po, role: 'treasurer', capabilities: [2] });
  sibling = await as(t, { po: w.siblingPo, role: 'chairman' });
  foreign = await as(t, { po: w.foreignPo, role: 'chairman' });
  await t.deps.db.updateTable('app_user').set({ created_at: '2026-01-01T00:00:00Z' }).execute();
});
afterAll(() => t.close());

const text = (words: string) => ({
  v: 1 as const,
  doc: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
});
const draft = (title: string, more: Partial<c.NewsBody> = {}): c.NewsBody => ({
  title,
  body: text(`${title}: подробно`),
  audience: { all: false, places: [{ level: 'mo', id: w.mo }], roles: [] },
  is_pinned: false,
  asks_ack: false,
  publish: 'now',
  ...more,
});
const write = async (who: Caller, title: string, more: Partial<c.NewsBody> = {}) =>
  (await who.call(c.news.create, { body: draft(title, more) })).body as c.NewsCard;
const titles = async (who: Caller, filter: object = {}) =>
  ((await who.call(c.news.list, { query: { filter, range: [0, 99] } })).body as c.NewsRow[]).map(({ title }) => title);
const unread = async (who: Caller) => (await who.call(menuCounters)).body.newNews as number;

describe('whom a news reaches', () => {
  it('those at the place and below it, in the named roles; nobody beside or above', async () => {
    await write(mo, 'Для МО');
    await write(mo, 'Для казначеев', {
      audience: { all: false, places: [{ level: 'po', id: w.po }], roles: ['treasurer'] },
    });
    await write(region, 'Для региона', {
      audience: { all: false, places: [{ level: 'region', id: w.region }], roles: [] },
    });
    await write(root, 'Для всех', { audience: { all: true, places: [], roles: [] } });
    expect(await titles(chairman)).toEqual(['Для всех', 'Для региона', 'Для МО']);
    expect(await titles(treasurer)).toEqual(['Для всех', 'Для региона', 'Для казначеев', 'Для МО']);
    expect(await titles(sibling)).toEqual(['Для всех', 'Для региона', 'Для МО']);
    expect(await titles(region)).toEqual(['Для всех', 'Для региона']);
    expect(await titles(foreign)).toEqual(['Для всех']);
    expect(await titles(mo, { show: 'mine' })).toEqual(['Для казначеев', 'Для МО']);
    expect((await mo.call(c.news.list, { query: { filter: { show: 'everything' } } })).status).toBe(403);
    expect(await titles(root, { show: 'everything' })).toHaveLength(4);
  });

  it('one that is not told to a person is not there for him, neither to open, to read, nor to acknowledge', async () => {
    const { id } = await write(mo, 'Чужая', { asks_ack: true });
    expect((await foreign.call(c.news.one, { params: { id } })).status).toBe(404);
    expect((await foreign.call(c.acknowledgeNews, { params: { id } })).status).toBe(404);
    await foreign.call(c.readNews, { body: { ids: [id] } });
    const rows = await t.deps.db.selectFrom('news_read').where('news_id', '=', id).selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('an official writes to his own place and those below; an audience of nobody is refused', async () => {
    const refused = async (who: Caller, audience: c.Audience) =>
      (await who.call(c.news.create, { body: draft('Нельзя', { audience }) })).body.errors?.audience;
    expect(await refused(mo, { all: true, places: [], roles: [] })).toContain('Всем пишет только суперпользователь');
    expect(await refused(mo, { all: false, places: [], roles: [] })).toBe('Выберите, кому адресована новость');
    for (const place of [
      { level: 'region', id: w.region } as const,
      { level: 'mo', id: w.siblingMo } as const,
      { level: 'po', id: w.cousinPo } as const,
    ])
      expect(await refused(mo, { all: false, places: [place], roles: [] })).toContain('только своему месту');
    expect(
      await refused(root, { all: false, places: [{ level: 'po', id: w.cousinPo }], roles: ['auditor'] }),
    ).toContain('никто не увидит');
    expect((await treasurer.call(c.news.create, { body: draft('Нет права') })).status).toBe(403);
  });
});

describe('reading', () => {
  it('the badge counts what is unread, and two tabs agree', async () => {
    const first = await write(mo, 'Первая непрочитанная');
    const before = await unread(chairman);
    expect(await titles(chairman, { show: 'unread' })).toContain('Первая непрочитанная');
    const read = await chairman.call(c.readNews, { body: { ids: [first.id] } });
    expect([read.body.unread, await unread(chairman)]).toEqual([before - 1, before - 1]);
    await chairman.call(c.readNews, { body: { ids: [first.id] } });
    expect(await unread(chairman)).toBe(before - 1);
    expect(await titles(chairman, { show: 'unread' })).not.toContain('Первая непрочитанная');
  });

  it('the author sees who has read and who has not said «Ознакомлен»; others don’t', async () => {
    const order = await write(mo, 'Приказ', { asks_ack: true });
    const readers = async () => (await mo.call(c.newsReaders, { params: { id: order.id } })).body as c.NewsReaders;
    const at = await readers();
    expect([at.people, at.read, at.acknowledged, at.waiting.length]).toEqual([3, 0, 0, 3]);
    await chairman.call(c.acknowledgeNews, { params: { id: order.id } });
    await treasurer.call(c.readNews, { body: { ids: [order.id] } });
    const then = await readers();
    expect([then.read, then.acknowledged, then.waiting.length]).toEqual([2, 1, 2]);
    expect((await chairman.call(c.newsReaders, { params: { id: order.id } })).status).toBe(403);
  });

  it('one written for later comes out in its time, and can be taken back', async () => {
    const later = await write(mo, 'Будущая', { publish: '2026-11-20T09:05:00Z' });
    expect([later.state, (await titles(chairman)).includes('Будущая')]).toEqual(['planned', false]);
    t.setNow('2026-11-20T09:05:01Z');
    expect(
      await doDue(
        t.deps,
        dueKinds.filter(({ what }) => what === 'news.publish'),
      ),
    ).toBe(1);
    expect(await titles(chairman)).toContain('Будущая');
    const gone = await mo.call(c.withdrawNews, { params: { id: later.id }, body: { version: later.version } });
    expect(gone.body.state).toBe('withdrawn');
    expect(await titles(chairman)).not.toContain('Будущая');
    expect((await chairman.call(c.news.one, { params: { id: later.id } })).status).toBe(404);
    t.setNow('2026-11-20T09:00:00.000Z');
  });
});

describe('one written for later', () => {
  const comes = async (author: Caller, lose: () => Promise<unknown>, more: Partial<c.NewsBody> = {}) => {
    const { id } = await write(author, 'Позже', { publish: '2026-11-20T09:05:00Z', ...more });
    await lose();
    t.setNow('2026-11-20T09:05:01Z');
    // Nobody reads it before it was asked whether its author may still write here.
    const early = (await chairman.call(c.news.one, { params: { id } })).status;
    await doDue(
      t.deps,
      dueKinds.filter(({ what }) => what === 'news.publish'),
    );
    const row = await t.deps.db.selectFrom('news').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const { rows: letters } = await sql<{
      subject: string;
    }>`select o.subject from outbox o join app_user u on u.email = o.recipient
      where u.id = ${author.userId}`.execute(t.deps.db);
    const answer = { early, late: (await chairman.call(c.news.one, { params: { id } })).status, row, letters };
    t.setNow('2026-11-20T09:00:00.000Z');
    return answer;
  };
  const set = (who: Caller, values: object) =>
    t.deps.db.updateTable('app_user').set(values).where('id', '=', who.userId).execute();

  it('is a draft again where its author has lost the place or the right, and he is told', async () => {
    for (const lose of [
      (who: Caller) => t.deps.db.deleteFrom('user_right').where('user_id', '=', who.userId).execute(),
      (who: Caller) => set(who, { capabilities: [1, 2] }),
    ]) {
      const author = await as(t, { mo: w.mo });
      const { early, late, row, letters } = await comes(author, () => lose(author));
      expect([early, late, row.published_at]).toEqual([404, 404, null]);
      expect(letters).toEqual([{ subject: 'Новость «Позже» не вышла' }]);
      expect((await author.call(c.news.one, { params: { id: row.id } })).body.state).toBe('draft');
    }
  });

  it('whose moment came while the schedule stood is not out: it is moved, made a draft, never let out unasked', async () => {
    const { id, version } = await write(mo, 'Ждёт расписания', { publish: '2026-11-20T09:02:00.000Z' });
    t.setNow('2026-11-20T09:05:00.000Z');
    const change = (publish: string, of: number) =>
      mo.call(c.news.update, { params: { id }, body: { ...draft('Ждёт расписания'), publish, version: of } as never });
    const moved = await change('2026-11-20T09:09:00.000Z', version);
    const taken = await change('draft', version + 1);
    t.setNow('2026-11-20T09:00:00.000Z');
    expect([moved.body.state, moved.body.published_at]).toEqual(['planned', expect.stringContaining('09:09:00')]);
    expect([taken.status, taken.body.state]).toEqual([200, 'draft']);
  });

  it('of one who has left stays a draft without a letter; of the whole society a superuser tells', async () => {
    const gone = await as(t, { mo: w.mo });
    const left = await comes(gone, () => set(gone, { is_active: false }));
    expect([left.late, left.row.published_at, left.letters]).toEqual([404, null, []]);
    const chief = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    const audience = { all: true, places: [], roles: [] };
    expect((await comes(chief, () => set(chief, { is_superuser: 0 }), { audience })).late).toBe(404);
    const good = await as(t, { mo: w.mo });
    expect(await comes(good, async () => undefined)).toMatchObject({ early: 404, late: 200 });
  });
});

describe('writing', () => {
  it('only the author and superusers change it; who is late is told', async () => {
    const { id, version } = await write(mo, 'Опечтка');
    const change = (who: Caller) =>
      who.call(c.news.update, { params: { id }, body: { ...draft('Опечатка'), version } });
    expect((await chairman.call(c.news.update, { params: { id }, body: { ...draft('Взлом'), version } })).status).toBe(
      403,
    );
    expect((await change(mo)).body).toMatchObject({ title: 'Опечатка', state: 'published', version: version + 1 });
    expect((await change(root)).status).toBe(409);
  });

  it('what was withdrawn is neither changed nor withdrawn again; who is late to withdraw is told', async () => {
    const { id, version } = await write(mo, 'Снимут');
    const withdraw = (of: number) => mo.call(c.withdrawNews, { params: { id }, body: { version: of } });
    expect([
      (await withdraw(version + 1)).status,
      (await chairman.call(c.news.one, { params: { id } })).status,
    ]).toEqual([409, 200]);
    expect((await withdraw(version)).body.state).toBe('withdrawn');
    expect((await withdraw(version + 1)).body.errors).toEqual({ form: 'Новость уже снята' });
    const body = { ...draft('Снимут'), version: version + 1 };
    expect((await mo.call(c.news.update, { params: { id }, body })).body.errors).toEqual({
      form: 'Новость снята: напишите новую',
    });
    expect((await chairman.call(c.news.one, { params: { id } })).status).toBe(404);
  });

  it('«Ознакомлен» is said once, keeps its moment, and only where it is asked', async () => {
    const { id } = await write(mo, 'Ознакомиться', { asks_ack: true });
    const plain = await write(mo, 'Без подписи');
    const said = () =>
      t.deps.db.selectFrom('news_read').where('news_id', '=', id).select(['user_id', 'ack_at']).execute();
    await chairman.call(c.acknowledgeNews, { params: { id } });
    const before = await said();
    t.setNow('2026-11-20T09:10:00.000Z');
    expect((await chairman.call(c.acknowledgeNews, { params: { id } })).status).toBe(200);
    expect((await chairman.call(c.acknowledgeNews, { params: { id: plain.id } })).body.errors).toEqual({
      form: 'Эта новость не просит подтверждения',
    });
    t.setNow('2026-11-20T09:00:00.000Z');
    expect([before.length, await said()]).toEqual([1, before]);
  });

  it('ten files stand beside a news, an eleventh is refused', async () => {
    const { id } = await write(mo, 'С файлами');
    const add = async () => {
      const form = new FormData();
      form.append('file', new Blob(['%PDF-1.4']), 'a.pdf');
      const sent = new Response(form);
      const reply = await t.app.inject({
        method: 'POST',
        url: c.addNewsFile.path.replace(':id', String(id)),
        headers: {
          authorization: `Bearer ${mo.token}`,
          'x-fingerprint': 'f'.repeat(64),
          'content-type': sent.headers.get('content-type')!,
        },
        payload: Buffer.from(await sent.arrayBuffer()),
      });
      return reply.json() as { files?: unknown[]; errors?: object };
    };
    await sql`with kept as (insert into stored_file (name, mime, size_bytes, sha256, store_key)
        select n || '.pdf', 'application/pdf', 1, 'x', 'news-' || n from generate_series(1, ${c.MOST_NEWS_FILES - 1}::int) n returning id)
      insert into news_file (news_id, file_id) select ${id}, id from kept`.execute(t.deps.db);
    expect((await add()).files).toHaveLength(c.MOST_NEWS_FILES);
    expect((await add()).errors).toEqual({ file: 'Не больше 10 файлов' });
  });

  it('bad input is refused on its field', async () => {
    const errors = async (more: object) =>
      (await mo.call(c.news.create, { body: { ...draft('Плохо'), ...more } as c.NewsBody })).body.errors;
    expect(Object.keys(await errors({ title: ' ' }))).toEqual(['title']);
    expect(await errors({ publish: '2020-01-01T00:00:00Z' })).toEqual({ publish: 'Это время уже прошло' });
    expect(await errors({ publish: '2099-01-01T00:00:00Z' })).toEqual({ publish: 'Не дальше года вперёд' });
    const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
    const hostile = [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }];
    expect(await errors({ body: { v: 1, doc: hostile } })).toBeTruthy();
    expect(await errors({ body: { v: 1, doc: [{ type: 'script', content: [] }] } })).toBeTruthy();
    expect(await errors({ body: '<script>alert(1)</script>' })).toBeTruthy();
    const inert = await write(mo, '<script>alert(1)</script>');
    expect(inert.title).toBe('<script>alert(1)</script>');
    const counted = await mo.call(c.newsAudience, {
      body: { audience: { all: false, places: [{ level: 'po', id: w.foreignPo }], roles: [] } },
    });
    expect(counted.body.people).toBe(0);
  });

  it('pages walked while new ones arrive show each exactly once, a repeat is skipped by its id', async () => {
    const MANY = 10_000;
    await sql`insert into news (title, body, plain, author_id, for_all, published_at)
      select 'Поток ' || n, ${JSON.stringify(text('x'))}::jsonb, 'поток', ${mo.userId}, true, timestamptz '2026-01-01' + make_interval(mins => n)
      from generate_series(1, ${MANY}::int) as n`.execute(t.deps.db);
    const shown = new Map<number, string>();
    const PAGE = 100;
    for (let first = 0; ; first += PAGE) {
      const range: [number, number] = [first, first + PAGE - 1];
      const page = await chairman.call(c.news.list, { query: { filter: { q: 'поток' }, range } });
      for (const row of page.body as c.NewsRow[]) shown.set(row.id, row.title);
      if ((page.body as unknown[]).length < PAGE) break;
      await write(mo, `Новый поток ${first}`);
    }
    const old = [...shown.values()].filter((title) => title.startsWith('Поток'));
    expect([old.length, new Set(old).size]).toEqual([MANY, MANY]);
  });
});
