// Drafts of mailings and their price, counted by the server after each save.
import type { MailingContent } from '../../contract/notifications.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import { lockNotification, templateCard, type KeptNotification } from './queries.ts';
import { senderFacts, type SenderFacts } from './queries/receivers.ts';
import { countMailing } from './counting.ts';
import { tell } from './telling.ts';

/** Columns of what a mailing says. */
const columnsOf = (content: MailingContent) => ({
  title: content.title,
  kind: content.kind,
  channel: content.channel,
  template_id: content.template,
  sms_text: content.sms_text,
  email_text: content.email_text === null ? null : JSON.stringify(content.email_text),
  selection: JSON.stringify(content.selection),
  typed: JSON.stringify(content.typed),
  meeting: content.meeting && JSON.stringify(content.meeting),
  one_per_person: content.onePerPerson,
  ignore_unnotifiable: content.ignoreUnnotifiable,
  skip_repeated: content.skipRepeated,
  skip_template: content.skipTemplate,
});

/** What a kept mailing says. */
export const contentOf = (kept: KeptNotification): MailingContent => ({
  title: kept.title,
  kind: kept.kind as MailingContent['kind'],
  channel: kept.channel as MailingContent['channel'],
  template: kept.template_id,
  sms_text: kept.sms_text,
  email_text: kept.email_text as MailingContent['email_text'],
  selection: kept.selection as MailingContent['selection'],
  typed: kept.typed as MailingContent['typed'],
  meeting: kept.meeting as MailingContent['meeting'],
  onePerPerson: kept.one_per_person,
  ignoreUnnotifiable: kept.ignore_unnotifiable,
  skipRepeated: kept.skip_repeated,
  skipTemplate: kept.skip_template,
});

export const placeOf = ({ region_id, mo_id, po_id }: Pick<KeptNotification, 'region_id' | 'mo_id' | 'po_id'>) => ({
  region_id,
  mo_id,
  po_id,
});

/** Keeps a new draft. @throws 422 for a template that is not the author's to use */
export async function createDraft(ctx: Ctx, content: MailingContent): Promise<number> {
  await requireTemplate(ctx, content.template);
  return act(ctx, 'notification.draft', async ({ tx, log, afterCommit }) => {
    const sender = await senderFacts(ctx, tx, 0);
    if (!sender) throw invalid({ form: 'Выберите, где вы работаете: рассылку пишет ПО, МО или регион' });
    const { id } = await insertDraft(ctx, tx, content, sender);
    await log({
      object: { type: 'notification', id, name: content.title },
      place: placeOf(sender),
      text: 'Начат черновик рассылки',
    });
    afterCommit(() => void countCost(ctx, id, 1));
    return id;
  });
}

/** Writes the row of a draft; `more` says what made it, when no person wrote it. */
export async function insertDraft(
  ctx: Ctx,
  tx: WriteDb,
  content: MailingContent,
  sender: Pick<SenderFacts, 'region_id' | 'mo_id' | 'po_id' | 'sent_from'>,
  more: { rule_id?: number; rule_run_at?: string; reregistration_event_id?: number } = {},
): Promise<KeptNotification> {
  const now = ctx.now().toISOString();
  return tx
    .insertInto('notification')
    .values({
      ...columnsOf(content),
      ...placeOf(sender),
      ...more,
      sent_from: sender.sent_from,
      created_by: ctx.actor.userId || null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves a draft. @throws 409 when it was saved elsewhere meanwhile, 422 once it is sent */
export async function updateDraft(ctx: Ctx, id: number, content: MailingContent & { version: number }): Promise<void> {
  await requireTemplate(ctx, content.template);
  await act(ctx, 'notification.draft', async ({ tx, log, afterCommit }) => {
    const kept = await requireDraft(ctx, tx, id, content.version);
    await tx
      .updateTable('notification')
      .set({ ...columnsOf(content), cost_ready: false, version: kept.version + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute();
    await log({
      object: { type: 'notification', id, name: content.title },
      place: placeOf(kept),
      text: 'Изменён черновик рассылки',
    });
    afterCommit(() => void countCost(ctx, id, kept.version + 1));
  });
}

export async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  await act(ctx, 'notification.draft', async ({ tx, log }) => {
    const kept = await requireDraft(ctx, tx, id);
    await tx.deleteFrom('notification').where('id', '=', id).execute();
    await log({
      object: { type: 'notification', id, name: kept.title },
      place: placeOf(kept),
      text: 'Удалён черновик рассылки',
    });
  });
}

/** A draft of the actor, its row held. @throws 404, 409, 422 */
export async function requireDraft(ctx: Ctx, tx: WriteDb, id: number, version?: number): Promise<KeptNotification> {
  const kept = await lockNotification(ctx, tx, id);
  if (!kept) throw notFound();
  if (kept.status !== 0) throw invalid({ form: 'Рассылка уже не черновик' });
  if (version !== undefined && kept.version !== version)
    throw new Refused(409, { message: 'Черновик изменён в другом окне. Обновите страницу', code: 'stale' });
  return kept;
}

async function requireTemplate(ctx: Ctx, id: number | null) {
  if (id !== null && !(await templateCard(ctx, ctx.db, id))) throw invalid({ template: 'Выберите шаблон из списка' });
}

/** Counts a draft's price beside the request and tells it; a later save makes this count void. */
async function countCost(ctx: Ctx, id: number, version: number): Promise<void> {
  const { deps } = ctx;
  const work = workCtx(deps, ctx.actor, ctx.now, ctx.timeZone);
  // A count that fails leaves the price unready: the screen asks for it again.
  await countNow(work, id, version).catch(() => undefined);
}

async function countNow(ctx: Ctx, id: number, version: number) {
  const kept = await ctx.db
    .selectFrom('notification')
    .where('id', '=', id)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirst();
  if (!kept) return;
  const { tally, total } = await countMailing(ctx, ctx.db, contentOf(kept), id);
  await act(ctx, 'notification.draft', async ({ tx, log }) => {
    const counted = await tx
      .updateTable('notification')
      .set({
        cost_kopecks: tally.cost,
        segments: tally.segments,
        total,
        people: tally.people,
        garages: tally.garages,
        unreachable: tally.none,
        cost_ready: true,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('status', '=', 0)
      .returningAll()
      .executeTakeFirst();
    await log({
      object: { type: 'notification', id, name: kept.title },
      place: placeOf(kept),
      text: `Посчитана стоимость рассылки: ${(tally.cost / 100).toFixed(2).replace('.', ',')} ₽`,
    });
    // A draft is its author's alone.
    if (counted) await tell(tx, { ...counted, cost_kopecks: Number(counted.cost_kopecks) }, { user: ctx.actor.userId });
  });
}
