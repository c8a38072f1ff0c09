// Calls of the rules by which debtors are reminded.
import * as contract from '../../../contract/notifications/reminders.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { jsonRows, parseList } from '../../kernel/list.ts';
import type { Mount } from '../../kernel/mount.ts';
import { countDebtRules, debtRuleCard, debtRuleRows } from '../queries/reminders.ts';
import { createRule, decideRun, previewRule, switchRule, updateRule, withdrawRule } from '../writing/reminders.ts';

const { debtRules } = contract;

export function reminderRoutes(mount: Mount): void {
  mount(debtRules.list, async (ctx, { query }) => {
    const request = parseList(query, debtRules);
    const [json, total] = await Promise.all([jsonRows(ctx.db, debtRuleRows(ctx, request)), countDebtRules(ctx)]);
    return { json, total, offset: request.offset, limit: request.limit };
  });
  mount(debtRules.one, (ctx, { params }) => card(ctx, params.id));
  mount(debtRules.create, async (ctx, { body }) => card(ctx, await createRule(ctx, body)));
  mount(debtRules.update, async (ctx, { params, body }) => {
    await updateRule(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.previewDebtRule, (ctx, { body: { id, ...rule } }) => previewRule(ctx, rule, id ?? null));
  mount(contract.switchDebtRule, async (ctx, { params, body }) => {
    await switchRule(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.decideDebtRun, async (ctx, { params, body }) => {
    await decideRun(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.withdrawDebtRule, (ctx, { params }) => withdrawRule(ctx, params.id));
}

/** @throws 404 */
async function card(ctx: Ctx, id: number): Promise<{ json: string }> {
  const json = await debtRuleCard(ctx, ctx.db, id);
  if (!json) throw notFound();
  return { json };
}
