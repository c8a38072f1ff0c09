// What a re-registration costs, how long each reason may take; restrictions of garages.
import { z } from 'zod';
import { RestrictionKind } from '../garages/restrictions.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams, resource } from '../kernel/resource.ts';
import { IdValue, IsoDate, Kopecks, line, Version } from '../kernel/scalars.ts';
import { registryEdit, signedIn, superuser } from '../kernel/scope.ts';
import { Restriction } from './steps.ts';

const tag = 'Тарифы переоформления';

export const tariffGroups = {
  full: 'Полный',
  relative: 'Родственники',
  heir: 'Наследники',
  exchange: 'Обмен',
  court: 'Решение суда',
  half: 'Совладельцы',
  free: 'Бесплатно',
  entrance: 'Вступительный взнос',
} as const;
export const TariffGroup = z.enum(['full', 'relative', 'heir', 'exchange', 'court', 'half', 'free', 'entrance']);
export type TariffGroup = z.infer<typeof TariffGroup>;

const tariff = {
  group: TariffGroup,
  reason: z
    .number()
    .int()
    .min(1)
    .max(13)
    .nullish()
    .transform((value) => value ?? null),
  mo: IdValue.nullish().transform((value) => value ?? null),
  po: IdValue.nullish().transform((value) => value ?? null),
  isMember: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  minYears: z
    .number()
    .int()
    .min(0, 'Не меньше 0')
    .max(99, 'Не больше 99')
    .nullish()
    .transform((value) => value ?? null),
  validFrom: IsoDate,
  validTo: IsoDate.nullish().transform((value) => value ?? null),
  amount: Kopecks.min(0, 'Сумма не может быть отрицательной').max(100_000_000, 'Сумма слишком велика'),
  isActive: z.boolean().default(true),
};
export const Tariff = z.object({
  id: z.number(),
  version: z.number(),
  group: TariffGroup,
  reason: z.number().nullable(),
  mo: z.number().nullable(),
  mo_name: z.string().nullable(),
  po: z.number().nullable(),
  po_name: z.string().nullable(),
  isMember: z.boolean().nullable(),
  minYears: z.number().nullable(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  amount: Kopecks,
  isActive: z.boolean(),
  /** Rows that say the same of the same days. */
  overlaps: z.array(z.number()),
});
export type Tariff = z.infer<typeof Tariff>;
export const reregistrationTariffs = resource({
  name: 'reregistration_tariffs',
  title: 'Тарифы переоформления',
  read: superuser,
  write: superuser,
  row: Tariff,
  card: Tariff,
  createBody: z.object(tariff),
  updateBody: z.object({ ...tariff, version: Version }),
  filter: z.object({ id: z.array(z.number().int()).max(1000).optional() }),
  sorts: ['group', 'validFrom', 'amount'],
});
/** «Сколько возьмём с…»: the fee of a made-up case, with the row that wins and those that lose. */
export const testTariff = endpoint({
  tag,
  method: 'POST',
  path: '/api/reregistration_fee/',
  room: 'reregistration_tariffs',
  summary: 'Сколько стоит переоформление',
  needs: superuser,
  reads: true,
  body: z.object({
    reason: z.number().int().min(1).max(13),
    po: IdValue,
    isMember: z.boolean(),
    years: z.number().int().min(0).max(99),
    date: IsoDate,
    isRelative: z.boolean().default(false),
  }),
  reply: z.object({
    kopecks: Kopecks,
    text: z.string(),
    winner: z.number().nullable(),
    candidates: z.array(z.number()),
  }),
});
const Terms = z.object({
  data: z.array(
    z.object({
      reason: z.number(),
      name: z.string(),
      days: z.number(),
      payer: z.enum(['old', 'new']),
      coef: z.number(),
    }),
  ),
});
export const reregistrationTerms = endpoint({
  tag,
  method: 'GET',
  path: '/api/reregistration_terms/',
  summary: 'Сроки по основаниям',
  needs: superuser,
  reply: Terms,
});
export const saveReregistrationTerm = endpoint({
  tag,
  method: 'PUT',
  path: '/api/reregistration_terms/:id',
  summary: 'Срок и плательщик по основанию',
  needs: superuser,
  params: ByIdParams,
  body: z.object({
    days: z.number().int().min(1, 'От 1 до 365 дней').max(365, 'От 1 до 365 дней'),
    payer: z.enum(['old', 'new']),
    coef: z.number().min(0, 'Не меньше 0').max(10, 'Не больше 10'),
  }),
  reply: Terms,
});

const Restrictions = z.object({ data: z.array(Restriction) });
export const garageRestrictions = endpoint({
  tag: 'Ограничения гаражей',
  method: 'GET',
  path: '/api/garages/:id/restrictions/',
  summary: 'Ограничения гаража',
  needs: signedIn,
  params: ByIdParams,
  reply: Restrictions,
});
const restrictionEdit = { ...registryEdit, levels: ['mo' as const] };
export const addRestriction = endpoint({
  tag: 'Ограничения гаражей',
  method: 'POST',
  path: '/api/garages/:id/restrictions/',
  summary: 'Наложить ограничение',
  needs: restrictionEdit,
  params: ByIdParams,
  body: z.object({
    kind: RestrictionKind,
    ground: line(300),
    since: IsoDate,
    until: IsoDate.nullish(),
  }),
  reply: Restrictions,
});
export const liftRestriction = endpoint({
  tag: 'Ограничения гаражей',
  method: 'POST',
  path: '/api/restrictions/:id/lift/',
  summary: 'Снять ограничение',
  needs: restrictionEdit,
  params: ByIdParams,
  body: z.object({ ground: line(300) }),
  reply: Restrictions,
});
