// Instructions: their numbers, what is new, files told by their bytes, pieces of a film.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/tutorials.ts';
import { installInstructions } from '../../server/tutorials/installing.ts';
import { instructions } from '../../server/tutorials/standard.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let root: Caller;
let chairman: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  chairman = await as(t, { po: w.po, role: 'chairman' });
});
afterAll(() => t.close());

const article = {
  kind: 'article' as const,
  title: 'Первые шаги',
  lead: 'с чего начать',
  topic: 'start' as const,
  length: '5 минут',
  body: {
    v: 1 as const,
    doc: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Реквизиты' }] }],
  },
  pages: ['garages' as const],
  sort: 10,
  is_active: true,
  checked_on: '2026-11-01',
};
const send = async (id: number, name: string, bytes: Buffer, headers: Record<string, string> = {}) => {
  const boundary = 'film-form';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: video/mp4\r\n\r\n`;
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/tutorials/${id}/file/`,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      authorization: `Bearer ${root.token}`,
      'x-fingerprint': 'f'.repeat(64),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
  });
  return { status: reply.statusCode, body: reply.json() };
};
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100_000, 7)]);

it('an article is found by its words and its page, counted by kind, new until the list is visited, read once', async () => {
  const made = await root.call(c.tutorials.create, { body: article });
  expect(made.status, made.text).toBe(200);
  const list = async (filter: object) => (await chairman.call(c.tutorials.list, { query: { filter } })).body;
  expect(await list({ q: 'реквиз', page: 'garages' })).toMatchObject([
    { title: 'Первые шаги', is_new: true, is_read: false },
  ]);
  expect(await list({ page: 'profiles' })).toEqual([]);
  const types = async () => (await chairman.call(c.tutorialTypes)).body;
  expect(await types()).toMatchObject({ newTutorialCounter: 1, read: 0, all: 1 });
  t.setNow('2026-11-20T09:01:00Z');
  await chairman.call(c.visitTutorials);
  await chairman.call(c.readTutorial, { params: { id: made.body.id }, body: { helped: true } });
  await chairman.call(c.readTutorial, { params: { id: made.body.id }, body: {} });
  expect(await types()).toMatchObject({ newTutorialCounter: 0, read: 1 });
  expect((await root.call(c.tutorials.one, { params: { id: made.body.id } })).body.votes).toEqual({ yes: 1, no: 0 });
});

it('a film is taken by its bytes, shown when it is there, and given piece by piece', async () => {
  const body = { ...article, kind: 'video' as const, title: 'Касса за день', body: null, pages: [], is_active: false };
  const { id, version } = (await root.call(c.tutorials.create, { body })).body as c.TutorialCard;
  const early = await root.call(c.tutorials.update, { params: { id }, body: { ...body, is_active: true, version } });
  expect(early.body.errors).toEqual({ is_active: 'Сначала приложите файл, потом показывайте' });
  expect((await send(id, 'film.mp4', Buffer.from('MZ this is a program'))).body.errors.file).toBe(
    'Нужно видео MP4 или WEBM',
  );
  expect((await send(id, 'film.mp4', film.subarray(0, 40), { 'content-length': String(2 ** 31) })).status).toBe(413);
  const sent = await send(id, 'film.mp4', film);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { url } = sent.body.file;
  const piece = await t.app.inject({ url, headers: { range: 'bytes=4-11' } });
  expect([piece.statusCode, piece.payload, piece.headers['content-range']]).toEqual([
    206,
    'ftypmp42',
    `bytes 4-11/${film.length}`,
  ]);
  const tail = await t.app.inject({ url, headers: { range: 'bytes=-2' } });
  expect([tail.statusCode, tail.headers['content-length']]).toEqual([206, '2']);
  expect((await chairman.call(c.tutorials.one, { params: { id } })).status).toBe(404);
});

it('a PDF that is a program is refused, and so is a file for an article', async () => {
  const pdf = { ...article, kind: 'pdf' as const, body: null, is_active: false };
  const { id } = (await root.call(c.tutorials.create, { body: pdf })).body;
  expect((await send(id, 'акт.pdf', Buffer.from('MZ\x90\0 program'))).body.errors.file).toBe('Нужен файл PDF');
  expect((await send(id, 'акт.pdf', Buffer.from('<script>alert(1)</script>'))).body.errors.file).toBe('Нужен файл PDF');
  const { status, body } = await send(id, 'акт.pdf', Buffer.from('%PDF-1.7\n'));
  expect(status).toBe(200);
  // A film is not shown by a file of paper.
  const asFilm = { ...pdf, kind: 'video' as const, is_active: true, version: body.version };
  expect((await root.call(c.tutorials.update, { params: { id }, body: asFilm })).body.errors).toEqual({
    is_active: 'Сначала приложите файл, потом показывайте',
  });
  const { id: text } = (await root.call(c.tutorials.create, { body: article })).body;
  expect((await send(text, 'акт.pdf', Buffer.from('%PDF-1.7\n'))).status).toBe(422);
  expect((await chairman.call(c.tutorials.create, { body: article })).status).toBe(403);
  const script = { ...article, body: { v: 1, doc: [{ type: 'iframe' }] } } as unknown as typeof article;
  expect((await root.call(c.tutorials.create, { body: script })).status).toBe(422);
});

