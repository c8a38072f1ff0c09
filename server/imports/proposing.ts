// The layout proposed for a workbook that was brought to a ПО.
import type { ImportQuestion } from '../../contract/importFields.ts';
import type { Ctx } from '../kernel/ctx.ts';
import * as q from './queries.ts';
import { refuseExportedList } from './rules/exportedList.ts';
import { proposeLayout, type Proposal } from './rules/layout.ts';
import { sameName } from './rules/places.ts';
import { countNames } from './rules/poNames.ts';
import type { Workbook } from './workbook.ts';

/**
 * Sheets and rows named after other ПО stay out: a whole register is loaded into its ПО from the page of their МО.
 * @throws when the workbook is a list exported from the console
 */
export async function proposeFor(ctx: Ctx, po: { id: number; mo_id: number }, workbook: Workbook): Promise<Proposal> {
  refuseExportedList(workbook);
  const neighbours = await q.poesOf(ctx.db, po.mo_id);
  const others = new Map<number, string>();
  workbook.sheets.forEach(({ name }, index) => {
    const named = neighbours.filter((one) => sameName(one.name, name));
    if (named.length === 1 && named[0]!.id !== po.id) others.set(index, `лист другого ПО: ${named[0]!.name}`);
  });
  const proposal = await proposeLayout(workbook, others);
  const our = neighbours.find((one) => one.id === po.id)?.name ?? '';
  return { ...proposal, questions: [...proposal.questions, ...chooseNames(proposal, workbook, our)] };
}

/** Rows of this ПО in tables with a column of ПО; when none names it, it is asked whose rows are loaded. */
function chooseNames({ layout }: Proposal, workbook: Workbook, our: string): ImportQuestion[] {
  return layout.tables.flatMap((table, at): ImportQuestion[] => {
    const sheet = workbook.sheets[table.sheetIndex];
    if (table.fate === 'skip' || !sheet) return [];
    const counts = [...countNames(sheet, table)].filter(([name]) => name !== '');
    const ours = counts.map(([name]) => name).filter((name) => sameName(our, name));
    if (ours.length) table.po = ours;
    if (ours.length || !counts.length) return [];
    if (table.fate === 'people' || table.fate === 'owners') {
      const whom = table.fate === 'people' ? 'людей' : 'совладельцев';
      Object.assign(table, { fate: 'skip', why: `${whom} этого ПО в нём нет` });
      return [];
    }
    const column = table.columns.find((one) => one.field === 'po')!;
    const option = (value: string, label: string, names: string[] | null) => ({
      value,
      label,
      fields: [],
      names: [{ table: at, names }],
      sumKopecks: null,
    });
    return [
      {
        id: `content:${at}:${column.index}`,
        kind: 'content',
        table: at,
        text: `«${column.title}»: в столбце другие ПО, «${our}» среди них нет. Какие строки загрузить?`,
        proof: [],
        sure: false,
        prepared: 'all',
        options: [
          option('all', `Все: это гаражи «${our}»`, null),
          ...counts.slice(0, 30).map(([name, rows], nth) => option(`name${nth}`, `Только «${name}» (${rows})`, [name])),
        ],
        columns: [{ index: column.index, title: column.title }],
        samples: [],
      },
    ];
  });
}
