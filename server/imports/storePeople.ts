// Cards of known people filled in from a registry, and the texts that wait beside the garages.
import type { Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { noPassport, sealPassport } from '../profiles/writing.ts';
import { phonesKey } from '../profiles/rules.ts';
import type { ParsedRow } from './rows.ts';
import type { RowPlan } from './plan.ts';
import type * as q from './queries.ts';

/** Writes what was empty or chosen from the file; what was before is kept for the way back. */
export async function fillPeople(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
): Promise<void> {
  for (const [i, plan] of plans.entries()) {
    const { person: changes } = plan.changes;
    if (!plan.person || !Object.keys(changes).length || (plan.step !== 'create' && plan.step !== 'update')) continue;
    const known = await write.tx
      .selectFrom('profile')
      .where('id', '=', plan.person.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const owner = rows[i]!.owners[0]!;
    const { passport: takesPassport, phones, ...plain } = changes;
    const passport =
      takesPassport && owner.passport
        ? sealPassport(ctx.deps.secrets, {
            seria: owner.passport.series,
            num: owner.passport.number,
            text: owner.passportIssued ?? '',
            foreign: false,
          })
        : noPassport;
    await write.tx
      .updateTable('profile')
      .set({
        ...plain,
        ...(phones ? { phones, phones_key: phonesKey(phones) } : {}),
        ...(takesPassport ? passport : {}),
        version: known.version + 1,
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', known.id)
      .execute();
    const hex = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString('hex') : null);
    const {
      birthday,
      email,
      registration_address,
      actual_address,
      phones: formerPhones,
      phones_key,
      pass_masked,
    } = known;
    const before = {
      birthday,
      email,
      registration_address,
      actual_address,
      phones: formerPhones,
      phones_key,
      pass_masked,
      pass_cipher: hex(known.pass_cipher),
      pass_hash: hex(known.pass_hash),
    };
    await write.tx
      .insertInto('import_effect')
      .values({
        batch_id: batch.id,
        row_no: rows[i]!.row,
        table_name: 'profile',
        row_id: known.id,
        before: JSON.stringify(before),
        version_after: known.version + 1,
      })
      .execute();
  }
}

/** Texts that were not read whole, sealed, beside their garages: «требует внимания». */
export async function keepAttention(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
  garageIds: (number | null)[],
): Promise<void> {
  const texts = rows.flatMap((row, i) => {
    const garage_id = garageIds[i];
    if (!garage_id || (plans[i]!.step !== 'create' && plans[i]!.step !== 'update')) return [];
    return row.attention.map(({ field, title, raw }) => ({
      garage_id,
      import_batch_id: batch.id,
      field,
      title: title.slice(0, 200),
      text_cipher: ctx.deps.secrets.seal(raw.slice(0, 4000)),
      created_at: ctx.now().toISOString(),
    }));
  });
  if (texts.length) await write.tx.insertInto('garage_attention').values(texts).execute();
}
