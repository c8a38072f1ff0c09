// Conditions of lists in force as chips: which are there, in what order, in what words; an id that is not known yet by its number.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { ListContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { garageTypes } from '../../contract/garages.ts';
import { moOptions, poOptions } from '../../contract/orgs.ts';
import { accrualTypes } from '../../contract/references.ts';
import { reregistrationReasons } from '../../contract/reregistrations/steps.ts';
import { keyOf } from '../../providers/reading.ts';
import { useGarageChips } from '../../resources/garages/chips.ts';
import {
  dayChips,
  kept,
  listChip,
  namedBy,
  referenceChip,
  several,
  stateChip,
  stateOf,
  usePlaceChips,
  type StateValues,
} from '../../resources/lists/chips.ts';
import { useDebtChips } from '../../resources/lists/debtChips.ts';
import { useCaseChips } from '../../resources/reregistrations/chips.ts';
import type { Chip } from '../../widgets/list/FilterBar.tsx';

describe('words of chosen ones', () => {
  it.each([
    [[], ''],
    [['А'], 'А'],
    [['А', 'Б'], 'А, Б'],
    [['А', 'Б', 'В'], 'А, Б и ещё 1'],
    [[1, 2, 3, 4, 5], '1, 2 и ещё 3'],
  ])('%j: «%s»', (words, text) => expect(several(words)).toBe(text));

  it('an id is told by its name, one that is not known by its number', () => {
    const options = [
      { id: 1, name: 'Членский' },
      { id: 2, name: 'Целевой' },
    ];
    expect([namedBy(options)(2), namedBy(options)(3), namedBy(undefined)(2)]).toEqual(['Целевой', '№ 3', '№ 2']);
    expect(listChip('reason', 'Основание', [2, 9], namedBy(options))).toEqual({
      key: 'reason',
      label: 'Основание',
      value: 'Целевой, № 9',
    });
    expect(listChip('reason', 'Основание', undefined, String)).toBeUndefined();
    expect(referenceChip('paymentTypeFilter', 'Способ', [1], options)).toEqual({
      key: 'paymentTypeFilter',
      label: 'Способ',
      value: 'Членский',
    });
    expect(referenceChip('paymentTypeFilter', 'Способ', undefined, options)).toBeUndefined();
  });

  it('days from and to, each by itself', () => {
    const from = { key: 'dateFrom', label: 'С', value: '01.11.2026' };
    const to = { key: 'dateTo', label: 'По', value: '20.11.2026' };
    expect(kept(dayChips({ dateFrom: '2026-11-01', dateTo: '2026-11-20' }))).toEqual([from, to]);
    expect(kept(dayChips({ dateFrom: '2026-11-01' }))).toEqual([from]);
    expect(kept(dayChips({ dateTo: '2026-11-20' }))).toEqual([to]);
    expect(kept(dayChips({}))).toEqual([]);
  });

  it.each([
    [{}, null, undefined],
    [{ kind: 'payment' }, null, undefined],
    [{ reversed: 'yes' }, 'yes', { key: 'reversed', label: 'Состояние', value: 'отменённые' }],
    [{ reversed: 'no', kind: 'payment' }, 'no', { key: 'reversed', label: 'Состояние', value: 'действующие' }],
    [{ kind: 'reversal' }, 'reversal', { key: 'kind', label: 'Состояние', value: 'отмены' }],
    [{ kind: 'reversal', reversed: 'no' }, 'reversal', { key: 'kind', label: 'Состояние', value: 'отмены' }],
  ] as [StateValues, string | null, Chip | undefined][])('%j is the state %s', (values, state, chip) => {
    expect(stateOf(values)).toBe(state);
    const names = { no: 'действующие', yes: 'отменённые', reversal: 'отмены' };
    expect(kept([stateChip('Состояние', values, names)])).toEqual(chip ? [chip] : []);
  });
});

/** Chips of a list under conditions; `isKnown`: the references have come. */
function chipsOf(use: () => Chip[], filterValues: object, isKnown = true): [string, string, string][] {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (isKnown) {
    const as = { as: [undefined, undefined, undefined] };
    client.setQueryData(keyOf(moOptions, as), { data: [{ value: 3, label: 'МО «Север»' }] } as never);
    client.setQueryData(keyOf(poOptions, as), { data: [{ value: 3, label: 'КАС № 12-3' }] } as never);
    client.setQueryData(keyOf(garageTypes), { data: [{ value: 2, label: 'Капитальный' }] } as never);
    client.setQueryData(keyOf(accrualTypes), { data: [{ id: 6, name: 'Электроэнергия' }] } as never);
    client.setQueryData(keyOf(reregistrationReasons), { data: [{ id: 3, name: 'Наследство' }] } as never);
  }
  const list = { filterValues } as never;
  const { result } = renderHook(use, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <ListContextProvider value={list}>{children}</ListContextProvider>
      </QueryClientProvider>
    ),
  });
  return result.current.map(({ key, label, value }) => [key, label, String(value)]);
}

