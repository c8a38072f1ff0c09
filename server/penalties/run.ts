// Penalties of many garages, in the background.
import { postPenalties } from '../../contract/penalties.ts';
import { FAULT, postRun } from '../books/writing/running.ts';
import type { JobKind } from '../jobs/kinds.ts';
import { chargeNow, PENALTY_JOB, type PenaltyBody } from './writing/charging.ts';

export const penaltyJob: JobKind<PenaltyBody> = {
  ...PENALTY_JOB,
  params: postPenalties.body,
  stage: 'Расчёт пеней',
  verb: 'balance_operation.penalty',
  undone: 'Пени не начислены',
  fault: FAULT,
  run: (job) => postRun(job, (intention, finish) => chargeNow(job.ctx, job.params, intention, finish)),
};
