// Handing over when the chairman of a ПО changes: the act with figures on a day, debtors, open matters, things, the rights.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import {
  Email,
  Id,
  IdValue,
  IsoDate,
  Kopecks,
  line,
  Named,
  optionalLine,
  optionalText,
  Phone,
} from '../kernel/scalars.ts';
import { registryCreate, registryEdit, superuser } from '../kernel/scope.ts';

export const handoverStates = {
  asked: 'Ждёт подтверждения',
  confirmed: 'Передано',
  declined: 'Отклонено',
  withdrawn: 'Отозвано',
} as const;
export const HandoverState = z.enum(['asked', 'confirmed', 'declined', 'withdrawn']);

/** What stands on the day; taken down when the handover is asked for. */
export const HandoverFigures = z.object({
  garages: z.number(),
  owners: z.number(),
  debtors: z.number(),
  /** Of the owners of the day. */
  debt_kopecks: Kopecks,
  /** Of those who left owing. */
  former_kopecks: Kopecks,
  advance_kopecks: Kopecks,
  /** As statistics count them. */
  charged_kopecks: Kopecks,
  paid_kopecks: Kopecks,
  /** Opening balances, write-offs, corrections, offsets: what of the balance is neither charged nor paid; above zero it lowers the debt. */
  other_kopecks: Kopecks,
  /** Open matters by name: «Переоформления в работе» → how many. */
  open: z.array(z.object({ label: z.string(), count: z.number() })),
  /** Papers, scans, loaded books. */
  files: z.array(z.object({ label: z.string(), count: z.number() })),
});
export type HandoverFigures = z.infer<typeof HandoverFigures>;

export const HandoverRow = z.object({
  id: z.number(),
  po: Named,
  mo: Named,
  on_date: z.string(),
  state: HandoverState,
  taker: z.string(),
  former: z.string().nullable(),
  asked_by: z.string(),
  asked_at: z.string(),
});
export type HandoverRow = z.infer<typeof HandoverRow>;
export const HandoverCard = HandoverRow.extend({
  email: z.string(),
  phone: z.string().nullable(),
  things: z.string().nullable(),
  figures: HandoverFigures,
  /** As they were called when the act was drawn. */
  debtors: z.array(
    z.object({
      garage_id: z.number(),
      garage: z.string(),
      owner: z.string(),
      /** Owned the garage before the day and left owing. */
      is_former: z.boolean(),
      debt_kopecks: Kopecks,
    }),
  ),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  decline_reason: z.string().nullable(),
  /** Why it can't be confirmed as it stands; null when it can. */
  problem: z.string().nullable(),
  /** Rights that a confirmation gives and takes, in words. */
  rights: z.array(z.string()),
  /** The reader's МО asked for it and nobody has decided yet. */
  may_withdraw: z.boolean(),
});
export type HandoverCard = z.infer<typeof HandoverCard>;

const tag = 'Передача дел';
export const handoverList = endpoint({
  tag,
  method: 'GET',
  path: '/api/handovers/',
  summary: 'Передачи дел',
  needs: registryEdit,
  reply: z.object({ data: z.array(HandoverRow) }),
});
export const handoverCard = endpoint({
  tag,
  method: 'GET',
  path: '/api/handovers/:id/',
  summary: 'Акт передачи дел',
  needs: registryEdit,
  params: ByIdParams,
  reply: HandoverCard,
});
export const askHandover = endpoint({
  tag,
  method: 'POST',
  path: '/api/handovers/',
  summary: 'Начать передачу дел',
  needs: registryCreate,
  body: z.object({
    po: z.number('Выберите ПО').int().min(1, 'Выберите ПО').max(2_147_483_647),
    onDate: IsoDate,
    lastName: line(80),
    firstName: line(80),
    fatherName: optionalLine(80),
    email: Email,
    phone: z.preprocess((value) => value || null, Phone.nullable()),
    things: optionalText(2000),
    /** Account of the chairman who leaves; asked for where there are several. */
    former: IdValue.nullish(),
  }),
  reply: z.object({ id: z.number() }),
});
/** Who is chairman of a ПО of one's own МО now. */
export const handoverChairmen = endpoint({
  tag,
  method: 'GET',
  path: '/api/handover_chairmen/',
  room: 'handovers',
  summary: 'Председатели ПО',
  needs: registryCreate,
  query: z.object({ po: Id }),
  reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })) }),
});
/** Gives the new chairman his rights and takes those of the former, in one step. */
export const confirmHandover = endpoint({
  tag,
  method: 'POST',
  path: '/api/handovers/:id/confirm/',
  summary: 'Подтвердить права нового председателя',
  needs: superuser,
  params: ByIdParams,
  /** The words that were read; others by now refuse. */
  body: z.object({ rights: z.array(z.string().max(5000)).max(10) }),
});
export const declineHandover = endpoint({
  tag,
  method: 'POST',
  path: '/api/handovers/:id/decline/',
  summary: 'Отклонить передачу дел',
  needs: superuser,
  params: ByIdParams,
  body: z.object({ reason: line(300) }),
});
/** Takes back what one's own МО asked for, while nobody has decided on it. */
export const withdrawHandover = endpoint({
  tag,
  method: 'POST',
  path: '/api/handovers/:id/withdraw/',
  summary: 'Отозвать передачу дел',
  needs: registryCreate,
  params: ByIdParams,
});
