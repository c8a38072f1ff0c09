// The whole API as one value.

import * as account from './session/account.ts';
import * as links from './session/links.ts';
import * as actionLog from './actionLog.ts';
import * as addresses from './addresses.ts';
import * as balance from './balance.ts';
import * as bankStatements from './bankStatements.ts';
import * as books from './books.ts';
import * as closing from './closing.ts';
import * as comments from './comments.ts';
import * as contributions from './contributions.ts';
import * as documents from './documents.ts';
import * as documentKinds from './documents/kinds.ts';
import * as documentBatches from './documents/batches.ts';
import * as scans from './documents/scans.ts';
import * as poPictures from './documents/pictures.ts';
import * as studio from './documents/studio.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as gallery from './gallery.ts';
import * as garages from './garages.ts';
import * as garagesAsOf from './garages/asOf.ts';
import * as garagePib from './garages/pib.ts';
import * as garageShares from './garages/shares.ts';
import * as habits from './habits.ts';
import * as imports from './imports.ts';
import * as instruments from './instruments.ts';
import * as handovers from './instruments/handovers.ts';
import * as demands from './instruments/demands.ts';
import * as personal from './instruments/personal.ts';
import * as backups from './instruments/backups.ts';
import * as logArchive from './instruments/logArchive.ts';
import * as merging from './instruments/merging.ts';
import * as normalising from './instruments/normalising.ts';
import * as jobs from './jobs.ts';
import * as news from './news.ts';
import * as messageTemplates from './messageTemplates.ts';
import * as attachments from './notifications/attachments.ts';
import * as checking from './notifications/checking.ts';
import * as messages from './notifications/messages.ts';
import * as planned from './notifications/planned.ts';
import * as refusals from './notifications/refusals.ts';
import * as reminders from './notifications/reminders.ts';
import * as trial from './notifications/trial.ts';
import * as notifications from './notifications.ts';
import * as orgs from './orgs.ts';
import * as outbox from './outbox.ts';
import * as payments from './payments.ts';
import * as penalties from './penalties.ts';
import * as profiles from './profiles.ts';
import * as consents from './profiles/consents.ts';
import * as profileNameCases from './profiles/nameCases.ts';
import * as representing from './profiles/representing.ts';
import * as references from './references.ts';
import * as reregistrations from './reregistrations.ts';
import * as reregistrationSteps from './reregistrations/steps.ts';
import * as reregistrationTariffs from './reregistrations/tariffs.ts';
import * as pins from './pins.ts';
import * as requests from './requests.ts';
import * as tasks from './tasks.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as statistics from './statistics.ts';
import * as today from './today.ts';
import * as support from './support.ts';
import * as tutorials from './tutorials.ts';
import * as unsubscribing from './unsubscribing.ts';
import * as users from './users.ts';
import * as charging from './contributions/charging.ts';
import * as paymentPreviews from './payments/previews.ts';
import type { AnyEndpoint } from './kernel/endpoint.ts';

export const api = {
  session,
  account,
  links,
  users,
  actionLog,
  gallery,
  orgs,
  addresses,
  files,
  comments,
  profiles,
  consents,
  profileNameCases,
  representing,
  balance,
  garages,
  garagesAsOf,
  garagePib,
  garageShares,
  books,
  contributions,
  charging,
  closing,
  penalties,
  references,
  payments,
  paymentPreviews,
  bankStatements,
  reregistrations,
  reregistrationSteps,
  reregistrationTariffs,
  imports,
  instruments,
  backups,
  logArchive,
  handovers,
  demands,
  personal,
  merging,
  normalising,
  search,
  exports,
  jobs,
  habits,
  attachments,
  checking,
  planned,
  refusals,
  trial,
  messages,
  reminders,
  notifications,
  messageTemplates,
  unsubscribing,
  outbox,
  statistics,
  documents,
  documentKinds,
  poPictures,
  studio,
  scans,
  documentBatches,
  today,
  reports,
  pins,
  requests,
  tasks,
  news,
  tutorials,
  support,
};

/** Every call of the contract; a resource's `create` and `update` count only where it has a body for them. */
export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((slice) =>
  Object.values(slice as object).flatMap(endpointsIn),
);

function endpointsIn(value: unknown): AnyEndpoint[] {
  if (!value || typeof value !== 'object') return [];
  if (isEndpoint(value)) return [value];
  if (!('list' in value && 'sorts' in value)) return [];
  // Every resource has places for the two; a resource without their bodies has no such calls.
  return Object.entries(value).flatMap(([name, part]) =>
    (name === 'create' || name === 'update') && isEndpoint(part) && !part.body ? [] : endpointsIn(part),
  );
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'needs' in value;
}
