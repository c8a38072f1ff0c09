// Normalising of addresses: the plan, the run, the review, decisions.
import * as contract from '../../../contract/instruments/normalising.ts';
import { pages } from '../../../contract/pages.ts';
import { startJob } from '../../jobs/records.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { daysBefore } from '../../ports/clock.ts';
import { decideJob, NORMALISING, normaliseJob } from '../normalising.ts';
import { countDecided, countScope, listRuns, holdersOf, nextDecided, reviewRows, runOf } from '../queries/addresses.ts';
import { lastJob } from '../queries/overview.ts';
import { decide, deeds } from '../writing/addresses.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };
const SHOWN_RUNS = 20;
/** More cards than these are changed in the background. */
const AT_ONCE = 50;

export function normalisingRoutes(mount: Mount): void {
  mount(contract.normalisationPlan, async (ctx, { body }) => planOf(ctx, body));

  mount(contract.startNormalisation, async (ctx, { body }) => {
    const last = await lastJob(ctx.db, NORMALISING);
    if (last && ['queued', 'running'].includes(last.status))
      throw invalid({ form: 'Нормализация уже идёт. Дождитесь её конца' });
    const plan = await planOf(ctx, body);
    if (!plan.addresses) throw invalid({ form: 'Здесь нечего приводить: новых написаний нет' });
    if (plan.addresses !== body.expected.addresses || plan.cost_kopecks !== body.expected.cost_kopecks)
      throw invalid({ form: `Адресов стало ${plan.addresses}, а было ${body.expected.addresses}. Посчитайте ещё раз` });
    return act(ctx, 'admin.normalise', async (write) => {
      const { id } = await write.tx
        .insertInto('address_run')
        .values({
          mo_id: body.mo,
          po_id: body.po,
          which: body.which,
          only_new: body.onlyNew,
          only_without_id: body.onlyWithoutId,
          source: plan.source,
          apply_sure: body.applySure,
          price_kopecks: plan.price_kopecks,
          created_by: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const asked = {
        title: 'Нормализация адресов',
        place: nowhere,
        params: { runId: id },
        total: plan.addresses,
        after: last?.job_id ?? null,
        link: pages.adminNormalise,
      };
      const job_id = await startJob(write, ctx, normaliseJob, asked);
      await write.tx.updateTable('address_run').set({ job_id }).where('id', '=', id).execute();
      await write.log({
        place: nowhere,
        text: `Начата нормализация адресов: карточек — ${plan.cards}, написаний — ${plan.addresses}`,
      });
      return { id, job_id };
    });
  });

  reviewRoutes(mount);
}

/** Runs that were made and the decisions about their addresses. */
function reviewRoutes(mount: Mount): void {
  mount(contract.normalisations, async (ctx) => ({ data: await listRuns(ctx.db, ctx.now(), SHOWN_RUNS) }));

  mount(contract.normalisationRows, async (ctx, { params, body }) => {
    if (!(await runOf(ctx.db, params.id))) throw notFound();
    const page = await reviewRows(ctx.db, params.id, body);
    const people = await holdersOf(
      ctx.db,
      page.data.map(({ id }) => id),
    );
    await act(ctx, 'admin.normalise_review', ({ log }) =>
      log({
        place: nowhere,
        text: `Открыт разбор адресов № ${params.id}: показано адресов — ${page.data.length}`,
        people,
      }),
    );
    return page;
  });

  mount(contract.decideAddresses, async (ctx, { params, body }) => {
    const run = await runOf(ctx.db, params.id);
    if (!run) throw notFound();
    if (!body.rows && !body.quality) throw invalid({ form: 'Выберите строки или качество' });
    if (body.deed === 'return' && run.created_at < daysBefore(ctx.now(), contract.RETURN_DAYS))
      throw invalid({ form: `Вернуть можно ${contract.RETURN_DAYS} дней. Прежний адрес есть в журнале карточки` });
    const wish = { quality: body.quality, rows: body.rows, state: deeds[body.deed].from };
    const { addresses, cards } = await countDecided(ctx.db, params.id, wish);
    if (addresses !== body.expected)
      throw invalid({ form: `Строк стало ${addresses}, а было ${body.expected}. Обновите страницу` });
    const ids = cards > AT_ONCE ? [] : (await nextDecided(ctx.db, params.id, wish, 0, addresses)).map(({ id }) => id);
    return act(ctx, 'admin.normalise', async (write) => {
      if (cards > AT_ONCE) {
        const { deed, quality, rows } = body;
        const asked = {
          title: deeds[deed].words,
          place: nowhere,
          params: { runId: params.id, deed, quality, rows },
          total: addresses,
          link: pages.adminNormalise,
        };
        const job_id = await startJob(write, ctx, decideJob, asked);
        await write.log({ place: nowhere, text: `${deeds[deed].words}: начато, карточек — ${cards}` });
        return { job_id, addresses, cards, left: 0 };
      }
      const done = await decide(write, ctx, params.id, body.deed, ids);
      await write.log({
        place: nowhere,
        text: `${deeds[body.deed].words}: написаний — ${done.addresses}, карточек — ${done.cards}`,
      });
      return { job_id: null, ...done };
    });
  });
}

async function planOf(ctx: Ctx, scope: contract.AddressScope) {
  const counts = await countScope(ctx.db, scope);
  const price_kopecks = ctx.deps.cleaner?.priceKopecks ?? 0;
  return {
    ...counts,
    source: ctx.deps.cleaner ? ('service' as const) : ('dictionary' as const),
    price_kopecks,
    cost_kopecks: counts.addresses * price_kopecks,
  };
}
