// The resources of the console, in the order of the menu; those of the administrator are in admin/index.ts.
import balanceOperations from './balanceOperations/index.ts';
import contributions from './contributions/index.ts';
import documents from './documents/index.ts';
import garages from './garages/index.ts';
import handovers from './handovers/index.ts';
import news from './news/index.ts';
import notifications from './notifications/index.ts';
import payments from './payments/index.ts';
import type { ProductResource } from './productResource.ts';
import profiles from './profiles/index.ts';
import reregistrations from './reregistrations/index.ts';
import bankStatements from './bankStatements/index.ts';
import tutorials from './tutorials/index.ts';

export const resources: readonly ProductResource[] = [
  garages,
  profiles,
  reregistrations,
  documents,
  notifications,
  contributions,
  payments,
  bankStatements,
  balanceOperations,
  handovers,
  news,
  tutorials,
];
