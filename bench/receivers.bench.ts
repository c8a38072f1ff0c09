// A mailing to the owners of 120 000 garages of one МО: how long its receivers are counted beside a bare count of them, and its cost; in memory, and to
// those who work meanwhile.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { richFromPlain } from '../contract/kernel/richTextFold.ts';
import { garages } from '../contract/garages.ts';
import { countReceivers, type ReceiverCount } from '../contract/notifications/checking.ts';
import { MailingContent, previewNotification, type NotificationPreview } from '../contract/notifications.ts';
import {
  benchFolder,
  middle,
  mustEqual,
  officialOf,
  openBench,
  report,
  reportMs,
  SIZE_ONE_MO,
  startServer,
  timed,
  type Bench,
} from './kit.ts';

const ROUNDS = 7;
const MIB = 1024 * 1024;
/** Over what the process takes at rest, MiB. */
const MOST_OVER = 64;

export async function run() {
  const folder = benchFolder('server-receivers');
  const { DATABASE_URL: given } = process.env;
  const own = given ? null : await startServer(folder);
  const bench = await openBench(own ? own.env : {}, SIZE_ONE_MO);
  try {
    await prepare(bench);
    await measure(bench);
  } finally {
    await bench.close();
    await own?.server.stop();
  }
}

/** Nine of ten may be sent SMS. */
async function prepare({ deps }: Bench) {
  const { rows } = await sql`select 1 from consent where kind = 'sms_info' limit 1`.execute(deps.db);
  if (rows.length) return;
  await sql`update profile set phones = array['+79' || lpad((id::bigint * 3572713 % 1000000000)::text, 9, '0')]`.execute(
    deps.db,
  );
  await sql`insert into consent (profile_id, kind, signed_at) select id, 'sms_info', date '2025-09-15' from profile where id % 10 <> 0`.execute(
    deps.db,
  );
  await deps.engine.script('vacuum (analyze)');
}

async function measure(bench: Bench) {
  const { deps, app } = bench;
  const { id: mo } = await deps.db.selectFrom('mo').orderBy('id').select('id').executeTakeFirstOrThrow();
  const headers = { ...(await officialOf(deps, { mo })), 'content-type': 'application/json' };
  const body = MailingContent.parse({
    title: 'Долг',
    kind: 'debt',
    channel: 'email_else_sms',
    sms_text: 'ВОА {ПО}: долг {Долг} р., {Гараж}. Срок {Срок}',
    email_text: richFromPlain('Здравствуйте, {ИмяОтчество}! Долг {Долг}, {Гараж}.'),
    selection: { of: 'garages', all: true },
    typed: { Срок: '2026-12-31' },
  });
  const address = () => `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const ask = async <Answer>(url: string) => {
    const reply = await app.inject({ method: 'POST', url, headers, remoteAddress: address(), payload: body });
    if (reply.statusCode !== 200) throw new Error(reply.payload);
    return reply.json<Answer>();
  };
  const preview = () => ask<NotificationPreview>(previewNotification.path);
  const count = () => ask<ReceiverCount>(countReceivers.path);
  const list = async () => {
    const url = encodeURI(`${garages.list.path}?sort=["place","ASC"]&range=[0,24]&filter={}`);
    const reply = await app.inject({ url, headers, remoteAddress: address() });
    if (reply.statusCode !== 200) throw new Error(reply.payload);
  };
  /** The people alone: nobody is asked whether he may be written to. */
  const people = () =>
    sql<{
      people: string;
    }>`select count(distinct o.profile_id) as people from ownership o join garage g on g.id = o.garage_id join profile p on p.id = o.profile_id
      where o.ended_on is null and g.is_active and g.mo_id = ${mo} and p.merged_into is null`.execute(deps.db);
  /** What one writes by hand to count them with those who have a contact and agreed: the tables that any answer must read, without the rules. */
  const bare = () =>
    sql<{
      people: string;
      email: string;
      sms: string;
      garages: string;
    }>`select count(*) as people, sum(o.garages) as garages,
        count(*) filter (where p.email <> '' and (c.pd or p.is_voa_member)) as email,
        count(*) filter (where p.phones::text like '%+79%' and c.sms) as sms
      from (select o.profile_id, count(*) as garages from ownership o join garage g on g.id = o.garage_id
          where o.ended_on is null and g.is_active and g.mo_id = ${mo} group by o.profile_id) as o
        join profile p on p.id = o.profile_id
        left join (select profile_id, bool_or(kind = 'sms_info') as sms, bool_or(kind = 'pd_processing') as pd from consent
          where revoked_at is null group by profile_id) as c on c.profile_id = p.id
      where p.merged_into is null and exists (select 1 from profile_place t where t.profile_id = p.id and t.mo_id = ${mo})`.execute(
      deps.db,
    );

  const { receiverCounter: seen } = await preview();
  const counted = await count();
  mustEqual('получатели', { ...counted, byChannel: reachOf(counted) }, { ...seen, byChannel: reachOf(seen) });
  const { rows } = await bare();
  mustEqual('людей', counted.people, Number(rows[0]!.people));
  mustEqual('людей с согласием на СМС', counted.byChannel.sms.reach, Number(rows[0]!.sms));
  mustEqual('людей с почтой', counted.byChannel.email.reach, Number(rows[0]!.email));
  const [ours, peer, alone, sums]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours!.push(await timed(count));
    peer!.push(await timed(bare));
    alone!.push(await timed(people));
    sums!.push(await timed(preview));
  }
  report(
    `получатели ${seen.garages} гаражей к голому счёту`,
    middle(ours!) / middle(peer!),
    3,
    `${middle(ours!).toFixed(0)} мс к ${middle(peer!).toFixed(0)}; одни люди без согласий ${middle(alone!).toFixed(0)}`,
  );
  const each = (middle(sums!) / seen.people) * 100_000;
  reportMs(`стоимость рассылки на ${seen.people} чел., в пересчёте на 100 000`, each, 2000);
  await memory(preview);
  await beside(list, preview);
}

const reachOf = ({ byChannel }: Pick<ReceiverCount, 'byChannel'>) => Object.values(byChannel).map(({ reach }) => reach);

async function memory(preview: () => Promise<unknown>) {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const idle = process.memoryUsage().rss;
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  for (let round = 0; round < 3; round += 1) await preview();
  clearInterval(watch);
  const over = (most - idle) / MIB;
  const isKept = over <= MOST_OVER;
  console.log(`${isKept ? '✓' : '✗'} память сверх покоя ${over.toFixed(1)} МиБ (предел ${MOST_OVER})`);
  if (!isKept) process.exitCode = 1;
}

async function beside(list: () => Promise<void>, preview: () => Promise<unknown>) {
  const [idle, busy]: [number[], number[]] = [[], []];
  for (let n = 0; n < 40; n += 1) idle.push(await timed(list));
  let isRunning = true;
  const counting = (async () => {
    for (let round = 0; round < 5; round += 1) await preview();
    isRunning = false;
  })();
  while (isRunning) busy.push(await timed(list));
  await counting;
  const more = `${middle(idle).toFixed(1)} → ${middle(busy).toFixed(1)} мс, списков ${busy.length}`;
  report('список во время счёта к покою', middle(busy) / middle(idle), 2, more);
}
