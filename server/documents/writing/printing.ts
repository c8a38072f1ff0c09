// Printing: one short transaction takes the number and keeps everything the paper is made of; the pages are made after it.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { OTHER_KIND, type PrintRequest } from '../../../contract/documents.ts';
import { variablesOf } from '../../../contract/kernel/richTextFold.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { forbidden, invalid, Refused, refuseIf } from '../../kernel/errors.ts';
import { findAnswer, once } from '../../kernel/once.ts';
import { missingLetters } from '../../ports/pdf/fonts.ts';
import { compose, NUMBER_SIGN, SIGNATURE_FILE, STAMP_FILE } from '../compose.ts';
import { gatherFacts } from '../facts/gather.ts';
import { requireSubject, type Subject } from '../facts/subject.ts';
import type { Facts } from '../facts/types.ts';
import { layoutOf } from '../layouts/index.ts';
import type { Layout } from '../layouts/layout.ts';
import { kindById, kindsInUse } from '../queries.ts';
import { noteLetters } from '../queries/letters.ts';
import { textInForce } from '../queries/templates.ts';
import { CONSENT, consentOf, paperTitle } from '../rules/consents.ts';
import {
  autoNumber,
  checkCode,
  datesOf,
  moneyRefusal,
  numberAround,
  printRefusal,
  requestProblems,
  tellsDebt,
  type DocumentKind,
} from '../rules.ts';
import { typedNumber, type TypedNumber } from './numbers.ts';
import { peopleOn } from './openings.ts';
import { numbered, sealSnapshot, type Snapshot } from './snapshots.ts';

export interface Prepared {
  kind: DocumentKind;
  subject: Subject;
  facts: Facts;
  source: string;
  code: string;
  templateNth: number;
  templateRegion: number | null;
}

/** A paper whose number has just been taken, with all that its pages are made of: nobody has to read it back. */
export interface TakenPaper {
  id: number;
  number: string;
  type_name: string;
  on_date: string;
  copy_of: null;
  region_id: number;
  mo_id: number;
  po_id: number;
  made: Snapshot;
}

/**
 * Takes the number and keeps the paper as «печатается».
 * @throws 403 without the right to the kind, 404 for what is not the actor's, 409 that asks about a number, 422 by field
 */
export async function printPaper(ctx: Ctx, request: PrintRequest): Promise<TakenPaper> {
  const prepared = await preparePaper(ctx, request);
  return act(ctx, 'reference.print', (write) => writePaper(ctx, write, prepared, request));
}

/**
 * The same, once for a key: the repeat of a call whose pages did not come answers with the paper whose number it took, `before`.
 * @throws as `printPaper` does
 */
export async function printOnce(
  ctx: Ctx,
  request: PrintRequest,
  key: string,
): Promise<{ paper: TakenPaper; before?: never } | { before: number; paper?: never }> {
  const intention = { verb: 'reference.print', key, asked: request };
  const earlier = await findAnswer<{ id: number }>(ctx, intention);
  if (earlier) return { before: earlier.id };
  const prepared = await preparePaper(ctx, request);
  const papers: TakenPaper[] = [];
  const { answer } = await once(ctx, intention, async (write) => {
    const taken = await writePaper(ctx, write, prepared, request);
    papers.push(taken);
    return { id: taken.id };
  });
  return papers[0] ? { paper: papers[0] } : { before: answer.id };
}

async function writePaper(ctx: Ctx, { tx, log, emit }: Write, prepared: Prepared, request: PrintRequest) {
  const { kind, facts } = prepared;
  const taken = await takePaper(ctx, tx, prepared, {
    number: request.number ?? '',
    isConfirmed: request.confirm_number === true,
  });
  const { id, number } = taken;
  const place = placeOfPaper(facts);
  await log({
    object: { type: 'document', id, name: `№ ${number}` },
    place,
    text: `Напечатан документ «${paperTitle(kind.name, facts.consent, false)}» № ${number}`,
    people: peopleOn(prepared),
  });
  await emit(
    { region: place.region_id, mo: place.mo_id, po: place.po_id },
    { type: 'records_changed', message: { resource: 'documents', ids: [id] } },
  );
  return taken;
}

export const placeOfPaper = ({ org }: Facts) => ({ region_id: org.region_id, mo_id: org.mo_id, po_id: org.po_id });

/** The row of a paper with its number and snapshot, inside the caller's transaction. @throws 409 that asks about a typed number */
export async function takePaper(ctx: Ctx, tx: WriteDb, prepared: Prepared, typed?: TypedNumber): Promise<TakenPaper> {
  const { kind, facts } = prepared;
  const made = snapshotOf(ctx, prepared);
  const row = rowOf(ctx, prepared, made);
  const taken = kind.is_manual_numerated
    ? await rowUnder(tx, row, await typedNumber(tx, prepared, typed!))
    : await rowUnderNext(tx, row, numberAround(facts.org.code, kind.id, row.year));
  await noteLetters(tx, letterOf(row), ctx.now());
  const { id, number } = taken;
  return {
    id,
    number,
    type_name: paperTitle(kind.name, facts.consent, true),
    on_date: facts.day,
    copy_of: null,
    ...placeOfPaper(facts),
    made: numbered(made, number),
  };
}

