// The resources of the administrator's panel, in the order of its tabs. They come with the panel, not with the first load.
import { resources } from '../index.ts';
import type { ProductResource } from '../productResource.ts';
import outbox from '../outbox/index.ts';
import documentTypes from './documentTypes/index.ts';
import gallery from './gallery/index.ts';
import instruments from './instruments/index.ts';
import news from './news/index.ts';
import { moes, poes, regions } from './orgs/index.ts';
import { accrualTypes, garageTypes, keyRates, paymentTypes, privileges, smsPrices } from './references/index.ts';
import reregistrationTariffs from './reregistrationTariffs/index.ts';
import tutorials from './tutorials/index.ts';
import users from './users/index.ts';

export const adminResources: readonly ProductResource[] = [
  poes,
  moes,
  regions,
  documentTypes,
  tutorials,
  news,
  gallery,
  garageTypes,
  accrualTypes,
  paymentTypes,
  privileges,
  keyRates,
  smsPrices,
  reregistrationTariffs,
  instruments,
  users,
  outbox,
];

/** Everything there is. */
export const allResources: readonly ProductResource[] = [...resources, ...adminResources];
