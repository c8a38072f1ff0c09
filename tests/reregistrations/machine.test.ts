// The status machine against a model written by hand: random people take random steps, every edge is met, no other is taken.
import { describe, expect, it } from 'vitest';
import type { Status, Verb } from '../../contract/reregistrations.ts';
import type { Level } from '../../contract/kernel/scope.ts';
import {
  edges,
  refuseStep,
  turnOf,
  verbs,
  type StepFacts,
  type Walker,
} from '../../server/reregistrations/rules/machine.ts';

/** «from verb to», each with the levels that may take it. */
const model: Record<string, readonly Level[]> = {
  '0 apply 1': ['mo', 'po'],
  '6 apply 1': ['mo', 'po'],
  '1 take 2': ['mo'],
  '1 return 6': ['mo'],
  '2 return 6': ['mo'],
  '2 complete 3': ['mo', 'po'],
  '1 withdraw 4': ['mo', 'po'],
  '6 withdraw 4': ['mo', 'po'],
  '1 refuse 4': ['mo'],
  '2 refuse 4': ['mo'],
  '6 refuse 4': ['mo'],
  '2 lapse 4': ['mo'],
  '6 lapse 4': ['mo'],
  '3 ask_annul 3': ['mo'],
  '3 annul 5': ['mo', 'po', 'region'],
};

/** What the words of the decisions allow, said a second time and otherwise. */
function allows(verb: Verb, who: Walker, facts: StepFacts): boolean {
  const levels = model[`${facts.status} ${verb} ${edges[verb].to}`];
  if (!levels || !who.level) return false;
  const isRoot = who.isSuperuser === 2;
  if (verb === 'annul' && facts.isPairHidden) return false;
  if (verb === 'annul') return isRoot ? facts.isAnnulAsked || facts.isFresh : who.level === 'mo' && facts.isFresh;
  if (!levels.includes(who.level)) return false;
  const isAuthor = facts.authorId === who.userId;
  if (facts.isPairHidden && verb !== 'apply' && !(verb === 'withdraw' && isAuthor)) return false;
  if (verb === 'apply')
    return facts.authorId === who.userId || (facts.status === 6 && (who.level === 'po' || facts.isAcross));
  if (verb === 'complete') return who.level === 'mo' || facts.poMayComplete;
  return verb !== 'lapse' || facts.isOverdue;
}

/** Numbers that are the same in every run. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('random steps', () => {
  it('go where the model goes, and nowhere else', () => {
    const next = random(20_261_120);
    const taken = new Set<string>();
    const flip = () => next(2) === 1;
    // Long walks: an annulment that was asked for is many right steps away.
    for (let walk = 0; walk < 3000; walk += 1) {
      let status: Status = 0;
      for (let step = 0; step < 60; step += 1) {
        const verb = verbs[next(verbs.length)]!;
        const level = ([null, 'region', 'mo', 'po'] as const)[next(4)]!;
        const who: Walker = { userId: 1 + next(2), level, isSuperuser: flip() ? 2 : 0 };
        const facts: StepFacts = {
          status,
          authorId: 1,
          poMayComplete: flip(),
          isOverdue: flip(),
          isAcross: flip(),
          isPairHidden: next(4) === 0,
          isAnnulAsked: flip(),
          isFresh: flip(),
        };
        const refused = refuseStep(verb, who, facts);
        expect(refused === null, `${JSON.stringify({ verb, who, facts })}`).toBe(allows(verb, who, facts));
        if (refused) continue;
        taken.add(`${status} ${verb} ${edges[verb].to}`);
        status = edges[verb].to;
      }
    }
    expect([...taken].sort()).toEqual(Object.keys(model).sort());
  });

  it('says whose move it is', () => {
    expect(([0, 1, 2, 3, 4, 5, 6] as const).map((status) => turnOf(status, true))).toEqual([
      'applicant',
      'mo',
      'mo',
      'nobody',
      'nobody',
      'nobody',
      'po',
    ]);
    expect(turnOf(2, false)).toBe('applicant');
  });
});
