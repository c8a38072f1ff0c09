// Notices of re-registrations: people of a case who may be written to are told that it was taken, returned, completed.
import { richFromPlain } from '../../../contract/kernel/richTextFold.ts';
import type { ChannelRule, MailingContent } from '../../../contract/notifications.ts';
import type { DueKind } from '../../jobs/due.ts';
import { act } from '../../kernel/act.ts';
import { workCtx, type Deps } from '../../kernel/ctx.ts';
import { NOTICE_DUE } from '../../reregistrations/queries.ts';
import { planMailing } from '../planning.ts';
import { noticeFacts, type NoticeFacts } from '../queries/notices.ts';
import { holdLimit } from '../queries/receivers.ts';
import { senderWords } from '../rules/texts.ts';
import { startMailing } from '../sending.ts';
import { insertDraft } from '../writing.ts';

const NEWS_DAYS_MS = 3 * 86_400_000;

const steps: Record<string, { title: string; text: string }> = {
  take: { title: 'взято в работу', text: 'взято в работу' },
  return: {
    title: 'возвращено на доработку',
    text: 'возвращено на доработку: подойдите в правление или позвоните',
  },
  complete: { title: 'завершено', text: 'завершено, запись о владельце изменена' },
};

/** What the people of a case are told of a step: garage and ПО by name, nothing personal. */
export function noticeContent(facts: NoticeFacts): MailingContent {
  const step = steps[facts.verb]!;
  const phone = facts.phone ? ` Т.${facts.phone}` : '';
  const letter = `Здравствуйте!\n\nПереоформление ${facts.garage} (${facts.po}) ${step.text}.${facts.phone ? `\n\nТелефон: ${facts.phone}` : ''}`;
  return {
    title: `Переоформление ${facts.garage}: ${step.title}`,
    kind: 'news',
    channel: facts.way as ChannelRule,
    template: null,
    sms_text: `${senderWords(facts.org_form, facts.po.replace(/№\s*/g, ''))}: переоформление ${facts.garage} ${step.title}.${phone}`,
    email_text: richFromPlain(letter),
    selection: { of: 'profiles', all: false, filter: {}, included: facts.people, excluded: [] },
    typed: {},
    meeting: null,
    onePerPerson: true,
    ignoreUnnotifiable: true,
    skipRepeated: false,
    skipTemplate: false,
  };
}

/** Tells the people of a case of a step, once; days late it is no news and is left out. */
export const noticeDue: DueKind = {
  what: NOTICE_DUE,
  title: 'Уведомление о переоформлении',
  lateAfterMs: NEWS_DAYS_MS,
  late: 'skip',
  leaves: true,
  run: async (deps, due) => {
    const facts = await noticeFacts(deps.db, Number(due.object));
    if (!facts || facts.way === 'off') return;
    const ctx = noticeCtx(deps, facts);
    await act(ctx, 'notification.notice', async (write) => {
      const { tx, log } = write;
      await due.done(tx);
      const content = noticeContent(facts);
      const object = { type: 'reregistration' as const, id: facts.case_id };
      const place = { region_id: facts.region_id, mo_id: facts.mo_id, po_id: facts.po_id };
      await holdLimit(ctx, tx);
      const plan = await planMailing(ctx, tx, content, 0, { isOfCase: true });
      const problem = plan.messages.length ? Object.values(plan.problems)[0] : 'Никому из участников написать нельзя';
      if (problem) return log({ object, place, text: `«${content.title}»: участникам не сообщили. ${problem}` });
      const kept = await insertDraft(ctx, tx, content, plan.sender, { reregistration_event_id: Number(due.object) });
      await startMailing(ctx, write, kept, plan);
    });
  },
};

/** The МО writes: it takes, returns and completes, and knows the people of both sides. */
const noticeCtx = (deps: Deps, { mo_id: mo, time_zone: zone }: NoticeFacts) =>
  workCtx(deps, { name: 'Переоформления', mo, capabilities: [3] }, undefined, zone);
