// Accrual types and methods of payment, as references keep them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accrualTypes, paymentTypes } from '../../contract/references.ts';
import { call } from '../../providers/http.ts';

const STALE_MS = 5 * 60_000;

export const accrualTypesQuery = queryOptions({
  queryKey: ['accrual_types'],
  queryFn: () => call(accrualTypes, { quiet: true }),
  staleTime: STALE_MS,
});

/** Accrual types in their order; nothing until they are known. */
export const useAccrualTypes = () => useQuery(accrualTypesQuery).data?.data;

/** Methods of payment in their order. */
export const usePaymentTypes = () =>
  useQuery({
    queryKey: ['payment_types'],
    queryFn: () => call(paymentTypes, { quiet: true }),
    staleTime: STALE_MS,
  }).data?.data;
