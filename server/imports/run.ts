// The run of a batch: chunks of rows, each one transaction with its log line; taken up where it stopped.
import type { ImportOverride, ImportLayout } from '../../contract/importFields.ts';
import { linesOf, post, type Line } from '../balance/ledger.ts';
import { accountNumber, parseShare } from '../garages/rules.ts';
import { ownersChanged, takeSequence } from '../garages/queries.ts';
import { act, type Write } from '../kernel/act.ts';
import { nobody, type Ctx, type Deps } from '../kernel/ctx.ts';
import { parseRegistry, rowHash, type ParsedRow } from './parse.ts';
import { noteOf, planRow, type RowPlan } from './plan.ts';
import * as q from './queries.ts';
import { readWorkbook } from './workbook.ts';
import type { ParsedOwner } from './readRow.ts';

/** Rows of one transaction: readers wait no longer than a chunk takes. */
export const CHUNK = 200;
export const IMPORT_JOB = 'registry-import';

/** Parsed rows of a batch. */
export async function parsedBatch(deps: Deps, batch: q.Batch) {
  const workbook = await workbookOf(deps, batch);
  return {
    workbook,
    parsed: parseRegistry(workbook, batch.layout as ImportLayout, batch.overrides as ImportOverride[]),
  };
}

export async function workbookOf(deps: Deps, batch: q.Batch) {
  const file = await q.fileOf(deps.db, batch.file_id!);
  const chunks: Buffer[] = [];
  for await (const chunk of deps.files.get(file.store_key)) chunks.push(chunk as Buffer);
  return readWorkbook(new Uint8Array(Buffer.concat(chunks)), batch.file_name, {
    sheetIndex: (batch.layout as ImportLayout).sheetIndex,
  });
}

/** Loads what is left of a batch; called by the queue, again after a crash. */
export async function runBatch(deps: Deps, data: { batchId: number; jobId: number }): Promise<void> {
  const batch = await q.batchById(deps.db, data.batchId);
  if (!batch || batch.status === 'done' || batch.status === 'rolled_back') return;
  const user = await deps.db
    .selectFrom('app_user')
    .where('id', '=', batch.created_by)
    .select(['id', 'last_name', 'first_name'])
    .executeTakeFirstOrThrow();
  const ctx: Ctx = {
    actor: {
      ...nobody,
      userId: user.id,
      name: [user.last_name, user.first_name[0] && `${user.first_name[0]}.`].filter(Boolean).join(' '),
      isSuperuser: 2,
    },
    db: deps.db,
    deps,
    ip: '',
    fingerprint: '',
    now: () => deps.clock.now(),
  };
  try {
    const { parsed } = await parsedBatch(deps, batch);
    const rows = parsed.rows.filter((row) => row.outcome !== 'ignored');
    for (let from = batch.rows_done; from < rows.length; from += CHUNK)
      await runChunk(ctx, batch, rows.slice(from, from + CHUNK), {
        done: Math.min(from + CHUNK, rows.length),
        total: rows.length,
        jobId: data.jobId,
      });
    await finish(ctx, batch, data.jobId, rows.length);
  } catch (error) {
    await fail(ctx, batch, data.jobId, error as Error);
    throw error;
  }
}

interface Progress {
  done: number;
  total: number;
  jobId: number;
}

async function runChunk(ctx: Ctx, batch: q.Batch, rows: ParsedRow[], progress: Progress) {
  await act(ctx, 'garage.import', async (write) => {
    const { tx } = write;
    const digests = rows.map(rowHash);
    const owners = rows.flatMap((row) => row.owners.flatMap((owner) => keysOf(ctx, owner)));
    const places = rows.flatMap((row) => row.garage ?? []);
    const [garages, people, loaded] = [
      await q.knownGarages(tx, batch.po_id, places),
      await q.knownPeople(tx, batch.po_id, owners),
      await q.loadedHashes(tx, batch.po_id, batch.id, digests),
    ];
    const place = { region_id: batch.region_id, mo_id: batch.mo_id, po_id: batch.po_id };
    const plans = rows.map((row, i) =>
      planRow(
        row,
        row.garage ? garages.get(`${row.garage.section}|${row.garage.number}`) : undefined,
        loaded.has(digests[i]!),
      ),
    );
    const profileIds = await peopleOf(write, ctx, batch, place, rows, plans, people);
    const garageIds = await garagesOf(write, ctx, batch, place, rows, plans);
    await ownershipsOf(write, batch, rows, plans, garageIds, profileIds);
    await balancesOf(write, ctx, batch, place, rows, plans, garageIds, profileIds);
    await tx
      .insertInto('import_row')
      .values(
        rows.map((row, i) => ({
          batch_id: batch.id,
          row_no: row.row,
          outcome: row.outcome,
          result: resultOf(plans[i]!),
          result_text: plans[i]!.text,
          row_hash: digests[i]!,
          garage_id: garageIds[i] ?? plans[i]!.garage?.id ?? null,
          payload: '{}',
        })),
      )
      .execute();
    const failed = plans.filter((plan) => plan.step === 'skip' || plan.step === 'conflict').length;
    await tx
      .updateTable('import_batch')
      .set((e) => ({
        status: 'running',
        rows_done: progress.done,
        rows_total: progress.total,
        rows_failed: e('rows_failed', '+', failed),
        started_at: ctx.now().toISOString(),
      }))
      .where('id', '=', batch.id)
      .execute();
    await tx
      .updateTable('background_job')
      .set((e) => ({
        status: 'running',
        stage: 'Загрузка строк',
        done: progress.done,
        total: progress.total,
        errors: e('errors', '+', failed),
      }))
      .where('id', '=', progress.jobId)
      .execute();
    await write.log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      place,
      text: `Загрузка реестра: строк ${progress.done} из ${progress.total}`,
    });
    await write.emit(
      { user: batch.created_by },
      {
        type: 'admin_garage_table_load_status',
        message: {
          job_id: progress.jobId,
          stage: 'Загрузка строк',
          done: progress.done,
          total: progress.total,
          errors: failed,
        },
      },
    );
  });
}

