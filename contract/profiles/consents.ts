// Consents of people: many at once, scans of signed sheets.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Id, IsoDate, optionalLine } from '../kernel/scalars.ts';
import { registryEdit } from '../kernel/scope.ts';
import { ConsentKind, ConsentSource, ProfileCard, profiles } from '../profiles.ts';

const tag = 'Люди';

/** Most people of one marking. */
export const MOST_CONSENTS = 2000;
/** Marks a consent on every person of a selection; who has it already, has died or belongs to the place no more, is left as he is and counted. */
export const addConsents = endpoint({
  tag,
  method: 'POST',
  path: '/api/profile_consents/',
  summary: 'Отметить согласия у выбранных',
  needs: registryEdit,
  body: z.object({
    kind: ConsentKind,
    signedAt: IsoDate,
    docNo: optionalLine(40),
    source: ConsentSource,
    filter: profiles.filter.strict(),
    all: z.boolean(),
    included: z.array(z.number().int()).max(5000).default([]),
    excluded: z.array(z.number().int()).max(5000).default([]),
    /** How many people the person saw. */
    expected: z.number().int().min(0),
  }),
  reply: z.object({
    /** Who has it now by this call. */
    marked: z.number(),
    /** Who had it already. */
    had: z.number(),
    /** Who has died, or whose data are destroyed. */
    left: z.number(),
    /** Who stands in the list as a former one: nothing is written of him here any more. */
    former: z.number(),
  }),
});

/** Multipart: `file`, the scan of the signed sheet; a former scan goes. */
export const attachConsentScan = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/consents/:consentId/scan/',
  summary: 'Приложить скан согласия',
  needs: registryEdit,
  params: z.object({ id: Id, consentId: Id }),
  reply: ProfileCard,
  kind: 'upload',
});
/** A link for minutes to the scan; written to the log. */
export const openConsentScan = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/consents/:consentId/scan/open/',
  summary: 'Открыть скан согласия',
  needs: registryEdit,
  params: z.object({ id: Id, consentId: Id }),
  reply: z.object({ url: z.string() }),
});
