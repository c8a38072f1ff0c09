// Re-registrations on M: the list and the applications of a МО to the bare driver's same SQL; the register of a МО on a past day.
import { registerAsOf } from '../contract/garages/asOf.ts';
import { reregistrations } from '../contract/reregistrations.ts';
import { nobody, type Ctx } from '../server/kernel/ctx.ts';
import { jsonRows } from '../server/kernel/list.ts';
import { caseRows, countCases } from '../server/reregistrations/queries.ts';
import { compare, officialOf, quantile, report, timed, type Bench } from './kit.ts';

const ROUNDS = 30;
const DAYS = ['2023-01-01', '2024-06-30', '2025-12-31', '2026-05-01'];

export async function run({ app, deps }: Bench) {
  const { mo_id: mo } = await deps.db.selectFrom('reregistration').select('mo_id').limit(1).executeTakeFirstOrThrow();
  const headers = await officialOf(deps, { mo });
  const ask = async (url: string) => {
    const answer = await app.inject({ url: encodeURI(url), headers });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer.payload;
  };
  const actor = { ...nobody, mo, capabilities: [1, 2, 3] };
  const ctx = { actor, db: deps.db, deps, ip: '', fingerprint: '', now: () => new Date() } as Ctx;
  for (const [what, filter] of [
    ['переоформления', { status: 2 }],
    ['заявки', { status: [1, 6] }],
  ] as const) {
    const request = { field: 'turn', direction: 'asc' as const, offset: 0, limit: 25, filter: filter as never };
    const both = await compare(
      () => ask(`${reregistrations.list.path}?sort=["turn","ASC"]&range=[0,24]&filter=${JSON.stringify(filter)}`),
      () => Promise.all([jsonRows(deps.db, caseRows(ctx, request)), countCases(ctx, filter as never)]),
      ROUNDS,
    );
    report(`${what} МО, к голому драйверу с тем же SQL`, both.ratio, 1.7, `${both.ours.toFixed(1)} мс`);
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const day of DAYS) times.push(await timed(() => ask(`${registerAsOf.path}?on=${day}`)));
  const p95 = quantile(times, 0.95);
  report('реестр МО на дату, 95 из 100, к 150 мс', p95 / 150, 1, `${p95.toFixed(0)} мс`);
}
