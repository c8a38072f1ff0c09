// Who may hear a live message: by his place, his number, his session; support is for those who answer it with their own eyes.
import { describe, expect, it } from 'vitest';
import type { LiveAudience } from '../../contract/kernel/live.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { nobody } from '../../server/kernel/ctx.ts';
import { mayHear, mayTake } from '../../server/live/channel.ts';

const region: Actor = { ...nobody, userId: 1, sessionId: 11, region: 5 };
const mo: Actor = { ...nobody, userId: 2, sessionId: 12, mo: 6 };
const po: Actor = { ...nobody, userId: 3, sessionId: 13, po: 7 };
const nowhere: Actor = { ...nobody, userId: 4, sessionId: 14 };
const helper: Actor = { ...region, userId: 5, sessionId: 15, isSuperuser: 1 };
const root: Actor = { ...region, userId: 6, sessionId: 16, isSuperuser: 2 };
const eyes: Actor = { ...root, userId: 7, sessionId: 17, viewOnly: true };
const people = { region, mo, po, nowhere, helper, root, eyes, visitor: null };

const heard = (audience: LiveAudience, publicId: string | null = null) =>
  Object.entries(people)
    .filter(([, actor]) => mayHear({ actor, publicId: actor ? null : publicId }, audience))
    .map(([name]) => name);

describe('a message is heard by', () => {
  it.each<[string, LiveAudience, string[]]>([
    ['the place and those above it', { region: 5, mo: 6, po: 7 }, ['region', 'mo', 'po', 'helper', 'root', 'eyes']],
    ['nobody of other places', { region: 51, mo: 61, po: 71 }, []],
    ['nobody below another ПО of the МО', { region: 5, mo: 6, po: 71 }, ['region', 'mo', 'helper', 'root', 'eyes']],
    [
      'nobody without a place, where a level has none',
      { region: 5, mo: null, po: null } as never,
      ['region', 'helper', 'root', 'eyes'],
    ],
    ['all who are signed in', { everybody: true }, ['region', 'mo', 'po', 'nowhere', 'helper', 'root', 'eyes']],
    ['those who answer support, with their own eyes', { support: true }, ['helper', 'root']],
    ['one person', { user: 2 }, ['mo']],
    ['one session', { session: 13 }, ['po']],
  ])('%s', (_, audience, wanted) => expect(heard(audience)).toEqual(wanted));

  it('one visitor', () => {
    expect(heard({ publicId: 'a' }, 'a')).toEqual(['visitor']);
    expect(heard({ publicId: 'a' }, 'b')).toEqual([]);
    expect(heard({ everybody: true }, 'a')).not.toContain('visitor');
  });
});

it('a file of a job is taken by its author, never by who looks through his eyes', () => {
  expect(mayTake({ actor: root }, { type: 'file_ready' })).toBe(true);
  expect(mayTake({ actor: eyes }, { type: 'file_ready' })).toBe(false);
  expect(mayTake({ actor: eyes }, { type: 'records_changed' })).toBe(true);
});
