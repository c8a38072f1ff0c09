// What an undoing or a correction of a payment would do, said before it is done.
import { z } from 'zod';
import { Amount, Relaid, WRONG_AMOUNT } from '../books.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IsoDate } from '../kernel/scalars.ts';
import { financeEdit } from '../kernel/scope.ts';
import { chosen, GarageId, orNull, TypeId, Year } from '../payments.ts';

const tag = 'Приём оплаты';

/** How many payments would close something else. */
export const undoPreview = endpoint({
  tag,
  method: 'GET',
  path: '/api/balance_operations/:id/reverse_preview/',
  summary: 'Сколько оплат сторно переложит',
  needs: financeEdit,
  params: ByIdParams,
  query: z.object({ date: IsoDate, whole: z.coerce.number().int().min(0).max(1).default(0) }),
  reply: Relaid,
});
/** The same of a correction. */
export const correctionPreview = endpoint({
  tag,
  method: 'POST',
  path: '/api/balance_operations/:id/correct_preview/',
  summary: 'Сколько оплат исправление переложит',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({
    /** None: that of the payment. */
    garage: orNull(GarageId),
    date: IsoDate,
    amount: z.number(WRONG_AMOUNT).pipe(Amount),
    paymentType: chosen('Выберите способ оплаты'),
    accrualType: orNull(TypeId),
    year: orNull(Year),
  }),
  reply: Relaid,
  reads: true,
});
