// The list kit in a page: rows and the keyboard, ticks, chips, columns, what cost the results, the phone.
import { cleanup, act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  CoreAdminContext,
  ListBase,
  memoryStore,
  useListContext,
  type DataProvider,
  type GetListParams,
} from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Column } from '../../widgets/list/columns.ts';
import { FilterField } from '../../widgets/list/FilterBar.tsx';
import { RegisterList, type RegisterListProps } from '../../widgets/list/RegisterList.tsx';
import { windowOf } from '../kit/window.ts';
import { mount } from './mount.tsx';

interface Row {
  id: number;
  name: string;
  section: string;
}
const all: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Гараж ${index + 1}`,
  section: index % 2 ? 'Б' : 'А',
}));
const columns: Column<Row>[] = [
  { key: 'name', label: 'Имя', fixed: true, sort: 'name', render: (row) => <a href={`/row/${row.id}`}>{row.name}</a> },
  { key: 'section', label: 'Секция', width: '80px', wide: 1, render: (row) => row.section },
  { key: 'secret', label: 'Тайна', width: '80px', optional: true, render: () => '?' },
];

/** Answers as a server would: `q` is a part of the name, `section` is exact; asks are kept. */
function provider(asked: GetListParams[] = []): DataProvider {
  return {
    getList: async (_resource: string, params: GetListParams) => {
      asked.push(params);
      if (params.filter.q === 'сбой') throw new Error('База недоступна');
      const found = all.filter(
        (row) =>
          row.name.includes(String(params.filter.q ?? '')) &&
          (!params.filter.section || row.section === params.filter.section),
      );
      const { page, perPage } = params.pagination!;
      return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length };
    },
  } as unknown as DataProvider;
}

function SectionField() {
  const { filterValues, setFilters } = useListContext();
  return (
    <FilterField name="section">
      <label>
        Секция
        <input
          value={filterValues.section ?? ''}
          onChange={(event) => setFilters({ ...filterValues, section: event.target.value }, undefined, false)}
        />
      </label>
    </FilterField>
  );
}

function Screen(props: Partial<RegisterListProps<Row>>) {
  const { filterValues } = useListContext();
  return (
    <RegisterList<Row>
      title="Гаражи"
      columns={columns}
      storeKey="things"
      searchKey="q"
      nameOf={(row) => row.name}
      onOpen={() => {}}
      renderCard={(row) => <a href={`/row/${row.id}`}>{row.name}</a>}
      filters={<SectionField />}
      chips={filterValues.section ? [{ key: 'section', label: 'Секция', value: String(filterValues.section) }] : []}
      allCount={all.length}
      {...props}
    />
  );
}

function show(props: Partial<RegisterListProps<Row>> = {}, filter: object = {}, asked: GetListParams[] = []) {
  mount(
    <CoreAdminContext dataProvider={provider(asked)} store={memoryStore()}>
      <ListBase
        resource="things"
        perPage={25}
        filterDefaultValues={filter}
        disableAuthentication
        disableSyncWithLocation
      >
        <Screen {...props} />
      </ListBase>
    </CoreAdminContext>,
  );
  return asked;
}

const row = (id: number) => screen.getByText(`Гараж ${id}`).closest('tr')!;
const shown = async (id = 1) => expect(await screen.findByText(`Гараж ${id}`)).toBeTruthy();
const ticks = { selectionInfo: () => <i>долг</i> };

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('rows and the keyboard', () => {
  it('one row is a tab stop; arrows, Home and End walk, Enter opens', async () => {
    const onOpen = vi.fn();
    show({ onOpen });
    await shown();
    expect([...document.querySelectorAll('tbody tr[tabindex="0"]')]).toEqual([row(1)]);
    act(() => row(1).focus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(row(3));
    expect([...document.querySelectorAll('tbody tr[tabindex="0"]')]).toEqual([row(3)]);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(onOpen.mock.calls.map(([one]) => one.id)).toEqual([2]);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(row(25));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row(25));
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(row(1));
  });

  it('a click opens the row, a click on its link or tick does not', async () => {
    const onOpen = vi.fn();
    show({ onOpen, ...ticks });
    await shown();
    await userEvent.click(within(row(4)).getByText('Б'));
    expect(onOpen).toHaveBeenCalledTimes(1);
    await userEvent.click(within(row(4)).getByRole('checkbox'));
    await userEvent.click(screen.getByText('Гараж 4'));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('a head sorts, again the other way, and says so', async () => {
    const asked = show();
    await shown();
    const head = () => screen.getByRole('columnheader', { name: /Имя/ });
    await userEvent.click(screen.getByRole('button', { name: /Имя/ }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
    await userEvent.click(screen.getByRole('button', { name: /Имя/ }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.slice(1).map(({ sort }) => sort)).toEqual([
      { field: 'name', order: 'ASC' },
      { field: 'name', order: 'DESC' },
    ]);
  });
});

describe('ticks', () => {
  it('Space ticks, Shift takes what lies between, Esc clears', async () => {
    show(ticks);
    await shown();
    act(() => row(2).focus());
    await userEvent.keyboard(' ');
    expect(screen.getByText('Выбрано 1')).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(screen.getByText('Выбрано 4')).toBeTruthy();
    expect([2, 3, 4, 5].every((id) => row(id).getAttribute('aria-selected') === 'true')).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText(/^Выбрано/)).toBeNull();
  });

  it('the page, then everything by the filter but what is taken out', async () => {
    const told: unknown[] = [];
    show({
      selectionInfo: (selection) => {
        told.push([selection.all, selection.count, [...selection.excluded]]);
        return null;
      },
    });
    await shown();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать строки страницы' }));
    expect(screen.getByText('Выбрано 25')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Выбрать все 60 по фильтру' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Гараж 7' }));
    expect(told.at(-1)).toEqual([true, 59, [7]]);
    const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать строки страницы' });
    expect([head.checked, head.indeterminate]).toEqual([false, true]);
  });

  it('another filter drops them', async () => {
    show(ticks);
    await shown();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Гараж 1' }));
    await userEvent.type(screen.getByRole('searchbox'), 'Гараж 2');
    await waitFor(() => expect(screen.queryByText('Гараж 1')).toBeNull());
    expect(screen.queryByText(/^Выбрано/)).toBeNull();
  });
});

describe('conditions', () => {
  it('a chip opens its field alone, its cross drops it', async () => {
    const asked = show({}, { section: 'Б' });
    await shown(2);
    expect(screen.getByRole('status').textContent).toBe('Найдено 30 из 60');
    await userEvent.click(screen.getByRole('button', { name: 'СекцияБ' }));
    const field = within(await screen.findByRole('dialog', { name: 'Условие Секция' })).getByLabelText('Секция');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Убрать условие «Секция»' }));
    await shown(1);
    expect(asked.at(-1)!.filter).toEqual({});
  });

  it('what is typed is asked once, when the person stops', async () => {
    const asked = show();
    await shown();
    await userEvent.type(screen.getByRole('searchbox'), 'Гараж 33');
    await waitFor(() => expect(screen.queryByText('Гараж 1')).toBeNull());
    expect(asked.map(({ filter }) => filter.q)).toEqual([undefined, 'Гараж 33']);
  });

  it('names the condition that cost the results and drops only it', async () => {
    show({}, { section: 'В', q: 'Гараж 1' });
    expect(await screen.findByText('Без условия «Секция» нашлось бы 11.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать только «Секция»' }));
    await shown(19);
    expect(screen.queryByText('Гараж 2')).toBeNull();
  });

  it('none of them alone is to blame: everything is dropped', async () => {
    show({}, { section: 'В', q: 'нет такого' });
    expect(await screen.findByText('Ничего не найдено')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Убрать только/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await shown();
  });

  it('a failure is told in words and can be tried again', async () => {
    show({}, { q: 'сбой' });
    expect((await screen.findByRole('alert', undefined, { timeout: 20_000 })).textContent).toContain('База недоступна');
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
  });
});

describe('columns and pages', () => {
  it('an optional column comes when it is chosen, a fixed one is not offered', async () => {
    show();
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Столбцы' }));
    expect(screen.queryByRole('checkbox', { name: 'Имя' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Тайна' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Секция' }));
    const heads = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent);
    expect(heads()).toEqual(['Имя', 'Тайна']);
    await userEvent.click(screen.getByRole('button', { name: 'Как было' }));
    expect(heads()).toEqual(['Имя', 'Секция']);
  });

  it('pages and their size', async () => {
    const asked = show();
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await shown(26);
    expect(screen.getByText('26–50 из 60')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '100' }));
    await shown(60);
    expect(asked.at(-1)!.pagination).toEqual({ page: 1, perPage: 100 });
  });

  it('takes away the columns that are shown', async () => {
    const onExport = vi.fn();
    show({ onExport });
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Выгрузить' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /xlsx/ }));
    expect(onExport.mock.calls).toEqual([['xlsx', { columns: ['name', 'section'], conditions: null }]]);
  });

  it('prints what is ticked, with the conditions in words', async () => {
    const onExport = vi.fn();
    show({ onExport, bulk: () => null }, { section: 'А' });
    await shown();
    await userEvent.click(screen.getAllByRole('checkbox')[2]!);
    const bar = await screen.findByRole('region', { name: 'Действия с выбранным' });
    await userEvent.click(await within(bar).findByRole('button', { name: 'Выгрузить' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /На бумагу/ }));
    const [format, what] = onExport.mock.calls[0]!;
    expect([format, what.columns, what.conditions]).toEqual(['pdf', ['name', 'section'], 'Секция: А']);
    expect(what.selection.count).toBe(1);
  });
});

describe('on a phone', () => {
  beforeEach(() =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('768'),
      addEventListener: () => {},
      removeEventListener: () => {},
    })),
  );

  it('rows are cards, the search opens by its button, the order is a menu', async () => {
    const asked = show({ totals: () => <b>Долг 5</b> }, { section: 'А' });
    await shown();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Гаражи' })).getAllByRole('link')).toHaveLength(25);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Поиск' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await userEvent.click(screen.getByRole('button', { name: /Порядок/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Имя/ }));
    await waitFor(() => expect(asked.at(-1)!.sort).toEqual({ field: 'name', order: 'ASC' }));
  });

  it('a list to choose from has ticks, another has none', async () => {
    show({ bulk: () => <button type="button">Написать</button> });
    await shown();
    expect(screen.queryByRole('checkbox')).toBeNull();
    cleanup();
    show({ picks: true, bulk: () => <button type="button">Написать</button> });
    await shown();
    await userEvent.click(screen.getAllByRole('checkbox')[1]!);
    expect(await screen.findByRole('button', { name: 'Написать' })).toBeTruthy();
    expect(screen.getByText(/Выбрано 1/)).toBeTruthy();
  });

  it('a chip opens the whole form: there is no room beside it', async () => {
    show({}, { section: 'А' });
    await shown();
    expect(screen.getByRole('button', { name: /Фильтры/ }).getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(screen.getByRole('button', { name: 'СекцияА' }));
    expect(screen.getByRole('button', { name: /Фильтры/, hidden: true }).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the window grows and shrinks', () => {
  it('the name being typed for a view outlives the crossing to a phone and back; a saved one is gone', async () => {
    const resize = windowOf(1366);
    const onSave = vi.fn();
    show({ views: { saved: [], onSave, onDelete: vi.fn() } });
    await shown();
    const box = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
      return screen.findByLabelText<HTMLInputElement>('Сохранить этот вид как');
    };
    await userEvent.type(await box(), 'Долж');
    resize(390);
    expect(screen.queryByRole('grid')).toBeNull();
    const narrow = await box();
    expect(narrow.value).toBe('Долж');
    await userEvent.type(narrow, 'ники');
    resize(1366);
    expect(await screen.findByRole('grid')).toBeTruthy();
    const wide = await box();
    expect(wide.value).toBe('Должники');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(onSave.mock.calls.map(([name]) => name as string)).toEqual(['Должники']);
    expect(wide.value).toBe('');
  });
});
