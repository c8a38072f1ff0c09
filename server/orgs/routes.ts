// Regions, МО and ПО for superusers; options for everybody's selects.
import * as contract from '../../contract/orgs.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { createOrg, updateOrg, type OrgBody } from './writing.ts';

export function orgRoutes(mount: Mount): void {
  for (const [table, resource] of [
    ['region', contract.regions],
    ['mo', contract.moes],
    ['po', contract.poes],
  ] as const) {
    mount(resource.list, async (ctx, { query }) => {
      const request = parseList(query, resource as typeof contract.poes);
      const [json, total] = await Promise.all([
        jsonRows(ctx.db, q.orgRows(table, request)),
        q.countOrgs(ctx.db, table, request.filter),
      ]);
      return { json, total, offset: request.offset, limit: request.limit };
    });
    mount(resource.one, async (ctx, { params }) => readOrgCard(ctx, table, params.id));
  }

  const create = (table: q.OrgTable) => async (ctx: Ctx, request: { body: OrgBody }) =>
    readOrgCard(ctx, table, await createOrg(ctx, table, request.body));
  mount(contract.regions.create, create('region'));
  mount(contract.moes.create, create('mo'));
  mount(contract.poes.create, create('po'));
  const update =
    (table: q.OrgTable) =>
    async (ctx: Ctx, request: { params: { id: number }; body: OrgBody & { version: number } }) => {
      await updateOrg(ctx, table, request.params.id, request.body);
      return readOrgCard(ctx, table, request.params.id);
    };
  mount(contract.regions.update, update('region'));
  mount(contract.moes.update, update('mo'));
  mount(contract.poes.update, update('po'));

  mount(contract.moOptions, async (ctx, { query }) => ({
    data: await q.moOptions(
      ctx.db,
      ctx.actor,
      query,
      ctx.actor.isSuperuser === SUPERUSER && query.region !== undefined,
    ),
  }));
  mount(contract.poOptions, async (ctx, { query }) => ({ data: await q.poOptions(ctx.db, ctx.actor, query) }));
  mount(contract.sectionOptions, async (ctx, { query }) => ({
    data: await q.sectionOptions(
      ctx.db,
      ctx.actor,
      (query.po ?? '')
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
  }));
}

const cardFields = {
  region: Object.keys(contract.RegionCard.shape),
  mo: Object.keys(contract.MoCard.shape),
  po: Object.keys(contract.PoCard.shape),
};

/** Exactly the fields of the contract; its schemas read forms and are not run backwards. */
async function readOrgCard(ctx: Ctx, table: q.OrgTable, id: number) {
  const found = await q.orgCard(ctx.db, table, id);
  if (!found) throw notFound();
  return {
    json: JSON.stringify(Object.fromEntries(cardFields[table].map((field) => [field, found[field] ?? null]))),
  } as never;
}
