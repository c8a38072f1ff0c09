// What an account may be saved as, and how its rights are said.
import { describe, expect, it } from 'vitest';
import { disablingProblem, rightsInWords, userProblems, type UserFacts } from '../../server/users/rules.ts';

const facts: UserFacts = { actorId: 1, id: 2, wasSuperuser: 2, otherSuperusers: 1, places: new Set(['mo:5']) };
const right = { level: 'mo' as const, id: 5, role: 'clerk' as const };
const body = (is_superuser: number) => ({ is_superuser, rights: [right] }) as Parameters<typeof userProblems>[0];

describe('the right of a superuser', () => {
  it.each<[string, number, Partial<UserFacts>, string | undefined]>([
    ['stays with the one who has it, be he the last or himself', 2, { actorId: 2, otherSuperusers: 0 }, undefined],
    ['is taken from another while somebody has it', 0, {}, undefined],
    ['is not taken from the last', 1, { otherSuperusers: 0 }, 'последний'],
    ['is not taken from oneself', 0, { actorId: 2 }, 'Своё право'],
    ['is no matter of one who had none', 0, { wasSuperuser: 1, actorId: 2, otherSuperusers: 0 }, undefined],
  ])('%s', (_, is, more, text) => {
    const { is_superuser: said } = userProblems(body(is), { ...facts, ...more });
    if (text) expect(said).toContain(text);
    else expect(said).toBeUndefined();
  });

  it.each<[Partial<UserFacts>, string | null]>([
    [{}, null],
    [{ otherSuperusers: 0 }, 'последний'],
    [{ otherSuperusers: 0, wasSuperuser: 0 }, null],
    [{ actorId: 2 }, 'Свою'],
  ])('an account is disabled: %j', (more, text) => {
    const said = disablingProblem({ ...facts, ...more });
    if (text) expect(said).toContain(text);
    else expect(said).toBeNull();
  });
});

it('rights are said in words, none of them too', () => {
  const all = { is_superuser: 0, capabilities: [], rights: [] };
  expect(rightsInWords(all)).toBe('нет прав; только чтение');
  const two = [
    { name: 'Невское МО', role: 'clerk' },
    { name: 'КАС № 1', role: 'неведомая' },
  ];
  expect(rightsInWords({ ...all, rights: two })).toMatch(
    /^Невское МО \([^)]+\), КАС № 1 \(неведомая\); только чтение$/,
  );
});
