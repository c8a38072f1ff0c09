// Contributions: documents of charges, the run with its preview, reversal, correction, reference lists.
import * as accruals from '../../contract/accruals.ts';
import * as closing from '../../contract/closing.ts';
import * as contract from '../../contract/contributions.ts';
import * as penalties from '../../contract/penalties.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { dateIn } from '../ports/clock.ts';
import { close, open, review } from './closing.ts';
import * as documents from './documentQueries.ts';
import { linesBook, planBook } from './spreadsheets.ts';
import { linesJson } from './lineQueries.ts';
import { paidRows } from './paidQueries.ts';
import { chargePenalties, previewPenalties } from './penalty.ts';
import { planFileRows, previewJson } from './planQueries.ts';
import * as q from './queries.ts';
import { readingRows } from './queries/readingRows.ts';
import { referenceRoutes } from './references.ts';
import { editRefusal, reverseRefusal } from './rules/documents.ts';
import { booksFor } from './writing/books.ts';
import { accrue, checkedType, mustReach } from './writing/charging.ts';
import { correct } from './writing/correcting.ts';
import { reverse } from './writing/undoing.ts';

const { contributions } = contract;

export function contributionRoutes(mount: Mount): void {
  referenceRoutes(mount);
  listRoutes(mount);
  documentRoutes(mount);
  accrualRoutes(mount);
}

function listRoutes(mount: Mount) {
  mount(contract.accrualTypes, async (ctx) => ({ data: (await q.accrualTypes(ctx.db)) as contract.AccrualType[] }));
  mount(contract.paymentTypes, async (ctx) => ({ data: await q.paymentTypes(ctx.db) }));
  mount(accruals.accrualDefaults, async (ctx) => {
    const books = await q.booksOf(ctx.db, ctx.actor);
    return {
      year: (await q.setting<number>(ctx.db, 'contribution_year')) ?? 2025,
      today: dateIn(ctx.now(), books?.time_zone),
      mo: books && { id: books.mo_id, name: books.mo_name },
      period_closed_until: books?.closed_until ?? null,
    };
  });
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

  mount(contributions.one, async (ctx, { params }) => card(ctx, params.id));

  mount(contract.contributionPaid, async (ctx, { query }) => ({
    data: (await paidRows(ctx.actor, query.ids.split(',').map(Number)).execute(ctx.db as never)).rows,
  }));

  mount(contract.contributionLines, async (ctx, { params, query }) => {
    await seen(ctx, params.id);
    const { rows } = await linesJson(ctx.actor, params.id, { ...query, q: query.q ?? '' }).execute(ctx.db as never);
    return { json: rows[0]!.json };
  });

  mount(contract.contributionLinesFile, async (ctx, { params, query }) => {
    const { card: document } = await seen(ctx, params.id);
    const all = { ...query, q: query.q ?? '', offset: 0, limit: null };
    const { rows } = await linesJson(ctx.actor, params.id, all).execute(ctx.db as never);
    const { data } = JSON.parse(rows[0]!.json) as { data: contract.ContributionLine[] };
    await act(ctx, 'copy.export', ({ log }) =>
      log({ text: `Выгрузка строк начисления № ${params.id}: строк ${data.length}` }),
    );
    return linesBook(document as unknown as contract.ContributionCard, data);
  });

  mount(contract.contributionUsers, async (ctx, { query }) => ({
    data: (await documents.documentUsers(ctx.actor, query.q ?? '').execute(ctx.db as never)).rows,
  }));

  mount(accruals.reverseContribution, async (ctx, { params, body }) => {
    const answer = await reverse(ctx, params.id, body);
    return { contribution: answer.contribution!, garages: answer.garages, amount_kopecks: answer.amount_kopecks };
  });

  mount(accruals.correctContribution, async (ctx, { params, body }) => ({
    contribution: await correct(ctx, params.id, body),
  }));
}

function accrualRoutes(mount: Mount) {
  mount(accruals.previewAccrual, async (ctx, { body }) => {
    if (body.corrects !== null) await seen(ctx, body.corrects);
    const { books, type } = await termsOf(ctx, body);
    const { rows } = await previewJson(ctx.actor, books.mo_id, body, type, body).execute(ctx.db as never);
    return { json: rows[0]!.json };
  });

  mount(accruals.readingRows, async (ctx, { body }) => {
    if (body.corrects !== null) await seen(ctx, body.corrects);
    await mustReach(ctx, body);
    const { rows } = await readingRows(ctx.actor, body).execute(ctx.db as never);
    return { json: rows[0]!.json };
  });

  mount(accruals.previewFile, async (ctx, { body }) => {
    if (body.corrects !== null) await seen(ctx, body.corrects);
    const { books, type } = await termsOf(ctx, body);
    const { rows } = await planFileRows(ctx.actor, books.mo_id, body, type).execute(ctx.db as never);
    await act(ctx, 'copy.export', ({ log }) =>
      log({ text: `Выгрузка предпросмотра начисления: строк ${rows.length}` }),
    );
    return planBook(type, body.contributionPeriod, rows);
  });

  mount(accruals.postAccrual, async (ctx, { body }) => accrue(ctx, { ...body, corrects: null }));
  mount(closing.closingReview, async (ctx, { query }) => review(ctx, query.until));
  mount(closing.closePeriod, async (ctx, { body }) => close(ctx, body));
  mount(closing.openPeriod, async (ctx, { body }) => open(ctx, body));
  mount(penalties.previewPenalties, async (ctx, { body }) => previewPenalties(ctx, body));
  mount(penalties.postPenalties, async (ctx, { body }) => chargePenalties(ctx, body));
}

/** A document of the reader's place. @throws 404 */
async function seen(ctx: Ctx, id: number) {
  const document = await documents.documentCard(ctx.db, ctx.actor, id);
  if (!document) throw notFound();
  return document;
}

/** What a preview is made of. @throws everything wrong with the terms */
async function termsOf(ctx: Ctx, terms: accruals.AccrualTerms) {
  const books = await booksFor(ctx);
  return { books, type: await checkedType(ctx, ctx.db, books, terms) };
}

async function card(ctx: Ctx, id: number): Promise<contract.ContributionCard> {
  const found = await seen(ctx, id);
  return {
    ...(found.card as unknown as contract.ContributionCard),
    edit_refusal: editRefusal(ctx.actor, found, found.closed_until)?.text ?? null,
    reverse_refusal: reverseRefusal(ctx.actor, found)?.text ?? null,
  };
}
