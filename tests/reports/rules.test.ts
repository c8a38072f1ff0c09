// Rules of reports by the clock, by themselves: who looks after one, who gets it, its days and its file.
import { expect, it } from 'vitest';
import { signedIn, superuser, type Needs } from '../../contract/kernel/scope.ts';
import { daysOf, fileWord, mayLookAfter, momentName, readMoment, receiverRefusal } from '../../server/reports/rules.ts';

it.each([
  ['its owner', 7, 0, 7, false, true],
  ['another official of the place', 8, 0, 7, true, false],
  ['an official of the place of a report that nobody owns', 8, 0, null, true, true],
  ['an official of another place of a report that nobody owns', 8, 0, null, false, false],
  ['a superuser', 9, 2, 7, false, true],
  ['the support', 9, 1, 7, false, false],
])('%s', (_who, userId, isSuperuser, owner_id, at_place, may) => {
  expect(mayLookAfter({ userId, isSuperuser } as never, { owner_id, at_place })).toBe(may);
});

it('a report goes to who works in the place and has its right', () => {
  const receiver = {
    user_id: 7,
    name: 'Орлов',
    role: 'clerk',
    is_active: true,
    is_superuser: 0,
    capabilities: [2],
    region_id: null,
    mo_id: null,
    po_id: null,
  };
  const why = (more: object, needs: Needs = { who: 'signedIn', capability: 2 }) =>
    receiverRefusal({ ...receiver, ...more }, needs);
  for (const place of [{ region_id: 1 }, { mo_id: 1 }, { po_id: 1 }]) expect(why(place)).toBeNull();
  expect(why({})).toBe('больше не работает в этой организации');
  expect(why({ po_id: 1, is_active: false })).toBe('учётная запись отключена');
  expect(why({ po_id: 1, capabilities: [1, 3] })).toBe('Нужно право «Взносы и баланс»');
  expect(why({ po_id: 1 }, superuser)).toBe('Доступно только суперпользователю');
  expect(why({ po_id: 1, capabilities: [] }, signedIn)).toBeNull();
});

it('a name for a file has letters that every system takes, and is never empty', () => {
  expect(fileWord('Долги: МО «Север»/ПО')).toBe('Долги  МО «Север» ПО');
  expect([fileWord('???'), fileWord('  ')]).toEqual(['Отчёт', 'Отчёт']);
});

it('a moment keeps its report and its hour', () => {
  const at = new Date('2026-05-10T09:00:00Z');
  expect(readMoment(momentName(15, at))).toEqual({ report: 15, at });
});

it.each([
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last_week', '2026-11-16', '2026-11-09', '2026-11-15'],
  ['last_week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last_quarter', '2026-01-01', '2025-10-01', '2025-12-31'],
  ['last_quarter', '2026-12-31', '2026-07-01', '2026-09-30'],
  ['this_month', '2026-02-01', '2026-02-01', '2026-02-01'],
  ['this_year', '2026-02-01', '2026-01-01', '2026-02-01'],
] as const)('%s on %s', (period, day, from, to) => expect(daysOf(period, day)).toEqual({ from, to }));
