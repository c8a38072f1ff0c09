// Suggestions of postal addresses.
import { endpoint } from './kernel/endpoint.ts';
import { signedIn } from './kernel/scope.ts';
import { z } from 'zod';

/** The ФИАС id of an address and its postal code; they belong to this very text. */
export const AddressCode = z.object({
  text: z.string('Код ФИАС без адреса').trim().min(1, 'Код ФИАС без адреса').max(300, 'Не длиннее 300 знаков'),
  fias_id: z.uuid('Код ФИАС записан неверно').toLowerCase(),
  postal_code: z
    .string()
    .regex(/^\d{6}$/, 'Индекс — шесть цифр')
    .nullish()
    .transform((code) => code ?? null),
});
export type AddressCode = z.output<typeof AddressCode>;

export const addressSuggestions = endpoint({
  tag: 'Адреса',
  method: 'GET',
  path: '/api/address_suggestions/',
  summary: 'Подсказки адресов',
  needs: signedIn,
  query: z.object({ q: z.string().trim().min(3, 'Введите не менее 3 знаков').max(200) }),
  reply: z.object({
    suggestions: z.array(
      z.object({ value: z.string(), postal_code: z.string().nullable(), fias_id: z.string().nullable() }),
    ),
  }),
});
