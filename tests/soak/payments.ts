// Money of the soak that comes and goes back: payments, offsets, refunds, write-offs, corrections of a balance; undone, corrected.
import { randomUUID } from 'node:crypto';
import { correctOperation, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { documentOf, lineOf, same, TODAY, TYPES, YEARS, type Answer, type Soak } from './soak.ts';

export async function pay(soak: Soak): Promise<void> {
  const desk = soak.pick(soak.desks);
  const all = soak.garagesOf(desk);
  const parts = Array.from({ length: soak.random() < 0.2 ? soak.int(2, 3) : 1 }, () => {
    const named = soak.random() < 0.4 ? { accrualType: soak.pick(TYPES), year: soak.pick(YEARS) } : {};
    return { garage: soak.pick(all).id, amount: soak.int(1, 900_000), ...named };
  });
  const body = {
    idempotencyKey: randomUUID(),
    date: soak.day(),
    paymentType: soak.int(1, 4),
    confirmDuplicate: true,
    lines: parts,
  };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: takePayment,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, 200, `a payment: ${JSON.stringify(answer.body)}`);
  const lines = parts.map((part, nth) => {
    const garage = soak.reference.garages.get(part.garage)!;
    const line = lineOf(garage, 1, part.amount, part.accrualType ?? null, part.year ?? 2026, answer.body.lines[nth].id);
    return { ...line, owner: garage.first };
  });
  soak.post({ id: answer.body.contribution, kind: 'payment', ...soak.by(desk), lines });
}

export async function undoPayment(soak: Soak) {
  const document = soak.document(['payment', 'offset', 'special']);
  if (!document) return;
  const line = soak.pick(document.lines);
  const { desk, may } = soak.undoer(document);
  const whole = soak.random() < 0.5;
  const request = {
    params: { id: line.id! },
    body: { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка', whole },
  };
  const answer = await soak.write({ caller: desk.caller, endpoint: reverseOperation, request, identity: documentOf });
  if (line.isUndone || !may)
    return same(answer.status, line.isUndone ? 422 : 403, `an undoing: ${JSON.stringify(answer.body)}`);
  same(answer.status, 200, `an undoing: ${JSON.stringify(answer.body)}`);
  const all = whole || document.kind === 'offset';
  const sum = soak.reference.undo(document, answer.body.contribution, desk.caller.userId, all ? undefined : line);
  same(answer.body.amount_kopecks, sum, 'the sum of an undoing');
}

export async function correctPayment(soak: Soak) {
  const document = soak.document(['payment']);
  if (!document) return;
  const line = soak.pick(document.lines);
  const desk = soak.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
  const garage = soak.pick(soak.garagesOf(desk));
  const amount = soak.int(1, 900_000);
  const request = {
    params: { id: line.id! },
    body: {
      version: 1,
      idempotencyKey: randomUUID(),
      money: { garage: garage.id, date: TODAY, amount, paymentType: soak.int(1, 4), reason: 'опечатка' },
    },
  };
  const identity = ({ body }: Answer) => body.operation;
  const answer = await soak.write({ caller: desk.caller, endpoint: correctOperation, request, identity });
  same(answer.status, line.isUndone ? 422 : 200, `a correction: ${JSON.stringify(answer.body)}`);
  if (line.isUndone) return;
  const made = await soak.t.deps.db
    .selectFrom('balance_operation')
    .where('id', '=', answer.body.operation)
    .select('contribution_id')
    .executeTakeFirstOrThrow();
  soak.reference.undo(document, await soak.reversalOf(document.id), desk.caller.userId, line);
  const lines = [lineOf(garage, 1, amount, null, 2026, answer.body.operation)];
  soak.post({ id: made.contribution_id, kind: 'payment', ...soak.by(desk), lines });
}

export async function offset(soak: Soak) {
  const desk = soak.pick(soak.desks);
  const all = soak.garagesOf(desk);
  const from = soak.pick(all);
  const to = soak.pick(all);
  const { ahead } = await soak.standing(from.id);
  const amount = soak.int(1, Math.max(1, Math.min(ahead, 900_000) + 1));
  const may = from.id !== to.id && amount <= ahead && from.owners.some((owner) => to.owners.includes(owner));
  const body = {
    idempotencyKey: randomUUID(),
    kind: 'offset',
    date: TODAY,
    garage: from.id,
    toGarage: to.id,
    amount,
  };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: specialOperation,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, may ? 200 : 422, `an offset: ${JSON.stringify(answer.body)}`);
  if (!may) return;
  const ids = (answer.body.lines as { id: number }[]).map((line) => line.id);
  const lines = [lineOf(from, -1, amount, null, 2026, ids[0]), lineOf(to, 1, amount, null, 2026, ids[1])];
  soak.post({ id: answer.body.contribution, kind: 'offset', ...soak.by(desk), lines });
}

