// Re-registrations: list, counts, the wizard with its preview, the card, steps, papers, representatives, tariffs, restrictions.
import { sql } from 'kysely';
import type { z } from 'zod';
import { read } from '../kernel/read.ts';
import { isDay } from '../../contract/kernel/days.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { reregistrations, type FieldKey } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { NOT_LATER } from '../../contract/kernel/words.ts';
import { rubles } from '../books/rules/words.ts';
import { requireGarage } from '../garages/writing.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid, refuseIf } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { inScope, personInScope } from '../kernel/scope.ts';
import * as q from './queries.ts';
import { likelyTwins } from '../profiles/queries/likely.ts';
import { partiesOf, type CaseRecord, type KeptDetails } from './queries/card.ts';
import { evaluate, previewOf } from './queries/facts.ts';
import type { Outcome } from './queries/obstacles.ts';
import { deathProblems } from './rules/inheritance.ts';
import { reasonOf, reasons } from './rules/reasons.ts';
import { wordsOfDetails } from './rules/words.ts';
import { smallOwnerRoutes } from './routes/owners.ts';
import { paperRoutes } from './routes/papers.ts';
import { restrictionRoutes, restrictionsOf } from './routes/restrictions.ts';
import { tariffRoutes } from './routes/tariffs.ts';
import {
  caseObject,
  emitCaseChanged,
  placeIds,
  previewForm,
  withoutStrangers,
  readCard,
  requireCase,
  requireExchange,
  tellEvent,
} from './writing.ts';
import { correctDeath } from './writing/deceased.ts';
import { takeCase, takeStep } from './writing/moving.ts';
import { createCase, repeatCase, updateCase } from './writing/saving.ts';
import { limitTo } from '../db/planned.ts';

export function reregistrationRoutes(mount: Mount): void {
  mount(reregistrations.list, async (ctx, { query }) => {
    const request = parseList(query, reregistrations);
    const [json, { count, own_turn, debt_kopecks }] = await Promise.all([
      jsonRows(ctx.db, q.caseRows(ctx, request)),
      q.countCases(ctx, request.filter),
    ]);
    return {
      json,
      total: count,
      offset: request.offset,
      limit: request.limit,
      totals: { count, own_turn, debt_kopecks },
    };
  });
  mount(reregistrations.one, async (ctx, { params }) => readCard(ctx, params.id));
  mount(reregistrations.create, async (ctx, { body }) => readCard(ctx, await createCase(ctx, body)));
  mount(reregistrations.update, async (ctx, { params, body }) => {
    await updateCase(ctx, params.id, body);
    return readCard(ctx, params.id);
  });
  mount(steps.removeReregistrationDraft, async (ctx, { params }) => removeDraft(ctx, params.id));
  mount(steps.moveReregistration, async (ctx, { params, body }) => {
    await takeStep(ctx, params.id, body);
    return readCard(ctx, params.id);
  });
  mount(steps.repeatReregistration, async (ctx, { params }) => readCard(ctx, await repeatCase(ctx, params.id)));
  mount(steps.correctReregistration, async (ctx, { params, body }) => {
    await correct(ctx, params.id, body);
    return readCard(ctx, params.id);
  });
  mount(steps.reregistrationCounts, async (ctx) => q.countsByStatus(ctx));
  mount(steps.reregistrationReasons, async (ctx) => ({ data: await reasonInfos(ctx) }));
  mount(steps.reregistrationStart, async (ctx, { params }) => start(ctx, params.id));
  mount(steps.reregistrationPreview, async (ctx, { params, body }) => {
    await requireGarage(ctx, params.id);
    const own = body.case ? await requireCase(ctx, body.case) : null;
    const ids = { caseId: own?.id ?? null, pairId: own?.pair_id ?? null };
    if (!own?.pair_id) await requireExchange(ctx, body);
    const { form, typed } = previewForm(await withoutStrangers(ctx, body));
    return previewOf(await evaluate(ctx, ctx.db, params.id, form, ids, typed));
  });
  mount(steps.reregistrationTwins, async (ctx, { params }) => ({ data: await twinsOf(ctx, params.id) }));
  paperRoutes(mount);
  tariffRoutes(mount);
  restrictionRoutes(mount);
  smallOwnerRoutes(mount);
}

