// «Полный реестр»: everything of an МО in a workbook with the columns that the loader of registries reads, a sheet for each ПО.
import type { Readable } from 'node:stream';
import { generateFullRegister } from '../../contract/exports.ts';
import { OWNERS_SHEET, PEOPLE_SHEET } from '../../contract/importFields.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { codeOf } from '../kernel/personCode.ts';
import { workbookStream, type BookCell, type BookSheet } from '../kernel/workbook.ts';
import { takeCheckedPassword } from '../session/writing.ts';
import * as q from './queries/register.ts';
import { archiveOf, casesOf, ledgerOf, papersOf, standingOf, type ReadingList } from './queries/reading.ts';
import { peopleOfMo } from './queries/shown.ts';
import { readingCells, readingNote, readingSheets, type ReadingColumn, type ReadingSheet } from './rules/reading.ts';
import {
  apartRow,
  coOwnerRow,
  coOwnerTitles,
  dateTitles,
  peopleRow,
  peopleTitles,
  registerRow,
  registerTitles,
  sheetName,
  type Beside,
  type RegisterGarage,
} from './rules/register.ts';

export function registerRoutes(mount: Mount): void {
  mount(generateFullRegister, async (ctx) => {
    const place = await requireBackup(ctx);
    const { mo, pos } = place;
    const name = `${registerName(ctx, place)}.xlsx`;
    const people = await peopleOfMo(ctx.db, mo.id);
    await act(ctx, 'copy.backup', async ({ tx, log }) => {
      await takeCheckedPassword(tx, ctx);
      await log({
        object: { type: 'mo', id: mo.id, name: mo.name },
        text: `Резервная копия реестра: ПО ${pos.length}, гаражей ${pos.reduce((sum, po) => sum + po.garage_count, 0)}`,
        after: copied({ file: name, of: mo.name }),
        people,
      });
    });
    return {
      name,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: registerBook(ctx, place),
    };
  });
}

export type BackupPlace = Awaited<ReturnType<typeof requireBackup>>;

/** Name of its file without the ending. */
export const registerName = (ctx: Ctx, { mo }: BackupPlace) => `Полный реестр ${mo.name} ${todayOf(ctx)}`;

/** The МО whose register the actor may take away, with its ПО. @throws 403 */
export async function requireBackup(ctx: Ctx) {
  const mo = await q.moOfBackup(ctx.db, ctx.actor.mo!);
  if (!mo?.backup_allowed) throw forbidden('Резервная копия реестра для этого МО не разрешена');
  return { mo, pos: await q.poesOf(ctx.db, mo.id) };
}

/**
 * A sheet for each ПО, so that each loads back by itself, one of all co-owners and one of all people, whether they own anything or
 * not: they load back too.
 */
export function registerSheets(ctx: Ctx, { mo, pos }: BackupPlace): AsyncGenerator<BookSheet> {
  const { secrets } = ctx.deps;
  const today = todayOf(ctx);
  const taken = new Set<string>();
  const ofPo = (po: q.BackupPo) => async () => {
    const name = sheetName(po.name, taken);
    return sheet(name, registerTitles(today), await q.garagesOf(ctx.db, po.id), linesOfGarages(secrets));
  };
  const ofOwners = async () =>
    sheet(sheetName(OWNERS_SHEET, taken), coOwnerTitles, await q.coOwnersOf(ctx.db, mo.id), (owners) =>
      cellsOf(owners, (owner) => apartRow(owner, besideOf(secrets, owner))),
    );
  const ofPeople = async () =>
    sheet(sheetName(PEOPLE_SHEET, taken), peopleTitles, await q.peopleOf(ctx, mo.id), (people) =>
      cellsOf(people, (person) => peopleRow(person, besideOf(secrets, person))),
    );
  const toRead = (name: ReadingSheet) => async () =>
    sheetToRead(sheetName(name, taken), readingSheets[name], await readingLists[name](ctx.db, mo.id));
  return someAhead([
    ...pos.map(ofPo),
    ofOwners,
    ofPeople,
    ...(Object.keys(readingSheets) as ReadingSheet[]).map(toRead),
  ]);
}

