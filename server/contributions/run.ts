// The charge of many garages, in the background.
import { AccrualTerms, postAccrual } from '../../contract/contributions/charging.ts';
import { FAULT, postRun } from '../books/writing/running.ts';
import type { JobKind } from '../jobs/kinds.ts';
import { ACCRUAL_JOB, chargeGaragesNow, type AccrualBody } from './writing/charging.ts';

export const accrualJob: JobKind<AccrualBody> = {
  ...ACCRUAL_JOB,
  params: postAccrual.body.transform((body) => ({ ...AccrualTerms.parse(body), ...body })),
  stage: 'Начисление',
  verb: 'balance_operation.accrual',
  undone: 'Начисление не сделано',
  fault: FAULT,
  run: (job) => postRun(job, (intention, finish) => chargeGaragesNow(job.ctx, job.params, intention, finish)),
};
