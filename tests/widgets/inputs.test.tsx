// Inputs: what is typed, what becomes the value, what is said about an error.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { required } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CheckboxInput, DateInput, MoneyInput, PhoneListInput, RadioInput, TextInput } from '../../widgets/inputs.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { PhoneBox, PhoneListBox, phoneMessage } from '../../widgets/PhoneInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import styles from '../../widgets/field.module.css';
import { Holder, mount, mountForm } from './mount.tsx';

afterEach(() => vi.useRealTimers());

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('date', () => {
  const setUp = (start: string | null, bounds: { min?: string; max?: string } = {}) => {
    const change = vi.fn();
    mount(
      <Holder<string | null> start={start} onChange={change}>
        {(value, set) => <DateBox label="Дата" value={value} onChange={set} {...bounds} />}
      </Holder>,
    );
    return { change, input: box('Дата') };
  };

  it('typed digits get their points and become the value', async () => {
    const { change, input } = setUp(null);
    await userEvent.type(input, '12051987');
    expect(input.value).toBe('12.05.1987');
    expect(change.mock.calls).toEqual([['1987-05-12']]);
    await userEvent.tab();
    expect(input.value).toBe('12.05.1987');
    expect(input.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('outside the bounds becomes the nearest bound', async () => {
    const { change, input } = setUp(null, { min: '2000-01-01', max: '2026-11-21' });
    await userEvent.type(input, '12.05.2087');
    await userEvent.tab();
    expect(change).toHaveBeenLastCalledWith('2026-11-21');
    expect(input.value).toBe('21.11.2026');
    await userEvent.clear(input);
    await userEvent.type(input, '12.05.1950');
    await userEvent.tab();
    expect(change).toHaveBeenLastCalledWith('2000-01-01');
  });

  it('by default ends a hundred years ahead', async () => {
    const { change, input } = setUp(null);
    await userEvent.type(input, '01.01.2999');
    await userEvent.tab();
    expect(change).toHaveBeenLastCalledWith(`${new Date().getFullYear() + 100}-12-31`);
  });

  it('a text that is no date clears the value and says so', async () => {
    const { change, input } = setUp('1987-05-12');
    await userEvent.clear(input);
    await userEvent.type(input, '45.13.2020');
    await userEvent.tab();
    expect(change).toHaveBeenLastCalledWith(null);
    expect(input.value).toBe('');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const message = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toContain('Введите корректную дату');
  });

  it.each(['', '  '])('no text («%s») is no date and no fault', async (text) => {
    const { change, input } = setUp('1987-05-12');
    await userEvent.clear(input);
    if (text) await userEvent.type(input, text);
    await userEvent.tab();
    expect(change).toHaveBeenLastCalledWith(null);
    expect(input.value).toBe('');
    expect(input.getAttribute('aria-invalid')).not.toBe('true');
    expect(document.body.textContent).not.toContain('Введите корректную дату');
  });

  it('a day of the calendar becomes the value; the years go from next year back to 1900', async () => {
    const { change } = setUp('2024-02-10');
    await userEvent.click(screen.getByRole('button', { name: 'Открыть календарь' }));
    await screen.findByText(/февраль 2024/i, undefined, { timeout: 15_000 });
    await userEvent.click(screen.getByRole('button', { name: 'Выбрать год' }));
    const years = (await screen.findAllByRole('radio')).map((year) => Number(year.textContent));
    const nextYear = new Date().getFullYear() + 1;
    expect([years[0], years.at(-1), years.length]).toEqual([nextYear, 1900, nextYear - 1899]);
    await userEvent.click(screen.getByRole('radio', { name: '2023' }));
    await userEvent.click(await screen.findByRole('radio', { name: /февр/i }));
    await userEvent.click(await screen.findByRole('gridcell', { name: '14' }));
    expect(change).toHaveBeenLastCalledWith('2023-02-14');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('numbers and money', () => {
  it('a sum is kept in kopecks, a text that is none is no value and is told, the text is tidied', async () => {
    const change = vi.fn();
    mount(
      <Holder<number | null> start={null} onChange={change}>
        {(value, set) => <MoneyBox label="Сумма" value={value} onChange={set} />}
      </Holder>,
    );
    await userEvent.type(box('Сумма'), '4500-100');
    expect(change.mock.lastCall?.[0]).toBeNull();
    await userEvent.tab();
    expect(box('Сумма').value).toBe('4500-100');
    expect(box('Сумма').getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent).toContain('Это не сумма');
    await userEvent.clear(box('Сумма'));
    await userEvent.type(box('Сумма'), '4500,55');
    expect(change.mock.lastCall?.[0]).toBe(450_055);
    expect(document.body.textContent).not.toContain('Это не сумма');
    await userEvent.tab();
    expect(box('Сумма').value).toBe('4\u00a0500,55');
    await userEvent.clear(box('Сумма'));
    expect(change.mock.lastCall?.[0]).toBeNull();
  });

  it('«=» is the whole debt; without one it is refused', async () => {
    const change = vi.fn();
    mount(
      <Holder<number | null> start={null} onChange={change}>
        {(value, set) => <MoneyBox label="Сумма" equals={450_055} value={value} onChange={set} />}
      </Holder>,
    );
    await userEvent.type(box('Сумма'), '=');
    await userEvent.tab();
    expect(box('Сумма').value).toBe('4\u00a0500,55');
  });

  it('of a number no part is taken', async () => {
    const change = vi.fn();
    mount(
      <Holder<number | null> start={null} onChange={change}>
        {(value, set) => <NumberBox label="Показание" digits={2} value={value} onChange={set} />}
      </Holder>,
    );
    await userEvent.type(box('Показание'), '12-3');
    expect(change.mock.lastCall?.[0]).toBeNull();
    expect(document.body.textContent).toContain('Введите число');
  });

  it.each([
    [0, '6,5', '6', 'Введите целое число'],
    [2, '6,505', '6,50', 'После запятой не больше 2 знаков'],
  ])('of %i decimals no more are taken: it says how many there may be', async (digits, long, short, told) => {
    const change = vi.fn();
    mount(
      <Holder<number | null> start={null} onChange={change}>
        {(value, set) => <NumberBox label="Показание" digits={digits} value={value} onChange={set} />}
      </Holder>,
    );
    const said = () => document.getElementById(box('Показание').getAttribute('aria-describedby') ?? '')?.textContent;
    await userEvent.type(box('Показание'), long);
    expect([change.mock.lastCall?.[0], said()]).toEqual([null, told]);
    await userEvent.clear(box('Показание'));
    await userEvent.type(box('Показание'), short);
    expect([change.mock.lastCall?.[0], said()]).toEqual([Number(short.replace(',', '.')), undefined]);
  });

  it('a fixed number shows its decimals and follows a value from outside', async () => {
    mount(
      <Holder<number | null> start={6}>
        {(value, set) => (
          <>
            <NumberBox label="Длина" digits={2} fixed unit="м" value={value} onChange={set} />
            <button onClick={() => set(7.5)}>другая</button>
          </>
        )}
      </Holder>,
    );
    expect(box('Длина').value).toBe('6,00');
    await userEvent.click(screen.getByText('другая'));
    expect(box('Длина').value).toBe('7,50');
  });
});

describe('phone', () => {
  const setUp = (start: string | null = null) => {
    const change = vi.fn();
    mount(
      <Holder<string | null> start={start} onChange={change}>
        {(value, set) => <PhoneBox label="Телефон владельца" value={value} onChange={set} />}
      </Holder>,
    );
    return { change, input: box('Телефон владельца') };
  };

  it('typed digits fall into the mask', async () => {
    const { change, input } = setUp();
    expect(input.placeholder).toBe('Телефон');
    expect(input.value).toBe('');
    await userEvent.click(input);
    expect(input.value).toBe('+7 ___ ___-__-__');
    await userEvent.keyboard('9211233341');
    expect(input.value).toBe('+7 921 123-33-41');
    expect(change).toHaveBeenLastCalledWith('+79211233341');
  });

  it('Backspace takes digits one by one, also over a hyphen', async () => {
    const { change, input } = setUp('+79211233341');
    await userEvent.click(input);
    input.setSelectionRange(16, 16);
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    expect(input.value).toBe('+7 921 123-3_-__');
    expect(change).toHaveBeenLastCalledWith('+79211233');
  });

  it('a pasted phone with its 8 and brackets is understood', async () => {
    const { change, input } = setUp();
    await userEvent.click(input);
    await userEvent.paste('8 (921) 123-33-41');
    expect(change).toHaveBeenLastCalledWith('+79211233341');
  });

  it('an eleventh digit changes nothing', async () => {
    const { input } = setUp('+78121234567');
    await userEvent.click(input);
    input.setSelectionRange(16, 16);
    await userEvent.keyboard('9');
    expect(input.value).toBe('+7 812 123-45-67');
  });

  it('an unfinished phone says so when left', async () => {
    const { input } = setUp();
    await userEvent.click(input);
    await userEvent.keyboard('921');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    await userEvent.tab();
    expect(screen.getByText(phoneMessage)).toBeTruthy();
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('a list takes a second phone and gives one up', async () => {
    const change = vi.fn();
    mount(
      <Holder<readonly string[]> start={['+79211233341']} onChange={change}>
        {(value, set) => <PhoneListBox label="Телефоны" value={value} onChange={set} />}
      </Holder>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Добавить телефон' }));
    expect(document.activeElement).toBe(box('Телефон 2'));
    await userEvent.keyboard('8121234567');
    expect(change).toHaveBeenLastCalledWith(['+79211233341', '+78121234567']);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать телефон 1' }));
    expect(change).toHaveBeenLastCalledWith(['+78121234567']);
  });

  it('one more is offered beside what is there, to the most, and not where nothing may be changed', async () => {
    const phones = ['+79211233341', '+78121234567', '+79211233343'];
    const offers = (value: readonly string[], more: object = {}) => {
      const shown = mount(<PhoneListBox label="Телефоны" value={value} onChange={() => {}} most={3} {...more} />);
      const said = screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
      shown.unmount();
      return said;
    };
    expect(offers([])).toEqual([]);
    expect(offers(phones.slice(0, 1))).toEqual(['Убрать телефон 1', 'Добавить телефон']);
    expect(offers(phones.slice(0, 2)).at(-1)).toBe('Добавить телефон');
    expect(offers(phones)).toEqual([1, 2, 3].map((nth) => `Убрать телефон ${nth}`));
    expect(offers(phones.slice(0, 2), { readOnly: true })).toEqual([]);
    expect(offers(phones.slice(0, 2), { disabled: true })).toEqual([]);
    // The field that has just been opened is filled first.
    mount(<PhoneListBox label="Телефоны" value={phones.slice(0, 1)} onChange={() => {}} />);
    await userEvent.click(screen.getByRole('button', { name: 'Добавить телефон' }));
    expect(screen.queryByRole('button', { name: 'Добавить телефон' })).toBeNull();
  });
});

describe('text area', () => {
  it('counts, and marks the counter when the text is too long', () => {
    mount(
      <Holder start="">
        {(value, set) => <TextArea label="Комментарий" maxLength={5} value={value} onChange={set} />}
      </Holder>,
    );
    const area = screen.getByLabelText('Комментарий');
    fireEvent.change(area, { target: { value: 'пятьь' } });
    expect(document.querySelector('[data-overflow]')).toBeNull();
    fireEvent.change(area, { target: { value: 'шесть!!' } });
    expect(document.querySelector('[data-overflow]')?.textContent).toBe('лишние 2\u00a0знака · 7 / 5');
    expect(area.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('files', () => {
  const file = (name: string, bytes: number, type = 'application/pdf') =>
    new File([new Uint8Array(bytes)], name, { type });
  const setUp = (props: Partial<Parameters<typeof FileUpload>[0]>) => {
    const change = vi.fn();
    const view = mount(
      <Holder<readonly File[]> start={[]} onChange={change}>
        {(value, set) => <FileUpload label="Скан" value={value} onChange={set} {...props} />}
      </Holder>,
    );
    const names = () => (change.mock.lastCall?.[0] as File[] | undefined)?.map((one) => one.name);
    return { change, names, input: view.container.querySelector<HTMLInputElement>('input[type=file]')! };
  };

  it('several can be chosen and single ones removed', async () => {
    const { names, input } = setUp({ multiple: true });
    expect(screen.getByText('Выбрать файлы')).toBeTruthy();
    await userEvent.upload(input, [file('акт.pdf', 10), file('план.pdf', 10)]);
    await userEvent.upload(input, file('справка.pdf', 10));
    expect(names()).toEqual(['акт.pdf', 'план.pdf', 'справка.pdf']);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл «план.pdf»' }));
    expect(names()).toEqual(['акт.pdf', 'справка.pdf']);
  });

  it('a single file is replaced by the next', async () => {
    const { names, input } = setUp({});
    expect(screen.getByText('Выбрать файл')).toBeTruthy();
    await userEvent.upload(input, file('первый.pdf', 1));
    await userEvent.upload(input, file('второй.pdf', 1));
    expect(names()).toEqual(['второй.pdf']);
  });

  it('a big or foreign file is refused in words, the rest is taken', () => {
    const { names, input } = setUp({ multiple: true, accept: '.pdf', maxBytes: 1024 });
    fireEvent.drop(input.parentElement!, {
      dataTransfer: { files: [file('большой.pdf', 1025), file('вирус.exe', 1, ''), file('ладный.pdf', 1024)] },
    });
    expect(names()).toEqual(['ладный.pdf']);
    expect(screen.getByText(/«большой.pdf» больше 1 КБ. «вирус.exe» не подходит/)).toBeTruthy();
  });
});

it('sums stand at the right edge of their box, as in a column; texts and numbers at the left', () => {
  mount(
    <>
      <MoneyBox label="Сумма" value={100} onChange={vi.fn()} />
      <NumberBox label="Ширина" value={6} onChange={vi.fn()} />
      <TextBox label="Номер" value="45" onChange={vi.fn()} />
    </>,
  );
  const isRight = (label: string) => box(label).classList.contains(styles.right!);
  expect(['Сумма', 'Ширина', 'Номер'].map(isRight)).toEqual([true, false, false]);
});

describe('in a form', () => {
  it('values go to the record, an empty text as null', async () => {
    const submit = vi.fn();
    mountForm(
      { number: '45', price: 100, built: '1987-05-12', active: true },
      submit,
      <>
        <TextInput source="number" label="Номер" />
        <MoneyInput source="price" label="Цена" />
        <DateInput source="built" label="Построен" />
        <CheckboxInput source="active" label="Действующий" />
      </>,
    );
    await userEvent.clear(box('Номер'));
    await userEvent.clear(box('Цена'));
    await userEvent.type(box('Цена'), '12,5');
    await userEvent.click(box('Действующий'));
    await userEvent.click(screen.getByText('Сохранить'));
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    expect(submit.mock.calls[0]?.[0]).toEqual({ number: null, price: 1250, built: '1987-05-12', active: false });
  });

  it('errors of the check and of the server stand beside the field and are tied to it', async () => {
    const taken = 'Гараж № 44 в секции А уже есть в этом ПО';
    mountForm(
      { number: '' },
      () => ({ number: taken }),
      <TextInput source="number" label="Номер" validate={required('Заполните поле')} />,
    );
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: /Номер/ });
    expect(input.getAttribute('aria-required')).toBe('true');
    await userEvent.click(screen.getByText('Сохранить'));
    const message = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    await waitFor(() => expect(message()).toBe('Заполните поле'));
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, '44');
    await userEvent.click(screen.getByText('Сохранить'));
    await waitFor(() => expect(message()).toBe(taken));
  });

  it('that is given nothing empties its boxes', async () => {
    function Emptying() {
      const { reset } = useFormContext();
      return (
        <button type="button" onClick={() => reset({ number: null, phones: null })}>
          Очистить
        </button>
      );
    }
    mountForm(
      { number: '44', phones: ['+79005550101'] },
      () => undefined,
      <>
        <TextInput source="number" label="Номер" />
        <PhoneListInput source="phones" label="Телефон" />
        <Emptying />
      </>,
    );
    const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
    expect(values()).toEqual(['44', '+7 900 555-01-01']);
    await userEvent.click(screen.getByText('Очистить'));
    expect(values()).toEqual(['', '']);
  });

  it('leads to the first of a few when none was chosen', async () => {
    const options = [
      { value: 'sold', label: 'Продан' },
      { value: 'left', label: 'Наследство' },
    ];
    mountForm(
      { reason: null },
      () => undefined,
      <RadioInput source="reason" label="Причина" options={options} validate={required('Выберите причину')} />,
    );
    await userEvent.click(screen.getByText('Сохранить'));
    await screen.findByText('Выберите причину');
    expect(document.activeElement).toBe(box('Продан'));
  });
});