/** Of an open case: each who comes and is like somebody who was entered before him, with those he is like. */
async function twinsOf(ctx: Ctx, id: number) {
  const row = await requireCase(ctx, id);
  if (![0, 1, 2, 6].includes(row.status)) return [];
  const twins = [];
  for (const { side, profile_id, full_name } of await partiesOf(ctx, ctx.db, id)) {
    if (side === 'old') continue;
    const hints = (await likelyTwins(ctx, profile_id)).filter((hint) => hint.id < profile_id);
    if (hints.length) twins.push({ profile_id, full_name: full_name ?? '', hints });
  }
  return twins;
}

async function removeDraft(ctx: Ctx, id: number): Promise<void> {
  const row = await requireCase(ctx, id);
  if (row.status !== 0) throw invalid({ form: 'Удалить можно только черновик' });
  await act(ctx, 'reregistration.remove', async (write) => {
    const gone = await write.tx
      .deleteFrom('reregistration')
      .where('id', '=', id)
      .where('status', '=', 0)
      .executeTakeFirst();
    if (!gone.numDeletedRows) throw invalid({ form: 'Черновик уже подан или удалён: обновите страницу' });
    await write.log({ object: caseObject(id), place: placeIds(row), text: `Удалён черновик переоформления № ${id}` });
  });
}

type Correction = z.output<typeof steps.correctReregistration.body>;

/** Names of a changed owner are no numbers of papers: they answer to annulment, and kinship to the fee that was taken. */
const isFixed = (key: string) => key.startsWith('new') || key === 'relation' || key === 'surcharge';

/**
 * Numbers and days of the papers of a case, as they will be.
 * @throws 422 at a field that the reason does not have, that would be empty, or whose day lies ahead
 */
function correctedDetails(row: CaseRecord, changed: Correction['details'], today: string) {
  const before = (row.details as KeptDetails).fields ?? {};
  const reason = reasonOf(row.reason_id);
  const errors: Record<string, string> = {};
  for (const [key, value] of Object.entries(changed)) {
    const field = reason.fields.find((one) => one.key === key);
    if ((value ?? '') === (before[key as FieldKey] ?? '')) continue;
    if (!field || isFixed(key)) errors[`details.${key}`] = 'Это поле завершённого дела не меняется';
    else if (!value) {
      if (field.required) errors[`details.${key}`] = 'Заполните поле';
    } else if (field.kind === 'date' && !isDay(value)) errors[`details.${key}`] = 'Введите корректную дату';
    else if (field.kind === 'date' && value > today) errors[`details.${key}`] = NOT_LATER;
  }
  refuseIf(errors);
  const after = { ...before, ...changed };
  if (after.deathDate !== before.deathDate || after.inheritanceDate !== before.inheritanceDate)
    // The day of the change stands: the other one is wrong.
    for (const { field, text } of deathProblems(after, row.on_date))
      errors[field === 'date' ? 'details.deathDate' : field] = text;
  refuseIf(errors);
  return after;
}

/** Dates, people, shares and the debt's answer change only by annulment. */
async function correct(ctx: Ctx, id: number, body: Correction): Promise<void> {
  await requireCase(ctx, id);
  if (body.papersGivenOn && body.papersGivenOn > todayOf(ctx)) refuseIf({ papersGivenOn: NOT_LATER });
  await act(ctx, 'reregistration.update', async (write) => {
    const row = await takeCase(write, ctx, id, body.version);
    if (![3, 4, 5].includes(row.status)) throw invalid({ form: 'Открытое дело меняют в мастере' });
    const kept = row.details as KeptDetails;
    const fields = correctedDetails(row, body.details, todayOf(ctx));
    const { minComment = 0 } = reasonOf(row.reason_id);
    if ((body.comment ?? '').length < minComment)
      throw invalid({ comment: `Опишите ошибку, не короче ${minComment} знаков` });
    const changed = {
      archive_no: body.archiveNo,
      papers_given_to: body.papersGivenTo,
      papers_given_on: body.papersGivenOn ?? null,
      price_kopecks: body.garagePrice ?? row.price_kopecks,
      comment: body.comment,
    };
    await write.tx
      .updateTable('reregistration')
      .set((e) => ({
        ...changed,
        details: JSON.stringify({ ...kept, fields }),
        version: e('version', '+', 1),
        updated_at: ctx.now().toISOString(),
      }))
      .where('id', '=', id)
      .execute();
    const dead = row.status === 3 ? (row.outcome as Outcome | null)?.dead : null;
    if (dead) await correctDeath(write.tx, dead, fields);
    await tellEvent(write.tx, ctx, { id, verb: 'update', status: row.status, text: 'Данные дела исправлены' });
    await write.log({
      object: caseObject(id),
      place: placeIds(row),
      text: `Исправлено переоформление № ${id}`,
      before: { ...wordsOfCorrection(row), ...wordsOfDetails(row.reason_id, kept.fields ?? {}) },
      after: { ...wordsOfCorrection(changed), ...wordsOfDetails(row.reason_id, fields) },
    });
    await emitCaseChanged(write, row);
  });
}

