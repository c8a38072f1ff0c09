// A planned mailing read by whoever sees it in the journal: before it leaves nobody agrees to what he has not seen.
import { plannedReceivers, previewPlanned } from '../../../contract/notifications/planned.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { personalLink } from '../../kernel/fileLinks.ts';
import type { Mount } from '../../kernel/mount.ts';
import { authorOf } from '../author.ts';
import { receiversOf } from '../checking.ts';
import { countMailing } from '../counting.ts';
import { planMailing } from '../planning.ts';
import { previewOf } from '../preview.ts';
import { attachmentsOf, readNotification } from '../queries.ts';
import { contentOf } from '../writing.ts';
import { logSelectionSearch } from '../writing/phoneSearch.ts';

export function plannedRoutes(mount: Mount): void {
  mount(previewPlanned, async (ctx, { params, body }) => {
    const { kept, author } = await requirePlanned(ctx, params.id);
    const content = contentOf(kept);
    // Counted as its author's place sends it: another place has other people, another limit and its own trial.
    const count = await countMailing(author.ctx, ctx.db, content, kept.id, body.at);
    const { problems, ...preview } = await previewOf(author.ctx, count, content);
    const files = await attachmentsOf(ctx.db, kept.id);
    return {
      ...preview,
      problems: author.refusal ? { ...problems, form: author.refusal } : problems,
      files: files.map((file) => ({ ...file, url: personalLink(ctx, file.id) })),
    };
  });
  mount(plannedReceivers, async (ctx, { params, body }) => {
    const { kept, author } = await requirePlanned(ctx, params.id);
    return receiversOf(author.ctx, await planMailing(author.ctx, ctx.db, contentOf(kept), kept.id), body);
  });
}

/** @throws 404, and 422 once it is no more planned: its messages stand by themselves then */
async function requirePlanned(ctx: Ctx, id: number) {
  const kept = await readNotification(ctx, ctx.db, id);
  if (!kept) throw notFound();
  if (kept.status !== 1) throw invalid({ form: 'Рассылка уже не ждёт отправки' });
  await logSelectionSearch(ctx, contentOf(kept).selection);
  return { kept, author: await authorOf(ctx.deps, ctx.db, kept) };
}
