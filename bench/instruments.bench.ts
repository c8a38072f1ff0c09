// Instruments of the administrator on M: the full register and its memory, the search for one person's cards, a merge, a copy of the installation.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { mergeProfiles } from '../contract/instruments/merging.ts';
import { checkPassword, login } from '../contract/session.ts';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { makeBackup } from '../server/db/backup.ts';
import { registerBook, registerSheets, type BackupPlace } from '../server/exports/register.ts';
import { searchJob } from '../server/instruments/search.ts';
import { runJob } from '../server/jobs/run.ts';
import { workCtx } from '../server/kernel/ctx.ts';
import { workbookStream, type BookSheet } from '../server/kernel/workbook.ts';
import { waitingJob } from '../tests/kit/jobs.ts';
import { binaries } from '../tests/kit/postgresServer.ts';
import { idleLists, listsBeside } from './busy.bench.ts';
import { compare, middle, quantile, report, reportMs, timed, type Bench } from './kit.ts';

const MIB = 1024 * 1024;
const MERGES = 20;

/** On a server: the embedded database has no pg_dump to be compared with. */
export const dataSet = 'm';

export async function run(bench: Bench, wanted: readonly string[] = []) {
  const parts = { one: registerOfOne, all: registerOfAll, search, merging, copying };
  for (const [name, part] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) await part(bench);
}

async function placesOf({ deps }: Bench): Promise<BackupPlace[]> {
  const moes = await deps.db.selectFrom('mo').orderBy('id').select(['id', 'name', 'backup_allowed']).execute();
  const pos = await deps.db.selectFrom('po').orderBy('id').select(['id', 'name', 'garage_count', 'mo_id']).execute();
  return moes.map((mo) => ({ mo, pos: pos.filter((po) => po.mo_id === mo.id) }));
}
const ctxOf = ({ deps }: Bench, { mo }: BackupPlace) =>
  workCtx(deps, { mo: mo.id, name: 'Замер', capabilities: [1, 2] });

