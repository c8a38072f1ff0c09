// Who may change a news: its author where he wrote it, and superusers.
import { expect, it } from 'vitest';
import type { Actor } from '../../contract/kernel/scope.ts';
import { mayEdit } from '../../server/news/rules.ts';

const actor = { userId: 7, isSuperuser: 0, capabilities: [3], region: null, mo: 4, po: null } as unknown as Actor;
const news = { author_id: 7, region_id: null, mo_id: 4, po_id: null };

it('its author at the place where he wrote it', () => expect(mayEdit(actor, news)).toBe(true));

it.each<[string, Partial<Actor>, Partial<typeof news> | object]>([
  ['another official of the place', { userId: 8 }, {}],
  ['the author without the right', { capabilities: [1, 2] }, {}],
  ['the author who went to another region', { region: 1 }, {}],
  ['the author who went to another МО', { mo: 5 }, {}],
  ['the author who went to a ПО of it', { po: 10 }, {}],
  ['the author of a news of a region', {}, { region_id: 1 }],
  ['the author of a news of another МО', {}, { mo_id: 5 }],
  ['the author of a news of a ПО', {}, { po_id: 10 }],
])('not %s', (_, who, what) => {
  expect(mayEdit({ ...actor, ...who }, { ...news, ...what })).toBe(false);
});

it('a superuser any, support none of others', () => {
  expect(mayEdit({ ...actor, userId: 9, isSuperuser: 2 }, news)).toBe(true);
  expect(mayEdit({ ...actor, userId: 9, isSuperuser: 1 }, news)).toBe(false);
});
