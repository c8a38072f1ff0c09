// The form of an account: capabilities are ticks there and numbers in what is sent; values as a person reads them.
import { describe, expect, it } from 'vitest';
import type { UserCard } from '../../contract/users.ts';
import { emptyUser, labels, shown, userBody, userValues } from '../../resources/admin/users/userForm.ts';

const right = { level: 'po', id: 5, name: 'КАС № 12-3', role: 'clerk', above: 'МО «Север»' } as const;
const card: UserCard = {
  id: 7,
  version: 2,
  email: 'petrov@voa.example',
  name: 'Петров Иван',
  last_name: 'Петров',
  first_name: 'Иван',
  father_name: 'Сергеевич',
  phone: '+79211233341',
  role: 'clerk',
  is_superuser: 0,
  capabilities: [1, 3],
  rights: [right],
  state: 'active',
  last_sign_in: null,
  has_second_factor: false,
  created_at: '2026-01-01T00:00:00Z',
  sessions: [],
};

describe('an account as a form', () => {
  it('keeps the name, the phone, the rights and a tick for each capability', () => {
    expect(userValues(card)).toEqual({
      email: 'petrov@voa.example',
      last_name: 'Петров',
      first_name: 'Иван',
      father_name: 'Сергеевич',
      phone: '+79211233341',
      is_superuser: 0,
      registry: true,
      finance: false,
      mailing: true,
      rights: [right],
    });
  });
  it.each([
    [[], []],
    [[1], ['registry']],
    [[2], ['finance']],
    [[3], ['mailing']],
    [
      [3, 1, 2],
      ['registry', 'finance', 'mailing'],
    ],
  ])('capabilities %j are the ticks %j, and are sent so', (capabilities, ticks) => {
    const values = userValues({ ...card, capabilities });
    expect((['registry', 'finance', 'mailing'] as const).filter((tick) => values[tick])).toEqual(ticks);
    expect(userBody(values).capabilities).toEqual(capabilities.toSorted((one, other) => one - other));
  });
});

describe('what is sent', () => {
  it('is the form with its rights by place and role alone', () => {
    expect(userBody(userValues(card))).toEqual({
      email: 'petrov@voa.example',
      last_name: 'Петров',
      first_name: 'Иван',
      father_name: 'Сергеевич',
      phone: '+79211233341',
      is_superuser: 0,
      capabilities: [1, 3],
      rights: [{ level: 'po', id: 5, role: 'clerk' }],
    });
  });
  it('a cleared name is empty, not nothing; what a list of choices gave is a number', () => {
    const cleared = { ...emptyUser, last_name: null as never, first_name: null as never, is_superuser: '2' as never };
    expect(userBody(cleared)).toMatchObject({ last_name: '', first_name: '', is_superuser: 2 });
  });
  it('a new account begins with no rights at all, nothing of its form is undefined', () => {
    expect(emptyUser).toEqual({
      email: '',
      last_name: '',
      first_name: '',
      father_name: '',
      phone: null,
      is_superuser: 0,
      registry: false,
      finance: false,
      mailing: false,
      rights: [],
    });
    expect(userBody(emptyUser)).toEqual({
      email: '',
      last_name: '',
      first_name: '',
      father_name: '',
      phone: null,
      is_superuser: 0,
      capabilities: [],
      rights: [],
    });
  });
});

it('fields are called as everywhere, ticks as the capabilities', () => {
  expect(labels).toMatchObject({
    email: 'Почта',
    rights: 'Права',
    registry: 'Ведение реестра',
    finance: 'Взносы и баланс',
    mailing: 'Рассылки',
  });
});

it.each([
  [
    'rights',
    [right, { ...right, name: 'МО «Север»', role: 'mo_head' }],
    'КАС № 12-3 (делопроизводитель), МО «Север» (председатель МО)',
  ],
  ['rights', [], ''],
  ['is_superuser', 0, 'нет'],
  ['is_superuser', 1, 'поддержка без панели'],
  ['is_superuser', 2, 'суперпользователь'],
  ['is_superuser', 9, ''],
  ['registry', true, 'да'],
  ['finance', false, 'нет'],
  ['phone', null, ''],
  ['father_name', undefined, ''],
  ['father_name', '', ''],
  ['last_name', 'Петров', 'Петров'],
])('%s %j reads «%s»', (field, value, text) => expect(shown(field, value)).toBe(text));
