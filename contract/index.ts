// The whole API as one value.
import * as account from './account.ts';
import * as accruals from './accruals.ts';
import * as actionLog from './actionLog.ts';
import * as balance from './balance.ts';
import * as closing from './closing.ts';
import * as contributions from './contributions.ts';
import * as gallery from './gallery.ts';
import * as garages from './garages.ts';
import * as imports from './imports.ts';
import type { AnyEndpoint } from './kernel/endpoint.ts';
import * as orgs from './orgs.ts';
import * as papers from './papers.ts';
import * as payments from './payments.ts';
import * as penalties from './penalties.ts';
import * as profiles from './profiles.ts';
import * as references from './references.ts';
import * as session from './session.ts';
import * as statements from './statements.ts';
import * as users from './users.ts';
import * as worktable from './worktable.ts';

export const api = {
  session,
  account,
  users,
  actionLog,
  gallery,
  orgs,
  papers,
  profiles,
  balance,
  garages,
  contributions,
  accruals,
  closing,
  penalties,
  references,
  payments,
  statements,
  imports,
  worktable,
};

/** Every call of the contract; a resource's `create` and `update` count only where it has a body for them. */
export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((slice) =>
  Object.values(slice as object).flatMap(endpointsIn),
);

function endpointsIn(value: unknown): AnyEndpoint[] {
  if (!value || typeof value !== 'object') return [];
  if ('method' in value && 'path' in value && 'needs' in value) {
    const call = value as AnyEndpoint;
    return (call.method === 'PUT' || call.method === 'POST') && call.summary.includes(': ') && !call.body ? [] : [call];
  }
  if ('list' in value && 'sorts' in value) return Object.values(value).flatMap(endpointsIn);
  return [];
}
