// A document of money as papers tell it: garages, payer and purpose of a payment, the garage and entry of a charge.
import { personOfLine } from '../../kernel/alias.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../kernel/ctx.ts';
import { basisOf } from '../../balance/queries/words.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import type { Facts } from './types.ts';

export interface MoneyDocument {
  id: number;
  kind: 'accrual' | 'payment' | 'reversal' | 'transfer';
  on_date: string;
  accrual_type_id: number | null;
  period_year: number | null;
  method: { id: number; name: string; sign: number } | null;
  kopecks: number;
  garages: { id: number; section: string; number: string; po_id: number; owner_id: number | null }[];
  /** «Членский годовой взнос 2026», where it is named. */
  purposes: string[];
}

/** The document with its lines in the actor's place that stand; undefined when he sees none. */
export async function moneyDocument(ctx: Ctx, id: number): Promise<MoneyDocument | undefined> {
  const [row] = await read(
    ctx.db,
    sql<MoneyDocument>`select c.id, c.kind, c.on_date, c.accrual_type_id, c.period_year, case when pt.id is not null then json_build_object('id', pt.id, 'name', pt.name, 'sign', pt.sign) end as method, coalesce(l.kopecks, 0) as kopecks,
      coalesce(l.garages, '[]') as garages, coalesce(l.purposes, '{}') as purposes
    from contribution c left join payment_type pt on pt.id = c.payment_type_id
    cross join lateral (select sum(o.sign * o.amount_kopecks)::bigint as kopecks, count(*) as n,
        json_agg(distinct jsonb_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_id', g.po_id, 'owner_id', ${personOfLine('o')})) as garages,
        array_remove(array_agg(distinct t.name || ' ' || o.period_year), null) as purposes
      from balance_operation o join garage g on g.id = o.garage_id left join accrual_type t on t.id = o.accrual_type_id
      where o.contribution_id = c.id and ${inScope(ctx.actor, 'o')}
        and not exists (select 1 from balance_operation r where r.reversal_of = o.id)) l
    where c.id = ${id} and exists (select 1 from balance_operation o where o.contribution_id = c.id and ${inScope(ctx.actor, 'o')})`,
  );
  return row;
}

/** By what each of the documents was charged, «Протокол № 1 от 20.01.2026», the earliest first; those without a named ground are left out. */
export async function groundsOf(ctx: Ctx, documents: readonly number[]): Promise<Facts['grounds']> {
  if (!documents.length) return [];
  return read(
    ctx.db,
    sql<
      Facts['grounds'][number]
    >`select id as document_id, ground from (select c.id, c.on_date, ${basisOf('c')} as ground from contribution c
      where c.id = any(${documents}::int[]) and exists (select 1 from balance_operation o where o.contribution_id = c.id and ${inScope(ctx.actor, 'o')})) as named
    where ground <> '' order by on_date, id`,
  );
}
