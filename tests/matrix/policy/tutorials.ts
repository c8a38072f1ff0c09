// Rights written by hand. Instructions.
import { version, paragraph, type Rule } from './rule.ts';

const tutorial = {
  kind: 'article',
  title: 'Проверка',
  lead: null,
  topic: 'start',
  length: null,
  body: paragraph,
  pages: [],
  sort: 0,
  is_active: false,
  checked_on: null,
  version,
};

export const tutorialsPolicy: Record<string, Rule> = {
  'GET /api/tutorials/': { may: 'signed in' },
  'GET /api/tutorials/:id': { may: 'signed in', about: 'list entry' },
  'POST /api/tutorials/': { may: 'superuser', body: () => ({ title: '' }), also: [422] },
  'PUT /api/tutorials/:id': { may: 'superuser', about: 'list entry', body: () => tutorial },
  'POST /api/tutorials/:id/file/': { may: 'superuser', about: 'list entry', upload: true },
  'POST /api/tutorials/:id/read/': { may: 'signed in', about: 'list entry', body: () => ({}) },
  'GET /api/tutorial_pages/': { may: 'superuser' },
  'PUT /api/tutorial_pages/': { may: 'superuser', body: () => ({ page: 'news', tutorial_id: null }) },
  'GET /api/program_tutorials/': { may: 'superuser' },
  'POST /api/program_tutorials/': { may: 'superuser', body: () => ({ titles: ['Первые шаги председателя'] }) },
  'POST /api/tutorials_visit/': { may: 'signed in' },
  'GET /api/tutorial_types/': { may: 'signed in' },
  'GET /api/first_steps/': { may: 'signed in' },
};
