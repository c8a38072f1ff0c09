// A pinned figure in words: its value, its name, the address of its rows. Pure.
import { logTabs } from '../../contract/actionWords.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { pinFigures, type Pin, type PinFigure } from '../../contract/pins.ts';
import { formatDate, formatMoney, formatNumber } from '../../widgets/format.ts';
import { percentText } from './words.ts';

/** «4 500,00 ₽», «62 %», «120»; a dash where it can't be counted. */
export function pinValue(figure: PinFigure, value: number | null): string {
  if (figure === 'share') return percentText(value);
  if (value === null) return '—';
  return figure === 'count' ? formatNumber(value) : formatMoney(value);
}

/** «Долг на 20.11.2026», «Начислено», «Входы: действий». */
export function pinTitle({ figure, tab, period }: Pin): string {
  if (figure === 'count') return `${tab === 'all' ? 'Все действия' : logTabs[tab].title}: действий`;
  return figure === 'debt' && period ? `Долг на ${formatDate(period.to)}` : pinFigures[figure];
}

const rows: Record<PinFigure, object> = {
  count: { rows: 'log' },
  charged: { rows: 'lines', side: 'charged' },
  paid: { rows: 'lines', side: 'paid' },
  share: { rows: 'po' },
  debt: { rows: 'debtors', who: 'owing' },
};

/** The page of the rows behind a pin, over the very days that it counts. */
export function pinRows({ tab, filter, figure, period }: Pin): string {
  const view = { ...filter, ...period, ...rows[figure] };
  const page = tab === 'all' ? pages.statistics : pages.statisticsTab(tab);
  return listWith(page, view);
}
