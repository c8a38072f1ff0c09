// The register on a day and the difference of two days: on the screen for an МО, as a file of a job for any place.
import { writeXlsx } from 'hucre';
import { z } from 'zod';
import * as contract from '../../../contract/garages/asOf.ts';
import { formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { act } from '../../kernel/act.ts';
import { copied } from '../../kernel/copied.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, refuseIf } from '../../kernel/errors.ts';
import { noteTextFor } from '../../kernel/masking.ts';
import type { Mount } from '../../kernel/mount.ts';
import type { JobKind, RunningJob } from '../../jobs/kinds.ts';
import { startJob } from '../../jobs/records.ts';
import { logGoneBefore } from '../../kernel/logKept.ts';
import { asOfRows, type AsOf } from '../queries/asOf.ts';
import { today } from '../writing.ts';

export function asOfRoutes(mount: Mount): void {
  mount(contract.registerAsOf, async (ctx, { query }) => {
    await refuseWrong(ctx, query);
    if (!ctx.actor.mo && !ctx.actor.po && !query.mo && !query.po && !query.garage)
      throw invalid({ mo: 'Выберите МО или ПО: реестр всего региона на дату выгружается файлом' });
    return asOfRows(ctx, query);
  });
  mount(contract.exportAsOf, async (ctx, { body }) => {
    const asked = { ...body, to: body.to ?? undefined, mo: body.mo ?? undefined, po: body.po ?? undefined };
    await refuseWrong(ctx, asked);
    return act(ctx, 'copy.export', async (write) => {
      const title = titleOf(asked);
      const { region, mo, po } = ctx.actor;
      const place = { region_id: region, mo_id: mo, po_id: po };
      await write.log({ place, text: `Выгрузка «${title}» заданием`, after: copied({ of: title }) });
      return { job_id: await startJob(write, ctx, asOfJob, { title, place, params: body }) };
    });
  });
}

const titleOf = ({ on, to }: { on: string; to?: string | null | undefined }) =>
  to ? `Отличия реестра ${formatDate(on)} и ${formatDate(to)}` : `Реестр на ${formatDate(on)}`;

/** Types and numbers of a day are told from the lines after it: before the first of them that is kept nothing can be told. */
async function refuseWrong(ctx: Ctx, { on, to }: { on: string; to?: string | undefined }): Promise<void> {
  const late = NOT_LATER;
  const now = today(ctx);
  const kept = await logGoneBefore(ctx.db, on);
  refuseIf({
    ...(kept ? { on: `Реестр известен с ${formatDate(kept)}: строки журнала до этого дня вынесены в архив` } : {}),
    ...(on > now ? { on: late } : {}),
    ...(to && to > now ? { to: late } : {}),
    ...(to && to < on ? { to: 'Вторая дата раньше первой' } : {}),
  });
}

/** Rows of one reading of the work; a spreadsheet holds at most so many. */
const SLICE = 5000;
const MAX_ROWS = 1_000_000;

export const asOfJob: JobKind<z.output<typeof contract.exportAsOf.body>> = {
  kind: 'as-of',
  cancel: 'running',
  canRetry: true,
  params: contract.exportAsOf.body,
  stage: 'Реестр на дату',
  verb: 'copy.export',
  undone: 'Реестр на дату не выгружен',
  fault: 'Выгрузка прервалась. Повторите её',
  run: writeFile,
};

async function writeFile(job: RunningJob<z.output<typeof contract.exportAsOf.body>>): Promise<void> {
  const { ctx, params } = job;
  // A month may have left the log while the job waited.
  await refuseWrong(ctx, { on: params.on });
  const asked: AsOf = {
    on: params.on,
    to: params.to ?? undefined,
    mo: params.mo ?? undefined,
    po: params.po ?? undefined,
    show: 'all',
    offset: 0,
    limit: SLICE,
  };
  const rows: contract.AsOfRow[] = [];
  for (let total = 1; rows.length < Math.min(total, MAX_ROWS);) {
    const page = await asOfRows(ctx, { ...asked, offset: rows.length });
    total = page.total;
    if (!page.data.length) break;
    rows.push(...page.data);
    await job.tell({ done: rows.length, total });
  }
  const title = titleOf(params);
  const bytes = await writeXlsx({ sheets: [{ name: 'Реестр', rows: sheetOf(ctx.actor, params, rows) }] });
  const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const name = `${title}.xlsx`;
  const file = await job.keep(name, mime, bytes);
  await act(ctx, 'copy.export', async (write) => {
    await write.log({
      text: `Выгрузка «${title}» готова: строк ${rows.length}`,
      after: copied({ file: name, of: title }),
    });
    await job.finish(write, { done: rows.length, total: rows.length, file });
  });
}

const changeWords: Record<contract.AsOfChange, string> = {
  owner: 'владелец',
  share: 'доля',
  type: 'тип',
  number: 'номер',
  debt: 'долг',
};
type Cell = string | number;
const rubles = (kopecks: number | undefined): Cell => (kopecks === undefined ? '' : kopecks / 100);
/** Names as the reader may have them: a phone may be written into one. */
const ownersFor = (actor: Actor) => (side: contract.AsOfRow['on']) =>
  side?.owners
    .map(({ full_name, share }) => [noteTextFor(actor, full_name), share].filter(Boolean).join(', '))
    .join('; ') ?? 'не было';

const plates = (garages: readonly { section: string; number: string }[]) =>
  garages.map(({ section, number }) => [section, number].filter(Boolean).join(' ')).join(', ');
/** «пришёл вместо А 45, А 46»: a merger or a split is named so, not as one more and one less. */
const came = ({ came_of }: contract.AsOfRow) => (came_of.length ? `пришёл вместо ${plates(came_of)}` : 'пришёл');
const went = ({ archive_reason, became }: contract.AsOfRow) =>
  became.length ? `${archive_reason === 'split' ? 'разделён на' : 'объединён с'} ${plates(became)}` : 'ушёл';

function sheetOf(
  actor: Actor,
  { on, to }: { on: string; to?: string | null | undefined },
  rows: readonly contract.AsOfRow[],
): Cell[][] {
  const owners = ownersFor(actor);
  const one = ['МО', 'ПО', 'Секция', '№', `Владельцы ${formatDate(on)}`, 'Тип', 'Долг, ₽'];
  const guess = 'Тип и номер известны позже этого дня';
  if (!to)
    return [
      [...one, 'Пометка'],
      ...rows.map((row): Cell[] => [
        row.mo_name,
        row.po_name,
        row.on?.section ?? row.section,
        row.on?.number ?? row.number,
        owners(row.on),
        row.on?.type ?? '',
        rubles(row.on?.debt_kopecks),
        row.is_guessed ? guess : '',
      ]),
    ];
  const head = [...one, `Владельцы ${formatDate(to)}`, 'Тип', '№', 'Долг, ₽', 'Что изменилось', 'Пометка'];
  const fate = (row: contract.AsOfRow) =>
    !row.on ? came(row) : !row.to ? went(row) : row.changes.map((change) => changeWords[change]).join(', ');
  return [
    head,
    ...rows.map((row): Cell[] => [
      row.mo_name,
      row.po_name,
      row.on?.section ?? row.section,
      row.on?.number ?? row.number,
      owners(row.on),
      row.on?.type ?? '',
      rubles(row.on?.debt_kopecks),
      row.to ? owners(row.to) : 'в архиве',
      row.to?.type ?? '',
      row.to?.number ?? '',
      rubles(row.to?.debt_kopecks),
      fate(row),
      row.is_guessed ? guess : '',
    ]),
  ];
}
