// What the journal says of a mailing that has ended: letters are taken by the mail server, only SMS are told to have arrived.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ChannelRule, NotificationRow } from '../../contract/notifications.ts';
import { DeliveryBar } from '../../resources/notifications/words.tsx';

afterEach(cleanup);

const saidOf = (channel: ChannelRule, more: Partial<NotificationRow> = {}) => {
  const row = {
    channel,
    status: 4,
    total: 12,
    delivered: 12,
    failed: 0,
    unknown: 0,
    pause_reason: null,
    receiverCounter: { people: 13, garages: 0, none: 1 },
    ...more,
  } as NotificationRow;
  return render(<DeliveryBar row={row} />)
    .container.querySelector('small')!
    .textContent!.replaceAll('\u00a0', ' ');
};

it.each<[ChannelRule, string]>([
  ['sms', 'доставлено всем, кому отправлено · 1 не получат'],
  ['email', 'почта приняла все письма · 1 не получат'],
  ['email_else_sms', 'принято почтой или доставлено всем · 1 не получат'],
  ['both', 'принято почтой или доставлено всем · 1 не получат'],
])('%s: %s', (channel, words) => expect(saidOf(channel)).toBe(words));

it('what failed, waits or is not known is counted', () => {
  expect(saidOf('sms', { delivered: 7, failed: 2, unknown: 1 })).toBe(
    '7 из 12 · 2 в пути · 2 ошибки · 1 неизвестно · 1 не получат',
  );
  expect(saidOf('sms', { delivered: 0 })).toContain('передано оператору 12 из 12, ответа ещё нет');
  expect(saidOf('sms', { status: 7 })).toBe('отозвана, ничего не ушло');
});
