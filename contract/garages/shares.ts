// Shares of a garage's owners: an error of the books is corrected by a case.
import { z } from 'zod';
import { GarageCard } from '../garages.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IsoDate } from '../kernel/scalars.ts';
import { registryEdit } from '../kernel/scope.ts';

const tag = 'Гаражи';

/** An error in the shares, corrected by a case of reason 13: nobody comes and nobody leaves. */
export const changeShares = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/shares/',
  summary: 'Изменить доли',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({
    date: IsoDate,
    /** By ownership id; null takes the share away. */
    shares: z.record(z.string(), z.string().max(12).nullable()),
    reason: z.string().trim().min(20, 'Опишите ошибку, не короче 20 знаков').max(2000),
    /** The commission's act was seen. */
    check: z.boolean().default(false),
  }),
  reply: GarageCard,
});
