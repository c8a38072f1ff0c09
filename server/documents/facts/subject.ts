// What a paper is about: the one record that was named, its place, the garage and person it brings along.
import { sql } from 'kysely';
import type { DocumentContext } from '../../../contract/documents.ts';
import { financeRead, refusal } from '../../../contract/kernel/scope.ts';
import { garageInScope } from '../../balance/queries/debt.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { inScope, personPresent } from '../../kernel/scope.ts';
import { caseRow } from './case.ts';
import { mailingRow } from './meeting.ts';
import { moneyDocument, type MoneyDocument } from './payment.ts';

/** How a call names the record. */
export interface About {
  garage_id?: number | null | undefined;
  profile_id?: number | null | undefined;
  contribution_id?: number | null | undefined;
  reregistration_id?: number | null | undefined;
  notification_id?: number | null | undefined;
}

export interface Subject {
  context: DocumentContext;
  id: number;
  /** ПО of the record; for a person the one offered first. */
  po_id: number;
  /** ПО that a paper of a person may be given out by; null where there is no choice. */
  pos: readonly number[] | null;
  garage_id: number | null;
  profile_id: number | null;
  money: MoneyDocument | null;
  reregistration_id: number | null;
  notification_id: number | null;
}

const ONE = 'Назовите одну запись, о которой документ';

/** The record of a call, in the actor's place. @throws 422 when none or several are named, 404 for what is not his */
export async function requireSubject(ctx: Ctx, about: About): Promise<Subject> {
  const named = (['garage', 'profile', 'contribution', 'reregistration', 'notification'] as const).filter(
    (context) => about[`${context}_id`],
  );
  // A person named beside a case or a garage is whom the paper is for.
  const contexts = named.filter((context) => context !== 'profile' || named.length === 1);
  if (contexts.length !== 1) throw invalid({ form: ONE });
  const context = contexts[0]!;
  return finders[context](ctx, about[`${context}_id`]!);
}

const base = {
  pos: null,
  garage_id: null,
  profile_id: null,
  money: null,
  reregistration_id: null,
  notification_id: null,
};

const finders: Record<DocumentContext, (ctx: Ctx, id: number) => Promise<Subject>> = {
  async garage(ctx, id) {
    const garage = await garageInScope(ctx, id);
    return { ...base, context: 'garage', id, po_id: garage.po_id, garage_id: id };
  },
  async profile(ctx, id) {
    const places = await read(
      ctx.db,
      sql<{ po_id: number; home: boolean }>`select place.po_id, place.po_id = p.po_id as home from profile p
        join profile_place place on place.profile_id = p.id
        where p.id = ${id} and p.merged_into is null and ${personPresent(ctx.actor, 'p', todayOf(ctx))} and ${inScope(ctx.actor, 'place')} order by 2 desc, 1`,
    );
    if (!places.length) throw notFound();
    const pos = places.map((place) => place.po_id);
    return { ...base, context: 'profile', id, po_id: pos[0]!, pos, profile_id: id };
  },
  async contribution(ctx, id) {
    const reason = refusal(ctx.actor, financeRead);
    if (reason) throw forbidden(reason);
    const money = await moneyDocument(ctx, id);
    if (!money) throw notFound();
    const [garage] = money.garages;
    if (!garage) throw invalid({ form: 'Документ отменён сторно: печатать нечего' });
    return { ...base, context: 'contribution', id, po_id: garage.po_id, garage_id: garage.id, money };
  },
  async reregistration(ctx, id) {
    const row = await caseRow(ctx, id);
    if (!row) throw notFound();
    return {
      ...base,
      context: 'reregistration',
      id,
      po_id: row.po_id,
      garage_id: row.garage_id,
      reregistration_id: id,
    };
  },
  async notification(ctx, id) {
    const row = await mailingRow(ctx, id);
    if (!row?.pos.length) throw notFound();
    if (row.kind !== 'meeting') throw invalid({ form: 'Уведомление печатают из рассылки о собрании' });
    const pos = row.pos;
    return { ...base, context: 'notification', id, po_id: pos[0]!, pos, notification_id: id };
  },
};
