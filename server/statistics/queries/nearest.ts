// Where a period holds nothing: the month nearest to it that holds something, the last one before it where there is one.
import { sql, type RawBuilder } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import type { StatFilter } from '../../../contract/statistics.ts';
import { countedLines } from '../../actionLog/queries/counts.ts';
import { countedAs } from '../../balance/queries/counted.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { EVER, monthOf, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { sums } from './money.ts';

/** Months of `months` (a select with the column `day`, any of the month) around days in which there is nothing. */
async function nearest(ctx: Ctx, months: RawBuilder<unknown>, { to }: Days): Promise<Days | null> {
  const [found] = await read(
    ctx.db,
    sql<{
      day: string | null;
    }>`select coalesce(max(day) filter (where day <= ${to}::date), min(day))::text as day from (${months}) as held`,
  );
  return found?.day ? monthOf(found.day) : null;
}

/** Of the lines of the log that the filter keeps, whatever days it names. */
export const nearestOfLog = (ctx: Ctx, filter: LogFilter, days: Days) =>
  nearest(ctx, countedLines(ctx.actor, { ...filter, ...EVER }, true), days);

/** Of what was charged and paid. */
export const nearestOfMoney = (ctx: Ctx, filter: StatFilter, days: Days) =>
  nearest(
    ctx,
    sql`select s.month as day from (${sums(ctx, filter, EVER)}) as s where (${countedAs('charged', 's')} or ${countedAs('paid', 's')}) and s.lines > 0`,
    days,
  );
