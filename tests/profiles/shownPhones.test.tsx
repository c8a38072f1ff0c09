// Phones that were shown on record: to their reader, for a working day, while he has the right; nobody is asked about twice.
import { act, renderHook } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { http } from '../../providers/http.ts';
import { storeToken } from '../../providers/session.ts';
import { printConsentSheet } from '../../resources/profiles/consentSheet.ts';
import { useShownPhones } from '../../resources/profiles/shownPhones.ts';
import { closeModal, useModal } from '../../widgets/modals.ts';
import { tokenOf } from '../kit/token.ts';

const own = http.defaults.adapter;
/** What was asked; quietly, for who asks says a refusal himself. */
const asked: { url: string | undefined; body: unknown; quiet: unknown }[] = [];
const answer: AxiosAdapter = async (config) => {
  const body = JSON.parse(String(config.data)) as { ids?: number[] };
  asked.push({ url: config.url, body, quiet: (config as { quiet?: boolean }).quiet });
  const data = body.ids
    ? { data: body.ids.map((id) => ({ id, phones: [`+7921000000${id % 10}`] })) }
    : { phones: ['+79211233341'] };
  return { data, status: 200, statusText: 'OK', headers: {}, config };
};
beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
  http.defaults.adapter = answer;
});
afterEach(() => {
  vi.useRealTimers();
  storeToken(null);
});
afterAll(() => {
  if (own) http.defaults.adapter = own;
});
const enter = (id: number, capabilities = [1, 2, 3]) => act(() => storeToken(tokenOf({ id, capabilities })));
const open = () => renderHook(useShownPhones).result;

it('one person: asked by his card, shown from then on', async () => {
  enter(8001);
  const shown = open();
  expect(shown.current.phonesOf(1)).toBeNull();
  await act(async () => {
    expect(await shown.current.showOne(1)).toEqual(['+79211233341']);
  });
  expect(shown.current.phonesOf(1)).toEqual(['+79211233341']);
  expect(shown.current.phonesOf(2)).toBeNull();
  expect(asked).toEqual([{ url: '/api/profiles/1/reveal/', body: { what: 'phones' }, quiet: true }]);
});

it('many are asked in one call, each once, without those that are shown', async () => {
  enter(8002);
  const shown = open();
  act(() => shown.current.remember(11, ['+79210000000']));
  expect(shown.current.phonesOf(11)).toEqual(['+79210000000']);
  await act(() => shown.current.showMany([11, 12, 13, 12]));
  expect(asked).toEqual([{ url: '/api/profiles/reveal_phones/', body: { ids: [12, 13] }, quiet: true }]);
  expect([11, 12, 13].map((id) => shown.current.phonesOf(id))).toEqual([
    ['+79210000000'],
    ['+79210000002'],
    ['+79210000003'],
  ]);
  await act(() => shown.current.showMany([11, 12, 13]));
  await act(() => shown.current.showMany([]));
  expect(asked).toHaveLength(1);
  expect(shown.current.most).toBe(200);
});

it('all that draw phones hear of it', () => {
  enter(8003);
  const one = open();
  const { result, unmount } = renderHook(() => useShownPhones().phonesOf(21));
  expect(result.current).toBeNull();
  act(() => one.current.remember(21, ['+79210000001']));
  expect(result.current).toEqual(['+79210000001']);
  act(() => one.current.remember(21, ['+79210000002']));
  expect(result.current).toEqual(['+79210000002']);
  unmount();
  act(() => one.current.remember(21, []));
  expect(result.current).toEqual(['+79210000002']);
});

it('for eight hours', () => {
  enter(8004);
  const shown = open();
  act(() => shown.current.remember(31, ['+79210000001']));
  vi.setSystemTime(Date.now() + 8 * 3600_000 - 1);
  expect(shown.current.phonesOf(31)).toEqual(['+79210000001']);
  vi.setSystemTime(Date.now() + 1);
  expect(shown.current.phonesOf(31)).toBeNull();
});

it('nothing to who signs in after him, and to himself again', () => {
  enter(8005);
  const shown = open();
  act(() => shown.current.remember(41, ['+79210000001']));
  enter(8006);
  expect(shown.current.phonesOf(41)).toBeNull();
  enter(8005);
  expect(shown.current.phonesOf(41)).toEqual(['+79210000001']);
});

it('nothing any more to who lost the right', () => {
  enter(8007);
  const shown = open();
  act(() => shown.current.remember(51, ['+79210000001']));
  enter(8007, [2, 3]);
  expect(shown.current.phonesOf(51)).toBeNull();
});

it('a sheet of consent is printed of the person: paper 10, of a kind where it is known', () => {
  const person = { id: 5, full_name: 'Петров Иван' };
  const { result } = renderHook(useModal);
  const modal = { name: 'print-document', about: { profile_id: 5 }, types: [10], title: 'Петров Иван' };
  act(() => printConsentSheet(person));
  expect(result.current).toEqual(modal);
  expect(result.current).not.toHaveProperty('consent');
  act(() => printConsentSheet(person, 'sms_info'));
  expect(result.current).toEqual({ ...modal, consent: 'sms_info' });
  act(closeModal);
});
