// «Прекратить обработку»: what a person demands, by when it is to be done, what holds his data meanwhile.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IdValue, IsoDate, line } from '../kernel/scalars.ts';
import { superuser, type Needs } from '../kernel/scope.ts';

const tag = 'Персональные данные';
/** Demands are taken where people come with them: in a ПО or its МО. */
export const demandsTaken: Needs = { who: 'signedIn', capability: 1, levels: ['mo', 'po'] };

export const demandKinds = {
  unlawful: 'Данные обрабатываются незаконно',
  wrong: 'Данные неверны или получены незаконно',
  excessive: 'Данные не нужны для цели обработки',
  revoked: 'Отозвано согласие',
  reached: 'Цель обработки достигнута',
} as const;
export const DemandKind = z.enum(['unlawful', 'wrong', 'excessive', 'revoked', 'reached']);
export type DemandKind = z.infer<typeof DemandKind>;

/** Term of a kind, from the table of settings. */
export const DemandTerm = z.object({
  kind: DemandKind,
  days: z.number(),
  is_working: z.boolean(),
  /** «ст. 21 ч. 3 152-ФЗ». */
  article: z.string(),
});
export type DemandTerm = z.infer<typeof DemandTerm>;

const Terms = z.object({ data: z.array(DemandTerm) });
const tagOfTerms = { tag: 'Персональные данные', needs: superuser } as const;
export const demandTerms = endpoint({
  ...tagOfTerms,
  method: 'GET',
  path: '/api/demand_terms/',
  summary: 'Сроки требований прекратить обработку',
  reply: Terms,
});
const MOST_DAYS = 365;
/** Terms for demands that are recorded from now on; `was` is what the person saw: other terms by now refuse. */
export const setDemandTerms = endpoint({
  ...tagOfTerms,
  method: 'PUT',
  path: '/api/demand_terms/',
  summary: 'Изменить сроки требований',
  body: z.object({
    terms: z
      .array(
        z.object({
          kind: DemandKind,
          days: z
            .number('Укажите число дней')
            .int('Укажите целое число дней')
            .min(1, 'Не меньше одного дня')
            .max(MOST_DAYS, `Не больше ${MOST_DAYS} дней`),
          is_working: z.boolean(),
          article: line(100),
        }),
      )
      .max(5)
      .refine(
        (terms) => new Set(terms.map(({ kind }) => kind)).size === DemandKind.options.length,
        'Нужен срок каждого вида',
      ),
    was: z.array(DemandTerm).max(5),
  }),
  reply: Terms,
});

/** What holds the data of a person, in words; what stands in other places than the reader's is told without its words. */
export const DemandGround = z.object({
  words: z.string(),
  /** False: told beside the others and holds nothing by itself. */
  holds: z.boolean(),
});
export type DemandGround = z.infer<typeof DemandGround>;

/** `scheduled`: the data go on the due day; `restricted`: kept under a ground, used for nothing else. */
export const DemandState = z.enum(['scheduled', 'restricted']);
export const Demand = z.object({
  id: z.number(),
  kind: DemandKind,
  on_date: z.string(),
  ground: z.string(),
  due_on: z.string(),
  state: DemandState,
  /** Day on which the data are destroyed; null while something holds them. */
  destroy_on: z.string().nullable(),
  /** Since when the data are used for nothing else. */
  restricted_on: z.string(),
  who: z.string(),
});
export type Demand = z.infer<typeof Demand>;

/** «Акт об уточнении»: a demand about wrong data, answered by a corrected card. */
export const CorrectionRow = z.object({
  id: z.number(),
  act_no: z.string(),
  at: z.string(),
  /** The day of the demand, and its term. */
  on_date: z.string(),
  due_on: z.string(),
  is_late: z.boolean(),
});
export type CorrectionRow = z.infer<typeof CorrectionRow>;

const Standing = z.object({
  demand: Demand.nullable(),
  /** Acts of correction of before, the last first. */
  corrections: z.array(CorrectionRow),
  grounds: z.array(DemandGround),
  terms: z.array(DemandTerm),
});
/** The demand of a person, and what holds his data: also before there is a demand. */
export const demandOf = endpoint({
  tag,
  method: 'GET',
  path: '/api/personal_data/:id/demand/',
  room: 'profiles',
  summary: 'Требование прекратить обработку',
  needs: demandsTaken,
  params: ByIdParams,
  reply: Standing,
});
export const takeDemand = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/demand/',
  summary: 'Записать требование прекратить обработку',
  needs: demandsTaken,
  params: ByIdParams,
  body: z.object({ kind: DemandKind, onDate: IsoDate, ground: line(300) }),
  reply: Standing,
});
export const withdrawDemand = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/demand/withdraw/',
  summary: 'Отменить требование',
  needs: demandsTaken,
  params: ByIdParams,
  body: z.object({ reason: line(300) }),
  reply: Standing,
});
/** Answers a demand about wrong data by what of the card was corrected since it was taken: the act names it, the demand is done. */
export const correctByDemand = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/demand/correct/',
  summary: 'Ответить на требование: данные уточнены',
  needs: demandsTaken,
  params: ByIdParams,
  body: z.object({}),
  reply: Standing,
});
/** «Акт об уточнении» with the notice to the person, PDF: values whole, so it is a logged reveal. */
export const correctionAct = endpoint({
  tag,
  method: 'POST',
  path: '/api/personal_data/:id/correction_act/',
  summary: 'Акт об уточнении данных, PDF',
  needs: demandsTaken,
  params: ByIdParams,
  body: z.object({ correction: IdValue }),
  kind: 'file',
});
/** A demand among all, the earliest due day first. */
export const DemandRow = Demand.extend({
  profile_id: z.number(),
  name: z.string(),
  po_name: z.string(),
  grounds: z.array(z.string()),
  /** The due day has passed. */
  is_late: z.boolean(),
});
export type DemandRow = z.infer<typeof DemandRow>;
export const demands = endpoint({
  tag,
  method: 'GET',
  path: '/api/personal_demands/',
  room: 'personal_duties',
  summary: 'Требования прекратить обработку и прежние владельцы, чей срок вышел',
  needs: superuser,
  reply: z.object({
    demands: z.array(DemandRow),
    /** Former owners whose five years are over and nothing holds them: at most 100. */
    former: z.array(z.object({ id: z.number(), name: z.string(), left_on: z.string() })),
    former_total: z.number(),
  }),
});
/** «Акт об уничтожении» with its log extract, PDF. */
export const destructionAct = endpoint({
  tag,
  method: 'POST',
  path: '/api/destructions/:id/act/',
  summary: 'Акт об уничтожении, PDF',
  needs: superuser,
  params: ByIdParams,
  reads: true,
  body: z.object({}),
  kind: 'file',
});