it('F1 of a page opens the instruction a superuser gives it, which points only at places the page has', async () => {
  const steps = [{ page: 'news' as const, anchor: 'rows', text: 'Список новостей' }];
  const one = (
    await root.call(c.tutorials.create, { body: { ...article, title: 'О новостях', pages: ['news'], steps } })
  ).body as c.TutorialCard;
  expect(one.steps).toEqual(steps);
  const wrong = { ...article, steps: [{ page: 'news' as const, anchor: 'totals', text: 'Итоги' }] };
  expect(JSON.stringify((await root.call(c.tutorials.create, { body: wrong })).body.errors)).toContain(
    'Такого места на этой странице нет',
  );
  const other = (await root.call(c.tutorials.create, { body: { ...article, title: 'Другая', pages: [], sort: 99 } }))
    .body;
  const opened = async () => {
    const { data } = (await root.call(c.helpPages)).body as { data: { page: string; tutorial_id: number | null }[] };
    return data.find(({ page }) => page === 'news')!.tutorial_id;
  };
  const drawer = async () =>
    (await chairman.call(c.tutorials.list, { query: { filter: { page: 'news' } } })).body.map(
      (row: c.TutorialRow) => row.id,
    );
  expect([await opened(), await drawer()]).toEqual([one.id, [one.id]]);
  expect((await root.call(c.setHelpPage, { body: { page: 'news', tutorial_id: other.id } })).status).toBe(204);
  expect([await opened(), await drawer()]).toEqual([other.id, [other.id]]);
  const hidden = (await root.call(c.tutorials.create, { body: { ...article, is_active: false } })).body;
  const refused = await root.call(c.setHelpPage, { body: { page: 'news', tutorial_id: hidden.id } });
  expect(refused.body.errors).toEqual({ tutorial_id: 'Инструкция скрыта: сначала покажите её' });
  expect((await chairman.call(c.setHelpPage, { body: { page: 'news', tutorial_id: one.id } })).status).toBe(403);
  await root.call(c.setHelpPage, { body: { page: 'news', tutorial_id: null } });
  expect([await opened(), await drawer()]).toEqual([null, []]);
});

it('first steps are ticked by facts', async () => {
  const steps = (await chairman.call(c.firstSteps)).body.data as { key: string; done: boolean }[];
  expect(Object.fromEntries(steps.map(({ key, done }) => [key, done]))).toEqual({
    requisites: false,
    registry: false,
    charge: false,
    payment: false,
    people: false,
  });
});

it('an installation begins with the instructions of the program; what superusers removed does not come back', async () => {
  const fresh = await testApp();
  try {
    const titles = async () =>
      (await fresh.deps.db.selectFrom('tutorial').orderBy('sort').select(['title', 'is_active']).execute()).map(
        ({ title }) => title,
      );
    await Promise.all([installInstructions(fresh.deps), installInstructions(fresh.deps)]);
    expect(await titles()).toEqual(instructions.map(({ title }) => title));
    const place = await world(fresh.deps.db);
    const reader = await as(fresh, { po: place.po });
    const listed = (await reader.call(c.tutorials.list, {})).body as c.TutorialRow[];
    expect(listed).toHaveLength(instructions.length);
    const keeper = await as(fresh, { region: place.region, isSuperuser: 2, role: 'superuser' });
    const { data } = (await keeper.call(c.helpPages)).body as { data: { tutorial_id: number | null }[] };
    expect(data.every(({ tutorial_id }) => tutorial_id !== null)).toBe(true);
    await fresh.deps.db.deleteFrom('tutorial').execute();
    await installInstructions(fresh.deps);
    expect(await titles()).toEqual([]);
    const lines = await fresh.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.tutorial')
      .select(['text', 'user_name'])
      .execute();
    expect(lines).toEqual([{ text: `Добавлены инструкции программы: ${instructions.length}`, user_name: 'Программа' }]);
  } finally {
    await fresh.close();
  }
});

it('what a newer version brought is offered, added once when a superuser says so, and takes no page that has its help', async () => {
  const missing = async () =>
    (await root.call(c.programTutorials)).body.data.map(({ title }: { title: string }) => title);
  const add = (titles: string[]) => root.call(c.addProgramTutorials, { body: { titles } });
  const all = instructions.map(({ title }) => title);
  expect((await add(await missing())).status).toBe(200);
  expect(await missing()).toEqual([]);
  const rowsOf = (title: string) =>
    t.deps.db.selectFrom('tutorial').where('title', '=', title).select(['id', 'pages', 'is_active']).execute();
  let [title, id] = ['', 0];
  for (const name of all) {
    const [row] = await rowsOf(name);
    if (row!.pages.length) [title, id] = [name, row!.id];
  }
  await t.deps.db.updateTable('tutorial').set({ title: 'Переписано у нас' }).where('id', '=', id).execute();
  expect(await missing()).toEqual([title]);
  const strange = await add([title, 'Как печь пироги']);
  expect([strange.status, strange.body.errors?.titles]).toEqual([422, 'В программе нет инструкции «Как печь пироги»']);
  const twice = await Promise.all([add([title]), add([title])]);
  expect(twice.reduce((sum, { body }) => sum + (body.added as number), 0)).toBe(1);
  expect((await rowsOf(title)).map(({ pages, is_active }) => ({ pages, is_active }))).toEqual([
    { pages: [], is_active: true },
  ]);
  expect(await missing()).toEqual([]);
});
