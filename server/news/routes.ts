// News: the endless list, one news, writing, reading, files.
import * as contract from '../../contract/news.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, notFound } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { countNow } from '../kernel/counters.ts';
import { countAudience, countUnreadNews, findNews, listNews, placesOf, readersOf, toldAmong } from './queries.ts';
import { audienceProblem } from './rules.ts';
import { shownNews } from './shown.ts';
import { acknowledge, addFile, dropFile, markRead, requireOwn, saveNews, withdraw } from './writing.ts';

export function newsRoutes(mount: Mount): void {
  mount(contract.news.list, async (ctx, { query }) => {
    const { filter, offset, limit } = parseList(query, contract.news);
    if (filter.show === 'everything' && ctx.actor.isSuperuser !== SUPERUSER)
      throw forbidden('Доступно только суперпользователю');
    const page = await listNews(ctx, { show: filter.show ?? 'all', q: filter.q?.trim() ?? '', offset, limit });
    return { ...page, offset, limit };
  });
  mount(contract.news.one, (ctx, { params }) => card(ctx, params.id));
  mount(contract.news.create, async (ctx, { body }) => card(ctx, await saveNews(ctx, body)));
  mount(contract.news.update, async (ctx, { params, body: { version, ...body } }) =>
    card(ctx, await saveNews(ctx, body, { id: params.id, version })),
  );
  mount(contract.withdrawNews, async (ctx, { params, body }) => {
    await withdraw(ctx, params.id, body.version);
    return card(ctx, params.id);
  });
  mount(contract.readNews, async (ctx, { body }) => {
    await markRead(ctx, await toldAmong(ctx, body.ids));
    return countNow(ctx.db, { unread: countUnreadNews(ctx.actor, ctx.now()) });
  });
  mount(contract.acknowledgeNews, async (ctx, { params }) => {
    const news = await findNews(ctx, ctx.db, params.id);
    if (!news) throw notFound();
    await acknowledge(ctx, news);
    return card(ctx, params.id);
  });
  mount(contract.addNewsFile, async (ctx, { params, file }) => {
    await requireOwn(ctx, params.id);
    await addFile(ctx, params.id, await file());
    return card(ctx, params.id);
  });
  mount(contract.dropNewsFile, async (ctx, { params }) => {
    await dropFile(ctx, params.id, params.fileId);
    return card(ctx, params.id);
  });
  mount(contract.newsPlaces, async (ctx) => ({
    all: ctx.actor.isSuperuser === SUPERUSER,
    places: await placesOf(ctx),
  }));
  mount(contract.newsAudience, async (ctx, { body }) => {
    const wrong = Object.keys(audienceProblem(ctx.actor, body.audience, await placesOf(ctx))).length > 0;
    return { people: wrong ? 0 : await countAudience(ctx.db, body.audience) };
  });
  mount(contract.newsReaders, async (ctx, { params }) => readersOf(ctx.db, await requireOwn(ctx, params.id)));
}

async function card(ctx: Ctx, id: number): Promise<contract.NewsCard> {
  const news = await findNews(ctx, ctx.db, id);
  if (!news) throw notFound();
  return shownNews(ctx, news);
}
