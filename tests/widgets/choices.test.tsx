// Inputs with a list: addresses, search and plain selects; what is asked, offered, chosen and told to a screen reader.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AddressBox } from '../../widgets/AddressInput.tsx';
import { MemoryRouter } from 'react-router';
import { among } from '../../resources/lists/filters.tsx';
import { SearchMultiSelect, SearchSelect } from '../../widgets/SearchSelect.tsx';
import type { SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { Holder, mount } from './mount.tsx';

afterEach(() => vi.useRealTimers());

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('address', () => {
  const places = Array.from({ length: 7 }, (_, at) => ({
    value: `г Мурманск, д ${at + 1}`,
    postal_code: at === 0 ? '183038' : null,
  }));

  it('asks from the third character, 100 ms after the last key, and shows five', async () => {
    vi.useFakeTimers();
    const load = vi.fn(() => Promise.resolve(places));
    const change = vi.fn();
    mount(
      <Holder start="" onChange={change}>
        {(value, set) => <AddressBox label="Адрес" value={value} onChange={set} load={load} />}
      </Holder>,
    );
    const type = (text: string) => fireEvent.change(box('Адрес'), { target: { value: text } });
    type('Му');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(load).not.toHaveBeenCalled();
    type('Мур');
    await act(() => vi.advanceTimersByTimeAsync(99));
    type('Мурм');
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(load).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(load.mock.calls).toHaveLength(1);
    expect(load).toHaveBeenCalledWith('Мурм', expect.any(AbortSignal));
    const options = screen.getAllByRole('option');
    expect(options).toHaveLength(5);
    fireEvent.click(options[0]!);
    expect(change).toHaveBeenLastCalledWith('183038, г Мурманск, д 1');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(load.mock.calls).toHaveLength(1);
    expect(screen.queryByRole('listbox')).toBeNull();
    type('Мур');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(load).toHaveBeenLastCalledWith('Мур', expect.any(AbortSignal));
  });

  it('the address alone is the value when its postal code is not known', async () => {
    const change = vi.fn();
    mount(
      <Holder start="" onChange={change}>
        {(value, set) => <AddressBox label="Адрес" value={value} onChange={set} load={() => Promise.resolve(places)} />}
      </Holder>,
    );
    await userEvent.type(box('Адрес'), 'Мурманск');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(change).toHaveBeenLastCalledWith('г Мурманск, д 2');
  });

  it('nothing is said before it is known; what was found stays while more is asked; an unknown address is left as it is', async () => {
    const asked: ((found: typeof places) => void)[] = [];
    const load = () => new Promise<typeof places>((answer) => asked.push(answer));
    mount(
      <Holder start="">{(value, set) => <AddressBox label="Адрес" value={value} onChange={set} load={load} />}</Holder>,
    );
    const unknown = () => screen.queryByText('Подсказок нет, оставьте адрес как есть');
    const type = (value: string) => fireEvent.change(box('Адрес'), { target: { value } });
    type('Мурманск');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect([unknown(), screen.queryAllByRole('option')]).toEqual([null, []]);
    await act(async () => asked[0]!(places));
    const { length } = screen.getAllByRole('option');
    expect(length).toBeGreaterThan(1);
    type('Мурманская');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.getAllByRole('option')).toHaveLength(length);
    await act(async () => asked[1]!([]));
    expect(unknown()).toBeTruthy();
    expect(box('Адрес').value).toBe('Мурманская');
  });

  it('names the option under the arrows to a screen reader, and none before the arrows or once chosen', async () => {
    mount(
      <Holder start="">
        {(value, set) => <AddressBox label="Адрес" value={value} onChange={set} load={() => Promise.resolve(places)} />}
      </Holder>,
    );
    const named = () => box('Адрес').getAttribute('aria-activedescendant');
    await userEvent.type(box('Адрес'), 'Мурманск');
    const options = await screen.findAllByRole('option');
    expect(named()).toBeNull();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(named()).toBe(options[1]!.id);
    await userEvent.keyboard('{Enter}');
    expect(named()).toBeNull();
  });
});

