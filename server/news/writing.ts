// Writing news: the text, its audience, publishing now or at a moment, withdrawing, files.
import { plainText } from '../../contract/kernel/richTextFold.ts';
import { MOST_NEWS_FILES, type Audience, type NewsBody } from '../../contract/news.ts';
import { keepFile } from '../files/writing.ts';
import { planDue, withdrawDue } from '../jobs/due.ts';
import { act, type Write } from '../kernel/act.ts';
import { countNow } from '../kernel/counters.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { placeOfActor } from '../kernel/scope.ts';
import { countAudience, countUnreadNews, findNews, placesOf, PUBLISH_DUE, type NewsRecord } from './queries.ts';
import { audienceProblem, mayEdit, publishMoment } from './rules.ts';
import { shownNews } from './shown.ts';

export const objectOf = (id: number, name: string) => ({ type: 'news' as const, id, name });
/** Everybody asks for his own number: one message, however many people there are. */
export const tellEverybody = (emit: Write['emit'], count: number) =>
  emit({ everybody: true }, { type: 'new_news_count', message: { count } });

/** What the reader has left to read, on all his devices. */
async function tellOwnCount({ tx, emit }: Write, { actor, now }: Ctx): Promise<void> {
  const message = await countNow(tx, { count: countUnreadNews(actor, now()) });
  await emit({ user: actor.userId }, { type: 'new_news_count', message });
}

/** Writes a news, or changes one; answers its id. @throws 404, 403, 409, 422 by field */
export async function saveNews(ctx: Ctx, body: NewsBody, known?: { id: number; version: number }): Promise<number> {
  const was = known ? await requireOwn(ctx, known.id) : null;
  if (was?.withdrawn_at) throw invalid({ form: 'Новость снята: напишите новую' });
  // One whose moment has come and waits (the schedule stands) is not out yet.
  const outAt = was?.state === 'planned' ? null : (was?.published_at ?? null);
  const moment = publishMoment(body.publish, ctx.now(), outAt);
  const problems = audienceProblem(ctx.actor, body.audience, await placesOf(ctx));
  if ('problem' in moment) problems.publish = moment.problem;
  refuseIf(problems);
  const at = 'at' in moment ? moment.at : null;
  if (at && !(await countAudience(ctx.db, body.audience)))
    throw invalid({ audience: 'Эту новость никто не увидит: у выбранных мест нет таких должностных лиц' });
  const row = {
    title: body.title,
    body: JSON.stringify(body.body),
    plain: plainText(body.body).replace(/\s+/g, ' ').slice(0, 20_000),
    for_all: body.audience.all,
    roles: body.audience.roles,
    is_pinned: body.is_pinned,
    asks_ack: body.asks_ack,
    published_at: at,
    updated_at: ctx.now().toISOString(),
  };
  const isOut = at !== null && new Date(at) <= ctx.now();
  const verb = was ? 'update' : isOut ? 'publish' : 'create';
  return act(ctx, `notification.news_${verb}`, async ({ tx, log, emit }) => {
    const id = known ? await change(tx, known, row, ctx) : await add(tx, row, ctx);
    await setPlaces(tx, id, body.audience);
    await withdrawDue(tx, { what: PUBLISH_DUE, object: String(id) });
    if (at && !isOut) await planDue(tx, { what: PUBLISH_DUE, object: String(id), at: new Date(at) });
    await log({
      object: objectOf(id, body.title),
      text: `${was ? 'Изменена' : 'Написана'} новость «${body.title}»`,
      ...(was ? { before: { title: was.title, body: was.body } } : {}),
      after: { title: body.title, body: body.body, audience: body.audience },
    });
    if (isOut || was?.state === 'published') await tellEverybody(emit, 1);
    return id;
  });
}

type Row = {
  title: string;
  body: string;
  plain: string;
  for_all: boolean;
  roles: string[];
  is_pinned: boolean;
  asks_ack: boolean;
  published_at: string | null;
  updated_at: string;
};

async function add(tx: WriteDb, row: Row, ctx: Ctx): Promise<number> {
  // What is written to everybody by a superuser speaks for the whole society.
  const place = row.for_all ? {} : placeOfActor(ctx.actor);
  const values = { ...row, ...place, author_id: ctx.actor.userId, created_at: ctx.now().toISOString() };
  const { id } = await tx.insertInto('news').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function change(tx: WriteDb, { id, version }: { id: number; version: number }, row: Row, ctx: Ctx) {
  const saved = await tx
    .updateTable('news')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!saved.numUpdatedRows) throw await staleNews(ctx, tx, id);
  return id;
}

