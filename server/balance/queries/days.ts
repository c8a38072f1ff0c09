// Days of the ledger: the hash of the last seals of all ПО, in the database and in the file outside it.
import { sql, type RawBuilder } from 'kysely';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { LedgerFault } from '../rules/proof.ts';

export interface DayRow {
  day: string;
  /** Hex. */
  hash: string;
  pos: number;
  seals: number;
}

/** Hash of a day, over the columns `day, pos, seals, created_at`: the heads that moved, joined to the day before. */
export const dayHash = (
  before: RawBuilder<unknown>,
  moved: RawBuilder<unknown>,
) => sql`sha256(coalesce(${before}, ''::bytea)
  || sha256(convert_to(row(day, pos, seals, extract(epoch from created_at))::text || coalesce((select string_agg(po_id || ':' || seq || ':' || encode(hash, 'hex'), E'\\n' order by po_id)
    from ${moved} as moved), ''), 'UTF8')))`;

/** Lines of the file, in their order: day and hash. */
export const readDayLines = (text: string): { day: string; hash: string }[] =>
  [...text.matchAll(/^(\d{4}-\d\d-\d\d) ([0-9a-f]{64})\b/gm)].map(([, day, hash]) => ({ day: day!, hash: hash! }));

/** Days whose hash is not what was made of them, or not what the file outside says. `file`: its text, null when there is none. */
export async function dayFaults(db: ReadDb, file: string | null): Promise<LedgerFault[]> {
  const days = await read(
    db,
    sql<DayRow & { is_right: boolean }>`
    select day, encode(hash, 'hex') as hash, pos, seals, hash = ${dayHash(sql`before`, sql`(select * from ledger_day_head h where h.day = d.day)`)} as is_right
    from (select *, lag(hash) over (order by day) as before from ledger_day) d order by day`,
  );
  const fault = (day: string, text: string): LedgerFault => ({
    what: 'day',
    id: day,
    text: `Печати за ${formatDate(day)}: ${text}`,
  });
  const faults = days
    .filter((one) => !one.is_right)
    .map((one) => fault(one.day, 'хэш дня не сходится с записанными печатями'));
  if (file === null)
    return days.length
      ? [...faults, { what: 'day', id: 'file', text: 'Нет файла с хэшами дней вне базы: сверить конец учёта не с чем' }]
      : faults;
  const written = new Map(readDayLines(file).map((line) => [line.day, line.hash]));
  const kept = new Map(days.map((one) => [one.day, one.hash]));
  const last = [...written.keys()].at(-1) ?? '';
  for (const [day, hash] of written) {
    const now = kept.get(day);
    if (now === undefined) faults.push(fault(day, 'день записан в файле вне базы, а в базе его нет'));
    else if (now !== hash) faults.push(fault(day, 'хэш дня не тот, что записан в файле вне базы'));
  }
  for (const { day } of days) if (!written.has(day) && day < last) faults.push(fault(day, 'дня нет в файле вне базы'));
  return faults;
}
