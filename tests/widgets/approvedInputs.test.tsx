// How every input looks in each of its states and what keys make of it, as it was last approved: an attribute that a screen reader
// needs, a class, a text lost by a careless change shows here as a line that differs. `APPROVE=1 npm run test:ui approvedInputs`
// approves a change that was meant.
import { act, cleanup } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressBox } from '../../widgets/AddressInput.tsx';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { PhoneBox, PhoneListBox } from '../../widgets/PhoneInput.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SearchMultiSelect, SearchSelect } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { approved } from '../approved/approve.ts';
import { Holder, mount } from './mount.tsx';

interface Case {
  Control: ComponentType<never>;
  /** Nothing, and something. */
  values: [unknown, unknown];
  own: Record<string, object>;
  keys?: string[];
}

const places = ['г Псков, ул Мира, д 5', 'г Псков, ул Мира, д 7'];
const load = (query: string) =>
  Promise.resolve({
    data: [
      { value: 1, label: 'КАС № 1', hint: 'МО Север' },
      { value: 2, label: 'КАС № 12' },
    ].filter(({ label }) => label.includes(query)),
  });
const options = [
  { value: 'sold', label: 'Продан', hint: 'Договор купли-продажи' },
  { value: 'left', label: 'Наследство', disabled: true },
  { value: 'given', label: 'Дарение' },
];
const file = new File(['12345'], 'договор.pdf', { type: 'application/pdf' });
const picks = ['{ArrowDown}', '{ArrowDown}', '{Enter}', '{ArrowUp}', '{Escape}'];

const cases: Record<string, Case> = {
  text: {
    Control: TextBox as never,
    values: ['', 'Иванов'],
    own: {
      unit: { unit: 'м', start: '+7', align: 'right' },
      limits: { maxLength: 5, type: 'email', inputMode: 'email', placeholder: 'почта', autoComplete: 'email' },
      suggestions: { suggestions: ['раз', 'два'], isWrong: true },
    },
    keys: ['аб', '{Backspace}'],
  },
  area: {
    Control: TextArea as never,
    values: ['', 'Две\nстроки'],
    own: { limits: { maxLength: 12, rows: 5, placeholder: 'Что случилось' }, over: { maxLength: 5 } },
    keys: ['аб', '{Enter}в'],
  },
  number: {
    Control: NumberBox as never,
    values: [null, 1234.5],
    own: { unit: { unit: 'кВт·ч', digits: 3 }, fixed: { digits: 2, fixed: true, negative: true } },
    keys: ['12,5', '{Backspace}{Backspace}', '-'],
  },
  money: {
    Control: MoneyBox as never,
    values: [null, 123_450],
    own: { equals: { equals: 671_250 }, negative: { negative: true, placeholder: '0,00' } },
    keys: ['12,5', '{Control>}a{/Control}-1', '{Control>}a{/Control}='],
  },
  date: {
    Control: DateBox as never,
    values: [null, '1987-05-12'],
    own: { range: { min: '2000-01-01', max: '2026-11-20', placeholder: 'день' } },
    keys: ['0102', '2020', '{Backspace}'],
  },
  phone: {
    Control: PhoneBox as never,
    values: [null, '+79005550101'],
    own: {},
    keys: ['900', '5550102', '{Backspace}'],
  },
  phones: {
    Control: PhoneListBox as never,
    values: [[], ['+79005550101', '+79005550102']],
    own: { most: { most: 2 } },
    keys: ['900', '5550103', '{Backspace}'],
  },
  checkbox: { Control: Checkbox as never, values: [false, true], own: { mixed: { mixed: true } }, keys: [' '] },
  radio: {
    Control: RadioGroup as never,
    values: [null, 'sold'],
    own: { row: { row: true } },
    keys: [' '],
  },
  select: {
    Control: SelectBox as never,
    values: [null, 'given'],
    own: { empty: { emptyLabel: 'Все', placeholder: 'Причина' } },
    keys: [...picks, 'Д', '{Enter}'],
  },
  search: {
    Control: SearchSelect as never,
    values: [null, { value: 1, label: 'КАС № 1' }],
    own: { clearable: { clearable: false, placeholder: 'Номер или имя', startAtChosen: true } },
    keys: [...picks, '12', '{Enter}', 'ы'],
  },
  several: {
    Control: SearchMultiSelect as never,
    values: [[], [{ value: 1, label: 'КАС № 1' }]],
    own: { nothing: { nothing: (query: string) => `Нет «${query}»` } },
    keys: [...picks, 'ы', '{Backspace}{Backspace}'],
  },
  address: {
    Control: AddressBox as never,
    values: ['', 'г Псков'],
    own: {},
    keys: ['Мира', ...picks],
  },
  files: {
    Control: FileUpload as never,
    values: [[], [file]],
    own: { limits: { multiple: true, accept: '.pdf', maxBytes: 5_000_000, most: 3 } },
    keys: ['{Enter}'],
  },
};
/** What each of them needs besides. */
const always: Record<string, object> = {
  radio: { options },
  select: { options },
  search: { load },
  several: { load },
  address: { load: () => Promise.resolve(places.map((value) => ({ value, postal_code: '180000' }))) },
};
const states: Record<string, object> = {
  plain: {},
  named: { id: 'own', name: 'field', hideLabel: true, className: 'mine' },
  hint: { helperText: 'Как в паспорте', required: true },
  error: { error: 'Заполните поле', helperText: 'Как в паспорте' },
  elsewhere: { error: 'Заполните поле', errorAt: 'there', reserve: false },
  bare: { reserve: false },
  disabled: { disabled: true },
  readOnly: { readOnly: true },
  success: { success: true },
};

