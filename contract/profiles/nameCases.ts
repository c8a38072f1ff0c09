// A name in the cases that papers need: what people wrote of it, what the program would print.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { registryEdit } from '../kernel/scope.ts';

/** Cases with a field of their own on a card, by the field. */
export const nameCases = {
  nameGenitive: 'genitive',
  nameDative: 'dative',
  nameInstrumental: 'instrumental',
} as const;
export type NameCaseField = keyof typeof nameCases;
export const nameCaseFields = Object.keys(nameCases) as NameCaseField[];

/** What a card says of its name in each case; null leaves it to the program. */
export interface WrittenCases {
  name_genitive: string | null;
  name_dative: string | null;
  name_instrumental: string | null;
}

/** The name as the program declines it; `doubtful`: cases in which it is not sure. */
export const declineName = endpoint({
  tag: 'Люди',
  method: 'POST',
  path: '/api/profiles/name_cases/',
  room: 'name_cases',
  summary: 'ФИО в падежах',
  needs: registryEdit,
  reads: true,
  body: z.object({
    lastName: z.string().max(80),
    firstName: z.string().max(80).nullish(),
    fatherName: z.string().max(80).nullish(),
  }),
  reply: z.object({
    nameGenitive: z.string(),
    nameDative: z.string(),
    nameInstrumental: z.string(),
    doubtful: z.array(z.enum(['nameGenitive', 'nameDative', 'nameInstrumental'])),
  }),
});
