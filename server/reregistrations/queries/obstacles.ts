// What an annulment of a completed case meets: all that stands in its way at once, each with the page where it is looked at, papers and payments.
import { sql } from 'kysely';
import { pages } from '../../../contract/pages.ts';
import type { Obstacle, ReregistrationCard } from '../../../contract/reregistrations.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import { read } from '../../kernel/read.ts';
import type { SharePeriod } from '../../garages/writing/shares.ts';
import { nameOf, newNameOf } from '../rules/outcome.ts';
import { caseById, paymentsSince, validPapers, type CaseRecord, type KeptDetails } from './card.ts';

/** What the person was before, to be given back by an annulment. */
export interface MarkedDead {
  profile_id: number;
  is_voa_member: boolean;
  voa_status_id: number;
  /** The line of the history that says it. */
  history_id: number;
}

/** What a completion did, kept so that it can be undone. */
export interface Outcome {
  /** Owners as they were: what is not closed now had these shares. */
  before: { id: number; share: string | null; is_primary: boolean }[];
  closed: number[];
  opened: number[];
  feeDocument: number | null;
  entranceDocument: number | null;
  debt: { answer: string; former: number; owner: number | null } | null;
  /** Who went and who came, whatever was owed: what is charged to the one since goes back to the other. */
  sides?: { former: number; owner: number } | null;
  name: { profile_id: number; last_name: string; first_name: string; father_name: string } | null;
  /** Shares as it left them; cases of before do not tell. */
  after?: { id: number; share: string | null }[];
  /** Shares of before with their days, as it found them. */
  periods?: SharePeriod[];
  /** Whom the case marked as dead. */
  dead?: MarkedDead | null;
  /** The last line of the garage then: a later payment came since. */
  lastLine?: number;
}

interface Now {
  is_active: boolean;
  locked_by: number | null;
  closed_until: string | null;
  owners: {
    id: number;
    ended_on: string | null;
    is_transit: boolean;
    name: string;
    case_id: number | null;
    ended_by: number | null;
    share: string | null;
  }[];
  /** Cases of the garage that were completed after this one and changed its owners or their shares. */
  later: number[];
  renamed: { id: number; last_name: string; first_name: string; father_name: string; case_id: number | null } | null;
}

/** @param today `YYYY-MM-DD` in the zone of the МО; an annulment is dated by it */
export async function annulObstacles(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  row: CaseRecord,
  today: string,
): Promise<Obstacle[]> {
  if (row.status !== 3) return [];
  const outcome = row.outcome as Outcome | null;
  if (!outcome) return [{ text: 'У этого дела нет записи о том, что было до него', path: null }];
  const rows = await read(
    db,
    sql<Now>`select g.is_active, g.locked_by_reregistration as locked_by, mo.period_closed_until as closed_until,
      coalesce((select json_agg(json_build_object('id', o.id, 'ended_on', o.ended_on, 'is_transit', o.is_transit, 'name', p.full_name, 'case_id', o.reregistration_id,
          'ended_by', o.ended_by_reregistration, 'share', o.share_num || '/' || o.share_den) order by o.id)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id), '[]') as owners,
      coalesce((select json_agg(c.id order by c.completed_at, c.id) from reregistration c where c.garage_id = g.id and c.status = 3 and c.reason_id <> ${RENAMING}
        and (c.completed_at, c.id) > (${row.completed_at}::timestamptz, ${row.id}::int)), '[]') as later,
      (select json_build_object('id', p.id, 'last_name', p.last_name, 'first_name', p.first_name, 'father_name', p.father_name, 'case_id',
          (select max(c.id) from reregistration c where c.status = 3 and c.reason_id = ${RENAMING} and (c.outcome #>> '{name,profile_id}')::int = p.id
            and (c.completed_at, c.id) > (${row.completed_at}::timestamptz, ${row.id}::int) and ${inScope(ctx.actor, 'c')}))
        from profile p where p.id = ${outcome.name?.profile_id ?? null}::int) as renamed
    from garage g join mo on mo.id = g.mo_id where g.id = ${row.garage_id}`,
  );
  const now = rows[0]!;
  const found: Obstacle[] = [];
  if (now.closed_until && now.closed_until >= today)
    found.push({ text: `Период закрыт до ${formatDate(now.closed_until)}`, path: null });
  if (!now.is_active) found.push({ text: 'Гараж в архиве', path: pages.garage(row.garage_id) });
  if (now.locked_by)
    found.push({
      text: `По гаражу идёт переоформление № ${now.locked_by}`,
      path: pages.reregistration(now.locked_by),
    });
  return [...found, ...laterChanges(row, outcome, now), ...laterName(row, outcome, now.renamed)];
}

