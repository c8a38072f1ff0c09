// Conditions of the list of people, of its export and of the receivers of a mailing.
import { z } from 'zod';

/** What decides whether and how a person is written to; the same of people and of owners of garages. */
export const ownerConditions = {
  privilegeCatFilter: z.array(z.number().int()).max(50).optional(),
  /** `overdue`: none, and the days for which it could be put off are over. */
  consent: z.enum(['none', 'given', 'overdue']).optional(),
  /** The one to SMS. */
  smsConsent: z.enum(['given', 'none']).optional(),
  contacts: z.enum(['no_phone', 'no_email', 'has_phone', 'has_email']).optional(),
  privilegeState: z.enum(['expired', 'expires30']).optional(),
};

export const ProfileFilter = z.object({
  id: z.array(z.number().int()).max(1000).optional(),
  nameFilter: z.string().max(100).optional(),
  moFilter: z.array(z.number().int()).max(500).optional(),
  poFilter: z.array(z.number().int()).max(500).optional(),
  sectionFilter: z.array(z.string().max(20)).max(500).optional(),
  voa: z.enum(['member', 'not_member']).optional(),
  ...ownerConditions,
  confirmed: z.enum(['older_12m']).optional(),
  /** What is missing of the data; `duplicates`: somebody else of the place has the same name and birthday. */
  lacks: z.enum(['birthday', 'address', 'duplicates']).optional(),
  /** `left`: what stayed with him when he sold. */
  debt: z.enum(['has', 'left']).optional(),
  /** Bounds of what his garages owe, kopecks. */
  debtFrom: z.number().int().min(0).optional(),
  debtTo: z.number().int().min(0).optional(),
  /** One of his garages owes by one of these types of charges. */
  accrualTypeFilter: z.array(z.number().int()).max(50).optional(),
});
