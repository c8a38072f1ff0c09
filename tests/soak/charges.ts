// Charges of the soak: for one garage or for all, undone, corrected.
import { randomUUID } from 'node:crypto';
import { correctContribution, postAccrual, reverseContribution } from '../../contract/contributions/charging.ts';
import { followPenalties, penaltiesOn } from './penalties.ts';
import { documentOf, lineOf, same, TODAY, TYPES, YEARS, type Answer, type Soak } from './soak.ts';

export async function charge(soak: Soak, everybody: boolean) {
  const desk = soak.pick(soak.desks);
  const all = soak.garagesOf(desk);
  const [type, year] = [soak.pick(TYPES), soak.pick(YEARS)];
  const repeated = soak.random() < 0.5 ? ('skip' as const) : ('add' as const);
  const excluded = everybody ? all.filter(() => soak.random() < 0.15).map((one) => one.id) : [];
  const chosen = everybody ? all.filter((one) => !excluded.includes(one.id)) : [soak.pick(all)];
  const charged = chosen.filter((one) => repeated === 'add' || !soak.reference.isCharged(one.id, type, year));
  const amount = soak.int(1, 900_000);
  const body = {
    isAllGaragSelected: everybody,
    excludedGarages: excluded,
    includedGarages: everybody ? [] : [chosen[0]!.id],
    accrualType: { value: type },
    contributionPeriod: year,
    contributionAmount: amount,
    contributionDate: soak.day(),
    repeated,
    idempotencyKey: randomUUID(),
    expected: { garages: charged.length, amount_kopecks: charged.length * amount },
  };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: postAccrual,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, charged.length ? 200 : 422, `a charge: ${JSON.stringify(answer.body)}`);
  if (!charged.length) return;
  same([answer.body.garages, answer.body.amount_kopecks], [charged.length, charged.length * amount], 'a charge');
  // Money is that of whose garage it was on its day; these days are before every change of hands.
  const lines = charged.map((one) => ({ ...lineOf(one, -1, amount, type, year), owner: one.first }));
  soak.post({ id: answer.body.contribution, kind: 'charge', ...soak.by(desk), lines });
}

export async function undoCharge(soak: Soak) {
  const document = soak.document(['charge']);
  if (!document) return;
  const { desk, may } = soak.undoer(document);
  const isOpen = document.lines.some((line) => !line.isUndone);
  const penalties_kopecks = await penaltiesOn(soak, document);
  const request = {
    params: { id: document.id },
    body: { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка', penalties_kopecks },
  };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: reverseContribution,
    request,
    identity: documentOf,
  });
  if (!isOpen || !may) return same(answer.status, isOpen ? 403 : 422, `an undoing: ${JSON.stringify(answer.body)}`);
  same(answer.status, 200, `an undoing: ${JSON.stringify(answer.body)}`);
  const sum = soak.reference.undo(document, answer.body.contribution, desk.caller.userId);
  same(answer.body.amount_kopecks, sum, 'the sum of an undoing');
  await followPenalties(soak);
}

export async function correctCharge(soak: Soak) {
  const document = soak.document(['charge']);
  if (!document) return;
  const desk = soak.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
  const isOpen = document.lines.some((line) => !line.isUndone);
  // A new charge follows the debt to whoever it was left to: whose it is then is told by other tests.
  if (document.lines.some((line) => soak.reference.garages.get(line.garage)!.formers.size)) return;
  const penalties_kopecks = await penaltiesOn(soak, document);
  const [type, year, amount] = [soak.pick(TYPES), soak.pick(YEARS), soak.int(1, 900_000)];
  const expected = { garages: document.lines.length, amount_kopecks: document.lines.length * amount };
  const request = {
    params: { id: document.id },
    body: {
      version: 1,
      idempotencyKey: randomUUID(),
      money: {
        accrualType: { value: type },
        contributionPeriod: year,
        contributionAmount: amount,
        contributionDate: TODAY,
        reason: 'опечатка',
        penalties_kopecks,
        expected,
      },
    },
  };
  const identity = ({ body }: Answer) => body.contribution;
  const answer = await soak.write({ caller: desk.caller, endpoint: correctContribution, request, identity });
  same(answer.status, isOpen ? 200 : 422, `a correction: ${JSON.stringify(answer.body)}`);
  if (!isOpen) return;
  const undone = await soak.reversalOf(document.id);
  soak.reference.undo(document, undone, desk.caller.userId);
  const lines = document.lines.map((line) => lineOf(soak.reference.garages.get(line.garage)!, -1, amount, type, year));
  soak.post({ id: answer.body.contribution, kind: 'charge', ...soak.by(desk), lines });
  await followPenalties(soak);
}