type NewRow = ReturnType<typeof rowOf>;

const rowUnder = (tx: WriteDb, row: NewRow, number: string) =>
  tx
    .insertInto('document')
    .values({ ...row, number })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();

/** The counter goes one on and its row is written by one statement: nothing stands between the number and what has it. */
function rowUnderNext(tx: WriteDb, row: NewRow, [before, after]: readonly [string, string]) {
  const { po_id, type_id, year } = row;
  const columns = Object.keys(row) as (keyof NewRow)[];
  return tx
    .with('counter', (made) =>
      made
        .insertInto('document_counter')
        .values({ po_id, type_id, year, last: 1 })
        .onConflict((conflict) =>
          conflict.columns(['po_id', 'type_id', 'year']).doUpdateSet({ last: sql`document_counter.last + 1` }),
        )
        .returning('last'),
    )
    .insertInto('document')
    .columns([...columns, 'number'])
    .expression((from) =>
      from
        .selectFrom('counter')
        .select([
          ...columns.map((column) => sql`${row[column]}`.as(column)),
          sql`${before}::text || counter.last || ${after}::text`.as('number'),
        ]),
    )
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

/** Rows of one statement: so many values at once are far from what a statement may carry. */
const ROWS = 500;

/** The rows of a pile, their numbers one after another in every ПО; all inside the caller's transaction. */
export async function takePapers(ctx: Ctx, tx: WriteDb, pile: readonly Prepared[], batch?: number): Promise<number[]> {
  const groups = Map.groupBy(pile, (one) => `${one.facts.org.po_id}/${one.kind.id}/${yearOf(one)}`);
  const numbers = new Map<Prepared, string>();
  // In one order everywhere: two piles at once wait for each other and never in a ring.
  for (const key of [...groups.keys()].toSorted()) {
    const [po, kind, year] = key.split('/').map(Number) as [number, number, number];
    const papers = groups.get(key)!;
    const first = await takeSeqs(tx, po, kind, year, papers.length);
    for (const [nth, one] of papers.entries())
      numbers.set(one, autoNumber(one.facts.org.code, kind, first + nth, year));
  }
  const rows = pile.map((one, nth) => ({
    ...rowOf(ctx, one, snapshotOf(ctx, one)),
    number: numbers.get(one)!,
    ...(batch !== undefined && { batch_id: batch, batch_nth: nth + 1 }),
  }));
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    const made = await tx
      .insertInto('document')
      .values(rows.slice(from, from + ROWS))
      .returning('id')
      .execute();
    ids.push(...made.map(({ id }) => id));
  }
  await noteLetters(tx, rows.flatMap(letterOf), ctx.now());
  return ids;
}

/** A notice to one person stands in the place of his message; one to all of them in nobody's. */
const letterOf = ({ notification_id: mailing, profile_id: person }: Pick<NewRow, 'notification_id' | 'profile_id'>) =>
  mailing !== null && person !== null ? [{ mailing, person }] : [];

const yearOf = ({ facts }: Prepared) => Number(facts.day.slice(0, 4));

const snapshotOf = (ctx: Ctx, { source, facts }: Prepared): Snapshot => ({
  source,
  files: picturesOf(facts),
  at: ctx.now().getTime(),
});

/** What the table of papers keeps of one, but its number. */
function rowOf(ctx: Ctx, prepared: Prepared, made: Snapshot) {
  const { kind, subject, facts } = prepared;
  return {
    ...placeOfPaper(facts),
    type_id: kind.id,
    context: subject.context,
    garage_id: subject.garage_id,
    profile_id: layoutOf(kind.code).personOf?.(facts) ?? facts.person?.id ?? null,
    people: peopleOn(prepared),
    consent_kind: kind.code === CONSENT ? consentOf(facts.consent) : null,
    contribution_id: subject.money?.id ?? null,
    reregistration_id: subject.reregistration_id,
    notification_id: subject.notification_id,
    year: yearOf(prepared),
    on_date: facts.day,
    from_date: facts.from,
    check_code: prepared.code,
    snapshot: sealSnapshot(ctx.deps.secrets, made),
    template_nth: prepared.templateNth,
    template_region_id: prepared.templateRegion,
    printed_by: ctx.actor.userId || null,
    printed_at: new Date(made.at).toISOString(),
  };
}

