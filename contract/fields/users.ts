// Fields of an account. The name of an official stands on every line of the log; his phone and mailbox are his own.
import { defineFields } from '../kernel/fields.ts';
import { superuserNames, userStates } from '../users.ts';

export const userFields = defineFields({
  name: { label: 'Имя', kind: 'name', listed: { fixed: true }, exported: true, templated: true },
  last_name: { label: 'Фамилия', kind: 'name', column: 'last_name', logged: 'value', max: 80 },
  first_name: { label: 'Имя', kind: 'name', column: 'first_name', logged: 'value', max: 80 },
  father_name: { label: 'Отчество', kind: 'name', column: 'father_name', logged: 'value', max: 80 },
  phone: { label: 'Телефон', kind: 'phone', column: 'phone', sensitive: true, logged: 'name' },
  email: {
    label: 'Почта',
    kind: 'email',
    column: 'email',
    sensitive: true,
    logged: 'name',
    listed: {},
    exported: true,
  },
  is_superuser: { label: 'Суперпользователь', kind: 'choice', words: superuserNames, column: 'is_superuser' },
  rights: { label: 'Права', kind: 'parts', listed: {}, exported: true },
  capabilities: { label: 'Полномочия', kind: 'parts', column: 'capabilities', listed: {}, exported: true },
  last_sign_in: { label: 'Последний вход', kind: 'text', listed: {}, exported: 'Последний вход, МСК' },
  second: { label: 'Второй фактор', kind: 'flag', listed: {}, exported: true },
  state: { label: 'Состояние', kind: 'choice', words: userStates, listed: { fixed: true }, exported: true },
});
