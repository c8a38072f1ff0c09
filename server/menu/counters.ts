// The live numbers of the frame, each said once by the slice that keeps its rows.
import type { CounterName } from '../../contract/kernel/counters.ts';
import { countGarages } from '../garages/queries.ts';
import { countActiveJobs } from '../jobs/queries.ts';
import type { Counter } from '../kernel/counters.ts';
import { countUnreadNews } from '../news/queries.ts';
import { countPeople } from '../profiles/queries.ts';
import { countWaitingCases } from '../reregistrations/queries.ts';
import { countUnreadAnswers } from '../support/queries.ts';

export const counterQueries: Record<CounterName, Counter> = {
  garages: countGarages,
  profiles: countPeople,
  newReregistrations: countWaitingCases,
  newNews: countUnreadNews,
  support: countUnreadAnswers,
  jobs: countActiveJobs,
};
