// Accounts of the demo world; the sign-in page offers them with one click.
export const DEMO_PASSWORD = 'Garage-2026';

export const demoAccounts = [
  {
    email: 'super@example.ru',
    label: 'Суперпользователь',
    role: 'superuser',
    level: 'region',
    isSuperuser: 2,
    capabilities: [1, 2, 3],
    name: ['Северова', 'Анна', 'Павловна'],
  },
  {
    email: 'region@example.ru',
    label: 'Регион',
    role: 'region_staff',
    level: 'region',
    isSuperuser: 0,
    capabilities: [1, 2, 3],
    name: ['Белов', 'Олег', 'Игоревич'],
  },
  {
    email: 'mo@example.ru',
    label: 'Председатель МО',
    role: 'mo_head',
    level: 'mo',
    isSuperuser: 0,
    capabilities: [1, 2, 3],
    name: ['Крылова', 'Марина', 'Сергеевна'],
  },
  {
    email: 'po@example.ru',
    label: 'Председатель ПО',
    role: 'chairman',
    level: 'po',
    isSuperuser: 0,
    capabilities: [1, 2, 3],
    name: ['Воронин', 'Николай', 'Андреевич'],
  },
  {
    email: 'treasurer@example.ru',
    label: 'Казначей ПО',
    role: 'treasurer',
    level: 'po',
    isSuperuser: 0,
    capabilities: [2],
    name: ['Зимина', 'Галина', 'Петровна'],
  },
  {
    email: 'auditor@example.ru',
    label: 'Ревизор',
    role: 'auditor',
    level: 'mo',
    isSuperuser: 0,
    capabilities: [],
    name: ['Тихонов', 'Лев', 'Борисович'],
  },
] as const;
