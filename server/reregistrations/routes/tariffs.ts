// Tariffs and terms of re-registrations: a superuser keeps them and tries them.
import { sql } from 'kysely';
import { read } from '../../kernel/read.ts';
import * as contract from '../../../contract/reregistrations/tariffs.ts';
import type { Tariff, TariffGroup } from '../../../contract/reregistrations/tariffs.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { staleBy } from '../../kernel/lastChange.ts';
import { parseList } from '../../kernel/list.ts';
import type { Mount } from '../../kernel/mount.ts';
import { tariffRows } from '../queries/facts.ts';
import { reasonOf, tariffGroupOf } from '../rules/reasons.ts';
import { feeOf, overlapsOf, type TariffRow } from '../rules/tariff.ts';

type NamedRow = TariffRow & {
  is_active: boolean;
  version: number;
  mo_name: string | null;
  po_name: string | null;
};

async function allTariffs(ctx: Ctx): Promise<NamedRow[]> {
  const rows = await read(
    ctx.db,
    sql<NamedRow>`
    select t.id, t.tariff_group, t.reason_id, t.region_id, t.mo_id, t.po_id, t.is_member, t.min_years, t.valid_from, t.valid_to, t.amount_kopecks,
      t.is_active, t.version, mo.name as mo_name, po.name as po_name
    from reregistration_tariff t left join mo on mo.id = t.mo_id left join po on po.id = t.po_id order by t.id`,
  );
  return rows;
}
const shown = (row: NamedRow, all: readonly NamedRow[]): Tariff => ({
  id: row.id,
  version: row.version,
  group: row.tariff_group as TariffGroup,
  reason: row.reason_id,
  mo: row.mo_id,
  mo_name: row.mo_name,
  po: row.po_id,
  po_name: row.po_name,
  isMember: row.is_member,
  minYears: row.min_years,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  amount: row.amount_kopecks,
  isActive: row.is_active,
  overlaps: overlapsOf(row, all),
});

type Body = Parameters<typeof columnsOf>[0];
const columnsOf = (body: {
  group: TariffGroup;
  reason: number | null;
  mo: number | null;
  po: number | null;
  isMember: boolean | null;
  minYears: number | null;
  validFrom: string;
  validTo: string | null;
  amount: number;
  isActive: boolean;
}) => ({
  tariff_group: body.group,
  reason_id: body.reason,
  mo_id: body.mo,
  po_id: body.po,
  is_member: body.isMember,
  min_years: body.minYears,
  valid_from: body.validFrom,
  valid_to: body.validTo,
  amount_kopecks: body.amount,
  is_active: body.isActive,
});

async function refuseTariff(ctx: Ctx, body: Body): Promise<void> {
  if (body.validTo && body.validTo < body.validFrom) throw invalid({ validTo: 'Конец раньше начала' });
  if (body.minYears !== null && body.isMember === false) throw invalid({ minYears: 'Стаж бывает только у членов ВОА' });
  if (body.po) {
    const po = await ctx.db.selectFrom('po').where('id', '=', body.po).select('mo_id').executeTakeFirst();
    if (!po) throw invalid({ po: 'Выберите ПО' });
    if (body.mo && body.mo !== po.mo_id) throw invalid({ po: 'Это ПО другого МО' });
  }
  const mo = body.mo ? await ctx.db.selectFrom('mo').where('id', '=', body.mo).select('id').executeTakeFirst() : true;
  if (!mo) throw invalid({ mo: 'Выберите МО' });
}

async function oneTariff(ctx: Ctx, id: number): Promise<Tariff> {
  const all = await allTariffs(ctx);
  const row = all.find((one) => one.id === id);
  if (!row) throw notFound();
  return shown(row, all);
}

