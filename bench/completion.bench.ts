// Completing a re-registration on M: the whole step against the very statements that it sends, both from the same state of the database.
import { databaseOver } from '../server/db/open.ts';
import type { Connection, Engine } from '../server/db/engine.ts';
import { nobody, type AppDeps, type Ctx } from '../server/kernel/ctx.ts';
import { readCard } from '../server/reregistrations/writing.ts';
import { takeStep } from '../server/reregistrations/writing/moving.ts';
import { middle, quantile, report, timed, type Bench } from './kit.ts';

const CASES = 60;
/** Fewer would say nothing. */
const LEAST = 15;
const WARM_UP = 5;
const FEE_KOPECKS = 300_000;

interface Ready {
  id: number;
  version: number;
  mo_id: number;
}
interface Sent {
  text: string;
  params: readonly unknown[];
}

export async function run({ deps }: Bench) {
  const held = await deps.engine.acquire();
  try {
    await held.query('begin');
    // A fee, so that the money of a completion is measured too; gone with everything else at the end.
    await held.query(
      `insert into reregistration_tariff (tariff_group, valid_from, amount_kopecks) values ('full', '2020-01-01', ${FEE_KOPECKS})`,
    );
    await fillPeople(held);
    const { ours, peer, statements } = await measure(held, deps);
    const [a, b] = [middle(ours), middle(peer)];
    const more = `${a.toFixed(1)} мс, 95 из 100 ${quantile(ours, 0.95).toFixed(1)} мс, операторов ${statements}`;
    report('завершение переоформления, к его же операторам без приложения', a / b, 1.5, more);
  } finally {
    await held.query('rollback');
    held.release();
  }
}

/** Each case is completed, undone, and completed again by its statements alone. */
async function measure(held: Connection, deps: AppDeps) {
  const heard: Sent[] = [];
  const inside = databaseOver(within(held, deps.engine.kind, heard));
  const seen = { ...deps, engine: inside.engine, db: inside.db } as AppDeps;
  const [ours, peer]: number[][] = [[], []];
  let statements = 0;
  for (const [nth, one] of (await readyCases(held)).entries()) {
    const counters = await countersOf(held);
    await held.query('savepoint before');
    heard.length = 0;
    const whole = await timed(() => complete(seen, one));
    const sent = [...heard];
    await held.query('rollback to savepoint before');
    // Numbers given out are not taken back by a rollback; the statements name those that were given.
    await held.query(counters);
    const bare = await timed(async () => {
      for (const { text, params } of sent) await held.query(text, params);
    });
    await held.query('rollback to savepoint before');
    await held.query(counters);
    if (nth < WARM_UP) continue;
    ours!.push(whole);
    peer!.push(bare);
    statements = sent.length;
  }
  if (ours!.length < LEAST) throw new Error(`готовых дел мало: ${ours!.length}`);
  return { ours: ours!, peer: peer!, statements };
}

async function complete(deps: AppDeps, { id, version, mo_id }: Ready): Promise<void> {
  const actor = { ...nobody, userId: 1, name: 'Замер', mo: mo_id, capabilities: [1, 2, 3] };
  const ctx = { actor, db: deps.db, deps, ip: '', fingerprint: '', now: () => new Date() } as Ctx;
  const said = { comment: null, expected: null, payments: [], acknowledged: [] };
  await takeStep(ctx, id, { verb: 'complete', version, ...said });
  const card = await readCard(ctx, id);
  if (card.status !== 3 || card.fee_kopecks !== FEE_KOPECKS) throw new Error(`дело ${id} не завершено`);
}

/** Who comes in is named in full, as a completion asks; the data set leaves out what it does not need. */
async function fillPeople(held: Connection): Promise<void> {
  await held.query(
    `update profile p set pass_hash = coalesce(p.pass_hash, sha256(p.id::text::bytea)), birthday = coalesce(p.birthday, '1970-01-01'),
        registration_address = coalesce(p.registration_address, 'г. Тверь'),
        phones = case when p.phones = '{}' then array['+79000000000'] else p.phones end
      where p.id in (select side.profile_id from reregistration_party side join reregistration r on r.id = side.reregistration_id
        where r.status = 2)`,
  );
}

/** Sales in work with all their papers, of garages that owe nothing. */
async function readyCases(held: Connection): Promise<Ready[]> {
  const { rows } = await held.query(
    `select r.id, r.version, r.mo_id from reregistration r join garage_balance b on b.garage_id = r.garage_id
      where r.status = 2 and b.debt_kopecks = 0 and r.pair_id is null
        and exists (select 1 from reregistration_paper y where y.reregistration_id = r.id and y.received_at is not null)
      order by r.id limit ${CASES + WARM_UP}`,
  );
  return rows as unknown as Ready[];
}

/** A statement that puts every counter back where it stands now. */
async function countersOf(held: Connection): Promise<string> {
  const { rows } = await held.query(
    'select schemaname, sequencename, last_value from pg_sequences where last_value is not null',
  );
  return `select ${rows.map((row) => `setval('${String(row.schemaname)}.${String(row.sequencename)}', ${String(row.last_value)})`).join(', ')}`;
}

/** An engine whose every transaction is a part of the one that is held; `heard` takes down what is sent. */
function within(held: Connection, kind: Engine['kind'], heard: Sent[]): Engine {
  const part: Record<string, string> = {
    begin: 'savepoint part',
    commit: 'release savepoint part',
    rollback: 'rollback to savepoint part',
  };
  const query = (text: string, params: readonly unknown[] = []) => {
    const sent = { text: part[text] ?? text, params };
    heard.push(sent);
    return held.query(sent.text, sent.params);
  };
  const none = () => Promise.reject(new Error('в замере этого нет'));
  return {
    kind,
    query,
    acquire: async () => ({ query, copyOut: none, copyIn: none, release: () => {} }),
    script: none,
    copyOut: none,
    copyIn: none,
    listen: none,
    wasWaitedFor: () => false,
    close: async () => {},
  };
}
