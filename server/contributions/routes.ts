// Contributions: documents of charges, the run with its preview, reversal, correction.
import * as charging from '../../contract/contributions/charging.ts';
import * as contract from '../../contract/contributions.ts';
import { act } from '../kernel/act.ts';
import { relaidByPlan } from '../balance/queries/relaid.ts';
import { dateIn } from '../ports/clock.ts';
import { copied } from '../kernel/copied.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { read } from '../kernel/read.ts';
import { logPhoneSearch } from '../profiles/writing/phoneSearch.ts';
import * as documents from './queries/documents.ts';
import { linesWorkbook, planWorkbook } from './workbooks.ts';
import { linesJson } from './queries/lines.ts';
import { paidRows } from './queries/paid.ts';
import { planFileRows, planLines, previewJson } from './queries/plan.ts';
import { readingRows } from './queries/readingRows.ts';
import { editRefusal, reverseRefusal } from './rules.ts';
import { booksFor } from '../books/writing/taking.ts';
import { chargeGarages, checkAccrualType, requireReachable } from './writing/charging.ts';
import { correctContribution } from './writing/correcting.ts';
import { relaidByReversal, reverseContribution } from './writing/undoing.ts';

const { contributions } = contract;

export function contributionRoutes(mount: Mount): void {
  documentRoutes(mount);
  accrualRoutes(mount);
}

function documentRoutes(mount: Mount) {
  mount(contributions.list, async (ctx, { query }) => {
    const request = parseList(query, contributions);
    const [json, totals] = await Promise.all([
      jsonRows(ctx.db, documents.documentRows(ctx, request)),
      documents.documentTotals(ctx, request.filter),
    ]);
    return { json, total: totals.count, totals: { ...totals }, offset: request.offset, limit: request.limit };
  });

  mount(contributions.one, async (ctx, { params }) => readContributionCard(ctx, params.id));

  mount(contract.contributionPaid, async (ctx, { query }) => ({
    data: await read(ctx.db, paidRows(ctx.actor, query.ids.split(',').map(Number))),
  }));

  mount(contract.contributionLines, async (ctx, { params, query }) => {
    await requireDocument(ctx, params.id);
    const rows = await read(ctx.db, linesJson(ctx.actor, params.id, { ...query, q: query.q ?? '' }));
    return { json: rows[0]!.json };
  });

  mount(contract.contributionLinesFile, async (ctx, { params, query }) => {
    const { card: document } = await requireDocument(ctx, params.id);
    const all = { ...query, q: query.q ?? '', offset: 0, limit: null };
    const rows = await read(ctx.db, linesJson(ctx.actor, params.id, all));
    const { data } = JSON.parse(rows[0]!.json) as { data: contract.ContributionLine[] };
    const file = await linesWorkbook(ctx.actor, document as unknown as contract.ContributionCard, data);
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка строк начисления № ${params.id}: строк ${data.length}`,
        after: copied({ file: file.name, of: `Начисление № ${params.id}` }),
      }),
    );
    return file;
  });

  mount(contract.contributionUsers, async (ctx, { query }) => ({
    data: await read(ctx.db, documents.documentUsers(ctx.actor, query.q ?? '')),
  }));

  mount(charging.reversalPreview, async (ctx, { params, query }) => {
    await requireDocument(ctx, params.id);
    return { relaid: await relaidByReversal(ctx.db, params.id, query.date) };
  });
  mount(charging.reverseContribution, async (ctx, { params, body }) => {
    const answer = await reverseContribution(ctx, params.id, body);
    return { contribution: answer.contribution!, garages: answer.garages, amount_kopecks: answer.amount_kopecks };
  });

  mount(charging.correctContribution, async (ctx, { params, body }) => ({
    contribution: await correctContribution(ctx, params.id, body),
  }));
}

function accrualRoutes(mount: Mount) {
  mount(charging.previewAccrual, async (ctx, { body }) => {
    if (body.corrects !== null) await requireDocument(ctx, body.corrects);
    const { books, type } = await termsOf(ctx, body);
    const isBack = body.corrects !== null || body.contributionDate < dateIn(ctx.now(), books.time_zone);
    const relaid = isBack
      ? await relaidByPlan(ctx.db, planLines(ctx, books.mo_id, body, type), body.contributionDate, body.corrects)
      : 0;
    const rows = await read(ctx.db, previewJson(ctx, books.mo_id, body, type, { ...body, relaid }));
    return { json: rows[0]!.json };
  });

  mount(charging.readingRows, async (ctx, { body }) => {
    if (body.corrects !== null) await requireDocument(ctx, body.corrects);
    await logFilter(ctx, body);
    await requireReachable(ctx, body);
    const rows = await read(ctx.db, readingRows(ctx, body));
    return { json: rows[0]!.json };
  });

  mount(charging.previewFile, async (ctx, { body }) => {
    if (body.corrects !== null) await requireDocument(ctx, body.corrects);
    const { books, type } = await termsOf(ctx, body);
    const rows = await read(ctx.db, planFileRows(ctx, books.mo_id, body, type));
    const file = await planWorkbook(ctx.actor, type, body.contributionPeriod, rows);
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка предпросмотра начисления: строк ${rows.length}`,
        after: copied({ file: file.name, of: `Предпросмотр: ${type.name}` }),
      }),
    );
    return file;
  });

  mount(charging.postAccrual, async (ctx, { body }) => {
    await logFilter(ctx, body);
    return chargeGarages(ctx, { ...body, corrects: null });
  });
}

/** A document of the reader's place. @throws 404 */
async function requireDocument(ctx: Ctx, id: number) {
  const document = await documents.documentCard(ctx.db, ctx.actor, id);
  if (!document) throw notFound();
  return document;
}

/** A filter finds people by a whole phone as a list does. */
const logFilter = (ctx: Ctx, terms: Pick<charging.AccrualTerms, 'isAllGaragSelected' | 'selectedGarageFilters'>) =>
  logPhoneSearch(ctx, terms.isAllGaragSelected ? terms.selectedGarageFilters.nameFilter : undefined);

/** What a preview is made of. @throws everything wrong with the terms */
async function termsOf(ctx: Ctx, terms: charging.AccrualTerms) {
  const books = await booksFor(ctx);
  await logFilter(ctx, terms);
  return { books, type: await checkAccrualType(ctx, ctx.db, books, terms) };
}

async function readContributionCard(ctx: Ctx, id: number): Promise<contract.ContributionCard> {
  const found = await requireDocument(ctx, id);
  return {
    ...(found.card as unknown as contract.ContributionCard),
    edit_refusal: editRefusal(ctx.actor, found, found.closed_until)?.text ?? null,
    reverse_refusal: reverseRefusal(ctx.actor, found)?.text ?? null,
  };
}
