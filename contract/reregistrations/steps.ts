// Calls of re-registrations beside the records: counts, the start of a wizard, its preview, steps, papers, representatives.
import { z } from 'zod';
import { RestrictionKind } from '../garages/restrictions.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { Id, IdValue, IsoDate, Kopecks, line, Named, optionalLine, optionalText, Version } from '../kernel/scalars.ts';
import { registryEdit, signedIn } from '../kernel/scope.ts';
import { OwnerKind } from '../profiles/ownerKinds.ts';
import { RepresentativeBody } from '../profiles/representatives.ts';
import { DuplicateHint, PlateRef } from '../profiles.ts';
import {
  FieldKey,
  Preview,
  ReregistrationCard,
  reregistrationEdit,
  ReregistrationForm,
  Verb,
} from '../reregistrations.ts';

const tag = 'Переоформления';

/** A reason as a form needs it. */
export const ReasonInfo = z.object({
  id: z.number(),
  name: z.string(),
  fields: z.array(
    z.object({ key: FieldKey, label: z.string(), kind: z.enum(['text', 'date', 'money']), required: z.boolean() }),
  ),
  papers: z.array(z.object({ kind: z.string(), title: z.string(), required: z.boolean() })),
  /** Who comes: new owners, one co-owner beside those who stay, nobody. */
  comes: z.enum(['new', 'added', 'nobody']),
  /** Who leaves: some or all of the owners, or nobody. */
  leaves: z.enum(['chosen', 'nobody']),
  has_price: z.boolean(),
  has_transit: z.boolean(),
  asks_debt: z.boolean(),
  /** A ПО completes it by itself, whatever its card says of other reasons. */
  is_small: z.boolean(),
  days: z.number(),
});
export type ReasonInfo = z.infer<typeof ReasonInfo>;
export const reregistrationReasons = endpoint({
  tag,
  method: 'GET',
  path: '/api/reregistration_reasons/',
  summary: 'Основания переоформления',
  needs: signedIn,
  reply: z.object({ data: z.array(ReasonInfo) }),
});

/** Cases by status for the tabs; drafts are the reader's own. */
export const reregistrationCounts = endpoint({
  tag,
  method: 'GET',
  path: '/api/reregistration_counts/',
  room: 'reregistrations',
  summary: 'Число переоформлений по статусам',
  needs: signedIn,
  reply: z.object({
    by_status: z.record(z.string(), z.number()),
    idle: z.number(),
    /** Median days from application to completion in the last year. */
    usual_days: z.number().nullable(),
  }),
});

export const Restriction = z.object({
  id: z.number(),
  kind: RestrictionKind,
  ground: z.string(),
  since: z.string(),
  until: z.string().nullable(),
  set_by: z.string(),
});
export type Restriction = z.infer<typeof Restriction>;

/** What the wizard starts from. */
export const reregistrationStart = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/reregistration_start/',
  room: 'reregistration_start',
  summary: 'Начало переоформления',
  needs: signedIn,
  params: ByIdParams,
  reply: z.object({
    garage: PlateRef.extend({ account_no: z.string(), version: z.number(), type: z.string(), po_id: z.number() }),
    owners: z.array(
      z.object({
        id: z.number(),
        profile_id: z.number(),
        full_name: z.string(),
        kind: OwnerKind,
        share: z.string().nullable(),
        started_on: z.string().nullable(),
        /** After whom it would be inherited; of an organisation nobody. */
        dead: Named.nullable(),
        /** The card of his estate, where there is one: the rest of an inheritance stays there. */
        estate: Named.nullable(),
      }),
    ),
    debt_kopecks: Kopecks,
    locked_by: z.number().nullable(),
    /** The reader's own draft of this garage. */
    draft: z.number().nullable(),
    restrictions: z.array(Restriction),
    exchangeGarages: z.array(PlateRef.extend({ owners: z.string() })),
    may_complete: z.boolean(),
    today: z.string(),
  }),
});

/** All checks and every line of «что произойдёт», before anything is kept. */
export const reregistrationPreview = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/reregistration_preview/',
  room: 'reregistrations',
  summary: 'Что произойдёт при переоформлении',
  needs: reregistrationEdit,
  reads: true,
  params: ByIdParams,
  body: ReregistrationForm.extend({ case: IdValue.nullish() }),
  reply: Preview,
});

/**
 * What is done with a payment that came after a completion which is annulled: it goes back to the payer, to another garage
 * of his, or stays for the debt of the owners who are restored, with his consent.
 */
export const PaymentAfter = z.object({
  id: IdValue,
  answer: z.enum(['return', 'move', 'keep']),
  garage: IdValue.nullish(),
});
export type PaymentAfter = z.output<typeof PaymentAfter>;

