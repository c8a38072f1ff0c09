// Ten times the data against itself: the same work for officials of equal places on data sets L and M, in turn, each on a server of its own.
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { actionLog } from '../contract/actionLog.ts';
import { debtAgeing, garageDebt } from '../contract/balance.ts';
import { contributions } from '../contract/contributions.ts';
import { garages } from '../contract/garages.ts';
import { payments, takePayment } from '../contract/payments.ts';
import { profiles } from '../contract/profiles.ts';
import { login } from '../contract/session.ts';
import { globalSearch } from '../contract/search.ts';
import { demoAccounts, DEMO_PASSWORD } from '../server/demo/accounts.ts';
import * as accrual from './accrual.bench.ts';
import { followWriters, middle, officialOf, openServerBench, quantile, report, timed, type Bench } from './kit.ts';

const LIMIT = 1.3;
const ROUNDS = 100;
/** Officials of so many regions ask in turn: more of the register is asked for than one of them would warm up. */
const OFFICES = 8;

/** A region, an МО and a ПО with their officials, and what of theirs is asked for. */
interface Office {
  headers: { region: Headers; mo: Headers; po: Headers };
  region: number;
  mo: number;
  po: number;
  /** Garages of the ПО. */
  garages: number[];
  /** Of the region. */
  garageCount: number;
  paymentCount: number;
  person: { surname: string; first: string; tail: string };
}
type Headers = Record<string, string>;

interface Side {
  bench: Bench;
  offices: Office[];
}

/** One call for an office; `n` walks over its garages. */
type Work = (side: Side, office: Office, n: number) => Promise<unknown>;

export async function run() {
  const [m, l] = [await opened('m'), await opened('l')];
  try {
    for (const [what, work, rounds] of works) await compared(what, m, l, work, rounds ?? ROUNDS);
    await charged(m, l);
    await accrual.run(l.bench, 'набор L, сервер');
  } finally {
    await m.bench.close();
    await l.bench.close();
  }
}

async function opened(name: 'm' | 'l'): Promise<Side> {
  const bench = await openServerBench(name);
  await followWriters(bench.deps);
  const { rows } = await bench.deps.engine.query(
    `select r.id as region, first.mo, first.po from (select id, row_number() over (order by id) - 1 as nth, count(*) over () / $1 as every from region) as r
      cross join lateral (select mo_id as mo, id as po from po where region_id = r.id order by id limit 1) as first where r.nth % r.every = 0 order by r.id`,
    [OFFICES],
  );
  const offices: Office[] = [];
  for (const row of rows) offices.push(await officeOf(bench, row as { region: number; mo: number; po: number }));
  return { bench, offices };
}

async function officeOf(bench: Bench, place: { region: number; mo: number; po: number }): Promise<Office> {
  const { deps } = bench;
  const { rows } = await deps.engine.query(
    `select array(select id from garage where po_id = $1 and is_active order by id) as garages,
      (select count(*)::int from garage where region_id = $2 and is_active) as garage_count,
      (select count(*)::int from balance_operation where region_id = $2 and payment_type_id is not null and reversal_of is null) as payment_count,
      (select json_build_object('surname', last_name, 'first', first_name, 'tail', right(trim(phones_key), 7)) from profile
        where po_id = $1 and last_name ~ '^(Поляков|Киселёв|Соболев|Мельников|Виноградов)$' order by id limit 1) as person`,
    [place.po, place.region],
  );
  const { garages, garage_count, payment_count, person } = rows[0] as {
    garages: number[];
    garage_count: number;
    payment_count: number;
    person: Office['person'];
  };
  return {
    ...place,
    headers: {
      region: await officialOf(deps, { region: place.region }),
      mo: await officialOf(deps, { mo: place.mo }),
      po: await officialOf(deps, { po: place.po }),
    },
    garages,
    garageCount: garage_count,
    paymentCount: payment_count,
    person,
  };
}

