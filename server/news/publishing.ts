// A news that was planned comes out at its moment, if its author may still write there; else it is a draft again.
import { pages } from '../../contract/pages.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { authorNow } from '../jobs/author.ts';
import type { DueKind } from '../jobs/due.ts';
import { act, type Write } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps, type ReadDb } from '../kernel/ctx.ts';
import { writeToUser } from '../ports/userLetter.ts';
import { findNews, PUBLISH_DUE, type NewsRecord } from './queries.ts';
import { stateOf } from './rules.ts';
import { objectOf, tellEverybody } from './writing.ts';

/** What was planned for a moment is told when it comes. */
export const publishDue: DueKind = {
  what: PUBLISH_DUE,
  title: 'Выход новости',
  lateAfterMs: 86_400_000,
  late: 'run',
  async run(deps: Deps, due) {
    const ctx = workCtx(deps, { name: 'Расписание', isSuperuser: SUPERUSER });
    const news = await findNews(ctx, deps.db, Number(due.object));
    const lost = news && (await lostBy(deps.db, news));
    await act(ctx, 'notification.news_publish', async (write) => {
      await due.done(write.tx);
      const isOut = news !== null && stateOf(news, ctx.now()) === 'published';
      if (isOut && lost) return backToAuthor(ctx, write, news, lost);
      await write.log({
        ...(news ? { object: objectOf(news.id, news.title) } : {}),
        text: isOut ? `Вышла новость «${news.title}»` : 'Выход новости отменён: она снята или перенесена',
      });
      if (isOut) await tellEverybody(write.emit, 1);
    });
  },
};

/** Why its author may not tell it any more; null when he may. Of the whole society a superuser tells. */
async function lostBy(db: ReadDb, { author_id, for_all, region_id, mo_id, po_id }: NewsRecord): Promise<string | null> {
  const actor = { isSuperuser: for_all ? SUPERUSER : 0, region: region_id, mo: mo_id, po: po_id };
  const { lost } = await authorNow(db, author_id, { actor, capability: 3 });
  return lost === null ? null : 'У автора больше нет права писать новости этому месту';
}

/** A draft again: nobody was told. The author hears of it while he works here. */
async function backToAuthor(ctx: Ctx, { tx, log }: Write, news: NewsRecord, why: string): Promise<void> {
  await tx
    .updateTable('news')
    .set({ published_at: null, version: news.version + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', news.id)
    .execute();
  const { region_id, mo_id, po_id } = news;
  await log({
    object: objectOf(news.id, news.title),
    place: { region_id, mo_id, po_id },
    text: `Запланированная новость «${news.title}» не вышла и снова черновик. ${why}`,
  });
  await writeToUser(tx, ctx, news.author_id, {
    subject: `Новость «${news.title}» не вышла`,
    text: `Запланированная новость «${news.title}» не вышла и снова черновик.\n\n${why}.`,
    page: pages.newsOne(news.id),
    what: `news:${news.id}:${news.version}`,
  });
}
