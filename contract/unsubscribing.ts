// The link of a letter by which its receiver stops such letters.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { anyone } from './kernel/scope.ts';

const tag = 'Рассылки';
/** The page of a letter's link: looking at it changes nothing, scanners follow links too. */
export const unsubscribePage = endpoint({
  tag,
  method: 'GET',
  path: '/unsubscribe/:token',
  summary: 'Страница отписки',
  needs: anyone,
  params: z.object({ token: z.string().max(120) }),
  kind: 'file',
});
/** One click of a mail program (RFC 8058) or the button of the page. */
export const unsubscribe = endpoint({
  tag,
  method: 'POST',
  path: '/unsubscribe/:token',
  summary: 'Отписаться',
  needs: anyone,
  params: z.object({ token: z.string().max(120) }),
  kind: 'file',
});