export async function special(soak: Soak) {
  const desk = soak.pick(soak.desks);
  const garage = soak.pick(soak.garagesOf(desk));
  const kind = soak.pick(['refund', 'write_off', 'correction'] as const);
  const direction = soak.random() < 0.5 ? ('lower' as const) : ('raise' as const);
  // Money set aside is given back beside a debt; a debt is written off beside money set aside.
  const date = soak.random() < 0.5 ? TODAY : soak.day();
  const { owed, ahead } = await soak.standing(garage.id);
  const then = kind === 'refund' ? await soak.standing(garage.id, { on: date }) : { ahead };
  const room = { refund: Math.min(ahead, then.ahead), write_off: owed, correction: 900_000 }[kind];
  const amount = soak.int(1, Math.max(1, Math.min(room, 900_000) + 1));
  const may = kind === 'correction' || amount <= room;
  const words = { comment: 'проверка', protocol: 'Протокол № 3' };
  const named =
    kind === 'correction' && soak.random() < 0.5 ? { accrualType: soak.pick(TYPES), year: soak.pick(YEARS) } : {};
  const body = { idempotencyKey: randomUUID(), kind, date, garage: garage.id, amount, direction, ...named, ...words };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: specialOperation,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, may ? 200 : 422, `${kind}: ${JSON.stringify(answer.body)}`);
  if (!may) return;
  const sign = kind === 'refund' || (kind === 'correction' && direction === 'raise') ? -1 : 1;
  const line = lineOf(garage, sign, amount, null, 2026, answer.body.lines[0].id);
  const lines = [date === TODAY ? line : { ...line, owner: garage.first }];
  soak.post({ id: answer.body.contribution, kind: 'special', ...soak.by(desk), lines });
}

/** Somebody to whom a debt was left pays, more than he owes too, or gets back what was too much. */
export async function former(soak: Soak) {
  const desk = soak.pick(soak.desks);
  const all = soak.garagesOf(desk).filter(({ formers }) => formers.size);
  if (!all.length) return;
  const garage = soak.pick(all);
  const debtor = soak.pick([...garage.formers]);
  const { owed, ahead } = await soak.standing(garage.id, { debtor });
  const isBack = ahead > 0 && soak.random() < 0.5;
  const amount = soak.int(1, isBack ? ahead : owed * 2 + 1000);
  const date = isBack ? TODAY : soak.pick([TODAY, soak.day()]);
  const key = { idempotencyKey: randomUUID(), date };
  const body = isBack
    ? { ...key, kind: 'refund', garage: garage.id, amount, debtor, comment: 'переплата' }
    : { ...key, paymentType: 1, confirmDuplicate: true, lines: [{ garage: garage.id, amount, debtor }] };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: isBack ? specialOperation : takePayment,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, 200, `of a former owner: ${JSON.stringify(answer.body)}`);
  const line = lineOf(garage, isBack ? -1 : 1, amount, null, 2026, answer.body.lines[0].id);
  const lines = [{ ...line, owner: debtor }];
  soak.post({ id: answer.body.contribution, kind: 'special', ...soak.by(desk), lines });
}
