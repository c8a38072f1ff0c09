// A ПО with garages for tests of charges, made through the API, and the words of a charge.
import { randomUUID } from 'node:crypto';
import { postAccrual, previewAccrual } from '../../contract/contributions/charging.ts';
import type { Sent } from '../../contract/kernel/endpoint.ts';
import { archiveGarage } from '../../contract/garages.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

export interface Park {
  w: World;
  mo: Caller;
  po: Caller;
  ids: number[];
}

/** `count` garages of the world's ПО, each with an owner; `privileged` of them hold a privilege. */
export async function park(t: TestApp, count: number, privileged = 0): Promise<Park> {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const po = await as(t, { po: w.po });
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const privilege = nth < privileged ? { privilege: { value: 8 }, privilegeCertificateNumber: String(nth + 1) } : {};
    const person = await newPerson(mo, w.po, privilege);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    ids.push(garage.id);
  }
  return { w, mo, po, ids };
}

/** `count` garages А 1, А 2 … in one row, each with an owner; the first one's owner holds a privilege of half the fee. */
export async function garagesInRow(t: TestApp, count: number): Promise<Park> {
  const made = await park(t, 0);
  for (let nth = 1; nth <= count; nth += 1) {
    const privilege = nth === 1 ? { privilege: { value: 8 }, privilegeCertificateNumber: '1' } : {};
    const person = await newPerson(made.mo, made.w.po, privilege);
    const owner = [{ profileId: person.id, isPrimary: true }];
    made.ids.push((await newGarage(made.mo, made.w.po, { number: String(nth), alreadyExistProfile: owner })).id);
  }
  return made;
}

/** Terms of the yearly fee of 4 500 ₽ for everything the caller sees. */
export const fee = (more: Partial<Sent<(typeof previewAccrual)['body']>> = {}) => ({
  accrualType: { value: 1 },
  contributionPeriod: 2026,
  contributionAmount: 450_000,
  contributionDate: '2026-11-02',
  ...more,
});

/** Previews and posts what was seen. */
export async function charge(caller: Caller, more: object = {}, key = randomUUID() as string) {
  const seen = await caller.call(previewAccrual, { body: fee(more) });
  if (seen.status !== 200) return seen;
  const shown = { garages: seen.body.garages, amount_kopecks: seen.body.sum_kopecks };
  const { expected = shown } = more as { expected?: typeof shown & { payers?: string } };
  return caller.call(postAccrual, { body: { ...fee(more), idempotencyKey: key, expected } });
}

/** One garage is charged, said in full as the API takes it. */
export async function chargeOne(caller: Caller, garage: number) {
  const { status, text, body } = await caller.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage],
      contributionAmount: 10_000,
      contributionDate: '2026-11-02',
      basisDocument: 'Протокол № 7',
      idempotencyKey: randomUUID(),
      expected: { garages: 1, amount_kopecks: 10_000 },
    },
  });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body;
}

export const archive = (caller: Caller, id: number) =>
  caller.call(archiveGarage, {
    params: { id },
    body: { version: 1, reason: 'demolished', comment: 'снос', confirmBalance: true },
  });

/** The ПО charges 0,1 % a day from the 31st of December on. */
export const chargePenalties = (t: TestApp, po: number) =>
  t.deps.db
    .updateTable('po')
    .set({
      penalty: JSON.stringify({
        enabled: true,
        method: 'percent_day',
        rate: 0.1,
        due_day_month: '31.12',
        grace_days: 0,
        cap: 100,
      }),
    })
    .where('id', '=', po)
    .execute();
