// What the check before sending shows beside the counts of a preview.
import { z } from 'zod';
import { Kopecks } from '../kernel/scalars.ts';

/** Letters of a reason for SMS at night. */
export const SHORTEST_URGENCY = 5;

/** So much more than was shown a planned mailing may come to at its moment without asking, percent. */
export const PLANNED_MARGIN = 10;

const WholeMessage = z.object({
  name: z.string(),
  sms: z.string(),
  units: z.number(),
  segments: z.number(),
  cost: Kopecks,
});

export const CheckFacts = z.object({
  /** Moment of the count; what changes after it is refused when it is sent. */
  counted_at: z.string(),
  /** ПО whose people get it. */
  pos: z.number(),
  longest: WholeMessage.nullable(),
  costliest: WholeMessage.nullable(),
  /** Variables of the texts. */
  variables: z.array(z.string()),
  /** How many people have a variable empty, which ones are empty for somebody, and the first of the people by name. */
  empty_people: z.number(),
  empty: z.object({ variables: z.array(z.string()), names: z.array(z.string()) }),
  /** Of a mailing to officials: chosen МО and ПО where nobody can be written to (a region writes to heads with an account alone), by name. */
  unread_places: z.object({ count: z.number(), names: z.array(z.string()) }).nullable(),
  /** Of a mailing about debts that names {Долг}: who owes nothing and would read that; the first by name, the others counted. */
  debtless: z.object({ people: z.number(), names: z.array(z.string()) }),
  /** People whom a mailing reached in the last 24 hours, and the last such mailing. */
  repeated: z.object({ people: z.number(), title: z.string(), at: z.string() }).nullable(),
  /** Hours of the place in which SMS wait, its zone, when they begin next, and how many SMS will not leave before. */
  quiet: z.object({
    from: z.number(),
    to: z.number(),
    zone: z.string(),
    starts_at: z.string().nullable(),
    late: z.number(),
  }),
  /** SMS may go at night for a reason: an МО asks, neither a debt nor an advertisement. */
  may_be_urgent: z.boolean(),
  /** Of a meeting with a day: the last day on which its notice is in time, and how many days before it that is. */
  meeting: z.object({ day: z.string(), latest: z.string(), notice_days: z.number() }).nullable(),
  /** The ПО writes to its own officials only. */
  is_trial: z.boolean(),
  /** Channels of the mailing that lead nowhere because nothing is connected, in words. */
  unconnected: z.array(z.string()),
  /** Kopecks at the gateway and when it said so; null where it does not say. */
  balance: z.object({ kopecks: Kopecks, at: z.string() }).nullable(),
});
export type CheckFacts = z.infer<typeof CheckFacts>;
