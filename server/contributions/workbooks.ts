// Spreadsheets of charges: the preview of a run and the lines of a document, as the screen shows them.
import { writeXlsx } from 'hucre';
import { skipNames, type PlanRow } from '../../contract/contributions/charging.ts';
import type { ContributionCard, ContributionLine } from '../../contract/contributions.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { noteTextFor } from '../kernel/masking.ts';
import type { PlanType } from './queries/plan.ts';

type Cell = string | number;
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const rubles = (kopecks: number) => kopecks / 100;
const workbook = async (name: string, sheet: string, rows: Cell[][]) => ({
  name: `${name}.xlsx`,
  mime,
  body: await writeXlsx({ sheets: [{ name: sheet, rows }] }),
});

/** A name as the reader may have it: a phone may be written into one. */
const ownerFor = (actor: Actor, name: string | null) => noteTextFor(actor, name) ?? 'без владельца';

/** The whole preview: every garage found, those left out too, and the sum under them. */
export function planWorkbook(actor: Actor, type: PlanType & { name: string }, year: number, rows: readonly PlanRow[]) {
  const unit = { m2: ['м²'], kwh: ['кВт·ч'] }[type.unit] ?? [];
  const head = ['ПО', 'Секция', '№', 'Владелец', 'Льгота', ...unit, 'База, ₽', 'К начислению, ₽'];
  const body = rows.map((row): Cell[] => [
    row.garage.po_name ?? '',
    row.garage.section,
    row.garage.number,
    ownerFor(actor, row.owner),
    row.privilege ? privilegeWords(row.privilege) : '',
    ...(unit.length ? [row.quantity ?? ''] : []),
    rubles(row.base_kopecks),
    row.skipped ? 0 : rubles(row.sum_kopecks),
    row.skipped ? skipNames[row.skipped] : '',
    row.attention ?? '',
  ]);
  const charged = rows.filter((row) => !row.skipped);
  const sum = charged.reduce((total, row) => total + row.sum_kopecks, 0);
  const total: Cell[] = ['Итого', ...Array.from<Cell>({ length: head.length - 2 }).fill(''), rubles(sum)];
  return workbook(`${type.name} ${year}, предпросмотр`, 'Предпросмотр', [
    [...head, 'Пропущен', 'Обратите внимание'],
    ...body,
    total,
  ]);
}

/** «Ветеран труда, −50 %»; a privilege that is over says when. */
function privilegeWords({ name, percent, amount_kopecks, expired_on }: NonNullable<PlanRow['privilege']>): string {
  if (expired_on) return `льгота истекла ${formatDate(expired_on)}`;
  return `${name}, −${percent === null ? `${rubles(amount_kopecks ?? 0)} ₽` : `${percent} %`}`;
}

/** Lines of a document with what of each is paid and still owed. */
export function linesWorkbook(actor: Actor, card: ContributionCard, lines: readonly ContributionLine[]) {
  const head = ['ПО', 'Секция', '№', 'Владелец', 'Начислено, ₽', 'Оплачено, ₽', 'Осталось, ₽', 'Пометка'];
  const body = lines.map(({ garage, owner, amount_kopecks, owed_kopecks, is_reversed }): Cell[] => {
    const amount = Math.abs(amount_kopecks);
    const known = owed_kopecks !== null;
    return [
      garage.po_name ?? '',
      garage.section,
      garage.number,
      ownerFor(actor, owner),
      rubles(amount),
      known ? rubles(amount - owed_kopecks) : '',
      known ? rubles(owed_kopecks) : '',
      is_reversed ? 'сторно' : '',
    ];
  });
  const name = [card.accrual_type?.name ?? 'Начисление', card.year].filter(Boolean).join(' ');
  return workbook(`${name}, № ${card.id}`, 'По гаражам', [head, ...body]);
}