/** Ids of every row's owners; people who are not known yet are entered once. */
async function peopleOf(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  plans: RowPlan[],
  people: Map<string, number>,
): Promise<number[][]> {
  const fresh: ParsedOwner[] = [];
  const freshKeys = new Map<string, number>();
  const slots = rows.map((row, i) => {
    if (!plans[i]!.addsOwners) return [];
    return row.owners.map((owner) => {
      const keys = keysOf(ctx, owner);
      const known = keys.map((key) => people.get(key)).find((id) => id !== undefined);
      if (known) return { id: known };
      const twin = keys.map((key) => freshKeys.get(key)).find((at) => at !== undefined);
      if (twin !== undefined) return { at: twin };
      const at = fresh.push(owner) - 1;
      for (const key of keys) freshKeys.set(key, at);
      return { at };
    });
  });
  const ids = await q.insertPeople(write.tx, ctx, place, fresh, batch.id);
  if (ids.length)
    await write.tx
      .insertInto('import_effect')
      .values(ids.map((row_id) => ({ batch_id: batch.id, table_name: 'profile', row_id, version_after: 1 })))
      .execute();
  return slots.map((row) => row.map((slot) => ('id' in slot ? slot.id! : ids[slot.at!]!)));
}

/** A full name with a birthday, or a passport, says who a person is; initials alone do not. */
function keysOf(ctx: Ctx, owner: ParsedOwner): string[] {
  const name = [owner.lastName, owner.firstName, owner.fatherName]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .replaceAll('ё', 'е');
  const isWhole = Boolean(owner.firstName) && !owner.firstName!.endsWith('.');
  return [
    ...(owner.birthday && isWhole ? [`${name}|${owner.birthday}`] : []),
    ...(owner.passport
      ? [q.PASSPORT_KEY + ctx.deps.secrets.fingerprint(owner.passport.series + owner.passport.number).toString('hex')]
      : []),
  ];
}

