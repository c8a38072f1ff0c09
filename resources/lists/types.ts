// Accrual types and methods of payment, as references keep them.
import { useQuery } from '@tanstack/react-query';
import { accrualTypes, paymentTypes } from '../../contract/references.ts';
import { reading } from '../../providers/reading.ts';

const STALE_MS = 5 * 60_000;

export const accrualTypesQuery = { ...reading(accrualTypes), staleTime: STALE_MS };

/** Accrual types in their order; nothing until they are known. */
export const useAccrualTypes = () => useQuery(accrualTypesQuery).data?.data;

/** Methods of payment in their order. */
export const usePaymentTypes = () => useQuery({ ...reading(paymentTypes), staleTime: STALE_MS }).data?.data;
