// Writing regions, МО and ПО: everything that is wrong told at once, in the transaction that writes.
import { namesOf as namesOfUsers, usedBy, withUsers } from '../kernel/usedBy.ts';
import { fieldsOfObject } from '../../contract/fields/index.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type { MoBody, PoBody, RegionBody, SectionInput } from '../../contract/orgs.ts';
import { isUniqueViolation } from '../db/engine.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { changedText, difference } from '../kernel/difference.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { movePo, tellMove } from './moving.ts';
import * as q from './queries.ts';
import { heldText, requisitesProblems, sectionsProblem } from './rules.ts';

export type OrgBody = RegionBody | MoBody | PoBody;
type Row = Record<string, unknown>;

const titles = { region: 'регион', mo: 'МО', po: 'ПО' } as const;
const resources = { region: 'regions', mo: 'moes', po: 'poes' } as const;
const NAME_TAKEN = 'Такое название уже есть';
const NO_CODES = 'Коды ПО с 1001 по 9999 заняты: освободить код может только поставщик';

/** Creates an organisation and answers its id. @throws 422 with everything that is wrong */
export function createOrg(ctx: Ctx, table: q.OrgTable, body: OrgBody): Promise<number> {
  return act(ctx, 'admin.org_create', async (write) => {
    const { tx } = write;
    const { columns, errors } = await prepared(tx, table, body, null);
    const code = table === 'po' ? await q.freeCode(tx) : null;
    if (table === 'po' && code === null) errors.name ??= NO_CODES;
    refuseIf(errors);
    const id = await q.insertOrg(tx, table, code === null ? columns : { ...columns, code });
    if ('sections' in body) await q.writeSections(tx, id, body.sections);
    await logOrgChange(write, table, id, body.name, { text: `Создан ${titles[table]} ${body.name}` });
    return id;
  }).catch(taken);
}

/** Saves an organisation. @throws 404, 409 with the present card, 422 with everything that is wrong */
export function updateOrg(ctx: Ctx, table: q.OrgTable, id: number, body: OrgBody & { version: number }): Promise<void> {
  return act(ctx, 'admin.org_update', async (write) => {
    const { tx } = write;
    await q.lockOrg(tx, table, id);
    const before = await q.orgCard(tx, table, id);
    if (!before) throw notFound();
    if (before.version !== body.version) throw await staleBy(ctx, tx, { type: table, id }, before);
    const { columns, errors } = await prepared(tx, table, body, before);
    const moves = 'sections' in body ? movesOf(body.sections) : [];
    const held = await heldProblem(tx, id, moves);
    if (held) errors.sections ??= held;
    refuseIf(errors);
    await q.saveOrg(tx, table, id, { ...columns, version: body.version + 1, updated_at: ctx.now().toISOString() });
    let renamed: q.RenamedGarage[] = [];
    if ('sections' in body) {
      renamed = moves.length ? await q.renameSections(tx, id, moves) : [];
      await q.writeSections(tx, id, body.sections);
      if (before.mo_id !== columns.mo_id) {
        const [was, now] = [before, columns] as unknown as { mo_id: number; region_id: number }[];
        await movePo(tx, id, now!);
        await tellMove(write, [was!, now!]);
      }
    }
    const place = await logOrgChange(
      write,
      table,
      id,
      body.name,
      changesOf(table, before, { ...columns, ...sectionNames(body) }),
    );
    await logRenamed(write, id, renamed);
    // Names of sections and of the ПО stand in every garage of an open list.
    if ('sections' in body)
      await write.emit(place, { type: 'records_changed', message: { resource: 'garages', ids: [] } });
  }).catch(taken);
}

/** The chairman of a ПО as his handover gave him, told with the words of the handover. A form of the ПО that is open meanwhile is stale. */
export async function setChairmanIn(
  write: Write,
  ctx: Ctx,
  id: number,
  chairman: { chairman_name: string; chairman_phone: string | null; chairman_email: string },
  text: string,
): Promise<void> {
  const { tx } = write;
  await q.lockOrg(tx, 'po', id);
  const before = (await q.orgCard(tx, 'po', id))!;
  const version = Number(before.version) + 1;
  await q.saveOrg(tx, 'po', id, { ...chairman, version, updated_at: ctx.now().toISOString() });
  await logOrgChange(write, 'po', id, String(before.name), {
    ...changesOf('po', before, { ...before, ...chairman }),
    text,
  });
}

