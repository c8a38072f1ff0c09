// The action log as years of a whole country leave it (20 million lines, by name only): first pages under any filter. `GIANT_LOG`: how many lines.
import { sql } from 'kysely';
import { actionLog, type LogFilter } from '../contract/actionLog.ts';
import { logTabs } from '../contract/actionWords.ts';
import { middle, mustEqual, officialOf, quantile, timed, type Bench } from './kit.ts';

const LINES = Number(process.env.GIANT_LOG ?? 20_000_000);
const STEP = 500_000;
const COUNTS = ['log_day', 'log_month', 'log_sum'] as const;
const YEARS = 3;
const ROUNDS = 60;
const WARM = 5;
const LIMIT_MS = 10;
/** Work that is done all day long, and work that is done twice a year. */
const verbs = Object.entries(logTabs).flatMap(([tab, { actions }]) =>
  Object.keys(actions).map((verb) => `${tab}.${verb}`),
);

export const dataSet = 'log';

export async function run(bench: Bench) {
  await fill(bench);
  for (const level of ['region', 'mo', 'po'] as const) await pagesOf(bench, level);
}

/** Lines in the order of their time over all ПО, each with three people; indexes are made when all of them are there. */
async function fill({ deps: { db } }: Bench) {
  const { rows: kept } = await sql<{ n: number }>`select count(*)::int as n from action_log`.execute(db);
  if (kept[0]!.n >= LINES) return;
  console.log(`Журнал: ${LINES} строк…`);
  await withMemory(db, async () => {
    await sql`alter table action_log disable trigger user`.execute(db);
    await unindexed(db, ['action_log'], async () => {
      for (let from = kept[0]!.n; from < LINES; from += STEP) await addLines(db, from, Math.min(LINES, from + STEP));
    });
    await sql`alter table action_log enable trigger user`.execute(db);
    await sql`vacuum analyze action_log`.execute(db);
    await count(db);
  });
}

/**
 * As if the lines had been followed all the time: month by month, as one table is made out of another. `recount_log` does the
 * same row by row, with every index kept.
 */
async function count(db: Bench['deps']['db']) {
  await sql`update log_count set done_id = (select max(id) from action_log), ready_id = (select max(id) from action_log), seen_id = (select max(id) from action_log)`.execute(
    db,
  );
  const { rows: months } = await sql<{
    first: string;
  }>`select month::date::text as first from generate_series(log_first_month()::timestamp,
    (select max(at) from action_log) at time zone 'Europe/Moscow', interval '1 month') as month`.execute(db);
  console.log(`Счёт журнала: месяцев ${months.length}…`);
  for (const table of COUNTS) await sql`truncate ${sql.id(table)}`.execute(db);
  await unindexed(db, COUNTS, async () => {
    for (const { first } of months)
      await sql`with cut as materialized (select * from log_cuts_of_month(${first}::date, (select done_id from log_count))),
        days as (insert into log_day (day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines) select * from cut),
        sums as (insert into log_sum (level, place_id, tab, span, day, verb, lines)
          select place.level::smallint, place.id, cut.tab, span.name, span.day, cut.verb, sum(cut.lines)::int from cut
            cross join lateral (values (0, cut.region_id), (1, cut.mo_id), (2, cut.po_id), (3, 0)) as place(level, id)
            cross join lateral (values ('d', cut.day), ('m', ${first}::date)) as span(name, day)
          where place.level = 3 or place.id > 0 group by 1, 2, 3, 4, 5, 6)
        insert into log_month (month, region_id, mo_id, po_id, user_id, tab, verb, slot, lines)
        select ${first}::date, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int from cut group by 2, 3, 4, 5, 6, 7, 8`.execute(
        db,
      );
  });
  for (const table of COUNTS) await sql`vacuum analyze ${sql.id(table)}`.execute(db);
  const { rows } = await sql<{
    faults: number;
  }>`select log_month_faults(${months[months.length >> 1]!.first}::date, (select done_id from log_count))::int as faults`.execute(
    db,
  );
  mustEqual('счёт месяца', rows[0]!.faults, 0);
}

/** Takes the indexes of some tables away for as long as they are filled. */
async function unindexed(db: Bench['deps']['db'], tables: readonly string[], fillThem: () => Promise<void>) {
  const { rows } = await sql<{ dropped: string; made: string }>`
    select case when c.oid is null then format('drop index %I', i.relname) else format('alter table %I drop constraint %I', t.relname, c.conname) end as dropped,
      case when c.oid is null then pg_get_indexdef(i.oid) else format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) end as made
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid left join pg_constraint c on c.conindid = i.oid and c.contype = 'p'
    where t.relname = any(${[...tables]}::text[]) and i.relname <> 'action_log_pkey'`.execute(db);
  for (const { dropped } of rows) await sql.raw(dropped).execute(db);
  await fillThem();
  for (const { made } of rows) await sql.raw(made).execute(db);
}