export function tariffRoutes(mount: Mount): void {
  const { reregistrationTariffs: tariffs } = contract;
  mount(tariffs.list, async (ctx, { query }) => {
    const request = parseList(query, tariffs);
    const all = await allTariffs(ctx);
    const rows = all
      .filter((row) => !request.filter.id || request.filter.id.includes(row.id))
      .map((row) => shown(row, all));
    const key = request.field as 'id' | 'group' | 'validFrom' | 'amount';
    const sign = request.direction === 'asc' ? 1 : -1;
    rows.sort((one, other) => (one[key] < other[key] ? -sign : one[key] > other[key] ? sign : one.id - other.id));
    const page = rows.slice(request.offset, request.offset + request.limit);
    return { json: JSON.stringify(page), total: rows.length, offset: request.offset, limit: request.limit };
  });
  mount(tariffs.one, async (ctx, { params }) => oneTariff(ctx, params.id));
  mount(tariffs.create, async (ctx, { body }) => {
    await refuseTariff(ctx, body);
    const id = await act(ctx, 'admin.tariff_create', async ({ tx, log }) => {
      const row = await tx
        .insertInto('reregistration_tariff')
        .values({ ...columnsOf(body), created_by: ctx.actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await log({
        object: { type: 'reregistration_tariff', id: row.id },
        text: 'Добавлен тариф переоформления',
        after: body,
      });
      return row.id;
    });
    return oneTariff(ctx, id);
  });
  mount(tariffs.update, async (ctx, { params, body: { version, ...body } }) => {
    const before = await oneTariff(ctx, params.id);
    await refuseTariff(ctx, body);
    await act(ctx, 'admin.tariff_update', async ({ tx, log }) => {
      const row = await tx
        .updateTable('reregistration_tariff')
        .set({ ...columnsOf(body), version: version + 1, updated_at: ctx.now().toISOString() })
        .where('id', '=', params.id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst();
      const object = { type: 'reregistration_tariff' as const, id: params.id };
      if (!row) throw await staleBy(ctx, tx, object, before);
      await log({ object, text: 'Изменён тариф переоформления', before, after: body });
    });
    return oneTariff(ctx, params.id);
  });
  termRoutes(mount);
}

/** Trying the tariffs, and the terms of the grounds. */
function termRoutes(mount: Mount): void {
  mount(contract.testTariff, async (ctx, { body }) => {
    const po = await ctx.db
      .selectFrom('po')
      .where('id', '=', body.po)
      .select(['id', 'mo_id', 'region_id'])
      .executeTakeFirst();
    if (!po) throw invalid({ po: 'Выберите ПО' });
    return feeOf(await tariffRows(ctx.db), {
      group: tariffGroupOf(reasonOf(body.reason), body.isRelative),
      reason: body.reason,
      region_id: po.region_id,
      mo_id: po.mo_id,
      po_id: po.id,
      isMember: body.isMember,
      years: body.years,
      date: body.date,
    });
  });
  mount(contract.reregistrationTerms, async (ctx) => ({ data: await terms(ctx) }));
  mount(contract.saveReregistrationTerm, async (ctx, { params, body }) => {
    const before = (await terms(ctx)).find((term) => term.reason === params.id);
    if (!before) throw notFound();
    await act(ctx, 'admin.tariff_term', async ({ tx, log }) => {
      await tx
        .updateTable('reregistration_term')
        .set({ days: body.days, fee_payer: body.payer, transit_coef: body.coef.toFixed(2) })
        .where('reason_id', '=', params.id)
        .execute();
      await log({ text: `Изменён срок по основанию «${before.name}»`, before, after: body });
    });
    return { data: await terms(ctx) };
  });
}

async function terms(ctx: Ctx) {
  const rows = await ctx.db.selectFrom('reregistration_term').orderBy('reason_id').selectAll().execute();
  return rows.map((row) => ({
    reason: row.reason_id,
    name: reasonOf(row.reason_id).name,
    days: row.days,
    payer: row.fee_payer as 'old' | 'new',
    coef: Number(row.transit_coef),
  }));
}
