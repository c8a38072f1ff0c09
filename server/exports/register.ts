// «Полный реестр»: everything of an МО in a workbook with the columns that the loader of registries reads, a sheet for each ПО.
import { writeXlsx } from 'hucre';
import { generateFullRegister } from '../../contract/exports.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { takeCheckedPassword } from '../session/writing.ts';
import * as q from './queries/register.ts';
import { casesOf, ledgerOf, papersOf } from './queries/reading.ts';
import {
  readingLines,
  readingSheets,
  type ReadingColumn,
  type ReadingRow,
  type ReadingSheet,
} from './rules/reading.ts';
import { dateTitles, peopleTitles, registerRow, registerTitles, peopleRow, sheetName } from './rules/register.ts';

export function registerRoutes(mount: Mount): void {
  mount(generateFullRegister, async (ctx) => {
    const place = await requireBackup(ctx);
    const { mo, pos } = place;
    await act(ctx, 'copy.backup', async ({ tx, log }) => {
      await takeCheckedPassword(tx, ctx);
      await log({
        object: { type: 'mo', id: mo.id, name: mo.name },
        text: `Резервная копия реестра: ПО ${pos.length}, гаражей ${pos.reduce((sum, po) => sum + po.garage_count, 0)}`,
      });
    });
    return {
      name: `Полный реестр ${mo.name} ${todayOf(ctx)}.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: await writeXlsx({ sheets: await registerSheets(ctx, place) } as never),
    };
  });
}

export type BackupPlace = Awaited<ReturnType<typeof requireBackup>>;

/** The МО whose register the actor may take away, with its ПО. @throws 403 */
export async function requireBackup(ctx: Ctx) {
  const mo = await q.moOfBackup(ctx.db, ctx.actor.mo!);
  if (!mo?.backup_allowed) throw forbidden('Резервная копия реестра для этого МО не разрешена');
  return { mo, pos: await q.poesOf(ctx.db, mo.id) };
}

/** A sheet for each ПО, so that each loads back by itself, and one of all people: co-owners' papers have no other place. */
export async function registerSheets(ctx: Ctx, { mo, pos }: BackupPlace): Promise<unknown[]> {
  const { secrets } = ctx.deps;
  const today = todayOf(ctx);
  const taken = new Set<string>();
  const sheets: unknown[] = [];
  for (const po of pos) {
    const garages = await q.garagesOf(ctx.db, po.id);
    const rows = garages.map((garage, index) =>
      registerRow(garage, index + 1, q.passportOf(secrets, garage.pass_cipher)),
    );
    sheets.push(sheet(sheetName(po.name, taken), registerTitles(today), rows));
  }
  const people = await q.peopleOf(ctx, mo.id);
  const rows = people.map((person) => peopleRow(person, q.passportOf(secrets, person.pass_cipher)));
  sheets.push(sheet(sheetName('Люди', taken), peopleTitles, rows));
  sheets.push(...(await sheetsToRead(ctx, mo.id, taken)));
  return sheets;
}

/** «Учёт», «Переоформления», «Бумаги»: for reading, each says so in its first line. */
async function sheetsToRead(ctx: Ctx, moId: number, taken: Set<string>): Promise<unknown[]> {
  const rows: Record<ReadingSheet, ReadingRow[]> = {
    Учёт: await ledgerOf(ctx.db, moId),
    Переоформления: await casesOf(ctx.db, moId),
    Бумаги: await papersOf(ctx.db, moId),
  };
  return (Object.keys(rows) as ReadingSheet[]).map((name) => {
    const columns: readonly ReadingColumn[] = readingSheets[name];
    return {
      name: sheetName(name, taken),
      columns: columns.map(({ title, kind }) => ({
        width: Math.max(12, Math.min(34, title.length + 4)),
        ...(kind === 'date' ? { numFmt: 'dd.mm.yyyy' } : kind === 'money' ? { numFmt: '#,##0.00' } : {}),
      })),
      rows: readingLines(columns, rows[name]),
      freezePane: { rows: 2 },
    };
  });
}

function sheet(name: string, titles: readonly string[], rows: readonly unknown[][]) {
  const columns = titles.map((title) => ({
    width: Math.max(12, Math.min(34, title.length + 4)),
    ...(dateTitles.has(title) ? { numFmt: 'dd.mm.yyyy' } : {}),
  }));
  return { name, columns, rows: [[...titles], ...rows], freezePane: { rows: 1 } };
}