async function bytesIn(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

/** The register of the largest МО against its tables by COPY, pressed together. */
async function registerOfOne(bench: Bench) {
  const { deps } = bench;
  const garages = ({ pos }: BackupPlace) => pos.reduce((sum, po) => sum + po.garage_count, 0);
  const place = (await placesOf(bench)).reduce((most, one) => (garages(one) > garages(most) ? one : most));
  const ours = () => bytesIn(registerBook(ctxOf(bench, place), place));
  const peer = async () => {
    for (const query of copies(place.mo.id)) deflateRawSync(await deps.engine.copyOut(query));
  };
  const both = await compare(ours, peer, 7);
  const what = `полный реестр МО, гаражей ${garages(place)}, к COPY и deflate`;
  report(what, both.ratio, 1.8, `${both.ours.toFixed(0)} мс к ${both.peer.toFixed(0)}`);
}

/** What the sheets hold, as the database itself gives it. */
const copies = (mo: number): string[] => {
  const person = `p.birthday, p.registration_address, p.actual_address, p.phones, p.email, p.pass_cipher, v.name as privilege,
    (select concat_ws(' ', pp.seria, pp.number) from profile_privilege pp where pp.profile_id = p.id and pp.is_current and pp.privilege_id = p.privilege_id limit 1) as certificate,
    p.voa_entry_date, p.ticket_number, p.id, p.inn,
    (select json_agg(json_build_array(k.kind, k.signed_at, k.doc_no)) from consent k where k.profile_id = p.id and k.revoked_at is null)`;
  const user = (column: string) =>
    `(select trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) from app_user u where u.id = ${column})`;
  const plate = `trim(g.section || ' ' || g.number)`;
  const party = (side: string) => `(select string_agg(p.full_name, ', ' order by y.nth) from reregistration_party y
    join profile p on p.id = y.profile_id where y.reregistration_id = r.id and y.side = '${side}')`;
  return [
    `select g.section, g.number, t.name, g.size_x, g.size_y, g.size_z, g.date_of_construction, g.pib_number, g.note, b.balance_kopecks,
      (select json_agg(json_build_object('name', o.full_name, 'share', w.share_num || '/' || w.share_den) order by w.is_primary desc, w.id)
        from ownership w join profile o on o.id = w.profile_id where w.garage_id = g.id and w.ended_on is null), ${person}
      from garage g join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id
        left join lateral (select w.profile_id from ownership w where w.garage_id = g.id and w.ended_on is null order by w.is_primary desc, w.id limit 1) first on true
        left join profile p on p.id = first.profile_id left join privilege v on v.id = p.privilege_id
      where g.mo_id = ${mo} and g.is_active order by g.po_id, g.section_key, g.number_key, g.id`,
    `select po.name, p.full_name, ${person} from profile_place place join profile p on p.id = place.profile_id join po on po.id = place.po_id left join privilege v on v.id = p.privilege_id
      where p.merged_into is null and place.mo_id = ${mo} order by p.name_key, p.id`,
    `select po.name, ${plate}, g.account_no, o.on_date, o.sign, t.name, o.period_year, o.amount_kopecks, pt.name, o.paper_no, p.full_name, ${user('o.created_by')}
      from balance_operation o join garage g on g.id = o.garage_id join po on po.id = o.po_id left join accrual_type t on t.id = o.accrual_type_id
        left join payment_type pt on pt.id = o.payment_type_id left join profile p on p.id = o.owner_id
      where o.mo_id = ${mo} order by o.on_date desc, o.id desc`,
    `select r.id, po.name, ${plate}, r.date_request, r.on_date, ${party('old')}, ${party('new')}, r.reason_id, r.status, r.fee_kopecks + r.entrance_kopecks
      from reregistration r join garage g on g.id = r.garage_id join po on po.id = r.po_id where r.mo_id = ${mo} order by r.id desc`,
    `select d.number, d.on_date, dt.name, po.name, ${plate}, p.full_name, d.copy_of, d.state, d.scan_file_id, ${user('d.printed_by')}
      from document d join document_type dt on dt.id = d.type_id join po on po.id = d.po_id left join garage g on g.id = d.garage_id
        left join profile p on p.id = d.profile_id where d.mo_id = ${mo} order by d.id desc`,
    `select po.name, ${plate}, g.account_no, b.debt_kopecks, b.advance_kopecks, b.former_kopecks, b.years
      from garage_balance b join garage g on g.id = b.garage_id join po on po.id = g.po_id
      where b.mo_id = ${mo} and not g.is_withdrawn order by po.sort_key, g.section_key, g.number_key, g.id`,
    `select po.name, ${plate}, g.account_no, t.name, g.size_x, g.size_y, g.size_z, g.archived_at, g.archive_reason, g.archive_comment,
        (select string_agg(p.full_name, ', ') from ownership w join profile p on p.id = w.profile_id where w.garage_id = g.id),
        b.balance_kopecks, b.former_kopecks, g.note
      from garage g join po on po.id = g.po_id join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id
      where g.mo_id = ${mo} and not g.is_active and not g.is_withdrawn order by po.sort_key, g.section_key, g.number_key, g.id`,
  ];
};

/** Every sheet of every МО as one book: the most that the process takes over what it takes at rest. */
async function registerOfAll(bench: Bench) {
  const places = await placesOf(bench);
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  async function* sheetsOf(some: readonly BackupPlace[]): AsyncGenerator<BookSheet> {
    let nth = 0;
    for (const place of some)
      for await (const sheet of registerSheets(ctxOf(bench, place), place))
        yield { ...sheet, name: `Лист ${(nth += 1)}` };
  }
  const watched = async (some: readonly BackupPlace[], every: number, weigh: () => number) => {
    collect();
    const idle = weigh();
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, weigh())), every);
    let bytes = 0;
    const ms = await timed(async () => {
      bytes = await bytesIn(workbookStream(sheetsOf(some)));
    });
    clearInterval(watch);
    return { bytes, ms, over: (most - idle) / MIB };
  };
  const { bytes, ms, over } = await watched(places, 10, () => process.memoryUsage().rss);
  // Apart from it, and on a part: what is in use when the runtime has thrown everything else away.
  const held = await watched(places.slice(0, 10), 500, () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  });
  const isKept = over <= 64;
  console.log(
    `${isKept ? '✓' : '✗'} полный реестр всего M: ${(bytes / MIB).toFixed(0)} МиБ за ${(ms / 1000).toFixed(1)} с, памяти сверх покоя ${over.toFixed(1)} МиБ (предел 64), из неё занято ${held.over.toFixed(1)}`,
  );
  if (!isKept) process.exitCode = 1;
}

