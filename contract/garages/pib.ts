// The ПИБ paper of a garage is opened by a call of its own.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { registryEdit } from '../kernel/scope.ts';

/** A link for minutes; that it was opened stands in the log of the owners. */
export const openPib = endpoint({
  tag: 'Гаражи',
  method: 'POST',
  path: '/api/garages/:id/pib/open/',
  summary: 'Открыть справку ПИБ',
  needs: registryEdit,
  params: ByIdParams,
  reply: z.object({ url: z.string() }),
});
