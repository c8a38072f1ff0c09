// Right after a registry is loaded the planner knows nothing of its tables: whom a mailing names is still read once, not everybody against everybody.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailingSelection } from '../../contract/notifications.ts';
import type { DB } from '../../server/db/types.ts';
import type { Ctx, ReadDb } from '../../server/kernel/ctx.ts';
import { receiverGroups } from '../../server/notifications/queries/receiverGroups.ts';
import { NO_WARDS } from '../../server/notifications/queries/wards.ts';
import { peopleOf, receiverTexts } from '../../server/notifications/queries/receiverLines.ts';
import type { TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import type { World } from '../kit/world.ts';
import { authorCtx } from './killed.ts';
import { mailingStage } from './kit.ts';

const PEOPLE = 2_000;
/** Four of five own a garage. */
const OWNERS = (PEOPLE * 4) / 5;
/** Rows that all steps of the plan pass on, a person: some dozens of tables, joins and sorts. Each against each it would be thousands. */
const MOST_ROWS_EACH = 100;
const FILLED = [
  'profile',
  'profile_place',
  'consent',
  'garage',
  'ownership',
  'garage_balance',
  'unsubscription',
  'notification_message',
];

let t: TestApp;
let w: World;
let mailing: number;
beforeAll(async () => {
  ({ t, w } = await mailingStage());
  const { rows } =
    await sql`insert into notification (region_id, mo_id, po_id, title, kind, status, sent_from, selection)
    values (${w.region}, ${w.mo}, ${w.po}, 'Прежняя', 'debt', 4, 'ПО', '{}') returning id`.execute(t.deps.db);
  mailing = (rows[0] as { id: number }).id;
  for (const table of FILLED)
    await t.deps.engine.script(
      `alter table ${table} set (autovacuum_enabled = false); delete from pg_statistic where starelid = '${table}'::regclass`,
    );
  await load();
}, inTime(120_000));
afterAll(() => t.close());

/** People, each with a garage, a debt and consents; some were written to, some want nothing more. */
async function load() {
  const place = sql.raw(`${w.region}, ${w.mo}, ${w.po}`);
  const nths = sql`generate_series(1, ${PEOPLE}::int) as nth`;
  const add = (statement: ReturnType<typeof sql>) => statement.execute(t.deps.db);
  await add(sql`insert into profile (id, region_id, mo_id, po_id, last_name, first_name, phones, is_voa_member)
    overriding system value select nth + 100000, ${place}, 'Иванов' || nth % 700, 'Пётр', array['+79' || lpad(nth::text, 9, '0')], true from ${nths}`);
  await add(sql`insert into profile_place (profile_id, region_id, mo_id, po_id) select nth + 100000, ${place} from ${nths}
    on conflict do nothing`);
  await add(sql`insert into garage (id, region_id, mo_id, po_id, section, number, account_no)
    overriding system value select nth + 100000, ${place}, 'А', nth::text, 'k' || nth from ${nths}`);
  await add(
    sql`insert into ownership (garage_id, profile_id, started_on) select nth + 100000, nth + 100000, '2019-01-01' from ${nths} where nth % 5 > 0`,
  );
  await add(sql`insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks)
    select nth + 100000, ${place}, -nth from ${nths} on conflict (garage_id) do update set balance_kopecks = excluded.balance_kopecks`);
  await add(sql`insert into consent (profile_id, kind, signed_at) select nth + 100000, kind, '2026-01-10'
    from ${nths}, unnest(array['sms_info', 'pd_processing']) as kind`);
  await add(
    sql`insert into unsubscription (profile_id, kind, channel, source) select nth + 100000, 'debt', 'sms', 'link' from ${nths} where nth % 20 = 0`,
  );
  await add(sql`insert into notification_message (notification_id, receiver, profile_id, person_name, channel, body, status, created_at)
    select ${mailing}, 'profile:' || nth, nth + 100000, 'Кто', 'sms', '', 2, '2026-11-20T01:00:00Z' from ${nths} where nth % 3 = 0`);
}

/** What a step of a plan says of itself. */
interface Step {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
}
/** Rows that a step and those under it passed on or threw away. */
const rowsOf = (step: Step): number =>
  step['Actual Loops'] *
    (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) +
  (step.Plans ?? []).reduce((sum, under) => sum + rowsOf(under), 0);

/** The database, whose statements are run for their plans alone. */
function explaining(db: Kysely<DB>, plans: Step[]) {
  const executeQuery = async (query: CompiledQuery) => {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
    );
    plans.push(rows[0]!['QUERY PLAN'][0].Plan);
    return { rows: [] };
  };
  return { getExecutor: () => db.getExecutor(), executeQuery } as unknown as ReadDb;
}

const asked = {
  kind: 'debt',
  except: 0,
  template: null,
  used: ['ФИО', 'Гараж'],
  phoneStart: 5,
  wards: NO_WARDS,
} as const;
const selections = {
  people: { of: 'profiles', all: true },
  'people found by name': { of: 'profiles', all: true, filter: { nameFilter: 'иванов' } },
  debtors: { of: 'garages', all: true, filter: { garageDebt: 'debt' } },
};

it.each(Object.entries(selections))(
  '%s are read once, named or only counted',
  { timeout: inTime(60_000) },
  async (_, given) => {
    const { actor, ...rest } = authorCtx(t.deps, w.po, 1);
    const ctx: Ctx = { ...rest, actor: { ...actor, po: null, mo: w.mo } };
    const selection = MailingSelection.parse(given) as Parameters<typeof receiverTexts>[2];
    const texts = await receiverTexts(ctx, t.deps.db, selection, asked);
    expect([...peopleOf(texts)]).toHaveLength(given.of === 'garages' ? OWNERS : PEOPLE);
    const plans: Step[] = [];
    await receiverTexts(ctx, explaining(t.deps.db, plans), selection, asked);
    await receiverGroups(ctx, explaining(t.deps.db, plans), selection, asked);
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(rowsOf(plan) / PEOPLE).toBeLessThan(MOST_ROWS_EACH);
  },
);
