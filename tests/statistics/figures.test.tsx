// Every figure over a tab and in its tables opens the rows it is made of; a tab of the log has columns of its own.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ActionRow } from '../../contract/actionLog.ts';
import { logTabs } from '../../contract/actionWords.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { columnsOf } from '../../resources/actionLog/columns.tsx';
import { CountTable } from '../../resources/statistics/CountTable.tsx';
import { FigureStrip } from '../../resources/statistics/FigureStrip.tsx';
import { FigureTable } from '../../resources/statistics/FigureTable.tsx';

afterEach(cleanup);

const reply: StatReply = {
  period: { from: '2026-11-01', to: '2026-11-20' },
  before: { from: '2026-10-12', to: '2026-10-31' },
  year: { from: '2025-11-01', to: '2025-11-20' },
  against: 'year',
  is_unfinished: false,
  grain: 'day',
  count: { now: 12, before: 8, year: 5 },
  rows: [{ what: 'verb', key: 'garage.update', name: 'изменён', count: 12, was: 5 }],
  series: [],
  proof: null,
  gone: null,
  nearest: null,
  users: [],
  hours: [],
  money: null,
};
const ofMoney = (charged: number, paid: number): StatReply => ({
  ...reply,
  money: {
    charged: { now: charged, before: 0, year: 0 },
    charged_lines: charged ? 2 : 0,
    paid: { now: paid, before: 0, year: 0 },
    paid_lines: paid ? 1 : 0,
    // A hundred of what was paid is an advance.
    collected: { now: charged ? paid - 100 : 0, before: 0, year: 0 },
    debt_kopecks: 100,
    debt_before_kopecks: 0,
    debtors: 1,
    rows: [
      {
        what: 'po',
        key: '7',
        name: 'КАС № 7',
        charged_kopecks: charged,
        charged_was_kopecks: 0,
        charged_lines: charged ? 2 : 0,
        paid_kopecks: paid,
        paid_was_kopecks: 0,
        paid_lines: paid ? 1 : 0,
        collected_kopecks: charged ? paid - 100 : 0,
        collected_was_kopecks: 0,
        debt_kopecks: 100,
        debt_before_kopecks: 0,
        debtors: 1,
      },
    ],
  },
});

function strip(of: StatReply) {
  const handlers = { onOpen: vi.fn(), onPin: vi.fn() };
  render(<FigureStrip reply={of} {...handlers} />);
  const press = (name: string) =>
    fireEvent.click(within(screen.getByText(name).closest('div')!).getAllByRole('button').at(-1)!);
  return { ...handlers, press };
}

it('the share of what was paid opens the operations of both sides; without any it is no button', () => {
  const { press, onOpen, onPin } = strip(ofMoney(1000, 500));
  press('Собираемость');
  expect(onOpen.mock.calls).toEqual([[{ rows: 'lines' }]]);
  expect(onPin).not.toHaveBeenCalled();
  cleanup();
  strip(ofMoney(0, 0));
  expect(within(screen.getByText('Собираемость').closest('div')!).getAllByRole('button')).toHaveLength(1);
});

it('a change to other days opens the lines of those days', () => {
  const first = strip(reply);
  first.press('К прошлым дням');
  expect(first.onOpen).toHaveBeenCalledWith({ ...reply.before, rows: 'log' });
  cleanup();
  const other = strip({ ...reply, against: 'before' });
  other.press('К году');
  expect(other.onOpen).toHaveBeenCalledWith({ ...reply.year, rows: 'log' });
});

it('a period of one day is told as a day', () => {
  const day = { from: '2026-11-19', to: '2026-11-19' };
  strip({ ...reply, before: day });
  expect(screen.getByText('19.11.2026: 8')).toBeTruthy();
});

it('the share of a ПО opens its operations', () => {
  const onOpen = vi.fn();
  render(<FigureTable reply={ofMoney(1000, 500)} cut="po" view={{}} onOpen={onOpen} />);
  fireEvent.click(screen.getByRole('button', { name: /^Собираемость, КАС № 7: 40/ }));
  expect(onOpen).toHaveBeenLastCalledWith({ po: [7], rows: 'lines' });
  fireEvent.click(screen.getByRole('button', { name: /^Собираемость, всего: 40/ }));
  expect(onOpen).toHaveBeenLastCalledWith({ rows: 'lines' });
});

it('days without anything lead to the nearest ones with something', () => {
  const onOpen = vi.fn();
  const none = { ...reply, count: { now: 0, before: 0, year: 5 }, rows: [] };
  const nearest = { from: '2026-03-01', to: '2026-03-31' };
  const table = (of: StatReply) => render(<FigureTable reply={of} cut="po" view={{}} onOpen={onOpen} />);
  table({ ...none, nearest });
  fireEvent.click(screen.getByRole('button', { name: 'Показать 01.03.2026 – 31.03.2026' }));
  expect(onOpen).toHaveBeenLastCalledWith(nearest);
  cleanup();
  table(none);
  expect(screen.getByText('За период действий нет')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('what was done in the other days opens its lines', () => {
  const onOpen = vi.fn();
  render(<CountTable reply={reply} cut="kind" onOpen={onOpen} />);
  fireEvent.click(screen.getByRole('button', { name: 'изменён, было: 5, открыть журнал' }));
  expect(onOpen).toHaveBeenLastCalledWith({ ...reply.year, verb: ['garage.update'], rows: 'log' });
  fireEvent.click(screen.getByRole('button', { name: 'Было, всего: 5, открыть журнал' }));
  expect(onOpen).toHaveBeenLastCalledWith({ ...reply.year, rows: 'log' });
});

it('a tab of the log says in its own words what was done to whom', () => {
  expect(logTabs.reference.title).toBe('Справки и документы');
  const labels = (tab: 'profile' | 'user' | 'sign' | 'reference') =>
    columnsOf(tab, true, true).map(({ label }) => label);
  expect(labels('profile')).toEqual(expect.arrayContaining(['Человек', 'Поля']));
  expect(labels('user')).toEqual(expect.arrayContaining(['Над кем', 'Было → стало']));
  expect(labels('sign')).toEqual(expect.arrayContaining(['Адрес', 'Устройство', 'Результат']));
  expect(labels('reference')).toContain('Документ');
  const changed = {
    changes: [
      { field: 'Телефон', before: '', after: '+7' },
      { field: 'Адрес', before: 'а', after: 'б' },
    ],
  } as ActionRow;
  const cell = (tab: 'profile' | 'user') => {
    const { container } = render(
      columnsOf(tab, true, true)
        .find(({ key }) => key === 'changes')!
        .render(changed),
    );
    return container.textContent;
  };
  expect(cell('profile')).toBe('Телефон, Адрес');
  expect(cell('user')).toBe('Телефон: — → +7; Адрес: а → б');
});