describe('search select', () => {
  const people: SelectOption[] = [
    { value: 1, label: 'Петров Иван', hint: '12.05.1961' },
    { value: 2, label: 'Петрова Елена' },
  ];

  it('asks 300 ms after the last key and drops the answer to an older question', async () => {
    vi.useFakeTimers();
    const answers: Record<string, SelectOption[]> = { пе: [{ value: 9, label: 'Старый ответ' }], пет: people };
    const delays: Record<string, number> = { '': 0, пе: 500, пет: 10 };
    const load = vi.fn(
      (query: string) =>
        new Promise<{ data: SelectOption[] }>((done) =>
          setTimeout(() => done({ data: answers[query] ?? [] }), delays[query]),
        ),
    );
    mount(<SearchSelect label="Владелец" value={null} onChange={vi.fn()} load={load} />);
    fireEvent.change(box('Владелец'), { target: { value: 'пе' } });
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(load).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(load).toHaveBeenCalledOnce();
    fireEvent.change(box('Владелец'), { target: { value: 'пет' } });
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(load.mock.calls.map(([query]) => query)).toEqual(['пе', 'пет']);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Петров Иван12.05.1961',
      'Петрова Елена',
    ]);
  });

  it('is chosen by keys, cleared by its cross, and the list is tied to the box', async () => {
    const change = vi.fn();
    mount(
      <Holder<SelectOption | null> start={null} onChange={change}>
        {(value, set) => (
          <SearchSelect label="Владелец" value={value} onChange={set} load={() => Promise.resolve({ data: people })} />
        )}
      </Holder>,
    );
    await userEvent.click(box('Владелец'));
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(box('Владелец').getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Петрова Елена');
    await userEvent.keyboard('{Enter}');
    expect(change).toHaveBeenLastCalledWith(people[1]);
    expect(box('Владелец').value).toBe('Петрова Елена');
    await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
    expect(change).toHaveBeenLastCalledWith(null);
  });

  it('Enter before the answer takes the only option, and none of several', async () => {
    const change = vi.fn();
    const load = async (query: string) => ({ data: people.filter((one) => one.label.toLowerCase().includes(query)) });
    mount(<SearchSelect label="Владелец" value={null} onChange={change} load={load} />);
    // At one moment: on a busy machine the answer would come between two keys.
    const words = (value: string) => fireEvent.change(box('Владелец'), { target: { value } });
    const enter = () => fireEvent.keyDown(box('Владелец'), { key: 'Enter' });
    await userEvent.click(box('Владелец'));
    words('петров');
    enter();
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(change).not.toHaveBeenCalled();
    words('петрова');
    enter();
    await waitFor(() => expect(change.mock.calls).toEqual([[people[1]]]));
    // A word that was changed after Enter is not answered by what the old one found.
    words('');
    words('петрова');
    enter();
    words('петрова е');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(change).toHaveBeenCalledOnce();
  });

  it('says when there is nothing and when it failed', async () => {
    const load = vi.fn().mockResolvedValueOnce({ data: [] }).mockRejectedValueOnce(new Error('нет сети'));
    mount(<SearchSelect label="Владелец" value={null} onChange={vi.fn()} load={load} />);
    await userEvent.click(box('Владелец'));
    expect(await screen.findByText('Ничего не найдено')).toBeTruthy();
    await userEvent.type(box('Владелец'), 'я');
    expect(await screen.findByText(/Не удалось загрузить/)).toBeTruthy();
  });

  it('opened before its options are there, it does not say that there are none, and shows them when they come', async () => {
    const Late = ({ known }: { known: boolean }) => (
      <SearchSelect label="Владелец" value={null} onChange={vi.fn()} load={among(known ? people : undefined)} />
    );
    const { rerender } = mount(<Late known={false} />);
    await userEvent.click(box('Владелец'));
    await new Promise((later) => setTimeout(later, 50));
    expect(screen.getByText('Ищем…')).toBeTruthy();
    rerender(
      <MemoryRouter>
        <Late known />
      </MemoryRouter>,
    );
    expect(await screen.findAllByRole('option')).toHaveLength(2);
  });

  it('takes several, and Backspace gives up the last', async () => {
    const change = vi.fn();
    mount(
      <Holder<readonly SelectOption[]> start={[]} onChange={change}>
        {(value, set) => (
          <SearchMultiSelect label="Люди" value={value} onChange={set} load={() => Promise.resolve({ data: people })} />
        )}
      </Holder>,
    );
    await userEvent.click(box('Люди'));
    await userEvent.click(await screen.findByRole('option', { name: /Петров Иван/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Петрова Елена' }));
    expect(change).toHaveBeenLastCalledWith(people);
    await userEvent.keyboard('{Backspace}');
    expect(change).toHaveBeenLastCalledWith([people[0]]);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать «Петров Иван»' }));
    expect(change).toHaveBeenLastCalledWith([]);
  });
});

describe('select', () => {
  const types = [
    { value: 1, label: 'Кирпич' },
    { value: 2, label: 'Металл' },
  ];

  it('is chosen by its first letter and by arrows; Esc closes only the list', async () => {
    const change = vi.fn();
    const outer = vi.fn();
    mount(
      <div onKeyDown={outer}>
        <Holder<string | number | null> start={1} onChange={change}>
          {(value, set) => <SelectBox label="Тип" value={value} onChange={set} options={types} />}
        </Holder>
      </div>,
    );
    await userEvent.tab();
    await userEvent.keyboard('м');
    expect(change).toHaveBeenLastCalledWith(2);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(change).toHaveBeenLastCalledWith(1);
    outer.mockClear();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('combobox', { name: 'Тип', expanded: true })).toBeTruthy();
    outer.mockClear();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(outer).not.toHaveBeenCalled();
  });
});
