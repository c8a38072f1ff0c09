// What is hidden in an answer from those who do not keep the register, and whose place is another's.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../contract/kernel/scope.ts';
import { namesIn, noteTextFor, notesIn, notesInJson } from '../../server/kernel/masking.ts';
import { isOfOtherPo } from '../../server/kernel/scope.ts';

const actor: Actor = {
  userId: 1,
  sessionId: 1,
  name: '',
  role: '',
  isSuperuser: 0,
  region: null,
  mo: null,
  po: 5,
  capabilities: [],
};
const keeper: Actor = { ...actor, capabilities: [1] };
const phone = 'звонить +79211234567';

describe('a note with a phone in it', () => {
  const reply = { note: phone, people: ['Петров', phone], amount: 79211234567, at: null, inner: [{ comment: phone }] };
  const shown = (text: string) => !text.includes('921123');
  it.each(['/api/profiles/', '/api/garages/'])('is hidden wherever it stands in an answer of %s', (path) => {
    const object = notesIn(actor, reply, path);
    const json = JSON.parse(notesInJson(actor, JSON.stringify(reply), path)) as typeof reply;
    for (const one of [object, json]) {
      expect([one.note, one.people[1]!, one.inner[0]!.comment].every(shown)).toBe(true);
      expect([one.people[0], one.people.length, one.amount, one.at]).toEqual(['Петров', 2, 79211234567, null]);
    }
  });
  it('is whole for those who keep the register', () => {
    expect(notesIn(keeper, reply, '/api/profiles/')).toEqual(reply);
    expect(notesInJson(keeper, JSON.stringify(reply), '/api/profiles/')).toBe(JSON.stringify(reply));
    expect(noteTextFor(keeper, phone)).toBe(phone);
  });
  it('is hidden alone too; no note stays none', () => {
    expect(shown(noteTextFor(actor, phone))).toBe(true);
    expect(noteTextFor(actor, null)).toBe(null);
  });
  it('is hidden in names on a paper, and its notes are whole', () =>
    expect(namesIn({ owner: 'Петров +79211234567', count: 3, note: phone })).toEqual({
      owner: expect.not.stringContaining('921123') as string,
      count: 3,
      note: phone,
    }));
});

it('whoever works in a ПО looks at a row of another one; an МО and a region have no other', () => {
  expect(isOfOtherPo(actor, 5)).toBe(false);
  expect(isOfOtherPo(actor, 6)).toBe(true);
  expect(isOfOtherPo({ ...actor, po: null, mo: 3 }, 6)).toBe(false);
  expect(isOfOtherPo({ ...actor, po: null, region: 3 }, 6)).toBe(false);
});