/** Every round asks for another address, so that no one seems to ask too often. */
async function ask({ bench }: Side, url: string, headers: Headers, body?: object): Promise<string> {
  const octet = () => Math.floor(Math.random() * 250);
  const reply = await bench.app.inject({
    method: body ? 'POST' : 'GET',
    url: encodeURI(url),
    headers,
    remoteAddress: `10.${octet()}.${octet()}.1`,
    ...(body ? { payload: body } : {}),
  });
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.payload}`);
  return reply.payload;
}

const listOf = (path: string, sort: string, first: number, filter: object) =>
  `${path}?sort=${sort}&range=[${first},${first + 24}]&filter=${JSON.stringify(filter)}`;
const garagesAt = (first: number, filter: object) => listOf(garages.list.path, '["place","ASC"]', first, filter);
const peopleBy = (nameFilter?: string) =>
  listOf(profiles.list.path, '["full_name","ASC"]', 0, nameFilter ? { nameFilter } : {});
const paymentsAt = (first: number) => listOf(payments.list.path, '["on_date","DESC"]', first, {});
const found = (text: string) => `${globalSearch.path}?q=${text}`;
/** Two letters of a surname change places. */
const slipped = (surname: string) => surname[0]! + surname[2]! + surname[1]! + surname.slice(3);
const one = (path: string, id: number) => path.replace(':id', String(id));
const byRegion =
  (url: (office: Office, n: number) => string): Work =>
  (side, office, n) =>
    ask(side, url(office, n), office.headers.region);

const works: [what: string, work: Work, rounds?: number][] = [
  ['список гаражей', byRegion(() => garagesAt(0, {}))],
  ['список гаражей, конец', byRegion((o) => garagesAt(o.garageCount - 30, {}))],
  ['гаражи с долгом', byRegion(() => garagesAt(0, { garageDebt: 'debt' }))],
  ['гаражи одного ПО', byRegion((o) => garagesAt(0, { poFilter: [o.po] }))],
  ['карточка гаража', byRegion((o, n) => one(garages.one.path, o.garages[n % o.garages.length]!))],
  ['почему такой долг', byRegion((o, n) => one(garageDebt.path, o.garages[n % o.garages.length]!))],
  ['список людей', byRegion(() => peopleBy())],
  ['люди по концу телефона', byRegion((o) => peopleBy(o.person.tail))],
  ['люди по двум словам', byRegion((o) => peopleBy(`${o.person.first} ${o.person.surname}`))],
  ['поиск: два слова', byRegion((o) => found(`${o.person.first} ${o.person.surname}`))],
  ['поиск: опечатка', byRegion((o) => found(slipped(o.person.surname)))],
  ['поиск: конец телефона', byRegion((o) => found(o.person.tail))],
  ['поиск: номер гаража', byRegion((_, n) => found(`А ${1 + (n % 28)}`))],
  ['платежи', byRegion(() => paymentsAt(0))],
  ['платежи, середина', byRegion((o) => paymentsAt(Math.floor(o.paymentCount / 2)))],
  ['начисления', byRegion(() => listOf(contributions.list.path, '["on_date","DESC"]', 0, {}))],
  ['журнал действий', byRegion(() => listOf(actionLog.list.path, '["at","DESC"]', 0, { tab: 'garage' }))],
  ['возраст долга МО', (side, office) => ask(side, debtAgeing.path, office.headers.mo)],
  ['возраст долга региона', byRegion(() => debtAgeing.path), 24],
  ['одна оплата', pay],
  ['вход', signIn, 24],
];

async function pay(side: Side, office: Office, n: number) {
  await ask(side, takePayment.path, office.headers.po, {
    idempotencyKey: randomUUID(),
    date: new Date().toISOString().slice(0, 10),
    lines: [{ garage: office.garages[n % office.garages.length], amount: 10_000 }],
    confirmDuplicate: true,
  });
}

async function signIn(side: Side, _office: Office, n: number) {
  const { email } = demoAccounts[n % demoAccounts.length]!;
  await ask(side, login.path, { 'x-fingerprint': 'b'.repeat(64) }, { email, password: DEMO_PASSWORD });
}

/** Both sets in turn, after each office has asked once; 95 of 100 of L against those of M. */
async function compared(what: string, m: Side, l: Side, work: Work, rounds: number) {
  const at = (side: Side, n: number) => timed(() => work(side, side.offices[n % OFFICES]!, Math.floor(n / OFFICES)));
  const times = { m: [] as number[], l: [] as number[] };
  for (let n = 0; n < OFFICES; n += 1) for (const side of [m, l]) await at(side, n);
  for (let n = OFFICES; n < rounds + OFFICES; n += 1) {
    times.m.push(await at(m, n));
    times.l.push(await at(l, n));
  }
  const [slow, base] = [quantile(times.l, 0.95), quantile(times.m, 0.95)];
  const medians = `середина ${quantile(times.m, 0.5).toFixed(1)} → ${quantile(times.l, 0.5).toFixed(1)} мс`;
  report(`${what}: L к M, 95 из 100`, slow / base, LIMIT, `${base.toFixed(1)} → ${slow.toFixed(1)} мс, ${medians}`);
}

const CHARGES = 5;

/** A year's fee for one region, as many garages in both sets, each after a charge that brought its pages into memory. */
async function charged(m: Side, l: Side) {
  const times = { m: [] as number[], l: [] as number[] };
  for (let n = 0; n <= CHARGES; n += 1) {
    const [one, other] = [await chargeOf(m.bench, m.offices[0]!.region), await chargeOf(l.bench, l.offices[0]!.region)];
    if (!n) continue;
    times.m.push(one);
    times.l.push(other);
  }
  const [base, large] = [middle(times.m), middle(times.l)];
  const what = 'начисление одному региону, на гараж: L к M';
  report(what, large / base, LIMIT, `${base.toFixed(3)} → ${large.toFixed(3)} мс`);
}

/** Milliseconds of a garage; the transaction is undone. */
async function chargeOf(bench: Bench, region: number): Promise<number> {
  let ms = 0;
  const { lines } = await accrual.undone(bench, async (tx) => {
    ms = await timed(() => accrual.posted(bench, tx, sql`g.region_id = ${region}`));
  });
  return ms / lines;
}
