// The garage list on M: 25 rows with the total for eight clients against a bare server on the same SQL; a page deep inside; and, on
// a server, over HTTP against the page as one would write it by hand.
import fastify, { type FastifyInstance } from 'fastify';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { garages } from '../contract/garages.ts';
import { garageRows, garageTotals } from '../server/garages/queries.ts';
import { jsonRows } from '../server/kernel/list.ts';
import { nobody, type Ctx } from '../server/kernel/ctx.ts';
import { compare, mustEqual, report, type Bench } from './kit.ts';
import { call } from './peers/load.ts';

const CLIENTS = 8;
const ROUNDS = 30;

export async function run({ app, deps, headers, region }: Bench) {
  const url = (first: number) => `${garages.list.path}?sort=["place","ASC"]&range=[${first},${first + 24}]&filter={}`;
  const ctx = {
    actor: { ...nobody, region, capabilities: [1, 2, 3] },
    db: deps.db,
    deps,
    ip: '',
    fingerprint: '',
    now: () => new Date(),
  } as Ctx;
  const bare = fastify();
  bare.get('/', async (_request, reply) => {
    const request = { field: 'place', direction: 'asc' as const, offset: 0, limit: 25, filter: {} };
    const [json] = await Promise.all([jsonRows(deps.db, garageRows(ctx, request)), garageTotals(deps.db, ctx, {})]);
    return reply.type('application/json').send(json);
  });
  const ask = async (first: number) => {
    const answer = await app.inject({ url: encodeURI(url(first)), headers });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer.payload;
  };
  if ((await ask(0)) !== (await bare.inject('/')).payload) throw new Error('the answers differ');
  const both = await compare(
    () => Promise.all(Array.from({ length: CLIENTS }, () => ask(0))),
    () => Promise.all(Array.from({ length: CLIENTS }, () => bare.inject('/'))),
    ROUNDS,
  );
  report(
    'список гаражей, 8 клиентов, к голому серверу с тем же SQL (время)',
    both.ratio,
    1 / 0.6,
    `${both.ours.toFixed(1)} мс на восьмерых`,
  );
  const total = await garageTotals(deps.db, ctx, {});
  const deep = await compare(
    () => ask(total.count - 30),
    () => ask(0),
    ROUNDS,
  );
  report('страница в конце списка к первой', deep.ratio, 1.3, `${total.count} строк`);
  await bare.close();
  if (deps.engine.kind === 'server') await againstHand({ app, headers, region }, encodeURI(url(0)));
}

/** One statement for the rows, one for the total, both prepared: what the tables alone suggest. */
const BY_HAND = `select g.id, g.section, g.number, g.account_no, g.is_active, g.date_of_construction, g.locked_by_reregistration is not null as is_locked,
    json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name, json_build_object('value', t.id, 'label', t.name) as type,
    (select json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by o.is_primary desc, o.id)
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null) as owners,
    coalesce(b.balance_kopecks, 0) as balance_kopecks, b.last_payment_on
  from garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id
    left join garage_balance b on b.garage_id = g.id
  where g.region_id = $1 and g.is_active
  order by mo.sort_key, po.sort_key, po.id, g.section_key, g.number_key, g.id limit 25`;
const COUNT_BY_HAND = `select count(*)::int as total from garage g where g.region_id = $1 and g.is_active`;

async function againstHand({ app, headers, region }: Pick<Bench, 'app' | 'headers' | 'region'>, path: string) {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  const hand = fastify();
  hand.get('/', async () => {
    const [rows, count] = await Promise.all([
      pool.query({ name: 'rows', text: BY_HAND, values: [region] }),
      pool.query<{ total: number }>({ name: 'count', text: COUNT_BY_HAND, values: [region] }),
    ]);
    return { rows: rows.rows, total: count.rows[0]!.total };
  });
  // Both listen: what HTTP costs is paid by both.
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const ours = { url: `${await listening(app)}${path}`, headers };
  const theirs = { url: `${await listening(hand)}/`, headers: {} };
  const [mine, peer] = [await call(ours, agent), await call(theirs, agent)];
  const asked = JSON.parse(peer.body.toString()) as { rows: { id: number }[]; total: number };
  const ids = (JSON.parse(mine.body.toString()) as { id: number }[]).map(({ id }) => id);
  mustEqual('страница', [...ids, Number(mine.range.split('/')[1])], [...asked.rows.map(({ id }) => id), asked.total]);
  const crowd = (target: typeof ours) => () => Promise.all(Array.from({ length: CLIENTS }, () => call(target, agent)));
  const both = await compare(crowd(ours), crowd(theirs), ROUNDS);
  report('список гаражей по HTTP, 8 клиентов, к той же странице, написанной руками (время)', both.ratio, 1);
  agent.destroy();
  await hand.close();
  await pool.end();
}

async function listening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
