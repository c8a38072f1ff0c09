// A place with officials, garages and people for tests of re-registrations.
import { postAccrual } from '../../contract/contributions/charging.ts';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { reasonOf } from '../../server/reregistrations/rules/reasons.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';

export const TODAY = '2026-11-20';

/** A garage that Old has owned since 2020. */
export async function ownedGarage(mo: Caller, po: number, owners = 1): Promise<GarageCard> {
  const people = [];
  for (let nth = 0; nth < owners; nth += 1) people.push((await newPerson(mo, po)).id);
  const share = owners > 1 ? `1/${owners}` : null;
  return newGarage(mo, po, {
    alreadyExistProfile: people.map((profileId, nth) => ({ profileId, share, isPrimary: nth === 0 })),
    ownedSince: '2020-01-01',
  });
}

export async function charge(mo: Caller, garage: number, kopecks: number): Promise<void> {
  const reply = await mo.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage],
      contributionAmount: kopecks,
      contributionDate: '2026-11-01',
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: kopecks },
    },
  });
  if (reply.status !== 200) throw new Error(reply.text);
}

export const tariff = (t: TestApp, group: string, kopecks: number, more: object = {}) =>
  t.deps.db
    .insertInto('reregistration_tariff')
    .values({ tariff_group: group, valid_from: '2020-01-01', amount_kopecks: kopecks, ...more })
    .execute();

export const details = {
  inheritanceCertificate: '77 АА 1',
  inheritanceDate: '2026-10-01',
  notary: 'Нотариусов Н. Н.',
  deathCertificate: 'II-АК 2',
  deathDate: '2026-03-01',
  courtDecisionNumber: '2-100/2026',
  courtDecisionDate: '2026-09-01',
  court: 'Районный суд',
  courtInForce: '2026-10-01',
  documentNumber: '5',
  documentDate: '2026-10-01',
  protocolNumber: '7',
  protocolDate: '2026-10-01',
  relation: 'сын',
  newLastName: 'Переименованная',
};

export const form = (garage: number, reason: number, more: object = {}) => ({
  garage,
  reason,
  dateRequest: TODAY,
  date: TODAY,
  garagePrice: 45_000_000,
  details,
  comment: 'Ошибка в карточке, исправлена по акту комиссии',
  ...more,
});

/** A saved case. */
export async function save(caller: Caller, body: ReturnType<typeof form> & object): Promise<ReregistrationCard> {
  const reply = await caller.call(reregistrations.create, { body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

export const move = (
  caller: Caller,
  card: Pick<ReregistrationCard, 'id' | 'version'>,
  verb: string,
  more: object = {},
) =>
  caller.call(steps.moveReregistration, {
    params: { id: card.id },
    body: { verb: verb as 'take', version: card.version, ...more },
  });

/** All required papers ticked; answers the card as it is then. */
export async function bringPapers(caller: Caller, card: ReregistrationCard): Promise<ReregistrationCard> {
  let now = card;
  for (const paper of card.papers.filter((one) => one.required)) {
    const reply = await caller.call(steps.saveReregistrationPaper, {
      params: { id: card.id, kind: paper.kind },
      body: { received: true },
    });
    if (reply.status !== 200) throw new Error(reply.text);
    now = reply.body;
  }
  return now;
}

/** A case on the МО's table with its papers, ready for the end. */
export async function inWork(caller: Caller, body: ReturnType<typeof form>): Promise<ReregistrationCard> {
  const applied = await save(caller, { ...body, apply: true } as never);
  const taken = await move(caller, applied, 'take');
  if (taken.status !== 200) throw new Error(taken.text);
  return bringPapers(caller, taken.body);
}

export const garageNow = async (caller: Caller, id: number): Promise<GarageCard> =>
  (await caller.call(garages.one, { params: { id } })).body;

export const comesOf = (reason: number) => reasonOf(reason).comes;
