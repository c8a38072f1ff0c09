// A news as its readers get it.
import type { NewsCard } from '../../contract/news.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { sessionLink } from '../kernel/fileLinks.ts';
import type { NewsRecord } from './queries.ts';
import { mayEdit } from './rules.ts';

export function shownNews(ctx: Ctx, news: NewsRecord): NewsCard {
  const { for_all, roles, places, files, author_id, region_id, mo_id, po_id, withdrawn_at: _, ...row } = news;
  return {
    ...row,
    body: row.body as NewsCard['body'],
    audience: { all: for_all, roles, places },
    files: files.map(({ file_id, ...file }) => ({ ...file, url: sessionLink(ctx, file_id) })),
    may_edit: mayEdit(ctx.actor, { author_id, region_id, mo_id, po_id }),
  };
}
