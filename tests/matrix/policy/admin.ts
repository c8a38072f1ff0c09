// Rights written by hand. The administrator's panel: people, places, lists, gallery, letters, loads of registries.
import { version, superuser, type Rule } from './rule.ts';

const listEntry = (body: object) => ({
  list: superuser,
  one: { may: 'superuser', about: 'list entry' } as Rule,
  create: { may: 'superuser', body: () => ({}), also: [422] } as Rule,
  update: { may: 'superuser', about: 'list entry', body: () => ({ ...body, version }) } as Rule,
});
const lists = {
  accrual_types: { name: 'Вид', sort: 1 },
  payment_types: { name: 'Способ', sort: 1 },
  garage_types: { name: 'Тип', sort: 1 },
  privileges: { name: 'Льгота', sort: 1 },
  sms_prices: { prefix: '+7911', kopecks: 450 },
  key_rates: { since: '2020-01-01', percent: 7.5 },
  regions: { name: 'Регион' },
};

export const adminPolicy: Record<string, Rule> = {
  'GET /api/users/': superuser,
  'GET /api/users/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/users/:id/actions': { may: 'superuser', about: 'list entry' },
  'POST /api/users/': { may: 'superuser', body: () => ({}) },
  'PUT /api/users/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({
      last_name: 'А',
      first_name: 'Б',
      phone: null,
      is_superuser: 0,
      capabilities: [],
      rights: [],
      version,
    }),
  },
  'POST /api/users/:id/disable': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/users/:id/enable': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'DELETE /api/users/:id/sessions': { may: 'superuser', about: 'list entry' },
  'DELETE /api/users/:id/sessions/:sessionId': { may: 'superuser', about: 'list entry', also: [404] },
  'POST /api/users/:id/view_as': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ level: 'po', place: 999_999 }),
  },
  'DELETE /api/view_as/': { may: 'superuser', last: 1 },
  'GET /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'DELETE /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/moes/': superuser,
  'GET /api/moes/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/moes/': { may: 'superuser', body: () => ({}) },
  'PUT /api/moes/:id': { may: 'superuser', about: 'list entry', body: () => ({ name: 'МО', region_id: 1, version }) },
  'GET /api/poes/': superuser,
  'GET /api/poes/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/poes/': { may: 'superuser', body: () => ({}) },
  'PUT /api/poes/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ name: 'ПО', mo_id: 1, penalty: {}, version }),
  },
  'GET /api/gallery_items/': superuser,
  'GET /api/gallery_items/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/gallery_items/': { may: 'superuser', upload: true },
  'PUT /api/gallery_items/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ title: 'Картинка', sort: 1, is_active: true, version }),
  },
  'POST /api/gallery_items/:id/picture': { may: 'superuser', about: 'list entry', upload: true },
  'DELETE /api/sms_prices/:id': { may: 'superuser', about: 'list entry', last: 1 },
  'DELETE /api/gallery_items/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/outbox/': superuser,
  'GET /api/outbox/:id': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/po/:po': { may: 'superuser', about: 'list entry' },
  'POST /api/registry_imports/po/:po': { may: 'superuser', about: 'list entry', upload: true },
  'GET /api/registry_imports/mo/:mo': { may: 'superuser', about: 'list entry' },
  'POST /api/registry_imports/mo/:mo': { may: 'superuser', about: 'list entry', upload: true },
  'GET /api/registry_imports/whole/:id': { may: 'superuser', also: [404] },
  'PUT /api/registry_imports/whole/:id': { may: 'superuser', body: () => ({ name: 'ПО', po: 1 }), also: [404] },
  'POST /api/registry_imports/whole/:id/run/': { may: 'superuser', also: [404] },
  'POST /api/registry_imports/whole/:id/rollback/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id': { may: 'superuser', also: [404] },
  'PUT /api/registry_imports/:id': { may: 'superuser', body: () => ({}), also: [404] },
  'GET /api/registry_imports/:id/rows/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/result/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/remarks/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/groups/': {
    may: 'superuser',
    also: [404],
    query: () => ({ kind: 'phone_unparsable' }),
  },
  'POST /api/registry_imports/:id/fixes/': { may: 'superuser', body: () => ({ fixes: [] }), also: [404] },
  'POST /api/registry_imports/:id/run/': { may: 'superuser', also: [404] },
  'POST /api/registry_imports/:id/rollback/': { may: 'superuser', also: [404] },
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, body]) => {
      const rules = listEntry(body);
      return [
        [`GET /api/${name}/`, rules.list],
        [`GET /api/${name}/:id`, rules.one],
        [`POST /api/${name}/`, rules.create],
        [`PUT /api/${name}/:id`, rules.update],
      ];
    }),
  ),
};
