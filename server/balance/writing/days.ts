// The end of a day: last seals of all ПО joined into one hash, written in the database and outside it; the nightly proof.
import { sql } from 'kysely';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SUPERUSER } from '../../../contract/kernel/scope.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { act } from '../../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../../kernel/ctx.ts';
import { keepProof } from '../../kernel/proofs.ts';
import { read } from '../../kernel/read.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';
import { writeLetter } from '../../ports/outbox.ts';
import { forgetDebts } from './debts.ts';
import { countUnknownYears } from '../ledger.ts';
import { verifyLedger, type LedgerFault } from '../queries.ts';
import { dayFaults, dayHash, readDayLines, type DayRow } from '../queries/days.ts';

/** Faults that a letter names; the rest are counted. */
const NAMED = 50;
/** ПО that are proved at a time: other work goes on between. */
const CHUNK = 40;
/** Garages whose years are counted at a time. */
const YEARS_AT_ONCE = 1000;

/** Takes the heads of the day, once, and proves the whole ledger; superusers get a letter about what differs. */
export async function closeLedgerDay(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Сверка учёта' });
  await countLeftYears(ctx);
  await takeHeads(ctx);
  await writeOutside(deps);
  const faults = await proveLedger(deps);
  if (faults.length) await tellFaults(ctx, faults);
  await act(ctx, 'admin.ledger_proof', async ({ tx, log }) => {
    if (faults.some((fault) => fault.what === 'debt')) await forgetDebts(tx);
    await keepProof(tx, 'ledger', { at: ctx.now().toISOString(), faults: faults.length });
    await log({ text: `Ночная сверка учёта: ${faults.length ? `расхождений — ${faults.length}` : 'сошлось'}` });
  });
}

/** Everything that `npm run verify-ledger` looks at: books ПО by ПО, then days against the file outside the database. */
export async function proveLedger(deps: Deps): Promise<LedgerFault[]> {
  const rows = await deps.db.selectFrom('po').select('id').orderBy('id').execute();
  const pos = rows.map((row) => row.id);
  const faults: LedgerFault[] = [];
  for (let first = 0; first < pos.length; first += CHUNK)
    faults.push(...(await verifyLedger(deps.db, pos.slice(first, first + CHUNK), deps.secrets)));
  // A document of several ПО is looked at with each of them.
  const whole = [...faults, ...(await dayFaults(deps.db, await outside(deps)))];
  return [...new Map(whole.map((fault) => [fault.text, fault])).values()];
}

/** Counts the years that large documents left uncounted. */
async function countLeftYears(ctx: Ctx): Promise<void> {
  const isLeft = () =>
    ctx.db.selectFrom('garage_balance').where('years', 'is', null).select('garage_id').limit(1).executeTakeFirst();
  let counted = YEARS_AT_ONCE;
  while (counted === YEARS_AT_ONCE && (await isLeft()))
    counted = await act(ctx, 'admin.ledger_years', async ({ tx, log }) => {
      const garages = await countUnknownYears(tx, YEARS_AT_ONCE);
      await log({ text: `Отметки годов посчитаны: гаражей ${garages}` });
      return garages;
    });
}

async function takeHeads(ctx: Ctx): Promise<void> {
  const day = dateIn(ctx.now(), HOME_ZONE);
  const last = await ctx.db.selectFrom('ledger_day').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
  if (last && last.day >= day) return;
  await act(ctx, 'admin.ledger_day', async ({ tx, log }) => {
    await sql`
      with moved as materialized (
        select h.po_id, h.seq, h.hash from ledger_head h
        left join lateral (select d.seq, d.hash from ledger_day_head d where d.po_id = h.po_id order by d.day desc limit 1) as known on true
        where known.seq is distinct from h.seq or known.hash is distinct from h.hash
      ), today as (
        select ${day}::date as day, count(*)::int as pos, coalesce(sum(seq), 0)::bigint as seals, ${ctx.now().toISOString()}::timestamptz as created_at from ledger_head
      ), taken as (
        insert into ledger_day (day, pos, seals, created_at, hash)
        select day, pos, seals, created_at, ${dayHash(sql`(select hash from ledger_day order by day desc limit 1)`, sql`(select * from moved)`)} from today
      )
      insert into ledger_day_head (day, po_id, seq, hash) select ${day}::date, po_id, seq, hash from moved`.execute(tx);
    await log({ text: `Записаны последние печати всех ПО за ${formatDate(day)}` });
  });
}

/** Adds days that the file has not yet. */
async function writeOutside(deps: Deps): Promise<void> {
  const file = deps.settings.ledgerHeadsFile;
  const last = readDayLines((await outside(deps)) ?? '').at(-1)?.day ?? '0001-01-01';
  const days = await read(
    deps.db,
    sql<DayRow>`select day, encode(hash, 'hex') as hash, pos, seals from ledger_day where day > ${last}::date order by day`,
  );
  if (!days.length) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, days.map((one) => `${one.day} ${one.hash} ПО ${one.pos} печатей ${one.seals}\n`).join(''), {
    mode: 0o600,
  });
}

/** What the file says; null when there is none. */
async function outside(deps: Deps): Promise<string | null> {
  return readFile(deps.settings.ledgerHeadsFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function tellFaults(ctx: Ctx, faults: readonly LedgerFault[]): Promise<void> {
  const day = dateIn(ctx.now(), HOME_ZONE);
  const people = await ctx.db
    .selectFrom('app_user')
    .where('is_superuser', '=', SUPERUSER)
    .where('is_active', '=', true)
    .select('email')
    .execute();
  const more = faults.length > NAMED ? [`И ещё: ${faults.length - NAMED}`] : [];
  const text = [
    'Ночная сверка нашла расхождения в учёте.',
    '',
    ...faults.slice(0, NAMED).map((one) => one.text),
    ...more,
  ];
  await act(ctx, 'admin.ledger_faults', async ({ tx, log }) => {
    for (const { email } of people)
      await writeLetter(tx, ctx, {
        to: email,
        subject: 'Учёт не сходится',
        text: text.join('\n'),
        what: `ledger.faults:${day}`,
      });
    await log({ text: `Ночная сверка: расхождений в учёте — ${faults.length}. ${faults[0]!.text}` });
  });
}
