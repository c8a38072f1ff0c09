// SQL of corrections of wrong data: what of a card was changed since a demand, and the acts of it.
import { sql } from 'kysely';
import type { CorrectionRow } from '../../../contract/instruments/demands.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import { fieldOfColumn, valueText, type Field } from '../../../contract/kernel/fields.ts';
import { limitTo } from '../../db/planned.ts';
import { referenceNames } from '../../actionLog/queries.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { DESTROYED, keyOwnerOf, openSides } from '../../kernel/personKeys.ts';
import { read } from '../../kernel/read.ts';
import type { CorrectedField, CorrectionFacts } from '../rules/correctionPaper.ts';

/** Deeds that change what a card says about the person. */
const CORRECTING = ['profile.update', 'profile.privilege', 'profile.voa_status'];

interface Line {
  id: number;
  at: string;
  who: string;
  object_type: string;
  object_id: number;
  before: unknown;
  after: unknown;
}
const lineColumns = sql`l.id::int as id, l.at, l.user_name as who, l.object_type, l.object_id, l.before, l.after`;

/** Lines by which any of the cards was changed since a moment. */
export const linesSince = (db: ReadDb | WriteDb, cards: readonly number[], since: string): Promise<Line[]> =>
  read(
    db,
    sql<Line>`select ${lineColumns} from action_log l where l.object_type = 'profile' and l.object_id = any(${[...cards]}::int[])
      and l.at >= ${since}::timestamptz and l.verb = any(${CORRECTING}::text[]) and l.before is not null and l.after is not null order by l.id`,
  );
const linesOf = (db: ReadDb, ids: readonly number[]): Promise<Line[]> =>
  read(db, sql<Line>`select ${lineColumns} from action_log l where l.id = any(${[...ids]}::bigint[]) order by l.id`);

/** Fields that the lines changed, in words and whole: the act is for the person himself. */
export async function correctedFields(ctx: Ctx, db: ReadDb, lines: readonly Line[]): Promise<CorrectedField[]> {
  const opened = await openSides(
    db,
    ctx.deps.secrets,
    lines.map((line) => ({ ...line, owner: keyOwnerOf(line.object_type, line.object_id) })),
  );
  const names = await referenceNames(db, opened);
  return opened.flatMap(({ at, who, before, after }) => {
    const [was, now] = [sideOf(before), sideOf(after)];
    return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) => {
      const field = fieldOfColumn(profileFields, key) ?? (profileFields as Record<string, Field>)[key];
      if (!field) return [];
      const words = (value: unknown) => (value === DESTROYED ? 'данные уничтожены' : valueText(field, value, names));
      const one = { at, who, field: field.label, before: words(was[key]), after: words(now[key]) };
      return one.before === one.after && was[key] !== DESTROYED ? [] : [one];
    });
  });
}
const sideOf = (side: unknown): Record<string, unknown> =>
  typeof side === 'object' && side !== null && !Array.isArray(side) ? (side as Record<string, unknown>) : {};

/** `correction c` with its demand `d`, as lists tell it. */
const row = sql`c.id, c.act_no, c.at, d.on_date, d.due_on, (c.at at time zone 'Europe/Moscow')::date > d.due_on as is_late`;
const from = sql`correction c join processing_demand d on d.id = c.demand_id`;
/** Of so many the page of duties tells. */
const MOST_TOLD = 200;

/** Acts of correction of everybody, the last first. */
export const allCorrections = (db: ReadDb) =>
  read(
    db,
    sql<CorrectionRow & { profile_id: number; who: string }>`select ${row}, c.profile_id,
      coalesce(trim(u.last_name || ' ' || u.first_name), '—') as who
      from ${from} left join app_user u on u.id = c.done_by order by c.id desc ${limitTo(MOST_TOLD)}`,
  );

/** Acts of correction of a person, by any of his cards, the last first. */
export const correctionsOf = (db: ReadDb, cards: readonly number[]): Promise<CorrectionRow[]> =>
  read(
    db,
    sql<CorrectionRow>`select ${row} from ${from} where c.profile_id = any(${[...cards]}::int[]) order by c.id desc`,
  );

type Kept = Omit<CorrectionFacts, 'changes'> & { profile_id: number; region_id: number; mo_id: number; po_id: number };

/** An act as its paper tells it; null when there is none. */
export async function correctionOf(ctx: Ctx, id: number): Promise<(Kept & CorrectionFacts) | null> {
  const [row] = await read(
    ctx.db,
    sql<
      Kept & { lines: number[] }
    >`select c.profile_id, p.full_name as name, c.act_no, c.at, c.operator, d.on_date, d.due_on, d.ground, t.article,
      (c.at at time zone 'Europe/Moscow')::date > d.due_on as is_late, p.region_id, p.mo_id, p.po_id, array(select l::int from unnest(c.lines) as l) as lines,
      coalesce(trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name), '—') as who
    from correction c join processing_demand d on d.id = c.demand_id join demand_term t on t.kind = d.kind join profile p on p.id = c.profile_id
      left join app_user u on u.id = c.done_by where c.id = ${id}`,
  );
  if (!row) return null;
  const { lines, ...facts } = row;
  return { ...facts, changes: await correctedFields(ctx, ctx.db, await linesOf(ctx.db, lines)) };
}
