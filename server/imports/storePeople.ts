// Cards of known people filled in from a registry, and the texts that wait beside the garages.
import type { Write } from '../kernel/act.ts';
import { sql, type Selectable } from 'kysely';
import type { ProfileTable } from '../db/types.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { openPassport } from '../profiles/queries.ts';
import { sealPassport } from '../profiles/writing.ts';
import { phonesKey } from '../profiles/rules.ts';
import type { ParsedRow } from './rows.ts';
import type { RowPlan } from './plan.ts';
import * as q from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { personLines, type Changed } from './telling.ts';

/** Writes what was empty or chosen from the file; what was before is kept for the way back, and every changed card is told. */
export async function fillPeople(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
): Promise<void> {
  const changed: Changed[] = [];
  for (const [i, plan] of plans.entries())
    if (plan.person && Object.keys(plan.changes.person).length && (plan.step === 'create' || plan.step === 'update'))
      changed.push(await fillPerson(write.tx, ctx, batch, rows[i]!, plan.person.id, plan.changes.person));
  if (changed.length) await write.logAll(personLines(batch, changed));
}

type Known = Selectable<ProfileTable> & { changed_at: string };
const hex = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString('hex') : null);

async function fillPerson(
  tx: WriteDb,
  ctx: Ctx,
  batch: q.Batch,
  row: ParsedRow,
  id: number,
  changes: RowPlan['changes']['person'],
): Promise<Changed> {
  const known = await tx
    .selectFrom('profile')
    .where('id', '=', id)
    .selectAll()
    // As text: a moment of the driver loses its microseconds.
    .select(sql<string>`updated_at::text`.as('changed_at'))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const owner = row.owners[0]!;
  const { passport, passportIssued, phones, privilege, voa_entry_date, consents, ...plain } = changes;
  const joins = voa_entry_date && !known.is_voa_member;
  const after = {
    ...plain,
    ...(phones ? { phones, phones_key: phonesKey(phones) } : {}),
    ...(passport || passportIssued ? passportColumns(ctx, known, owner, changes) : {}),
    ...(privilege ? { privilege_id: privilege.id } : {}),
    ...(voa_entry_date ? { voa_entry_date } : {}),
    ...(joins ? { is_voa_member: true, voa_status_id: MEMBER } : {}),
  };
  await tx
    .updateTable('profile')
    .set({ ...after, version: known.version + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute();
  const effect = { batch_id: batch.id, row_no: row.row };
  await tx
    .insertInto('import_effect')
    .values({ ...effect, table_name: 'profile', row_id: id, before: beforeOf(known), version_after: known.version + 1 })
    .execute();
  const papers = (consents ?? []).map((consent) => ({ profileId: id, consent, rowNo: row.row }));
  await q.storeConsents(tx, ctx, batch.id, papers);
  if (privilege) await storePrivilege(tx, effect, id, privilege, todayOf(ctx));
  const more = [
    ...(passportIssued && !passport ? ['кем и когда выдан паспорт'] : []),
    ...(privilege && privilege.id === known.privilege_id ? ['удостоверение льготы'] : []),
    ...(papers.length ? ['согласия'] : []),
  ];
  const told = { id, name: known.full_name ?? '', home: known, before: { ...known }, after, more };
  if (!joins) return told;
  const status = await tx
    .insertInto('profile_voa_status')
    .values({ profile_id: id, status_id: MEMBER, on_date: voa_entry_date, ground: 'Загружено из реестра' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('import_effect')
    .values({ ...effect, table_name: 'profile_voa_status', row_id: status.id })
    .execute();
  return told;
}

/** Id of the membership status «Член ВОА». */
const MEMBER = 3;

/** The passport of the file, or the known one with what the file says of who gave it. */
function passportColumns(ctx: Ctx, known: Known, owner: ParsedOwner, changes: RowPlan['changes']['person']) {
  const { secrets } = ctx.deps;
  const former = openPassport(secrets, known.pass_cipher);
  const text = changes.passportIssued ?? (changes.passport ? (owner.passportIssued ?? '') : (former?.text ?? ''));
  if (changes.passport && owner.passport)
    return sealPassport(secrets, { seria: owner.passport.series, num: owner.passport.number, text, foreign: false });
  return former ? sealPassport(secrets, { ...former, text }) : {};
}

function beforeOf(known: Known): string {
  const { birthday, email, registration_address, actual_address, phones, phones_key, pass_masked, changed_at } = known;
  const { registration_fias, actual_fias } = known;
  const { is_voa_member, voa_status_id, voa_entry_date, ticket_number, privilege_id, privilege_end_date } = known;
  const contacts = {
    birthday,
    email,
    registration_address,
    actual_address,
    registration_fias,
    actual_fias,
    phones,
    phones_key,
    pass_masked,
    updated_at: changed_at,
  };
  const standing = { is_voa_member, voa_status_id, voa_entry_date, ticket_number, privilege_id, privilege_end_date };
  return JSON.stringify({
    ...contacts,
    ...standing,
    pass_cipher: hex(known.pass_cipher),
    pass_hash: hex(known.pass_hash),
  });
}

/** The paper of a privilege becomes the current one; the former stays in the history. */
async function storePrivilege(
  tx: WriteDb,
  effect: { batch_id: number; row_no: number },
  profile_id: number,
  { id: privilege_id, number }: { id: number; number: string | null },
  today: string,
): Promise<void> {
  const former = await tx
    .updateTable('profile_privilege')
    .set({ is_current: false, replaced_on: today })
    .where('profile_id', '=', profile_id)
    .where('is_current', '=', true)
    .returning('id')
    .execute();
  const made = await tx
    .insertInto('profile_privilege')
    .values({ profile_id, privilege_id, number })
    .returning('id')
    .executeTakeFirstOrThrow();
  const about = { ...effect, table_name: 'profile_privilege' };
  await tx
    .insertInto('import_effect')
    .values([
      ...former.map((row) => ({ ...about, row_id: row.id, before: JSON.stringify({ is_current: true }) })),
      { ...about, row_id: made.id, before: null },
    ])
    .execute();
}

/** Texts that were not read whole, sealed, beside their garages: «требует внимания». One that waits there already is not put twice. */
export async function keepAttention(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
  garageIds: (number | null)[],
): Promise<void> {
  const { secrets } = ctx.deps;
  const told = rows.flatMap((row, i) => {
    const garage_id = garageIds[i];
    if (!garage_id || (plans[i]!.step !== 'create' && plans[i]!.step !== 'update')) return [];
    return row.attention.map(({ field, title, raw }) => ({ garage_id, field, title, text: raw.slice(0, 4000) }));
  });
  if (!told.length) return;
  const keyOf = (one: { garage_id: number; field: string }, text: string) => `${one.garage_id}:${one.field}:${text}`;
  const waiting = await write.tx
    .selectFrom('garage_attention')
    .where('garage_id', 'in', [...new Set(told.map((one) => one.garage_id))])
    .select(['garage_id', 'field', 'text_cipher'])
    .execute();
  const known = new Set(waiting.map((one) => keyOf(one, secrets.open(one.text_cipher))));
  const texts = told
    .filter((one) => !known.has(keyOf(one, one.text)))
    .map(({ text, title, ...one }) => ({
      ...one,
      title: title.slice(0, 200),
      import_batch_id: batch.id,
      text_cipher: secrets.seal(text),
      created_at: ctx.now().toISOString(),
    }));
  if (texts.length) await write.tx.insertInto('garage_attention').values(texts).execute();
}
