// Pictures of the instructions that come with the program: each is there, small, of a place that the screens still have, and shown.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picturesOf } from '../../contract/kernel/richTextFold.ts';
import * as c from '../../contract/tutorials.ts';
import { installInstructions } from '../../server/tutorials/installing.ts';
import { instructions, richOf, shownIn } from '../../server/tutorials/standard.ts';
import { shots } from '../e2e/instructions/shots.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'server/tutorials/pictures');
const MOST_BYTES = 60_000;

describe('what comes with the program', () => {
  const shown = instructions.flatMap(({ text }) => shownIn(text));

  it('a picture for each that is shown, each made by the script, none left over', () => {
    const kept = readdirSync(folder)
      .filter((name) => name.endsWith('.webp'))
      .map((name) => name.slice(0, -5));
    expect(kept.toSorted()).toEqual(shown.toSorted());
    expect(shots.map(({ name }) => name).toSorted()).toEqual(shown.toSorted());
    for (const name of kept) expect(statSync(join(folder, `${name}.webp`)).size, name).toBeLessThanOrEqual(MOST_BYTES);
    expect(JSON.parse(readFileSync(join(folder, 'taken.json'), 'utf8'))).toEqual({
      on: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    });
  });

  it('each ringed place stands in a screen, and the words number as many as the picture has', () => {
    const sources = ['resources', 'widgets', 'src']
      .flatMap((part) =>
        readdirSync(join(root, part), { recursive: true }).map((name) => join(root, part, String(name))),
      )
      .filter((name) => name.endsWith('.tsx') && existsSync(name))
      .map((name) => readFileSync(name, 'utf8'))
      .join('\n');
    for (const { name, anchors } of shots) {
      for (const anchor of anchors) expect(sources, `${name}: ${anchor}`).toContain(`data-help="${anchor}"`);
      const caption = instructions.flatMap(
        ({ text }) => new RegExp(`!\\[(.+)\\]\\(${name}\\)`).exec(text)?.[1] ?? [],
      )[0]!;
      const numbers = [...caption.matchAll(/\((\d)\)/g)].map(([, number]) => Number(number));
      expect(Math.max(0, ...numbers), `${name}: ${caption}`).toBeLessThanOrEqual(anchors.length);
    }
  });

  it.each([
    'Первые шаги председателя',
    'Загрузить реестр из Excel',
    'Начислить взнос за год',
    'Принять оплату у окна',
    'Загрузить выписку банка',
    'Почему такой долг',
    'Переоформление гаража',
    'Документы: печать, журнал, копии',
    'Рассылка: кому, чем и за сколько',
    'Права: кто что видит и меняет',
    'Закрыть год',
    'Сменился председатель',
  ])('«%s» has its pictures', (title) => {
    const found = instructions.find((one) => one.title === title);
    expect(shownIn(found!.text).length).toBeGreaterThan(0);
  });

  it('reads a picture as a block of its own, and leaves out one that has no file', () => {
    const text = 'Начало\n\n![Список](list)\n\n![Нет](gone)';
    expect(richOf(text, new Map([['list', 7]])).doc).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'Начало' }] },
      { type: 'image', attrs: { file: 7, alt: 'Список' } },
    ]);
  });
});

describe('in an installation', () => {
  let t: TestApp;
  let root_: Caller;
  let chairman: Caller;
  beforeAll(async () => {
    t = await testApp();
    await installInstructions(t.deps);
    const w = await world(t.deps.db);
    root_ = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    chairman = await as(t, { po: w.po, role: 'chairman' });
  });
  afterAll(() => t.close());
  const open = async (title: string) => {
    const rows = (await chairman.call(c.tutorials.list, {})).body as c.TutorialRow[];
    const { id } = rows.find((row) => row.title === title)!;
    return (await chairman.call(c.tutorials.one, { params: { id } })).body as c.TutorialCard;
  };

  it('a reader sees every picture of the text, the day and the version it was made of', async () => {
    const card = await open('Начислить взнос за год');
    expect(new Set(card.pictures.map(({ id }) => id))).toEqual(new Set(picturesOf(card.body!)));
    expect(card.pictures).toHaveLength(3);
    const picture = await t.app.inject({ url: card.pictures[0]!.url });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(JSON.stringify(card.body!.doc.at(-1))).toMatch(
      /Снимки экрана сделаны \d\d\.\d\d\.20\d\d в программе версии \d/,
    );
    expect(card.checked_on).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it('a text is saved with its pictures; another file is not opened to everybody by its number', async () => {
    const { id, version, title, body } = await open('Закрыть год');
    const words = { kind: 'article' as const, lead: null, topic: 'money' as const, length: null, pages: [], sort: 1 };
    const change = (doc: NonNullable<c.TutorialCard['body']>['doc'], nth: number) =>
      root_.call(c.tutorials.update, {
        params: { id },
        body: {
          ...words,
          title,
          is_active: true,
          checked_on: null,
          body: { v: 1, doc },
          version: nth,
        },
      });
    expect((await change(body!.doc, version)).status).toBe(200);
    const secret = await t.deps.db
      .insertInto('stored_file')
      .values({
        store_key: 'aa/x',
        name: 'паспорт.pdf',
        mime: 'application/pdf',
        size_bytes: 1,
        sha256: 'a',
        created_at: '2026-11-20T09:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const refused = await change([...body!.doc, { type: 'image', attrs: { file: secret.id, alt: '' } }], version + 1);
    expect([refused.status, refused.body.errors]).toEqual([422, { body: 'Такой картинки нет' }]);
  });
});
