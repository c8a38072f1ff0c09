// Inputs at their edges: what a key, a caret or a wrong sum does not do.
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DateBox } from '../../widgets/DateInput.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { PhoneBox, PhoneListBox } from '../../widgets/PhoneInput.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { Holder, mount } from './mount.tsx';

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('«=» of a sum', () => {
  it.each([
    [0, null, 'Долга нет: введите сумму'],
    [1, 1, null],
    [null, null, 'Сначала выберите гараж'],
    [undefined, null, 'Это не сумма'],
  ])('where the debt is %s', async (equals, value, told) => {
    const change = vi.fn();
    mount(
      <Holder<number | null> start={5} onChange={change}>
        {(held, set) => (
          <MoneyBox label="Сумма" {...(equals !== undefined && { equals })} value={held} onChange={set} />
        )}
      </Holder>,
    );
    await userEvent.clear(box('Сумма'));
    await userEvent.type(box('Сумма'), '=');
    expect(change).toHaveBeenLastCalledWith(value);
    const said = document.getElementById(box('Сумма').getAttribute('aria-describedby') ?? '')?.textContent ?? null;
    if (told) expect(said).toContain(told);
    else expect(said).toBeNull();
  });
});

it.each([
  [false, null, 'Число не может быть меньше нуля'],
  [true, -6, undefined],
])('a number below zero, where it may be: %s', async (negative, value, told) => {
  const change = vi.fn();
  mount(
    <Holder<number | null> start={null} onChange={change}>
      {(held, set) => <NumberBox label="Показание" digits={0} negative={negative} value={held} onChange={set} />}
    </Holder>,
  );
  await userEvent.type(box('Показание'), '-6');
  expect(change).toHaveBeenLastCalledWith(value);
  expect(document.getElementById(box('Показание').getAttribute('aria-describedby') ?? '')?.textContent).toBe(told);
});

describe('the calendar', () => {
  it.each([
    ['Alt+ArrowDown', '{Alt>}{ArrowDown}{/Alt}', {}, true],
    ['ArrowDown alone', '{ArrowDown}', {}, false],
    ['Alt+ArrowUp', '{Alt>}{ArrowUp}{/Alt}', {}, false],
    ['Alt+ArrowDown in a box that is not to be changed', '{Alt>}{ArrowDown}{/Alt}', { readOnly: true }, false],
  ])('%s', async (_, keys, more, opens) => {
    mount(<DateBox label="Дата" value="2024-02-10" onChange={() => {}} {...more} />);
    await userEvent.click(box('Дата'));
    await userEvent.keyboard(keys);
    if (opens) expect(await screen.findByRole('dialog', undefined, { timeout: 15_000 })).toBeTruthy();
    else expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a phone', () => {
  const setUp = (start: string | null) => {
    const change = vi.fn();
    mount(
      <Holder<string | null> start={start} onChange={change}>
        {(value, set) => <PhoneBox label="Телефон" value={value} onChange={set} />}
      </Holder>,
    );
    const input = box('Телефон');
    const typed = (text: string, caret: number) => {
      // As a browser does it: the text and the caret come together.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
      input.setSelectionRange(caret, caret);
      fireEvent.input(input);
      return change.mock.lastCall?.[0] as string | null | undefined;
    };
    return { input, typed, change };
  };

  it('typed with its 8 is the phone of ten digits after it', async () => {
    const { input } = setUp(null);
    await userEvent.click(input);
    await userEvent.keyboard('89211233341');
    expect(input.value).toBe('+7 921 123-33-41');
  });
  it('a mark that is typed, or taken away before all digits, takes none of them', () => {
    const { input, typed, change } = setUp('+79211233341');
    input.focus();
    typed('+7 921 123- 33-41', 12);
    typed('7 921 123-33-41', 0);
    for (const [value] of change.mock.calls) expect(value).toBe('+79211233341');
    expect(input.value).toBe('+7 921 123-33-41');
  });
  it('a mark that is taken away after a digit takes the digit', () => {
    const { input, typed } = setUp('+79211233341');
    input.focus();
    expect(typed('+7 921 12333-41', 10)).toBe('+7921123341');
    expect(input.value).toBe('+7 921 123-34-1_');
  });
  it('without a digit is none', () => {
    const { input, typed } = setUp('+79');
    input.focus();
    expect(typed('+7 ___ ___-__-__', 3)).toBeNull();
  });

  it('of a list that is emptied is gone, one that was only begun never came', async () => {
    const change = vi.fn();
    mount(
      <Holder<readonly string[]> start={['+79', '+78121234567']} onChange={change}>
        {(value, set) => <PhoneListBox label="Телефоны" value={value} onChange={set} />}
      </Holder>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Добавить телефон' }));
    await userEvent.keyboard('{Backspace}');
    expect(change.mock.lastCall?.[0] ?? ['+79', '+78121234567']).toEqual(['+79', '+78121234567']);
    await userEvent.click(box('Основной телефон'));
    box('Основной телефон').setSelectionRange(4, 4);
    await userEvent.keyboard('{Backspace}');
    expect(change).toHaveBeenLastCalledWith(['+78121234567']);
  });
});

describe('a select', () => {
  const types = [
    { value: 1, label: 'Членский' },
    { value: 2, label: 'Целевой', disabled: true },
    { value: 3, label: 'Электричество' },
    { value: 4, label: 'Эксплуатация' },
  ];
  const setUp = (start: number | null = 1) => {
    const change = vi.fn();
    mount(
      <Holder<string | number | null> start={start} onChange={change}>
        {(value, set) => <SelectBox label="Тип" value={value} onChange={set} options={types} emptyLabel="Любой" />}
      </Holder>,
    );
    const select = screen.getByRole('combobox');
    const press = (key: string, more: object = {}) => fireEvent.keyDown(select, { key, ...more });
    return { change, select, press };
  };

  it('letters choose what begins with them; more of them are one word', () => {
    const { change, press } = setUp();
    press('э');
    expect(change).toHaveBeenLastCalledWith(3);
    press('К');
    expect(change).toHaveBeenLastCalledWith(4);
    press('ю');
    expect(change).toHaveBeenCalledTimes(2);
  });
  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
    'a command of the browser is no letter: %o',
    (more) => {
      const { change, press } = setUp();
      press('э', more);
      expect(change).not.toHaveBeenCalled();
    },
  );
  it('a space and a named key are no letters', () => {
    const { change, press } = setUp();
    press('э');
    press(' ');
    press('Escape');
    press('к');
    expect(change).toHaveBeenLastCalledWith(4);
  });
  it.each([
    ['what may not be chosen is not', 1, 'ц'],
    ['what is chosen already changes nothing', 3, 'э'],
  ])('%s', (_, start, letter) => {
    const { change, press } = setUp(start);
    press(letter);
    expect(change).not.toHaveBeenCalled();
  });
  it('open, letters lead to an entry and Enter takes it; a second press closes', async () => {
    const { change, select } = setUp();
    await userEvent.click(select);
    expect(select.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('э');
    expect(change).not.toHaveBeenCalled();
    expect(document.getElementById(select.getAttribute('aria-activedescendant')!)?.textContent).toBe('Электричество');
    await userEvent.keyboard('{Enter}');
    expect(change).toHaveBeenLastCalledWith(3);
    expect(select.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(select);
    await userEvent.click(select);
    expect(select.getAttribute('aria-expanded')).toBe('false');
  });
  it('«Любой» empties it', async () => {
    const { change, select } = setUp();
    await userEvent.click(select);
    await userEvent.click(screen.getByRole('option', { name: 'Любой' }));
    expect(change).toHaveBeenLastCalledWith(null);
  });
});