/** The refusal of a form that was read before somebody else's save: the card as it is now, to choose between. */
async function staleNews(ctx: Ctx, tx: WriteDb, id: number) {
  const now = await findNews(ctx, tx, id);
  return staleBy(ctx, tx, { type: 'news', id }, now && shownNews(ctx, now));
}

async function setPlaces(tx: WriteDb, id: number, { all, places }: Audience) {
  await tx.deleteFrom('news_place').where('news_id', '=', id).execute();
  if (all) return;
  const unique = [...new Map(places.map((place) => [`${place.level}:${place.id}`, place])).values()];
  await tx
    .insertInto('news_place')
    .values(unique.map((place) => ({ news_id: id, [`${place.level}_id`]: place.id })))
    .execute();
}

/** The news, when the actor may change it. @throws 404, 403 */
export async function requireOwn(ctx: Ctx, id: number): Promise<NewsRecord> {
  const news = await findNews(ctx, ctx.db, id);
  if (!news) throw notFound();
  if (!mayEdit(ctx.actor, news)) throw forbidden('Изменить новость может её автор там, где он её написал');
  return news;
}

/** Takes a news away from its readers; it stays with its author. */
export async function withdraw(ctx: Ctx, id: number, version: number): Promise<void> {
  const news = await requireOwn(ctx, id);
  if (news.withdrawn_at) throw invalid({ form: 'Новость уже снята' });
  await act(ctx, 'notification.news_withdraw', async ({ tx, log, emit }) => {
    const saved = await tx
      .updateTable('news')
      .set({ withdrawn_at: ctx.now().toISOString(), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!saved.numUpdatedRows) throw await staleNews(ctx, tx, id);
    await withdrawDue(tx, { what: PUBLISH_DUE, object: String(id) });
    await log({ object: objectOf(id, news.title), text: `Снята новость «${news.title}»` });
    if (news.state === 'published') await tellEverybody(emit, 0);
  });
}

/** Marks read; answers those that were new. Reading is no event of the register: one line for a whole screen. */
export async function markRead(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await act(ctx, 'user.news_read', async (write) => {
    await write.tx
      .insertInto('news_read')
      .values(ids.map((news_id) => ({ news_id, user_id: ctx.actor.userId, read_at: ctx.now().toISOString() })))
      .onConflict((on) => on.columns(['news_id', 'user_id']).doNothing())
      .execute();
    await write.log({ text: `Прочитаны новости: ${ids.length}` });
    await tellOwnCount(write, ctx);
  });
}

/** «Ознакомлен». @throws 404, 422 where it is not asked */
export async function acknowledge(ctx: Ctx, news: NewsRecord): Promise<void> {
  if (!news.asks_ack) throw invalid({ form: 'Эта новость не просит подтверждения' });
  if (news.ack_at) return;
  const at = ctx.now().toISOString();
  await act(ctx, 'notification.news_ack', async (write) => {
    await write.tx
      .insertInto('news_read')
      .values({ news_id: news.id, user_id: ctx.actor.userId, read_at: at, ack_at: at })
      .onConflict((on) => on.columns(['news_id', 'user_id']).doUpdateSet({ ack_at: at }))
      .execute();
    await write.log({ object: objectOf(news.id, news.title), text: `Ознакомлен с новостью «${news.title}»` });
    await tellOwnCount(write, ctx);
  });
}

/** Puts a file beside the text. */
export async function addFile(ctx: Ctx, id: number, uploaded: UploadedFile): Promise<void> {
  const news = await requireOwn(ctx, id);
  if (news.files.length >= MOST_NEWS_FILES) throw invalid({ file: `Не больше ${MOST_NEWS_FILES} файлов` });
  await keepFile(ctx, uploaded, (fileId, name, write) =>
    write('notification.news_file', async ({ tx, log }) => {
      await tx
        .insertInto('news_file')
        .values({ news_id: id, file_id: await fileId(tx) })
        .execute();
      await log({ object: objectOf(id, news.title), text: `К новости «${news.title}» приложен файл ${name}` });
    }),
  );
}

export async function dropFile(ctx: Ctx, id: number, fileId: number): Promise<void> {
  const news = await requireOwn(ctx, id);
  const file = news.files.find((one) => one.id === fileId);
  if (!file) throw notFound();
  await act(ctx, 'notification.news_file', async ({ tx, log }) => {
    await tx.deleteFrom('news_file').where('id', '=', fileId).execute();
    await log({ object: objectOf(id, news.title), text: `Из новости «${news.title}» убран файл ${file.name}` });
  });
}