/** Ids are told by where they lead, not by their names. */
const idsAside = (text: string) =>
  text.replace(/(?:_r_\w+_|:\w+:)/g, '#').replace(/_(\w+?)_[\da-z]{5,8}(?=_|$|\s)/g, '$1');
const LEFT = new Set(['value', 'style', 'd', 'viewBox', 'focusable', 'data-testid', 'xmlns']);

/** An element in one line: tag, classes, attributes, what it holds. */
function told(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => !LEFT.has(name) && name !== 'class')
    .map(({ name, value }) => idsAside(value ? `${name}=${value}` : name))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const classes = [...element.classList]
    .filter((name) => !/^(Mui|css-)/.test(name))
    .map((name) => `.${idsAside(name)}`)
    .join('');
  const held =
    element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
      ? ` ${element.checked ? 'on' : 'off'}${element.indeterminate ? ' mixed' : ''}`
      : element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? ` ‹${element.value}›`
        : '';
  const focused = element === document.activeElement ? '!' : '';
  const icon = element.getAttribute('data-testid') ?? '';
  // The ripple under a pressed button fades by the browser's clock: no look of ours.
  const inside = (element.classList.contains('MuiTouchRipple-root') ? [] : [...element.childNodes])
    .map((node) => (node instanceof Element ? told(node) : (node.textContent ?? '').trim()))
    .filter(Boolean)
    .join(' ');
  if (element.tagName === 'path') return '';
  const tag = element.tagName.toLowerCase();
  return `${tag}${icon && `:${icon}`}${classes}${attributes.length ? `[${attributes.join(' ')}]` : ''}${held}${focused}${inside && ` {${inside}}`}`;
}
/** The page without what the tests put around. */
const page = () => [...document.body.children].map((one) => told(one)).join(' ');

beforeEach(() => {
  // Time goes by itself too: what the library waits for between keys would never come.
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const settle = () => act(() => vi.advanceTimersByTimeAsync(1000));

function show({ Control, values }: Case, more: object, isFilled: boolean, change = (_value: unknown) => {}) {
  const Any = Control as ComponentType<Record<string, unknown>>;
  return mount(
    <Holder<unknown> start={values[isFilled ? 1 : 0]} onChange={change}>
      {(value, set) => <Any label="Поле" value={value} onChange={set} {...more} />}
    </Holder>,
  );
}

describe.each(Object.entries(cases))('%s', (name, one) => {
  it('looks in every state and answers keys as was approved', async () => {
    const lines: string[] = [];
    for (const [state, props] of [...Object.entries(states), ...Object.entries(one.own)])
      for (const isFilled of [false, true]) {
        show(one, { ...always[name], ...props }, isFilled);
        await settle();
        lines.push(`${state}${isFilled ? ', filled' : ''}: ${page()}`);
        cleanup();
      }
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
    for (const [state, props] of [['plain', {}], ...Object.entries(one.own), ['readOnly', { readOnly: true }]] as const)
      for (const isFilled of [false, true]) {
        const change = vi.fn();
        show(one, { ...always[name], ...props }, isFilled, change);
        await user.tab();
        for (const keys of [...(one.keys ?? []), '{Tab}']) {
          if (keys === '{Tab}') await user.tab();
          else await user.keyboard(keys);
          await settle();
          const said = change.mock.calls.map(([value]) => JSON.stringify(value)).join(' ');
          change.mockClear();
          lines.push(`${state}${isFilled ? ', filled' : ''} ${keys}: ${said} → ${page()}`);
        }
        cleanup();
      }
    const text = `${lines.join('\n')}\n`;
    expect(text).toBe(approved(`inputs/${name}.txt`, text));
  });
});