/** Takes a step; `expected` is the preview's, for completion. */
export const moveReregistration = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/move/',
  summary: 'Шаг переоформления',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({
    verb: Verb,
    version: Version,
    comment: optionalText(2000),
    expected: z.string().max(4000).nullish(),
    /** For an annulment: an answer to each of `payments_since`. */
    payments: z.array(PaymentAfter).max(500).default([]),
    /** Restrictions seen by who completes. */
    acknowledged: z.array(IdValue).max(50).default([]),
  }),
  reply: ReregistrationCard,
});
export const removeReregistrationDraft = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/reregistrations/:id',
  summary: 'Удалить черновик переоформления',
  needs: reregistrationEdit,
  params: ByIdParams,
});
/** A new draft made of an annulled case. */
export const repeatReregistration = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/repeat/',
  summary: 'Повторить как было',
  needs: reregistrationEdit,
  params: ByIdParams,
  reply: ReregistrationCard,
});
/** What may be corrected once a case is over: papers given out, archive number, price, comment. */
export const correctReregistration = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/correct/',
  summary: 'Исправить переоформление',
  needs: reregistrationEdit,
  params: ByIdParams,
  body: z.object({
    version: Version,
    archiveNo: optionalLine(40),
    papersGivenTo: optionalLine(120),
    papersGivenOn: IsoDate.nullish(),
    garagePrice: Kopecks.positive('Сумма должна быть больше нуля, не более двух знаков после запятой').nullish(),
    comment: optionalText(2000),
    /** Numbers and days of papers that the reason asks for; what is left out stays. */
    details: z.partialRecord(FieldKey, z.string().trim().max(200).nullable()).default({}),
  }),
  reply: ReregistrationCard,
});

const PaperParams = z.object({ id: Id, kind: z.string().max(40) });
export const saveReregistrationPaper = endpoint({
  tag,
  method: 'PUT',
  path: '/api/reregistrations/:id/papers/:kind',
  summary: 'Отметить бумагу переоформления',
  needs: reregistrationEdit,
  params: PaperParams,
  body: z.object({ received: z.boolean(), number: optionalLine(60), date: IsoDate.nullish() }),
  reply: ReregistrationCard,
});
/** Ticks every required paper that is not there yet: they came together. */
export const receiveReregistrationPapers = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/papers_received/',
  summary: 'Отметить, что все бумаги получены',
  needs: reregistrationEdit,
  params: ByIdParams,
  reply: ReregistrationCard,
});
/** Attaches a scan (multipart field `file`); the paper counts as received. */
export const attachReregistrationPaper = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/papers/:kind/file/',
  summary: 'Приложить скан к переоформлению',
  needs: reregistrationEdit,
  params: PaperParams,
  reply: ReregistrationCard,
  kind: 'upload',
});
/** A link for minutes to the scan of a paper; that it was opened stands in the log of everybody whom the case is about. */
export const openReregistrationPaper = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/papers/:kind/open/',
  summary: 'Открыть скан бумаги переоформления',
  needs: registryEdit,
  params: PaperParams,
  reply: z.object({ url: z.string() }),
});
/** Cards of the reader's place that may be the same people as those who come; he may put one of them in place. */
export const reregistrationTwins = endpoint({
  tag,
  method: 'GET',
  path: '/api/reregistrations/:id/twins/',
  summary: 'Похожие карточки новых владельцев',
  needs: reregistrationEdit,
  params: ByIdParams,
  reply: z.object({
    data: z.array(z.object({ profile_id: z.number(), full_name: z.string(), hints: z.array(DuplicateHint) })),
  }),
});
export const addRepresentative = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistrations/:id/representatives/',
  summary: 'Добавить представителя',
  needs: reregistrationEdit,
  params: ByIdParams,
  body: z.object({
    side: z.enum(['old', 'new']),
    /** A name, or who of the register it is; of a parent or a guardian also how to reach him. */
    ...RepresentativeBody.shape,
    number: line(60),
    issuedOn: IsoDate,
    notary: optionalLine(160),
    validUntil: IsoDate.nullish(),
    powers: optionalText(500),
    /** A parent or a guardian: `number` and `issuedOn` are of the paper that says so. */
    isLegal: z.boolean().default(false),
  }),
  reply: ReregistrationCard,
});
export const removeRepresentative = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/reregistrations/:id/representatives/:representativeId',
  summary: 'Убрать представителя',
  needs: reregistrationEdit,
  params: z.object({ id: Id, representativeId: Id }),
  reply: ReregistrationCard,
});