/** Lines of garages: each with all its owners, then a line for each co-owner with what is known of him. */
function linesOfGarages(secrets: Ctx['deps']['secrets']) {
  let nth = 0;
  return function* (rows: readonly q.WithPassport<RegisterGarage>[]): Generator<BookCell[]> {
    for (let at = 0, end; at < rows.length; at = end) {
      const first = rows[at]!;
      for (end = at + 1; rows[end]?.id === first.id;) end += 1;
      const others = rows.slice(at + 1, end);
      const beside = [first, ...others].map((owner) => besideOf(secrets, owner));
      const codes = beside.map(({ code }) => code);
      yield registerRow([first, ...others], (nth += 1), beside[0]!, codes);
      for (const [at, owner] of others.entries()) yield coOwnerRow(owner, beside[at + 1]!);
    }
  };
}

const besideOf = (secrets: Ctx['deps']['secrets'], person: q.WithPassport<{ profile_id: number | null }>): Beside => ({
  passport: q.passportOf(secrets, person.pass_cipher),
  code: person.profile_id === null ? null : codeOf(secrets, person.profile_id),
});

/** Makers at work beside the one whose sheet is written: their questions are answered meanwhile. */
const AHEAD = 2;

/** What the makers make, in turn; the next ones are begun while the one before them is taken. */
async function* someAhead<T>(makers: readonly (() => Promise<T>)[]): AsyncGenerator<T> {
  const begun: Promise<T>[] = [];
  const left = makers.values();
  const begin = () => {
    const one = left.next().value?.();
    // Whoever stops here leaves it: its failure is nobody's.
    one?.catch(() => undefined);
    if (one) begun.push(one);
  };
  for (let nth = 0; nth <= AHEAD; nth += 1) begin();
  for (let one = begun.shift(); one; one = begun.shift()) {
    yield await one;
    begin();
  }
}

const readingLists: Record<ReadingSheet, (db: Ctx['db'], moId: number) => Promise<ReadingList>> = {
  Остатки: standingOf,
  Учёт: ledgerOf,
  Переоформления: casesOf,
  Бумаги: papersOf,
  Архив: archiveOf,
};

/** «Остатки», «Учёт», «Переоформления», «Бумаги», «Архив»: for reading, each says so in its first line. */
function sheetToRead(name: string, columns: readonly ReadingColumn[], { found, rows }: ReadingList): BookSheet {
  return {
    name,
    frozen: 2,
    columns: columns.map(({ title, kind }) => ({ width: widthOf(title), kind: kind === 'number' ? undefined : kind })),
    rows: under([[readingNote(found)], columns.map(({ title }) => title)], rows, (some) =>
      cellsOf(some, (row) => readingCells(columns, row)),
    ),
  };
}

function sheet<Row>(
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<Row[]>,
  lines: (rows: readonly Row[]) => Iterable<BookCell[]>,
): BookSheet {
  const columns = titles.map((title) => ({
    width: widthOf(title),
    kind: dateTitles.has(title) ? ('date' as const) : undefined,
  }));
  return { name, frozen: 1, columns, rows: under([titles], rows, lines) };
}

const widthOf = (title: string) => Math.max(12, Math.min(34, title.length + 4));

async function* under<Row>(
  head: readonly (readonly string[])[],
  rows: AsyncIterable<Row[]>,
  lines: (rows: readonly Row[]) => Iterable<BookCell[]>,
) {
  yield head;
  for await (const batch of rows) yield lines(batch);
}

/** Cells of one row at a time: those of a whole batch would live until it is written. */
function* cellsOf<Row>(batch: readonly Row[], cells: (row: Row) => BookCell[]) {
  for (const row of batch) yield cells(row);
}

/** The whole register as the bytes of a workbook, read while they are taken. */
export const registerBook = (ctx: Ctx, place: BackupPlace): Readable => workbookStream(registerSheets(ctx, place));