const wordsOfCorrection = (row: {
  archive_no: string | null;
  papers_given_to: string | null;
  papers_given_on: string | null;
  price_kopecks: number | null;
  comment: string | null;
}) => ({
  '№ дела в архиве': row.archive_no,
  'Бумаги выданы': row.papers_given_to,
  'Когда выданы': row.papers_given_on,
  'Цена гаража': row.price_kopecks === null ? null : rubles(row.price_kopecks),
  Примечание: row.comment,
});

async function reasonInfos(ctx: Ctx) {
  const terms = await ctx.db.selectFrom('reregistration_term').select(['reason_id', 'days']).execute();
  const days = new Map(terms.map((term) => [term.reason_id, term.days]));
  return reasons.map((reason) => ({
    id: reason.id,
    name: reason.name,
    fields: [...reason.fields],
    papers: [...reason.papers],
    comes: reason.comes,
    leaves: reason.leaves,
    has_price: reason.hasPrice ?? false,
    has_transit: reason.hasTransit ?? false,
    asks_debt: !reason.ignoresDebt,
    is_small: reason.isSmall ?? false,
    days: days.get(reason.id) ?? 30,
  }));
}

/** Garages of the scope that may be given in exchange; more are found by typing their number in the list. */
const MAX_EXCHANGE = 500;

type Started = z.output<typeof steps.reregistrationStart.reply>;
async function start(ctx: Ctx, id: number): Promise<Started> {
  const garage = await requireGarage(ctx, id);
  const rows = await read(
    ctx.db,
    sql<Omit<Started, 'restrictions' | 'today'>>`
    select json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active, 'po_name', po.name, 'po_id', po.id,
        'account_no', g.account_no, 'version', g.version, 'type', t.name) as garage,
      coalesce((select json_agg(json_build_object('id', o.id, 'profile_id', o.profile_id, 'full_name', p.full_name, 'kind', p.kind,
        'share', o.share_num || '/' || o.share_den, 'started_on', o.started_on,
        'dead', case when p.kind <> 'organisation' then json_build_object('id', d.id, 'name', d.full_name) end,
        'estate', (select json_build_object('id', e.id, 'name', e.full_name) from profile e where e.estate_of = d.id and e.kind = 'estate'
          and e.merged_into is null and ${personInScope(ctx.actor, 'e')} order by e.id limit 1)) order by o.is_primary desc, o.id)
        from ownership o join profile p on p.id = o.profile_id join profile d on d.id = coalesce(p.estate_of, p.id)
        where o.garage_id = g.id and o.ended_on is null), '[]') as owners,
      greatest(coalesce(b.debt_kopecks, 0), 0) as debt_kopecks, g.locked_by_reregistration as locked_by,
      (select max(r.id) from reregistration r where r.garage_id = g.id and r.status = 0 and r.author_id = ${ctx.actor.userId}) as draft,
      (po.po_can_complete or ${levelOf(ctx.actor) === 'mo'}) as may_complete,
      coalesce((select json_agg(json_build_object('id', x.id, 'section', x.section, 'number', x.number, 'po_name', x.po_name, 'is_active', true, 'owners', x.owners))
        from (select x.id, x.section, x.number, p.name as po_name,
          (select string_agg(u.full_name, ', ' order by o.is_primary desc, o.id) from ownership o join profile u on u.id = o.profile_id
            where o.garage_id = x.id and o.ended_on is null) as owners from garage x join po p on p.id = x.po_id
          where x.mo_id = g.mo_id and ${inScope(ctx.actor, 'x')} and x.is_active and x.locked_by_reregistration is null and x.id <> g.id and x.owners_key <> ''
          order by x.po_id <> g.po_id, x.po_id, x.section_key, x.number_key ${limitTo(MAX_EXCHANGE)}) as x), '[]') as "exchangeGarages"
    from garage g join po on po.id = g.po_id join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id where g.id = ${garage.id}`,
  );
  return { ...rows[0]!, restrictions: await restrictionsOf(ctx, id), today: todayOf(ctx) };
}
