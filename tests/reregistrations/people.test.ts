// People of every level take random steps through the API: a model by hand says which are taken; the rest change nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status, Verb } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, move, ownedGarage, save, tariff, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
const people: Record<string, Caller> = {};
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await tariff(t, 'full', 300_000);
  people.mo = await as(t, { mo: w.mo });
  people.po = await as(t, { po: w.po });
  people.colleague = await as(t, { po: w.po });
  people.root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  people.region = await as(t, { region: w.region });
  people.reader = await as(t, { mo: w.mo, capabilities: [2, 3] });
  people.stranger = await as(t, { mo: w.siblingMo });
});
afterAll(() => t.close());

interface Facts {
  status: Status;
  isOverdue: boolean;
  isFresh: boolean;
  isAsked: boolean;
  poMayComplete: boolean;
}
const to: Record<string, Status> = {
  apply: 1,
  take: 2,
  return: 6,
  complete: 3,
  withdraw: 4,
  refuse: 4,
  lapse: 4,
  ask_annul: 3,
  annul: 5,
};
/** Who may take which step now, as the decisions say; the ПО began the case. */
function allows(who: string, verb: string, facts: Facts): boolean {
  const isMo = who === 'mo' || who === 'root';
  const isPo = who === 'po' || who === 'colleague';
  switch (`${facts.status} ${verb}`) {
    case '0 apply':
      return who === 'po';
    case '6 apply':
      return isPo;
    case '1 take':
    case '1 return':
    case '2 return':
    case '1 refuse':
    case '2 refuse':
    case '6 refuse':
    case '3 ask_annul':
      return isMo;
    case '1 withdraw':
    case '6 withdraw':
      return isMo || isPo;
    case '2 complete':
      return isMo || (isPo && facts.poMayComplete);
    case '2 lapse':
    case '6 lapse':
      return isMo && facts.isOverdue;
    case '3 annul':
      return who === 'root' ? facts.isFresh || facts.isAsked : who === 'mo' && facts.isFresh;
    default:
      return false;
  }
}

/** The same numbers for the same seed. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
}

const verbs = Object.keys(to);
const rowOf = (id: number) =>
  t.deps.db
    .selectFrom('reregistration as r')
    .innerJoin('garage as g', 'g.id', 'r.garage_id')
    .where('r.id', '=', id)
    .select(['r.status', 'r.version', 'r.closing', 'g.locked_by_reregistration as lock'])
    .executeTakeFirstOrThrow();

it(
  'random steps of everybody go where the decisions let them, and nowhere else',
  { timeout: inTime(180_000) },
  async () => {
    const next = chance(20_261_123);
    const taken = new Set<string>();
    const refused = new Set<string>();
    for (let walk = 0; walk < 48; walk += 1) {
      const garage = await ownedGarage(people.mo!, w.po);
      const facts: Facts = {
        status: 0,
        isOverdue: next(2) === 1,
        isFresh: true,
        isAsked: false,
        poMayComplete: next(3) === 1,
      };
      await t.deps.db.updateTable('po').set({ po_can_complete: facts.poMayComplete }).where('id', '=', w.po).execute();
      const newOwner = [{ profileId: (await newPerson(people.mo!, w.po)).id }];
      const dates = { dateRequest: facts.isOverdue ? '2026-10-01' : TODAY, date: TODAY };
      const { id } = await save(people.po!, form(garage.id, 1, { newOwner, ...dates }));
      await people.po!.call(steps.receiveReregistrationPapers, { params: { id } });
      for (let step = 0; step < 11; step += 1) {
        const legal = Object.keys(people).flatMap((who) =>
          verbs.filter((verb) => allows(who, verb, facts)).map((verb) => [who, verb] as const),
        );
        const names = Object.keys(people);
        const [who, verb] =
          legal.length && next(2)
            ? legal[next(legal.length)]!
            : ([names[next(names.length)]!, verbs[next(verbs.length)]!] as const);
        const before = await rowOf(id);
        const reply = await move(people[who]!, { id, version: before.version }, verb, { comment: 'Так решено' });
        const after = await rowOf(id);
        const said = `${who}: ${facts.status} ${verb}, ${reply.status} ${reply.text.slice(0, 200)}`;
        if (!allows(who, verb, facts)) {
          expect([403, 404, 422], said).toContain(reply.status);
          expect(after, said).toEqual(before);
          refused.add(`${who} ${verb}`);
          continue;
        }
        expect(reply.status, said).toBe(200);
        taken.add(`${facts.status} ${verb} ${to[verb]}`);
        facts.status = to[verb]!;
        expect(after.status, said).toBe(facts.status);
        const holds = [1, 2, 6].includes(facts.status);
        expect(after.lock, said).toBe(holds ? id : null);
        if (facts.status === 4)
          expect(after.closing).toBe({ withdraw: 'withdrawn', refuse: 'refused', lapse: 'lapsed' }[verb]);
        if (verb === 'ask_annul') facts.isAsked = true;
        if (verb === 'complete' && next(2)) {
          facts.isFresh = false;
          await t.deps.db
            .updateTable('reregistration')
            .set({ completed_at: '2026-11-18T09:00:00.000Z' })
            .where('id', '=', id)
            .execute();
        }
      }
    }
    const all: Verb[] = ['apply', 'take', 'return', 'complete', 'withdraw', 'refuse', 'lapse', 'ask_annul', 'annul'];
    const from: Record<string, number[]> = {
      apply: [0, 6],
      take: [1],
      return: [1, 2],
      complete: [2],
      withdraw: [1, 6],
      refuse: [1, 2, 6],
      lapse: [2, 6],
      ask_annul: [3],
      annul: [3],
    };
    expect([...taken].sort()).toEqual(
      all.flatMap((verb) => from[verb]!.map((status) => `${status} ${verb} ${to[verb]}`)).sort(),
    );
    for (const who of ['region', 'reader', 'stranger'])
      expect([...refused].filter((one) => one.startsWith(who)).length).toBeGreaterThan(3);
  },
);
