// The garage list on M: 25 rows with the total for eight clients against a bare server on the same SQL; a page deep inside.
import fastify from 'fastify';
import { garages } from '../contract/garages.ts';
import { garageRows, garageTotals } from '../server/garages/queries.ts';
import { jsonRows } from '../server/kernel/list.ts';
import { nobody, type Ctx } from '../server/kernel/ctx.ts';
import { compare, report, type Bench } from './kit.ts';

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
    const [json] = await Promise.all([
      jsonRows(deps.db, garageRows(ctx, request)),
      garageTotals(deps.db, ctx.actor, {}),
    ]);
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
  const total = await garageTotals(deps.db, ctx.actor, {});
  const deep = await compare(
    () => ask(total.count - 30),
    () => ask(0),
    ROUNDS,
  );
  report('страница в конце списка к первой', deep.ratio, 1.3, `${total.count} строк`);
  await bare.close();
}
