// Papers and representatives of a case: what is there, its scans, who acts for a side.
import type { z } from 'zod';
import * as steps from '../../../contract/reregistrations/steps.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import { openPersonal } from '../../files/writing/opening.ts';
import { keepFile } from '../../files/writing.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound, refuseIf } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { representativeCard, representativeProblems } from '../../profiles/writing/representatives.ts';
import { lockedCase, minorsOfCase, type CaseRecord } from '../queries/card.ts';
import { papersOf, PIB, reasonOf } from '../rules/reasons.ts';
import { wordsOfPaper } from '../rules/words.ts';
import { linkGuardians } from '../writing/guardians.ts';
import { caseObject, emitCaseChanged, placeIds, readCard, requireCase, tellEvent } from '../writing.ts';

export function paperRoutes(mount: Mount): void {
  mount(steps.saveReregistrationPaper, async (ctx, { params, body }) => {
    await requireCase(ctx, params.id);
    if (body.date && body.date > todayOf(ctx)) throw invalid({ date: NOT_LATER });
    await act(ctx, 'reregistration.update', async (write) => {
      const row = await openCase(write, ctx, params.id);
      const title = await paperTitle(write, row, params.kind);
      const before = await paperNow(write, row, params.kind);
      const numbered = { number: body.number, on_date: body.date ?? null };
      // Who had it in hand first, and when, stays: a number may be written later.
      const ticked = before?.received_at
        ? { received_at: before.received_at, received_by: before.received_by }
        : { received_at: ctx.now().toISOString(), received_by: ctx.actor.userId };
      const after = { ...numbered, ...(body.received ? ticked : { received_at: null, received_by: null }) };
      await keepPaper(write, row, { kind: params.kind, ...after });
      await tell(write, ctx, row, `${title}: ${whatOf(before, after)}`, {
        before: wordsOfPaper(before ?? {}),
        after: wordsOfPaper(after),
      });
    });
    return readCard(ctx, params.id);
  });
  mount(steps.receiveReregistrationPapers, async (ctx, { params }) => {
    await requireCase(ctx, params.id);
    await act(ctx, 'reregistration.update', async (write) => {
      const row = await openCase(write, ctx, params.id);
      const missing = await missingPapers(write, row);
      if (!missing.length) throw invalid({ form: 'Все нужные бумаги уже получены' });
      for (const { kind } of missing)
        await keepPaper(write, row, { kind, received_at: ctx.now().toISOString(), received_by: ctx.actor.userId });
      await tell(write, ctx, row, `Получено: ${missing.map(({ title }) => title).join(', ')}`);
    });
    return readCard(ctx, params.id);
  });
  mount(steps.attachReregistrationPaper, async (ctx, { params, file }) => {
    await requireCase(ctx, params.id);
    await keepFile(ctx, await file(), (fileId, name, write) =>
      write('reregistration.update', async (one) => {
        const row = await openCase(one, ctx, params.id);
        const title = await paperTitle(one, row, params.kind);
        if (params.kind === PIB.kind && row.status === 3)
          throw invalid({ form: 'Дело завершено: приложите справку ПИБ на карточке гаража' });
        await keepPaper(one, row, {
          kind: params.kind,
          file_id: await fileId(one.tx),
          received_at: ctx.now().toISOString(),
          received_by: ctx.actor.userId,
        });
        await tell(one, ctx, row, `${title}: приложен скан ${name}`);
      }),
    );
    return readCard(ctx, params.id);
  });
  mount(steps.openReregistrationPaper, async (ctx, { params }) => {
    const row = await requireCase(ctx, params.id);
    const [paper, title] = [await scanOf(ctx.db, row, params.kind), await titleOf(ctx.db, row, params.kind)];
    if (!paper) throw notFound();
    return openPersonal(ctx, {
      fileId: paper,
      type: 'reregistration',
      id: row.id,
      at: { ...placeIds(row), name: '' },
      text: `Открыт скан: ${title} (переоформление № ${row.id})`,
      since: null,
    });
  });
  representativeRoutes(mount);
}