async function garagesOf(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  plans: RowPlan[],
): Promise<(number | null)[]> {
  const { tx } = write;
  const fresh = rows.filter((_, i) => plans[i]!.step === 'create');
  const ids = new Map<ParsedRow, number>();
  if (fresh.length) {
    const { code, first } = await takeSequence(tx, batch.po_id, fresh.length);
    const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
    const inserted = await tx
      .insertInto('garage')
      .values(
        fresh.map(({ garage, ...row }, i) => ({
          ...place,
          section: garage!.section,
          number: garage!.number,
          account_no: accountNumber(code, first + i),
          type_id: garage!.typeId ?? 99,
          size_x: metres(garage!.sizeX),
          size_y: metres(garage!.sizeY),
          size_z: metres(garage!.sizeZ),
          date_of_construction: garage!.dateOfConstruction,
          pib_number: garage!.pib,
          note: noteOf({ garage, ...row }),
          import_batch_id: batch.id,
          created_by: batch.created_by,
          created_at: ctx.now().toISOString(),
        })),
      )
      .returning('id')
      .execute();
    fresh.forEach((row, i) => ids.set(row, inserted[i]!.id));
    await tx
      .insertInto('garage_balance')
      .values(inserted.map(({ id }) => ({ garage_id: id, ...place })))
      .execute();
    await tx
      .insertInto('import_effect')
      .values(inserted.map(({ id }) => ({ batch_id: batch.id, table_name: 'garage', row_id: id, version_after: 1 })))
      .execute();
    await tx
      .updateTable('po')
      .set((e) => ({ garage_count: e('garage_count', '+', fresh.length) }))
      .where('id', '=', batch.po_id)
      .execute();
    const sections = [...new Set(fresh.map((row) => row.garage!.section).filter(Boolean))];
    if (sections.length)
      await tx
        .insertInto('section')
        .values(sections.map((name) => ({ po_id: batch.po_id, name, sort: 1000 })))
        .onConflict((on) => on.doNothing())
        .execute();
  }
  for (const [i, plan] of plans.entries()) {
    if (plan.step !== 'update') continue;
    const { id, version, owners: _owners, section: _section, number: _number, ...before } = plan.garage!;
    await tx
      .updateTable('garage')
      .set({ ...plan.changes, version: version + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute();
    await tx
      .insertInto('import_effect')
      .values({
        batch_id: batch.id,
        row_no: rows[i]!.row,
        table_name: 'garage',
        row_id: id,
        before: JSON.stringify(before),
        version_after: version + 1,
      })
      .execute();
  }
  return rows.map((row, i) => ids.get(row) ?? (plans[i]!.step === 'update' ? plans[i]!.garage!.id : null));
}

async function ownershipsOf(
  write: Write,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
  garageIds: (number | null)[],
  profileIds: number[][],
) {
  const share = (text: string | null) => {
    const read = parseShare(text);
    return { share_num: read?.num ?? null, share_den: read?.den ?? null };
  };
  const lines = rows.flatMap((row, i) => {
    if (!plans[i]!.addsOwners || !garageIds[i]) return [];
    const unique = [...new Set(profileIds[i])];
    return unique.map((profile_id, at) => ({
      garage_id: garageIds[i]!,
      profile_id,
      ...share(row.owners[profileIds[i]!.indexOf(profile_id)]?.share ?? null),
      is_primary: at === 0,
      start_reason: 'Загружено из реестра',
      import_batch_id: batch.id,
      created_by: batch.created_by,
    }));
  });
  if (!lines.length) return;
  await write.tx.insertInto('ownership').values(lines).execute();
  await ownersChanged(write.tx, ...new Set(lines.map((line) => line.garage_id)));
}

/** Opening balances of new garages: a debt as accrual 15 «Входящее сальдо», an advance as payment 9 «Перенос остатка». */
async function balancesOf(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  plans: RowPlan[],
  garageIds: (number | null)[],
  profileIds: number[][],
) {
  const onDate = batch.balance_date ?? ctx.now().toISOString().slice(0, 10);
  const lines = rows.flatMap((row, i): Line[] => {
    const kopecks = row.openingBalanceKopecks ?? 0;
    if (plans[i]!.step !== 'create' || !kopecks || !garageIds[i]) return [];
    return [
      {
        garage_id: garageIds[i]!,
        owner_id: profileIds[i]?.[0] ?? null,
        sign: kopecks < 0 ? -1 : 1,
        amount_kopecks: Math.abs(kopecks),
        accrual_type_id: kopecks < 0 ? 15 : null,
        payment_type_id: kopecks < 0 ? null : 9,
        period_year: Number(onDate.slice(0, 4)),
        on_date: onDate,
        comment: 'Загружено из реестра',
      },
    ];
  });
  const posting = {
    source: 'import' as const,
    place,
    onDate,
    importBatchId: batch.id,
    createdBy: batch.created_by,
    at: ctx.now().toISOString(),
  };
  const debts = lines.filter((line) => line.sign < 0);
  const credits = lines.filter((line) => line.sign > 0);
  const key = `import:${batch.id}:${rows[0]!.row}`;
  if (debts.length)
    await post(
      write.tx,
      { ...posting, kind: 'accrual', accrualTypeId: 15, idempotencyKey: `${key}:debt` },
      linesOf(debts),
    );
  if (credits.length)
    await post(
      write.tx,
      { ...posting, kind: 'payment', paymentTypeId: 9, idempotencyKey: `${key}:credit` },
      linesOf(credits),
    );
}

const resultOf = (plan: RowPlan) =>
  ({ create: 'created', update: 'updated', same: 'same', conflict: 'conflict', skip: 'skipped' })[plan.step];

async function finish(ctx: Ctx, batch: q.Batch, jobId: number, total: number) {
  await act(ctx, 'garage.import', async ({ tx, log, emit }) => {
    await tx
      .updateTable('import_batch')
      .set({ status: 'done', rows_done: total, rows_total: total, failure: null, finished_at: ctx.now().toISOString() })
      .where('id', '=', batch.id)
      .execute();
    await tx
      .updateTable('background_job')
      .set({ status: 'done', stage: 'Готово', done: total, total, finished_at: ctx.now().toISOString() })
      .where('id', '=', jobId)
      .execute();
    await log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      text: `Реестр загружен: ${batch.file_name}`,
    });
    await emit(
      { user: batch.created_by },
      {
        type: 'admin_garage_table_load_status',
        message: { job_id: jobId, stage: 'Готово', done: total, total, errors: 0 },
      },
    );
    await emit(
      { region: batch.region_id, mo: batch.mo_id, po: batch.po_id },
      { type: 'records_changed', message: { resource: 'garages', ids: [] } },
    );
  });
}

async function fail(ctx: Ctx, batch: q.Batch, jobId: number, error: Error) {
  await act(ctx, 'garage.import', async ({ tx, log }) => {
    const failure = error.message.slice(0, 500);
    await tx.updateTable('import_batch').set({ status: 'failed', failure }).where('id', '=', batch.id).execute();
    await tx.updateTable('background_job').set({ status: 'failed', failure }).where('id', '=', jobId).execute();
    await log({
      object: { type: 'po', id: batch.po_id, name: batch.file_name },
      text: `Загрузка реестра остановлена: ${failure}`,
    });
  }).catch(() => {});
}
