// Charging penalties: the plan by garage, its preview, the posting that pays for each day once.
import { BACKGROUND_OVER, type AccrualAnswer } from '../../../contract/books.ts';
import type { PenaltyPreview, PenaltyRow, PenaltyTerms } from '../../../contract/penalties.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { linesOf, post, type Line } from '../../balance/ledger.ts';
import { sealParts } from '../../balance/writing/sealing.ts';
import { PENALTY } from '../../balance/rules.ts';
import type { JobFacts } from '../../jobs/kinds.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, refuseIf, Refused } from '../../kernel/errors.ts';
import { findAnswer, once, type Intention } from '../../kernel/once.ts';
import * as facts from '../queries/charging.ts';
import { type Books, posOf } from '../../books/queries.ts';
import { dateProblems } from '../../books/rules/dates.ts';
import { keyOf } from '../rules/history.ts';
import { keyRateText, layPenalties, settingsText, type KeyRate, type PenaltyPart, type Unrated } from '../rules.ts';
import { garagesOf, rubles } from '../../books/rules/words.ts';
import { emitMoneyChanged } from '../../books/writing/announcing.ts';
import { booksFor, calendarOf, placeOf, takeBooks } from '../../books/writing/taking.ts';
import type { Charged, Finish } from '../../books/writing/charged.ts';
import { enqueueRun, type Expected } from '../../books/writing/queueing.ts';

export const PENALTY_JOB: JobFacts = { kind: 'penalty', capability: 2, cancel: 'queued', canRetry: true };
/** Garages whose lines are read and laid out at a time. */
const CHUNK = 500;
/** Tries to post before the books are held for the whole calculation. */
const TRIES = 3;

export type PenaltyBody = PenaltyTerms & { idempotencyKey: string; expected: Expected };
type Part = PenaltyPart & { garage: number };
interface Plan {
  pos: facts.PenaltyPo[];
  /** Garages that owe penalties, in the order of their place. */
  garages: { id: number; po_id: number; parts: Part[] }[];
  /** Garages left out: days of their delay have no key rate. */
  unrated: ({ id: number; po_id: number } & Unrated)[];
  keyRates: KeyRate[];
  /** State of the ledger that the plan was made of. */
  mark: number;
}

/** @throws everything wrong with the terms at once, by field */
async function check(ctx: Ctx, terms: PenaltyTerms, db: Ctx['db'] | Write['tx'] = ctx.db): Promise<void> {
  const books = await booksFor(ctx, db);
  const pos = terms.poFilter.length ? await facts.penaltyPos(db, ctx.actor, terms.poFilter) : [];
  refuseIf({
    ...dateProblems('date', terms.date, calendarOf(ctx, books)),
    ...(terms.since && terms.since > terms.date ? { since: 'Начало позже последнего дня' } : {}),
    ...(pos.length < new Set(terms.poFilter).size
      ? { poFilter: 'Среди выбранных есть ПО, которых нет в вашем списке' }
      : {}),
  });
}

/** Lays out every garage of the place; `db` is the transaction where the books are held meanwhile. */
async function planOf(ctx: Ctx, terms: PenaltyTerms, db: Ctx['db'] | Write['tx'] = ctx.db): Promise<Plan> {
  const pos = await facts.penaltyPos(db, ctx.actor, terms.poFilter);
  const on = pos.filter(({ settings }) => settings.enabled && settings.method !== 'none');
  const mark = await facts.ledgerMark(
    db,
    on.map((po) => po.id),
  );
  const [types, keyRates, yearly] = [
    await facts.penaltyTypes(db),
    await facts.keyRates(db),
    await facts.yearlyTypes(db),
  ];
  const settingsOf = new Map(on.map((po) => [po.id, po.settings]));
  const all = await facts.penaltyGarages(db, ctx.actor, [...settingsOf.keys()], terms, [...types.keys()]);
  const garages: Plan['garages'] = [];
  const unrated: Plan['unrated'] = [];
  for (let first = 0; first < all.length; first += CHUNK) {
    const chunk = all.slice(first, first + CHUNK);
    const known = await facts.penaltyFacts(
      db,
      chunk.map((one) => one.id),
      terms.date,
    );
    for (const { id, po_id } of chunk) {
      const { lines, before } = known.get(id)!;
      const settings = settingsOf.get(po_id)!;
      const { parts, unrated: without } = layPenalties({
        lines,
        before,
        applies: new Set(types.keys()),
        yearly,
        settings,
        keyRates,
        since: terms.since,
        to: terms.date,
      });
      if (without) unrated.push({ id, po_id, ...without });
      if (parts.length) garages.push({ id, po_id, parts: parts.map((part) => ({ ...part, garage: id })) });
    }
  }
  return { pos, garages, unrated, keyRates, mark };
}

