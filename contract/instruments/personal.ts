// Duties of 152-ФЗ: what is held about a person, destruction by an act, terms of keeping, who could have seen what, the policy.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { Id, IdValue, IsoDate, line } from '../kernel/scalars.ts';
import { registryEdit, superuser } from '../kernel/scope.ts';
import { CorrectionRow } from './demands.ts';

const tag = 'Персональные данные';
const Fact = z.object({ label: z.string(), value: z.string() });

export const HeldData = z.object({
  id: z.number(),
  name: z.string(),
  isDestroyed: z.boolean(),
  operator: z.string(),
  at: z.string(),
  facts: z.array(Fact),
  consents: z.array(
    z.object({
      kind: z.string(),
      signed_at: z.string(),
      doc_no: z.string().nullable(),
      revoked_at: z.string().nullable(),
      /** Version of the policy that was in force that day. */
      policy: z.number().nullable(),
    }),
  ),
  garages: z.array(Fact),
  /** Word → how much there is: papers, messages, notes, files… */
  counts: z.array(z.object({ label: z.string(), count: z.number() })),
  /** To whom it is given. */
  recipients: z.array(z.string()),
  seen: z.array(z.object({ at: z.string(), who: z.string(), what: z.string() })),
  /** How many times in all: more than are named above. */
  seen_total: z.number(),
  /** Lines of the log before that day have left it for the archive and are not told of here. */
  log_from: z.string().nullable(),
  /** Why the data can't be destroyed now; empty: they can. */
  blocks: z.array(z.string()),
});
export type HeldData = z.infer<typeof HeldData>;
/** All that is held about a person, whole: one logged reveal. */
export const heldData = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/',
  summary: 'Что хранится о человеке',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({}),
  reply: HeldData,
});
/** Money stays, the name goes; asks for a password checked a moment ago. */
export const destroyData = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/destroy/',
  summary: 'Уничтожить данные человека',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ ground: line(300) }),
  reply: z.object({ act_no: z.string() }),
});

export const Destruction = z.object({
  id: z.number(),
  profile_id: z.number(),
  act_no: z.string(),
  at: z.string(),
  ground: z.string(),
  counts: z.array(z.object({ label: z.string(), count: z.number() })),
  who: z.string(),
});
export type Destruction = z.infer<typeof Destruction>;
export const Retention = z.object({
  what: z.string(),
  term: z.string(),
  basis: z.string(),
  /** Whose term is over and who is still here. */
  waiting: z.number(),
  /** Where it is done, and what waits there in words: of what leaves by a person's deed. */
  page: z.object({ to: z.string(), words: z.string() }).nullable(),
  next: z.string().nullable(),
  last: z.string().nullable(),
});
export const PolicyVersion = z.object({
  version: z.number(),
  approved_at: z.string(),
  review_due: z.string(),
  text: z.string(),
});
export const personalDuties = endpoint({
  tag,
  method: 'GET',
  path: '/api/personal_duties/',
  summary: 'Сроки хранения, политика, акты об уничтожении',
  needs: superuser,
  reply: z.object({
    retention: z.array(Retention),
    policies: z.array(PolicyVersion),
    destructions: z.array(Destruction),
    corrections: z.array(CorrectionRow.extend({ profile_id: z.number(), who: z.string() })),
  }),
});
export const addPolicy = endpoint({
  tag,
  method: 'POST',
  path: '/api/policies/',
  summary: 'Новая версия политики',
  needs: superuser,
  body: z.object({
    approvedAt: IsoDate,
    text: z.string().trim().min(100, 'Не короче 100 знаков').max(50_000, 'Не длиннее 50 000 знаков'),
    /** The version it comes after. */
    after: z.number().int(),
  }),
  reply: z.object({ version: z.number() }),
});

export const IncidentRow = z.object({
  user_id: z.number().nullable(),
  who: z.string(),
  what: z.string(),
  times: z.number(),
  people: z.number(),
  first: z.string(),
  last: z.string(),
  ips: z.array(z.string()),
});
const IncidentWish = z
  .object({
    from: z.iso.datetime({ error: 'Введите начало' }),
    to: z.iso.datetime({ error: 'Введите конец' }),
    profile: IdValue.nullable().default(null),
    mo: IdValue.nullable().default(null),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Конец раньше начала' });
/** Who saw personal data between two moments: of one person, of a МО, or of all. */
export const incident = endpoint({
  tag,
  method: 'POST',
  path: '/api/incident/',
  summary: 'Кто мог видеть данные',
  needs: superuser,
  body: IncidentWish,
  reply: z.object({
    rows: z.array(IncidentRow),
    /** How many rows there are: more than are told. */
    total: z.number(),
    /** Everybody who had a right to look there at that time, whether he did or not and whatever he holds now. */
    couldSee: z.array(
      z.object({
        who: z.string(),
        role: z.string(),
        place: z.string(),
        isActive: z.boolean(),
        /** He looks anywhere. */
        isSuperuser: z.boolean(),
        /** The right was given in that time, or taken: null where it was held from its beginning or to its end. */
        since: z.string().nullable(),
        until: z.string().nullable(),
      }),
    ),
    couldSeeTotal: z.number(),
    /** The lines in the log begin here: what was before is in the archive alone. Null where it has all of the time. */
    log_from: z.string().nullable(),
    /** Changes of rights are kept since this day: before it accounts are told as they were on it. Null where all of the time is known. */
    rights_from: z.string().nullable(),
  }),
});
/** People of any place by their names, of a МО those who were ever known there: an incident is about who was there then. */
export const incidentPeople = endpoint({
  tag,
  method: 'GET',
  path: '/api/incident/people/',
  summary: 'Люди для списка об инциденте',
  needs: superuser,
  query: z.object({ q: z.string().trim().min(2, 'Введите не менее 2 знаков').max(100), mo: Id.optional() }),
  reply: z.object({
    data: z.array(
      z.object({ id: z.number(), full_name: z.string(), birthday: z.string().nullable(), places: z.array(z.string()) }),
    ),
  }),
});
/** Every look of the same time and place, a line each, as a book. */
export const incidentFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/incident/file/',
  summary: 'Кто видел данные: каждая запись, книга Excel',
  needs: superuser,
  body: IncidentWish,
  kind: 'file',
});
