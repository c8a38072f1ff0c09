// Who may change a news: its author where he wrote it, and superusers; whom it may be for, when it comes out.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../contract/kernel/scope.ts';
import { audienceProblem, mayEdit, publishMoment, stateOf } from '../../server/news/rules.ts';

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

const now = new Date('2026-05-10T09:00:00Z');
const ms = (shift: number) => new Date(now.getTime() + shift).toISOString();

it('is out at its moment, not before; what was withdrawn stays so', () => {
  const state = (published_at: string | null, withdrawn_at: string | null = null) =>
    stateOf({ published_at, withdrawn_at }, now);
  expect([state(null), state(ms(1)), state(ms(0)), state(ms(-1))]).toEqual([
    'draft',
    'planned',
    'published',
    'published',
  ]);
  expect([state(null, ms(-1)), state(ms(1), ms(-1)), state(ms(-1), ms(-1))]).toEqual(Array(3).fill('withdrawn'));
});

it('is for places of the writer alone, every one of them; for all from a superuser', () => {
  const held = [
    { level: 'mo' as const, id: 4 },
    { level: 'po' as const, id: 10 },
  ];
  const problem = (places: { level: 'region' | 'mo' | 'po'; id: number }[], all = false, more: Partial<Actor> = {}) =>
    audienceProblem({ ...actor, ...more }, { all, places } as never, held).audience ?? null;
  expect(problem([...held])).toBeNull();
  const strange = 'Можно писать только своему месту и тем, кто под ним';
  for (const place of [
    { level: 'po' as const, id: 4 },
    { level: 'mo' as const, id: 10 },
    { level: 'region' as const, id: 1 },
  ]) {
    expect(problem([place])).toBe(strange);
    expect(problem([held[0]!, place])).toBe(strange);
  }
  expect(problem([])).toBe('Выберите, кому адресована новость');
  const toAll = 'Всем пишет только суперпользователь. Выберите места';
  expect([problem([], true), problem([], true, { isSuperuser: 1 }), problem([], true, { isSuperuser: 2 })]).toEqual([
    toAll,
    toAll,
    null,
  ]);
});

describe('the moment of publishing', () => {
  const out = ms(-1);
  const day = 86_400_000;
  it.each<[string, string, string | null, object]>([
    ['a draft stays one', 'draft', null, { at: null }],
    ['what was planned may become a draft again', 'draft', ms(1), { at: null }],
    ['what is out may not', 'draft', ms(0), { problem: 'Новость уже вышла: её можно только снять' }],
    ['at once', 'now', null, { at: ms(0) }],
    ['what was planned, at once', 'now', ms(day), { at: ms(0) }],
    ['what is out keeps its place', 'now', out, { at: out }],
    ['what is out at this very moment too', ms(day), ms(0), { at: ms(0) }],
    ['what is out is not planned anew', ms(day), out, { at: out }],
    ['later', ms(day), null, { at: ms(day) }],
    ['a clock is five minutes late', ms(-5 * 60_000), null, { at: ms(-5 * 60_000) }],
    ['more is the past', ms(-5 * 60_000 - 1), null, { problem: 'Это время уже прошло' }],
    ['a year ahead', ms(366 * day), null, { at: ms(366 * day) }],
    ['not farther', ms(366 * day + 1), null, { problem: 'Не дальше года вперёд' }],
  ])('%s', (_rule, publish, was, moment) => expect(publishMoment(publish, now, was)).toEqual(moment));
});