const sumOf = (parts: readonly { kopecks: number }[]) => parts.reduce((sum, part) => sum + part.kopecks, 0);
const totalOf = (garages: Plan['garages']): Expected => ({
  garages: garages.length,
  amount_kopecks: garages.reduce((sum, garage) => sum + sumOf(garage.parts), 0),
});

/** What would be charged, one page of garages at a time. */
export async function previewPenalties(
  ctx: Ctx,
  body: PenaltyTerms & { q: string; offset: number; limit: number },
): Promise<PenaltyPreview> {
  await check(ctx, body);
  const plan = await planOf(ctx, body);
  const found = body.q.trim()
    ? await facts.matching(
        ctx,
        plan.garages.map((garage) => garage.id),
        body.q,
      )
    : null;
  const wanted = found ? plan.garages.filter((garage) => found.has(garage.id)) : plan.garages;
  const { garages, amount_kopecks } = totalOf(plan.garages);
  return {
    garages,
    sum_kopecks: amount_kopecks,
    principal_kopecks: plan.garages.reduce((sum, garage) => sum + principalOf(garage.parts), 0),
    capped: plan.garages.filter((garage) => garage.parts.some((part) => part.isCapped)).length,
    pos: plan.pos.map(({ id, name, settings }) => {
      const own = totalOf(plan.garages.filter((garage) => garage.po_id === id));
      const without = plan.unrated.filter((garage) => garage.po_id === id).length;
      const isOff = !settings.enabled || settings.method === 'none';
      const notes = [
        isOff ? 'Включаются в карточке ПО' : own.garages || without ? null : 'Просрочки нет',
        without ? `Пропущены без ставки: ${garagesOf(without)}` : null,
        !isOff && settings.method === 'key_rate_300' ? keyRateText(plan.keyRates, body.date) : null,
      ].filter((one) => one !== null);
      return {
        po: { id, name },
        settings: settingsText(settings),
        note: notes.join('. ') || null,
        garages: own.garages,
        sum_kopecks: own.amount_kopecks,
      };
    }),
    unrated: await unratedOf(ctx, plan.unrated),
    rows: await rowsOf(ctx, wanted.slice(body.offset, body.offset + body.limit)),
    rows_total: wanted.length,
  };
}

/** Garages left out with their days, the first hundred. */
async function unratedOf(ctx: Ctx, all: Plan['unrated']): Promise<PenaltyPreview['unrated']> {
  const first = all.slice(0, 100);
  const names = await facts.garageNames(
    ctx.db,
    first.map((garage) => garage.id),
    [],
  );
  return first.map(({ id, from, to, days }) => ({ garage: names.garages.get(id)!, from, to, days }));
}

/** What is still overdue: parts of one entry and person say the same of it. */
const principalOf = (parts: readonly Part[]) => byEntry(parts).reduce((sum, [part]) => sum + part!.principal, 0);
const daysOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.days, 0);
function byEntry(parts: readonly Part[]): Part[][] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part]);
  return [...groups.values()];
}

async function rowsOf(ctx: Ctx, garages: Plan['garages']): Promise<PenaltyRow[]> {
  const owners = garages.flatMap((garage) => garage.parts.flatMap((part) => part.owner ?? []));
  const names = await facts.garageNames(
    ctx.db,
    garages.map((garage) => garage.id),
    owners,
  );
  const types = await facts.penaltyTypes(ctx.db);
  return garages.map(({ id, parts }) => ({
    garage: names.garages.get(id)!,
    owner: [...new Set(parts.flatMap((part) => names.owners.get(part.owner ?? 0) ?? []))].join(', ') || null,
    principal_kopecks: principalOf(parts),
    days: Math.max(...byEntry(parts).map(daysOf)),
    charged_before_kopecks: [
      ...new Map(parts.map((part) => [`${part.type} ${part.year}`, part.before])).values(),
    ].reduce((sum, before) => sum + before, 0),
    is_capped: parts.some((part) => part.isCapped),
    sum_kopecks: sumOf(parts),
    entries: parts.map((part) => ({
      accrual_type: types.get(part.type) ?? '',
      year: part.year,
      principal_kopecks: part.principal,
      from: part.from,
      to: part.to,
      days: part.days,
      charged_before_kopecks: part.before,
      cap_kopecks: part.cap,
      is_capped: part.isCapped,
      sum_kopecks: part.kopecks,
    })),
  }));
}

