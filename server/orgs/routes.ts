// Regions, МО and ПО for superusers; options for everybody's selects.
import * as contract from '../../contract/orgs.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { isUniqueViolation } from '../db/engine.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf, stale } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { requisitesProblems, type Requisites } from './rules.ts';

const titles = { region: 'регион', mo: 'МО', po: 'ПО' } as const;

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
    mount(resource.one, async (ctx, { params }) => card(ctx, table, params.id) as never);
  }

  mount(
    contract.regions.create,
    async (ctx, { body }) => card(ctx, 'region', await create(ctx, 'region', body)) as never,
  );
  mount(contract.moes.create, async (ctx, { body }) => card(ctx, 'mo', await create(ctx, 'mo', body)) as never);
  mount(contract.poes.create, async (ctx, { body }) => card(ctx, 'po', await create(ctx, 'po', body)) as never);
  mount(contract.regions.update, async (ctx, { params, body }) => update(ctx, 'region', params.id, body) as never);
  mount(contract.moes.update, async (ctx, { params, body }) => update(ctx, 'mo', params.id, body) as never);
  mount(contract.poes.update, async (ctx, { params, body }) => update(ctx, 'po', params.id, body) as never);

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

type Body = Requisites & {
  name: string;
  is_active: boolean;
  region_id?: number;
  mo_id?: number;
  sections?: string[];
  penalty?: object;
};

async function create(ctx: Ctx, table: q.OrgTable, body: Body): Promise<number> {
  const { columns, errors } = await prepared(ctx, table, body, null);
  refuseIf(errors);
  return act(ctx, 'admin.org_create', async ({ tx, log }) => {
    const code = table === 'po' ? { code: await q.freeCode(tx) } : {};
    const { id } = await tx
      .insertInto(table)
      .values({ ...columns, ...code } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (table === 'po') await q.writeSections(tx, id, body.sections ?? []);
    await log({
      object: { type: table, id, name: body.name },
      place: nowhere,
      text: `Создан ${titles[table]} ${body.name}`,
    });
    return id;
  }).catch(duplicate);
}

async function update(ctx: Ctx, table: q.OrgTable, id: number, body: Body & { version: number }) {
  const before = await q.orgCard(ctx.db, table, id);
  if (!before) throw notFound();
  const { columns, errors } = await prepared(ctx, table, body, { id, ...before });
  refuseIf(errors);
  await act(ctx, 'admin.org_update', async ({ tx, log }) => {
    const row = await tx
      .updateTable(table)
      .set({ ...columns, version: body.version + 1, updated_at: ctx.now().toISOString() } as never)
      .where('id' as never, '=', id as never)
      .where('version' as never, '=', body.version as never)
      .returning('id' as never)
      .executeTakeFirst();
    if (!row) throw await staleOrg(tx, table, id);
    if (table === 'po') await poChanges(tx, id, body, before, columns);
    await log({ object: { type: table, id, name: body.name }, place: nowhere, ...difference(before, columns) });
  }).catch(duplicate);
  return card(ctx, table, id);
}

async function poChanges(
  tx: WriteDb,
  id: number,
  body: Body,
  before: Record<string, unknown>,
  columns: Record<string, unknown>,
) {
  const kept = await q.writeSections(tx, id, body.sections ?? []);
  if (kept.length)
    throw invalid({
      sections: kept.map(({ name, garages }) => `Секция ${name} занята: гаражей ${garages}`).join('; '),
    });
  if (before.mo_id !== columns.mo_id) await q.movePo(tx, id, columns as { mo_id: number; region_id: number });
}

/** Columns to write and everything that is wrong. */
async function prepared(ctx: Ctx, table: q.OrgTable, body: Body, before: Record<string, unknown> | null) {
  const { sections, version: _version, ...rest } = body as Body & { version?: number };
  const columns: Record<string, unknown> = { ...rest };
  const errors: FieldErrors = requisitesProblems(body);
  if (rest.penalty) columns.penalty = JSON.stringify(rest.penalty);
  if (table === 'mo' && !(await q.regionExists(ctx.db, body.region_id!))) errors.region_id = 'Выберите регион';
  if (table === 'mo' && before && before.region_id !== body.region_id)
    errors.region_id = 'МО с его ПО не переносится в другой регион';
  if (table === 'po') {
    const mo = await q.moById(ctx.db, body.mo_id!);
    if (!mo) errors.mo_id = 'Выберите МО';
    columns.region_id = mo?.region_id;
    if (before && before.mo_id !== body.mo_id && (await q.hasLedger(ctx.db, Number(before.id))))
      errors.mo_id = 'По ПО уже есть операции: перенести его в другое МО нельзя';
    if (sections && new Set(sections.map((name) => name.toLowerCase())).size < sections.length)
      errors.sections = 'Секция указана дважды';
  }
  if (before && before.is_active && !body.is_active) {
    const active = await q.activeGarages(ctx.db, table, Number(before.id));
    if (active) errors.is_active = `Сначала переведите в архив гаражи: ${active}`;
  }
  return { columns, errors };
}

const cardFields = {
  region: Object.keys(contract.RegionCard.shape),
  mo: Object.keys(contract.MoCard.shape),
  po: Object.keys(contract.PoCard.shape),
};

/** Exactly the fields of the contract; its schemas read forms and are not run backwards. */
async function card(ctx: Ctx, table: q.OrgTable, id: number) {
  const found = await q.orgCard(ctx.db, table, id);
  if (!found) throw notFound();
  return { json: JSON.stringify(Object.fromEntries(cardFields[table].map((field) => [field, found[field] ?? null]))) };
}

async function staleOrg(tx: WriteDb, table: q.OrgTable, id: number) {
  const last = await tx
    .selectFrom('action_log')
    .where('object_type', '=', table)
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .select(['user_name', 'at'])
    .executeTakeFirst();
  const time = new Intl.DateTimeFormat('ru-RU', {
    timeZone: 'Europe/Moscow',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(last?.at ?? 0));
  return stale(last?.user_name ?? 'другой сотрудник', time, await q.orgCard(tx, table, id));
}

function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
  const changes = Object.keys(after).filter((key) => plain(before[key]) !== plain(after[key]));
  const shown = (row: Record<string, unknown>) => Object.fromEntries(changes.map((key) => [key, row[key] ?? null]));
  return {
    text: changes.length ? `Изменены: ${changes.join(', ')}` : 'Сохранено без изменений',
    before: shown(before),
    after: shown(after),
  };
}

function duplicate(error: unknown): never {
  if (isUniqueViolation(error)) throw invalid({ name: 'Такое название уже есть' });
  throw error;
}
const nowhere = { region_id: null, mo_id: null, po_id: null };