/** Reason «Смена ФИО»: owners stay who they are. */
const RENAMING = 12;

/** The name that the case gave is not the one that stands now: giving back the former one would wipe what was written since. */
function laterName(row: CaseRecord, { name }: Outcome, renamed: Now['renamed']): Obstacle[] {
  if (!name || !renamed) return [];
  const given = newNameOf({ details: (row.details as KeptDetails).fields ?? {} }, name);
  const now = nameOf(renamed);
  if (now === given) return [];
  return renamed.case_id
    ? [
        {
          text: `После этого дела имя менялось снова: ${now}, переоформление № ${renamed.case_id}. Сначала отмените его`,
          path: pages.reregistration(renamed.case_id),
        },
      ]
    : [
        {
          text: `После этого дела имя исправили: сейчас «${now}». Верните в карточке «${given}», потом аннулируйте`,
          path: pages.profile(renamed.id),
        },
      ];
}

/** Owners that came or went after the case, each by the case that did it. */
function laterChanges(row: CaseRecord, outcome: Outcome, { owners, later }: Now): Obstacle[] {
  const left = new Map(outcome.after?.map(({ id, share }) => [id, share]));
  const stayed = outcome.before.map(({ id }) => id).filter((id) => !outcome.closed.includes(id));
  const standing = new Set([...stayed, ...outcome.opened]);
  const last = Math.max(0, ...outcome.opened, ...outcome.before.map(({ id }) => id));
  const own = new Set([...outcome.closed, ...outcome.opened]);
  const cases = new Set<number>();
  const found: Obstacle[] = [];
  const tell = (text: string, by: number | null) => {
    if (by !== null && cases.has(by)) return;
    if (by !== null) cases.add(by);
    found.push(
      by === null
        ? { text: `После этого дела владельцы менялись снова: ${text}`, path: pages.garage(row.garage_id) }
        : {
            text: `После этого дела владельцы менялись снова: ${text}, переоформление № ${by}. Сначала отмените его`,
            path: pages.reregistration(by),
          },
    );
  };
  for (const { id, ended_on, is_transit, name, case_id, ended_by } of owners) {
    if (stayed.includes(id) && ended_on) tell(`выбыл ${name}`, ended_by);
    // Steps of a chain are opened and closed by the case itself.
    else if (outcome.opened.includes(id) && ended_on && !is_transit) tell(`выбыл ${name}`, ended_by);
    else if (!ended_on && !standing.has(id)) tell(`владеет ${name}`, case_id);
    else if (id > last && !own.has(id)) tell(`был владельцем ${name}`, case_id);
  }
  for (const id of later) tell('изменены доли', id);
  // Not by a case: cards were merged.
  if (!found.length)
    for (const { id, ended_on, name, share } of owners)
      if (!ended_on && left.has(id) && left.get(id) !== share)
        tell(`доля ${name} теперь ${share ?? 'не указана'}`, null);
  return found;
}

/** What an annulment meets: of both halves of an exchange, which are undone together. */
export async function annulFacts(ctx: Ctx, db: ReadDb | WriteDb, row: CaseRecord, today: string) {
  const pair = row.pair_id ? await caseById(ctx, row.pair_id, db) : undefined;
  const facts: Pick<ReregistrationCard, 'annul_obstacles' | 'valid_papers' | 'payments_since'> = {
    annul_obstacles: [],
    valid_papers: [],
    payments_since: [],
  };
  for (const half of pair ? [row, pair] : [row]) {
    facts.annul_obstacles.push(...(await annulObstacles(ctx, db, half, today)));
    facts.valid_papers.push(...(await validPapers(db, half)));
    facts.payments_since.push(...(await paymentsSince(ctx, db, half)));
  }
  // A closed period stands in the way of both.
  const texts = new Set<string>();
  facts.annul_obstacles = facts.annul_obstacles.filter(({ text }) => !texts.has(text) && texts.add(text));
  return facts;
}
