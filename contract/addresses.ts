// Suggestions of postal addresses.
import { endpoint } from './kernel/endpoint.ts';
import { signedIn } from './kernel/scope.ts';
import { z } from 'zod';

export const addressSuggestions = endpoint({
  tag: 'Адреса',
  method: 'GET',
  path: '/api/address_suggestions/',
  summary: 'Подсказки адресов',
  needs: signedIn,
  query: z.object({ q: z.string().trim().min(3, 'Введите не менее 3 знаков').max(200) }),
  reply: z.object({ suggestions: z.array(z.object({ value: z.string(), postal_code: z.string().nullable() })) }),
});