/** Work memory of the server that this bench has for itself, while it fills. */
async function withMemory(db: Bench['deps']['db'], work: () => Promise<void>) {
  const settings = { work_mem: '512MB', maintenance_work_mem: '1GB', max_wal_size: '8GB', synchronous_commit: 'off' };
  for (const [name, value] of Object.entries(settings))
    await sql.raw(`alter system set ${name} = '${value}'`).execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await work();
  for (const name of Object.keys(settings)) await sql.raw(`alter system reset ${name}`).execute(db);
  await sql`select pg_reload_conf()`.execute(db);
}

const addLines = (db: Bench['deps']['db'], from: number, to: number) =>
  sql`insert into action_log (at, user_id, user_name, verb, object_type, object_id, object_name, region_id, mo_id, po_id, text, ip, device)
    select now() - (${LINES} - n) * interval '1 second' * ${(YEARS * 365 * 86_400) / LINES}::float8, 1000000 + place.id * 3 + n % 3,
      'Работник ' || (place.id * 3 + n % 3), verbs.list[1 + floor(array_length(verbs.list, 1) * power(random(), 4))::int], 'garage', 1 + n % 120000,
      'Гараж ' || n % 120000, place.region_id, place.mo_id, place.id, 'Изменено по заявлению № ' || n, '10.0.0.1', 'Firefox на Windows'
    from (select n, 1 + floor(random() * (select count(*) from po))::int as at from generate_series(${from}::int + 1, ${to}::int) n offset 0) as line
    cross join (select ${verbs}::text[] as list) as verbs
    join (select id, mo_id, region_id, row_number() over (order by id) as nth from po) as place on place.nth = line.at order by n`.execute(
    db,
  );

/** First pages as officials of different places ask for them; the slowest kinds of filters are told. */
async function pagesOf(bench: Bench, level: 'region' | 'mo' | 'po') {
  const { app, deps } = bench;
  const { rows: places } = await sql<{ id: number; mo: number; po: number; user: number }>`
    select ${sql.ref(`${level}_at`)} as id, mo_at as mo, po_at as po, 1000000 + po_at * 3 as user
    from (select id as po_at, mo_id as mo_at, region_id as region_at, row_number() over (order by md5(id::text)) as nth from po) as po
    where nth <= ${ROUNDS}`.execute(deps.db);
  const times = new Map<string, number[]>();
  // The first place twice: the program itself is warm, too, when times are taken.
  for (const [turn, place] of [places[0]!, ...places].entries()) {
    const nth = Math.max(0, turn - 1);
    const headers = await officialOf(deps, { [level]: place.id } as { region: number });
    for (const [name, filter] of filtersOf(place, nth)) {
      const query = { filter: JSON.stringify(filter), range: '[0,49]', sort: '["at","DESC"]' };
      const ask = async () => {
        const answer = await app.inject({ url: actionLog.list.path, query, headers, remoteAddress: `10.0.0.${nth}` });
        if (answer.statusCode >= 300) throw new Error(answer.payload);
      };
      // Before it: plans of all connections and pages are in memory, as those of a working day are.
      for (let before = 0; before < WARM; before += 1) await ask();
      const ms = await timed(ask);
      if (turn > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  tell(level, 'любая страница', [...times.values()].flat());
  for (const [name, all] of times) tell(level, name, all);
}

function tell(level: string, name: string, all: number[]) {
  const [ms, most] = [middle(all), quantile(all, 0.95)];
  if (most > LIMIT_MS) process.exitCode = 1;
  console.log(
    `${most <= LIMIT_MS ? '✓' : '✗'} журнал, ${level}, ${name}: ${ms.toFixed(1)} мс, 95 из 100 — ${most.toFixed(1)} (предел ${LIMIT_MS})`,
  );
}

function filtersOf(place: { mo: number; po: number; user: number }, nth: number): [string, LogFilter][] {
  const tabs = Object.keys(logTabs) as (keyof typeof logTabs)[];
  const tab = tabs[nth % tabs.length]!;
  const rare = verbs[verbs.length - 1 - (nth % 5)]!;
  const month = `${new Date().getUTCFullYear() - 1}-0${1 + (nth % 9)}`;
  return [
    ['все', { tab: 'all' }],
    ['вкладка', { tab }],
    ['действие', { tab: 'all', verb: [verbs[nth % 10]!] }],
    ['редкое действие', { tab: 'all', verb: [rare] }],
    ['редкое действие вкладки', { tab: rare.split('.')[0] as typeof tab, verb: [rare] }],
    ['человек', { tab: 'all', user: [place.user] }],
    ['человек и действие', { tab: 'all', user: [place.user], verb: [rare] }],
    ['ПО', { tab: 'all', po: [place.po] }],
    ['МО и вкладка', { tab, mo: [place.mo] }],
    ['месяц год назад', { tab: 'all', from: `${month}-01`, to: `${month}-28` }],
    ['месяц и редкое действие', { tab: 'all', verb: [rare], from: `${month}-01`, to: `${month}-28` }],
    // Hours are told of sign-ins alone: their cells lead here.
    ['день недели и час', { tab: 'sign', weekday: 1 + (nth % 7), hour: 8 + (nth % 10) }],
    ['без ПО', { tab: 'all', noPo: true }],
    ['объект', { tab: 'all', object: `garage:${1 + nth * 100}` }],
  ] as [string, LogFilter][];
}