const superuserOf = ({ deps }: Bench) =>
  deps.db
    .selectFrom('app_user')
    .where('is_superuser', '=', 2)
    .orderBy('id')
    .select(['id', 'email'])
    .executeTakeFirstOrThrow();

async function search(bench: Bench) {
  const { deps } = bench;
  const { id } = await superuserOf(bench);
  const people = await deps.db
    .selectFrom('profile')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  const searched = async () => {
    const jobId = await waitingJob(deps, id, searchJob, {});
    return runJob(deps, searchJob, { jobId });
  };
  reportMs(`поиск похожих карточек, людей ${people.n}`, await timed(searched), 9000);
  const idle = middle(await idleLists(bench));
  const busy = await listsBeside(bench, searched());
  const more = `${idle.toFixed(1)} → ${middle(busy).toFixed(1)} мс, списков за время поиска ${busy.length}`;
  report('список во время поиска похожих карточек к покою', middle(busy) / idle, 2, more);
}

/** Pairs of people, each merged by one call after its password. */
async function merging(bench: Bench) {
  const { app, deps } = bench;
  const { id, email } = await superuserOf(bench);
  const fingerprint = { 'x-fingerprint': 'c'.repeat(64) };
  const send = (url: string, payload: object, headers: Record<string, string> = fingerprint) =>
    app.inject({ method: 'POST', url, payload, headers });
  const signed = await send(login.path, { email, password: DEMO_PASSWORD });
  const headers = { ...fingerprint, authorization: `Bearer ${signed.json<{ token: string }>().token}` };
  // Set M has nobody twice: two owners of garages of one ПО are taken for one.
  const pairs = await sql<{ stays: number; goes: number; one: number; other: number }>`
    select a.id as stays, b.id as goes, a.version as one, b.version as other from profile a join profile b on b.id = a.id + 1 and b.po_id = a.po_id
      where a.merged_into is null and b.merged_into is null and a.id % 2 = 1
        and exists (select 1 from ownership where profile_id = a.id) and exists (select 1 from ownership where profile_id = b.id)
      order by md5(a.id::text) limit ${MERGES * 10}`.execute(deps.db);
  const times: number[] = [];
  for (const { stays, goes, one, other } of pairs.rows) {
    if (times.length === MERGES) break;
    await send(checkPassword.path.replace(':id', String(id)), { password: DEMO_PASSWORD }, headers);
    const body = { stays, goes, versions: { stays: one, goes: other }, isWideningKnown: true };
    let status = 0;
    const ms = await timed(async () => {
      ({ statusCode: status } = await send(mergeProfiles.path, body, headers));
    });
    // Some can't be merged: a card of theirs was merged a moment ago, or a re-registration stands between them.
    if (status === 200) times.push(ms);
  }
  if (times.length < MERGES) throw new Error(`объединено только ${times.length}`);
  reportMs(`объединение карточек, 95 из 100`, quantile(times, 0.95), 300);
}

/** Made, not proved: pg_dump proves nothing either. Both press as hard. */
async function copying({ deps }: Bench) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-copy-'));
  const ours = () =>
    makeBackup(folder, { engine: deps.engine, files: deps.backups.files, now: new Date(), keyCheck: 'замер' });
  const dump = ['--format=custom', '--compress=1', `--file=${join(folder, 'dump')}`, deps.settings.DATABASE_URL!];
  const peer = () => promisify(execFile)(join(binaries(), 'pg_dump'), dump);
  try {
    const both = await compare(ours, peer, 2);
    const seconds = `${(both.ours / 1000).toFixed(1)} с к ${(both.peer / 1000).toFixed(1)}`;
    report('копия установки к pg_dump', both.ratio, 1.5, seconds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
