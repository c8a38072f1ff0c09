// What the payment QR of a garage is made of: requisites of its ПО, what is owed, who pays.
import { sql } from 'kysely';
import type { PaymentQrReply } from '../../../contract/balance.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { aboutOf, payeeProblems, paymentQr } from '../rules/paymentQr.ts';
import { debtOn, garageInScope } from './debt.ts';
import { payerOn } from './payer.ts';

export interface QrRequest {
  amount?: number | undefined;
  accrual_type?: number | undefined;
  year?: number | undefined;
  /** A former owner who pays what was left to him; none: the present owners. */
  debtor?: number | null;
}

/** The text for one type and year or for the whole debt; `amount` takes the place of what is owed. @throws 404, 422 */
export async function garagePaymentQr(ctx: Ctx, garageId: number, request: QrRequest): Promise<PaymentQrReply> {
  const garage = await garageInScope(ctx, garageId);
  const po = await ctx.db
    .selectFrom('po')
    .where('id', '=', garage.po_id)
    .select(['id', 'name', 'payee_name', 'inn', 'kpp', 'bank_name', 'bik', 'account', 'corr_account'])
    .executeTakeFirstOrThrow();
  const { id, name, ...payee } = po;
  const { about, years, owed } = await whatFor(ctx, garageId, request);
  const sumKopecks = request.amount ?? owed;
  const reply = { sum_kopecks: sumKopecks, po: { id, name }, account_no: garage.account_no, payee };
  if (sumKopecks === 0) return { ...reply, text: null, bytes: 0, purpose: '', problems: payeeProblems(payee) };
  const qr = paymentQr({
    payee,
    sumKopecks,
    about,
    // A former owner is told from the present ones by his number: the account is that of the garage.
    reference: [years, `ЛС ${garage.account_no}${request.debtor ? `/${request.debtor}` : ''} гараж ${garage.number}`]
      .filter(Boolean)
      .join(' '),
    accountNo: garage.account_no,
    payer: request.debtor ? await debtorNamed(ctx, request.debtor) : await payerOf(ctx, garageId),
  });
  return { ...reply, ...qr };
}

async function whatFor(ctx: Ctx, garageId: number, request: QrRequest) {
  const { lines, debt_kopecks } = await debtOn(ctx.db, garageId, null, request.debtor);
  const { accrual_type: typeId, year } = request;
  if (!typeId || !year) return { ...aboutOf(lines.filter((line) => line.owed_kopecks > 0)), owed: debt_kopecks };
  const type = await ctx.db.selectFrom('accrual_type').where('id', '=', typeId).select('name').executeTakeFirst();
  if (!type) throw invalid({ accrual_type: 'Такого вида начисления нет' });
  const own = lines.find((line) => line.accrual_type_id === typeId && line.year === year);
  return { ...aboutOf([{ accrual_type: type.name, year }]), owed: own?.owed_kopecks ?? 0 };
}

/** The payer of today, as charges know him. His address stays in the register: a bank fills in the payer by itself. */
async function payerOf(ctx: Ctx, garageId: number) {
  const [owner] = await read(
    ctx.db,
    sql<{
      last_name: string;
      first_name: string;
      father_name: string;
    }>`select p.last_name, p.first_name, p.father_name from profile p
      where p.id = ${payerOn(sql`${garageId}::int`, todayOf(ctx))}`,
  );
  return nameParts(owner);
}

async function debtorNamed(ctx: Ctx, debtor: number) {
  const person = await ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', debtor)
    .leftJoin('profile as kept', 'kept.id', 'p.merged_into')
    .select((of) => [
      of.fn.coalesce('kept.last_name', 'p.last_name').as('last_name'),
      of.fn.coalesce('kept.first_name', 'p.first_name').as('first_name'),
      of.fn.coalesce('kept.father_name', 'p.father_name').as('father_name'),
    ])
    .executeTakeFirst();
  return nameParts(person);
}

function nameParts(owner: { last_name: string; first_name: string; father_name: string } | undefined) {
  return { lastName: owner?.last_name, firstName: owner?.first_name, middleName: owner?.father_name };
}