/** Charges at once, or hands a long run over to the background. */
export async function chargePenalties(ctx: Ctx, body: PenaltyBody): Promise<AccrualAnswer> {
  if (body.expected.garages <= BACKGROUND_OVER) return chargeNow(ctx, body, { key: body.idempotencyKey, asked: body });
  return enqueueRun(ctx, {
    kind: PENALTY_JOB,
    body,
    title: async (tx) => {
      await check(ctx, body, tx);
      return `Пени по ${formatDate(body.date)}, ${garagesOf(body.expected.garages)}`;
    },
  });
}

/**
 * Posts what the person saw. The plan is made before the books are taken, so that nobody waits for it; when something
 * was posted meanwhile it is made again. @throws a refusal when it differs from what was seen
 */
export async function chargeNow(
  ctx: Ctx,
  body: PenaltyBody,
  key: Omit<Intention, 'verb'>,
  more?: Finish,
): Promise<AccrualAnswer> {
  const intention = { verb: 'balance_operation.penalty', ...key };
  const first = await findAnswer<Charged>(ctx, intention);
  if (first) return { ...first, isRepeat: true };
  await check(ctx, body);
  if (!body.expected.garages) throw invalid({ form: 'Начислять нечего: просрочки нет или её дни уже оплачены пенями' });
  for (let turn = 1; ; turn += 1) {
    const plan = turn > TRIES ? null : await planOf(ctx, body);
    const done = await once(ctx, intention, async (write) => {
      const books = await takeBooks(ctx, write.tx);
      refuseIf(dateProblems('date', body.date, calendarOf(ctx, books)));
      const now = plan ?? (await planOf(ctx, body, write.tx));
      const on = now.pos.filter(({ settings }) => settings.enabled && settings.method !== 'none');
      if (
        plan &&
        (await facts.ledgerMark(
          write.tx,
          on.map((po) => po.id),
        )) !== plan.mark
      )
        throw new Moved();
      const posted = await postPlan(write, ctx, body, books, now);
      await more?.(write, posted);
      return posted;
    }).catch((error: unknown) => {
      if (error instanceof Moved) return null;
      throw error;
    });
    if (done) return { ...done.answer, isRepeat: done.isRepeat };
  }
}
/** Something was posted between the plan and the taking of the books. */
class Moved extends Error {}

async function postPlan(write: Write, ctx: Ctx, body: PenaltyBody, books: Books, plan: Plan): Promise<Charged> {
  const { idempotencyKey, expected, ...request } = body;
  const now = totalOf(plan.garages);
  if (now.garages !== expected.garages || now.amount_kopecks !== expected.amount_kopecks) throw changed(expected, now);
  const parts = plan.garages.flatMap((garage) => garage.parts);
  const posting = {
    kind: 'accrual' as const,
    source: 'penalty' as const,
    idempotencyKey,
    place: placeOf(books),
    accrualTypeId: PENALTY,
    periodYear: Number(body.date.slice(0, 4)),
    onDate: body.date,
    request,
    basisDocument: body.basisDocument,
    comment: body.contributionComment ?? `Пени по ${formatDate(body.date)}`,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  };
  const { contributionId: id } = await post(write.tx, posting, linesOf(penaltyLines(parts, body.date)));
  await facts.keepParts(write.tx, id, parts);
  await sealParts(write.tx, id, posting.at);
  const text = `Начислены пени по ${formatDate(body.date)}: ${garagesOf(now.garages)}, ${rubles(now.amount_kopecks)}`;
  await write.log({ object: { type: 'contribution', id, name: 'Пени' }, place: placeOf(books), text });
  await emitMoneyChanged(write, books, await posOf(write.tx, id), { contributions: [id], garages: [] });
  return { contribution: id, job: null, ...now };
}

/** A line for each entry and person: an entry whose charge is undone takes its own penalties with it and no others. */
const penaltyLines = (parts: readonly Part[], date: string): Line[] =>
  parts.map(({ garage, owner, debtor, year, kopecks }) => ({
    garage_id: garage,
    owner_id: owner,
    debtor_id: debtor,
    sign: -1,
    amount_kopecks: kopecks,
    accrual_type_id: PENALTY,
    payment_type_id: null,
    period_year: year,
    on_date: date,
  }));

function changed(expected: Expected, now: Expected) {
  const was = `${garagesOf(expected.garages)}, ${rubles(expected.amount_kopecks)}`;
  const message = `Пока вы смотрели, расчёт изменился: было ${was}, стало ${garagesOf(now.garages)}, ${rubles(now.amount_kopecks)}. Проверьте ещё раз`;
  return new Refused(409, { message, code: 'selection_changed', errors: { form: message } });
}