/** Everything of a paper but its number; a trial carries neither signature nor code. @throws as `printPaper` does */
export async function preparePaper(ctx: Ctx, request: PrintRequest, isTrial = false): Promise<Prepared> {
  const kind = await kindById(ctx.db, request.document_type_id);
  if (!kind?.is_active) throw invalid({ document_type_id: 'Такого вида документа нет' });
  const refusal = printRefusal(ctx.actor, kind);
  if (refusal) throw forbidden(refusal);
  const subject = await requireSubject(ctx, request);
  if (!kind.contexts.includes(subject.context)) throw invalid({ document_type_id: 'Этот документ печатают не отсюда' });
  const misfit = subject.money && moneyRefusal(kind, subject.money);
  if (misfit) throw await notThis(ctx, misfit.reason, subject, misfit.instead, 'document_type_id');
  if (subject.money?.kind === 'accrual' && subject.money.garages.length > 1)
    throw invalid({ form: 'В начислении несколько гаражей: напечатайте квитанцию из карточки гаража' });
  const today = todayOf(ctx);
  refuseIf(requestProblems(ctx.actor, kind, request, today, { po: subject.po_id, pos: subject.pos }));
  const facts = await gatherFacts(ctx, {
    subject,
    poId: request.specific_po ?? subject.po_id,
    ...datesOf(kind, request, today),
    isPersonal: kind.is_personal,
    profileId: request.profile_id,
    tellsDebt: tellsDebt(kind),
    consent: request.consent_kind,
    court: request.court,
    number: NUMBER_SIGN,
  });
  const layout = layoutOf(kind.code);
  const misdated = layout.notOn?.(facts);
  if (misdated) throw invalid({ [kind.date_mode ? 'end_date' : 'form']: misdated });
  const reason = layout.refuse?.(facts);
  if (reason) throw await notThis(ctx, reason, subject, layout.instead?.(facts));
  const own = await textFor(ctx, kind.id, layout, facts);
  const code = checkCode(randomBytes(12));
  const source = compose({
    layout,
    text: own?.body ?? layout.text,
    facts,
    checkUrl: isTrial ? null : checkUrlOf(ctx, code),
    isTrial,
  });
  refuseMissing(source);
  return { kind, subject, facts, source, code, templateNth: own?.nth ?? 0, templateRegion: own?.region_id ?? null };
}

/** The text of people in force, where it says what these facts ask for. @throws 422 at words that it has no place for */
async function textFor(ctx: Ctx, id: number, layout: Layout, facts: Facts) {
  const own = await textInForce(ctx.db, id, facts.org.region_id);
  if (!own) return own;
  const named = variablesOf(own.body);
  if (layout.fits && !layout.fits(named, facts)) return undefined;
  refuseIf(layout.unsaid?.(named, facts) ?? {});
  return own;
}

/** A refusal that offers the kind that fits instead, when the actor may print it of the same record. */
async function notThis(
  ctx: Ctx,
  reason: string,
  { context }: Subject,
  code: string | null | undefined,
  field = 'form',
) {
  const other = code ? (await kindsInUse(ctx.db)).find((kind) => kind.code === code) : undefined;
  const refused = invalid({ [field]: reason });
  if (!other?.contexts.includes(context) || printRefusal(ctx.actor, other)) return refused;
  return new Refused(422, { ...refused.problem, code: OTHER_KIND, current: { id: other.id, name: other.name } });
}

/** Where a paper is checked; null where the house has no public address. The demo world shows the code all the same. */
export const checkUrlOf = ({ deps }: Pick<Ctx, 'deps'>, code: string): string | null =>
  deps.settings.PUBLIC_URL || deps.settings.DEMO ? `${deps.settings.publicUrl}/d/${code}` : null;

/** @throws 422 naming the letters that the fonts of papers can't draw */
export function refuseMissing(source: string): void {
  const missing = missingLetters(source.replaceAll(NUMBER_SIGN, ''));
  if (missing.length)
    throw invalid({ form: `Этих знаков нет в шрифте документов: ${missing.join(' ')}. Исправьте их в карточке` });
}

/** The first of so many next numbers of a counter; the row is held until the end of this short transaction. */
async function takeSeqs(tx: WriteDb, po: number, kind: number, year: number, count: number): Promise<number> {
  const { rows } = await sql<{
    last: number;
  }>`insert into document_counter (po_id, type_id, year, last) values (${po}, ${kind}, ${year}, ${count})
    on conflict (po_id, type_id, year) do update set last = document_counter.last + ${count} returning last`.execute(
    tx,
  );
  return rows[0]!.last - count + 1;
}

const picturesOf = ({ org }: Facts): Record<string, string> => ({
  ...(org.signature_key && { [SIGNATURE_FILE]: org.signature_key }),
  ...(org.stamp_key && { [STAMP_FILE]: org.stamp_key }),
});