const scanOf = async (db: ReadDb, row: CaseRecord, kind: string): Promise<number | null> =>
  (
    await db
      .selectFrom('reregistration_paper')
      .where('reregistration_id', '=', row.id)
      .where('kind', '=', kind)
      .select('file_id')
      .executeTakeFirst()
  )?.file_id ?? null;

interface PaperState {
  number: string | null;
  on_date: string | null;
  received_at: string | null;
  received_by: number | null;
}
const paperNow = ({ tx }: Write, row: CaseRecord, kind: string) =>
  tx
    .selectFrom('reregistration_paper')
    .where('reregistration_id', '=', row.id)
    .where('kind', '=', kind)
    .select(['number', 'on_date', 'received_at', 'received_by'])
    .executeTakeFirst();

/** What happened to a paper, in words. */
function whatOf(before: PaperState | undefined, after: PaperState): string {
  const isNumbered = (before?.number ?? null) !== after.number || (before?.on_date ?? null) !== after.on_date;
  const number = [after.number && `№ ${after.number}`, after.on_date && `от ${formatDate(after.on_date)}`]
    .filter(Boolean)
    .join(' ');
  if (!after.received_at) return 'отметка снята';
  if (!before?.received_at) return number ? `получено, ${number}` : 'получено';
  return isNumbered ? number || 'номер и дата убраны' : 'получено';
}

/** Who acts for a side. */
function representativeRoutes(mount: Mount): void {
  mount(steps.addRepresentative, async (ctx, { params, body }) => {
    await requireCase(ctx, params.id);
    if (body.validUntil && body.validUntil < body.issuedOn)
      throw invalid({ validUntil: 'Доверенность не может кончиться раньше, чем выдана' });
    refuseIf({
      ...(body.issuedOn > todayOf(ctx) ? { issuedOn: NOT_LATER } : {}),
      ...(await actingProblems(ctx, body)),
    });
    await act(ctx, 'reregistration.update', async (write) => {
      const row = await openCase(write, ctx, params.id);
      const name = await enterActing(write, ctx, row, body);
      // Who leaves a garage of an exchange comes to the other.
      const bringing = body.side === 'new' ? row.id : row.pair_id;
      if (row.status === 3 && bringing) await linkGuardians(write.tx, ctx, bringing);
      await tell(write, ctx, row, `Добавлен ${body.isLegal ? 'законный представитель' : 'представитель'} ${name}`);
    });
    return readCard(ctx, params.id);
  });
  mount(steps.removeRepresentative, async (ctx, { params }) => {
    await requireCase(ctx, params.id);
    await act(ctx, 'reregistration.update', async (write) => {
      const row = await openCase(write, ctx, params.id);
      const gone = await write.tx
        .deleteFrom('reregistration_representative')
        .where('id', '=', params.representativeId)
        .where('reregistration_id', '=', row.id)
        .returning('full_name')
        .executeTakeFirst();
      if (!gone) throw notFound();
      await tell(write, ctx, row, `Убран представитель ${gone.full_name}`);
    });
    return readCard(ctx, params.id);
  });
}

export type Asked = z.output<(typeof steps.addRepresentative)['body']>;
/** Somebody of the register, or a parent whom the place will write to: such a one has a card. */
const hasCard = ({ profileId, phone, email, consents, isLegal }: Asked) =>
  Boolean(profileId || (isLegal && (phone || email || consents.length)));

/** What is wrong with who acts for a side, by field. */
export async function actingProblems(ctx: Ctx, body: Asked): Promise<FieldErrors> {
  if (!body.profileId && !body.fullName) return { fullName: 'Заполните поле' };
  // He represents somebody under age, whoever that will be: the people of the case may still change.
  return hasCard(body) ? representativeProblems(ctx, body, { id: null, birthday: todayOf(ctx) }) : {};
}