const nbsp = '\u00a0';
const place = { sectionFilter: ['А', 'Б', 'В'], poFilter: [3, 4], moFilter: [3] };
const placeChips = [
  ['moFilter', 'МО', 'МО «Север»'],
  ['poFilter', 'ПО', 'КАС № 12-3, № 4'],
  ['sectionFilter', 'Секция', 'А, Б и ещё 1'],
];
const debts = { debtFrom: 0, debtTo: 450_000, accrualTypeFilter: [6, 7] };
const debtChips = [
  ['debtFrom', 'Долг от', `0,00${nbsp}₽`],
  ['debtTo', 'Долг до', `4${nbsp}500,00${nbsp}₽`],
  ['accrualTypeFilter', 'Долг за', 'Электроэнергия, № 7'],
];

describe('chips', () => {
  it('of the place and the sections', () => {
    expect(chipsOf(usePlaceChips, place)).toEqual(placeChips);
    expect(chipsOf(usePlaceChips, { poFilter: [4] })).toEqual([['poFilter', 'ПО', '№ 4']]);
    expect(chipsOf(usePlaceChips, { moFilter: [3] }, false)).toEqual([['moFilter', 'МО', '№ 3']]);
    expect(chipsOf(usePlaceChips, {})).toEqual([]);
  });
  it('of a debt: from nought is a condition too', () => {
    expect(chipsOf(useDebtChips, debts)).toEqual(debtChips);
    expect(chipsOf(useDebtChips, { debtTo: 0 })).toEqual([['debtTo', 'Долг до', `0,00${nbsp}₽`]]);
    expect(chipsOf(useDebtChips, { accrualTypeFilter: [6] }, false)).toEqual([['accrualTypeFilter', 'Долг за', '№ 6']]);
    expect(chipsOf(useDebtChips, {})).toEqual([]);
  });
  it('of cases', () => {
    const values = { ...place, reason: [3, 1], dateFrom: '2026-11-01', dateTo: '2026-11-20', idle: true };
    expect(chipsOf(useCaseChips, values)).toEqual([
      ...placeChips,
      ['reason', 'Основание', 'Наследство, № 1'],
      ['dateFrom', 'С', '01.11.2026'],
      ['dateTo', 'По', '20.11.2026'],
      ['idle', 'Без движения', 'больше 7 дней'],
    ]);
    expect(chipsOf(useCaseChips, { reason: [3] }, false)).toEqual([['reason', 'Основание', '№ 3']]);
    expect(chipsOf(useCaseChips, {})).toEqual([]);
  });
  it('of garages, in the order of their fields', () => {
    const values = {
      ...place,
      ...debts,
      garageType: [2, 5],
      profileCounter: 'several',
      garageDebt: 'debt',
      pib: 'none',
      locked: true,
      restricted: false,
      id: Array.from({ length: 1_200 }, (_, nth) => nth),
    };
    expect(chipsOf(useGarageChips, values)).toEqual([
      ...placeChips,
      ['garageType', 'Тип', 'Капитальный, 5'],
      ['profileCounter', 'Владельцев', 'несколько'],
      ['garageDebt', 'Долг', 'есть долг'],
      ...debtChips,
      ['pib', 'ПИБ', 'нет'],
      ['locked', 'Переоформление', 'идёт'],
      ['restricted', 'Ограничения', 'нет'],
      ['id', 'Выбраны на шахматке', `1${nbsp}200`],
    ]);
    expect(chipsOf(useGarageChips, { locked: false, restricted: true, profileCounter: 'one', pib: 'has' })).toEqual([
      ['profileCounter', 'Владельцев', 'один'],
      ['pib', 'ПИБ', 'есть'],
      ['locked', 'Переоформление', 'не идёт'],
      ['restricted', 'Ограничения', 'есть'],
    ]);
    expect(chipsOf(useGarageChips, { garageType: [2] }, false)).toEqual([['garageType', 'Тип', '2']]);
  });
  it('of garages none where nothing narrows the list: any debt is no condition', () => {
    expect(chipsOf(useGarageChips, { garageDebt: 'any' })).toEqual([]);
    expect(chipsOf(useGarageChips, {})).toEqual([]);
  });
});
