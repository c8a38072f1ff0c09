// The key rate as a reference list for superusers, and until which day the list was compared with that of the bank of Russia.
import { sql } from 'kysely';
import { checkKeyRates, keyRateReference, keyRatesChecked, type ListChecked } from '../../contract/references.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import type { Mount } from '../kernel/mount.ts';
import { read } from '../kernel/read.ts';
import { mountReference } from '../kernel/reference.ts';

const LIST = 'key_rates';

export function keyRateRoutes(mount: Mount): void {
  mount(keyRatesChecked, checkedOf);
  mount(checkKeyRates, async (ctx) => {
    await act(ctx, 'admin.reference_check', async (write) => {
      const until = await moveTo(write.tx, ctx, todayOf(ctx));
      await write.log({ text: `Список ключевых ставок проверен до ${formatDate(until)}` });
      await write.emit({ everybody: true }, { type: 'records_changed', message: { resource: LIST, ids: [] } });
    });
    return checkedOf(ctx);
  });
  mountReference(mount, {
    table: 'key_rate',
    contract: keyRateReference,
    title: 'ключевая ставка',
    columns: ['since', 'percent'],
    nameOf: (row) => `с ${formatDate(String(row.since))}`,
    used: sql<boolean>`false`,
    fixed: () => ({}),
    problems: async (tx, body, before): Promise<FieldErrors> => {
      const other = await tx
        .selectFrom('key_rate')
        .where('since', '=', String(body.since))
        .where('id', '<>', before?.id ?? -1)
        .select('id')
        .executeTakeFirst();
      return other ? { since: 'Ставка с этого дня уже указана' } : {};
    },
    // Who adds a rate has looked at the list as far as that rate.
    added: async (tx, ctx, body) => `. Список проверен до ${formatDate(await moveTo(tx, ctx, String(body.since)))}`,
  });
}

async function checkedOf(ctx: Ctx): Promise<ListChecked> {
  const rows = await read(
    ctx.db,
    sql<ListChecked>`select l.checked_until as until, l.checked_at as at, u.last_name as "user"
    from checked_list l left join app_user u on u.id = l.checked_by where l.name = ${LIST}`,
  );
  return rows[0]!;
}

/** Moves the day of the list on, never back; answers where it stands. */
async function moveTo(tx: WriteDb, ctx: Ctx, day: string): Promise<string> {
  const { rows } = await sql<{
    until: string;
  }>`update checked_list set checked_until = greatest(checked_until, ${day}::date),
      checked_by = case when checked_until <= ${day}::date then ${ctx.actor.userId}::int else checked_by end,
      checked_at = case when checked_until <= ${day}::date then ${ctx.now().toISOString()}::timestamptz else checked_at end
    where name = ${LIST} returning checked_until as until`.execute(tx);
  return rows[0]!.until;
}