/** Writes who acts for a side of a case; answers his name. The caller has checked him and tells of it. */
export async function enterActing(write: Write, ctx: Ctx, row: CaseRecord, body: Asked): Promise<string> {
  const { id, name } = await cardOfRepresentative(write, ctx, row, body);
  await write.tx
    .insertInto('reregistration_representative')
    .values({
      reregistration_id: row.id,
      side: body.side,
      profile_id: id,
      full_name: name,
      number: body.number,
      issued_on: body.issuedOn,
      notary: body.notary,
      valid_until: body.validUntil ?? null,
      powers: body.powers,
      is_legal: body.isLegal,
    })
    .execute();
  return name;
}

async function cardOfRepresentative(write: Write, ctx: Ctx, row: CaseRecord, body: Asked) {
  if (!hasCard(body)) return { id: null, name: body.fullName! };
  const card = await representativeCard(write, ctx, body, placeIds(row));
  const side = await write.tx
    .selectFrom('reregistration_party')
    .where('reregistration_id', '=', row.id)
    .where('side', '=', body.side)
    .select('profile_id')
    .execute();
  // A parent who inherits beside his child acts for him; for himself alone nobody does.
  if (side.length === 1 && side[0]!.profile_id === card.id)
    throw invalid({ profileId: 'Представитель — другой человек' });
  return card;
}

/** A case whose papers may change; those of a completed one are corrected too. */
async function openCase(write: Write, ctx: Ctx, id: number): Promise<CaseRecord> {
  const row = await lockedCase(ctx, write.tx, id);
  if (!row) throw notFound();
  if (row.status === 4 || row.status === 5) throw invalid({ form: 'Дело закрыто' });
  return row;
}

const paperTitle = ({ tx }: Write, row: CaseRecord, kind: string): Promise<string> => titleOf(tx, row, kind);

/** @throws 404 for a paper that the case doesn't have */
async function titleOf(db: ReadDb | WriteDb, row: CaseRecord, kind: string): Promise<string> {
  const papers = papersOf(reasonOf(row.reason_id), row.debt_answer, await minorsOfCase(db, row.id));
  const paper = [...papers, PIB].find((one) => one.kind === kind);
  if (!paper) throw notFound();
  return paper.title;
}

/** Required papers of a case that nobody ticked. */
async function missingPapers({ tx }: Write, row: CaseRecord) {
  const there = await tx
    .selectFrom('reregistration_paper')
    .where('reregistration_id', '=', row.id)
    .where('received_at', 'is not', null)
    .select('kind')
    .execute();
  const kinds = new Set(there.map(({ kind }) => kind));
  const papers = papersOf(reasonOf(row.reason_id), row.debt_answer, await minorsOfCase(tx, row.id));
  return papers.filter((one) => one.required && !kinds.has(one.kind));
}

interface PaperColumns {
  kind: string;
  number?: string | null;
  on_date?: string | null;
  received_at: string | null;
  received_by: number | null;
  file_id?: number;
}
const keepPaper = ({ tx }: Write, row: CaseRecord, { kind, ...columns }: PaperColumns) =>
  tx
    .insertInto('reregistration_paper')
    .values({ reregistration_id: row.id, kind, ...columns })
    .onConflict((on) => on.columns(['reregistration_id', 'kind']).doUpdateSet(columns))
    .execute();

async function tell(
  write: Write,
  ctx: Ctx,
  row: CaseRecord,
  text: string,
  sides: { before?: object; after?: object } = {},
) {
  const now = ctx.now().toISOString();
  await write.tx
    .updateTable('reregistration')
    .set((e) => ({ version: e('version', '+', 1), last_event_at: now, updated_at: now }))
    .where('id', '=', row.id)
    .execute();
  await tellEvent(write.tx, ctx, { id: row.id, verb: 'paper', status: row.status, text });
  await write.log({
    object: caseObject(row.id),
    place: placeIds(row),
    text: `Переоформление № ${row.id}. ${text}`,
    ...sides,
  });
  await emitCaseChanged(write, row);
}
