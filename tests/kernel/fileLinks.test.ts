// Links to stored files: good for as long as they say, for the file and the reader they were made for, and changed once an hour.
import { describe, expect, it } from 'vitest';
import type { Ctx, Deps } from '../../server/kernel/ctx.ts';
import { isGoodLink, personalLink, sessionLink, signedLink } from '../../server/kernel/fileLinks.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { answering } from './answering.ts';

const secrets = secretsFrom(Buffer.alloc(32, 1));
const deps = { secrets } as Deps;
const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const ctxOf = (time: string, sessionId = 5, rightsVersion: number | undefined = 3) =>
  ({ deps, actor: { sessionId, rightsVersion }, now: () => at(time) }) as unknown as Ctx;
const read = (link: string) => {
  const url = new URL(link, 'https://registry.example.ru');
  const { expires, signature, ...rest } = Object.fromEntries(url.searchParams) as Record<string, string>;
  return { path: url.pathname, until: new Date(Number(expires) * 1000).toISOString().slice(11), signature, ...rest };
};
const partsOf = (link: string) => {
  const { searchParams } = new URL(link, 'https://registry.example.ru');
  const session = searchParams.get('session');
  return {
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature')!,
    ...(session && { session: Number(session) }),
  };
};

describe('a link of everybody', () => {
  it.each([
    // The next full hour and four more: a page redrawn within the hour has the same picture.
    ['09:00:00', '14:00:00.000Z'],
    ['09:00:01', '14:00:00.000Z'],
    ['09:59:59.999', '14:00:00.000Z'],
    ['10:00:00', '15:00:00.000Z'],
  ])('made at %s is good until %s', (time, until) => {
    const { signature, ...link } = read(signedLink(deps, 7, at(time)));
    expect(link).toEqual({ path: '/api/stored_file/7', until });
    expect(signature).toBe(secrets.sign(`7:${Date.parse(`2026-11-20T${until}`) / 1000}`));
  });

  it('ends to the second, and is of its file and its hour alone', async () => {
    const link = partsOf(signedLink(deps, 7, at('09:00:00')));
    const isGood = (time: string, file = 7, more: object = {}) => isGoodLink(ctxOf(time), file, { ...link, ...more });
    expect(await isGood('09:00:00')).toBe(true);
    expect(await isGood('13:59:59.999')).toBe(true);
    expect(await isGood('14:00:00')).toBe(false);
    expect(await isGood('14:00:01')).toBe(false);
    expect(await isGood('09:00:00', 8)).toBe(false);
    expect(await isGood('09:00:00', 7, { expires: link.expires + 3600 })).toBe(false);
    expect(await isGood('09:00:00', 7, { signature: `${link.signature}x` })).toBe(false);
    expect(await isGood('09:00:00', 7, { signature: '' })).toBe(false);
  });

  it('is of this installation alone', async () => {
    const other = { secrets: secretsFrom(Buffer.alloc(32, 2)) } as Deps;
    const link = partsOf(signedLink(other, 7, at('09:00:00')));
    expect(await isGoodLink(ctxOf('09:00:00'), 7, link)).toBe(false);
  });
});

describe('a link of a reader', () => {
  it('to what is personal lives for half an hour, with his session and rights', () => {
    const { signature, ...link } = read(personalLink(ctxOf('09:00:00.999'), 7));
    expect(link).toEqual({ path: '/api/stored_file/7', until: '09:30:00.000Z', session: '5' });
    expect(signature).toBe(secrets.sign(`7:${at('09:30:00').getTime() / 1000}:5:3`));
  });
  it('to anything else lives as long as that of everybody', () => {
    const { signature, ...link } = read(sessionLink(ctxOf('09:20:00'), 7));
    expect(link).toEqual({ path: '/api/stored_file/7', until: '14:00:00.000Z', session: '5' });
    expect(signature).toBe(secrets.sign(`7:${at('14:00:00').getTime() / 1000}:5:3`));
  });
  it('is another for every session and after every change of rights, which is not said', () => {
    const made = [ctxOf('09:00:00'), ctxOf('09:00:00', 6), ctxOf('09:00:00', 5, 4)].map((ctx) => personalLink(ctx, 7));
    expect(new Set(made.map((link) => partsOf(link).signature)).size).toBe(3);
    expect(partsOf(made[0]!)).toMatchObject({ session: 5 });
    expect(partsOf(made[2]!)).toMatchObject({ session: 5 });
  });
  it('without its session is no link of everybody', async () => {
    const { expires, signature } = partsOf(sessionLink(ctxOf('09:00:00'), 7));
    expect(await isGoodLink(ctxOf('09:00:00'), 7, { expires, signature })).toBe(false);
  });
  it('that is over is not asked about', async () => {
    const link = partsOf(personalLink(ctxOf('09:00:00'), 7));
    // Nobody's session is looked for: there is no database here.
    expect(await isGoodLink(ctxOf('09:30:00'), 7, link)).toBe(false);
    await expect(isGoodLink(ctxOf('09:29:59'), 7, link)).rejects.toThrow();
  });
  it.each([
    ['while his session lives with the rights it was made with', 5, 3, true],
    ['not after his rights have changed', 5, 4, false],
    ['not once his session has ended', 6, 3, false],
  ])('is good %s', async (_, id, rights_version, isGood) => {
    // The first question is which sessions go on, the second which of them have run out.
    const { db } = answering((sql) => (sql.includes('rights_version') ? [{ id, rights_version }] : []));
    const ctx = { ...ctxOf('09:10:00'), deps: { secrets, db, clock: { now: () => at('09:10:00') } } } as unknown as Ctx;
    for (const made of [personalLink(ctxOf('09:00:00'), 7), sessionLink(ctxOf('09:00:00'), 7)]) {
      const link = partsOf(made);
      expect(await isGoodLink(ctx, 7, link)).toBe(isGood);
      expect(await isGoodLink(ctx, 8, link)).toBe(false);
      expect(await isGoodLink(ctx, 7, { ...link, expires: link.expires + 1 })).toBe(false);
    }
  });
  it('of rights that nobody signed is good for nobody', async () => {
    const dead = {
      ...ctxOf('09:10:00'),
      deps: { secrets, db: answering([]).db, clock: { now: () => at('09:10:00') } },
    } as unknown as Ctx;
    // Signed with «null» in the place of the rights, as those of an ended session are told.
    const expires = at('10:00:00').getTime() / 1000;
    expect(await isGoodLink(dead, 7, { expires, session: 5, signature: secrets.sign(`7:${expires}:5:null`) })).toBe(
      false,
    );
  });
});