/** Columns to write and everything that is wrong with them. */
async function prepared(tx: WriteDb, table: q.OrgTable, body: OrgBody, before: Row | null) {
  const { sections, version: _version, ...rest } = body as PoBody & { version?: number };
  const columns: Row = { ...rest };
  const errors: FieldErrors = requisitesProblems(body);
  if (rest.penalty) columns.penalty = JSON.stringify(rest.penalty);
  if (table === 'mo') Object.assign(errors, await regionProblem(tx, (body as MoBody).region_id, before));
  if (table === 'po') {
    const mo = await q.moById(tx, rest.mo_id);
    columns.region_id = mo?.region_id;
    if (!mo) errors.mo_id = 'Выберите МО';
    else if (before && before.mo_id !== rest.mo_id && (await q.hasLedger(tx, Number(before.id))))
      errors.mo_id = withUsers(
        'По ПО уже есть операции: перенести его в другое МО нельзя',
        namesOfUsers(await usedBy(tx, q.ledgerOfPo(Number(before.id)))),
      );
    const problem = sectionsProblem(sections, before ? await q.sectionsInUse(tx, Number(before.id)) : []);
    if (problem) errors.sections = problem;
  }
  if (before?.is_active && !body.is_active) {
    const users = namesOfUsers(await usedBy(tx, q.activeGarages(table, Number(before.id))));
    if (users) errors.is_active = `Сначала переведите в архив гаражи: ${users}`;
  }
  const twin = isSameName(before, columns) ? undefined : await q.twinName(tx, table, columns, Number(before?.id ?? 0));
  if (twin !== undefined) errors.name = twin === columns.name ? NAME_TAKEN : `${NAME_TAKEN}: ${twin}`;
  return { columns, errors };
}

/** What is called as before at its old place is not asked for its name: twins of former years are still saved. */
const isSameName = (before: Row | null, columns: Row) =>
  Boolean(before) && (['name', 'mo_id', 'region_id'] as const).every((column) => before![column] === columns[column]);

async function regionProblem(tx: WriteDb, region: number, before: Row | null): Promise<FieldErrors> {
  if (!(await q.regionExists(tx, region))) return { region_id: 'Выберите регион' };
  return before && before.region_id !== region ? { region_id: 'МО с его ПО не переносится в другой регион' } : {};
}

const movesOf = (sections: readonly SectionInput[]) =>
  sections.flatMap(({ name, was }) => (was && was !== name ? [{ was, name }] : []));

/** Papers of an open case name the garage by its plate. */
async function heldProblem(tx: WriteDb, poId: number, moves: readonly { was: string }[]): Promise<string | null> {
  if (!moves.length) return null;
  const sections = moves.map((move) => move.was);
  return heldText(await q.heldByCases(tx, poId, sections));
}

/** Garages follow the new name of their section: each of them tells it, so that its history and its plate of a past day stand. */
async function logRenamed(write: Write, poId: number, garages: readonly q.RenamedGarage[]) {
  if (!garages.length) return;
  const place = await q.placeOf(write.tx, 'po', poId);
  await write.logAll(
    garages.map(({ id, number, was, section }) => {
      const { parts, before, after } = difference(fieldsOfObject('garage')!, { section: was }, { section });
      const object = { type: 'garage' as const, id, name: `${section} ${number}` };
      return { verb: 'garage.update', object, place, text: changedText(parts, 'Изменён'), before, after };
    }),
  );
}

const sectionNames = (body: OrgBody) => ('sections' in body ? { sections: namesOf(body.sections) } : {});
const namesOf = (sections: unknown) => (sections as { name: string }[]).map((one) => one.name).join(', ');

/** The log line at the organisation's own place, and the event for lists that are open. */
async function logOrgChange(write: Write, table: q.OrgTable, id: number, name: string, entry: { text: string }) {
  const place = await q.placeOf(write.tx, table, id);
  await write.log({ object: { type: table, id, name }, place, ...entry });
  const audience = { region: place.region_id, mo: place.mo_id, po: place.po_id };
  await write.emit(audience, { type: 'records_changed', message: { resource: resources[table], ids: [id] } });
  return audience;
}

/** The log tells of the sections by their names; penalties are compared whole. */
function changesOf(table: q.OrgTable, before: Row, after: Row) {
  const read = (row: Row): Row => ({
    ...row,
    ...('sections' in row && typeof row.sections !== 'string' ? { sections: namesOf(row.sections) } : {}),
    ...(typeof row.penalty === 'string' ? { penalty: JSON.parse(row.penalty) as unknown } : {}),
  });
  const { names, ...sides } = difference(fieldsOfObject(table)!, read(before), read(after));
  return { text: changedText(names), before: sides.before, after: sides.after };
}

/** Two creations at one moment: the second is told what the first has taken. */
function taken(error: unknown): never {
  if (isUniqueViolation(error, 'garage_number_once'))
    throw invalid({ sections: 'В переименованной секции такие номера гаражей уже есть' });
  throw isUniqueViolation(error) ? invalid({ name: NAME_TAKEN }) : error;
}
