// Garages whose owners are written to are chosen by what is known of the owners, in the words of the people’s list.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import GaragesToWrite from '../../resources/notifications/GaragesToWrite.tsx';
import PeopleToWrite from '../../resources/notifications/PeopleToWrite.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';
import { owner } from './kit.ts';

let t: TestApp;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  await owner(mo, w.po, { sms: true });
  await owner(mo, w.po, { phone: null });
  wire = wireTo(t);
  wire.enter(await as(t, { po: w.po }));
});
afterEach(cleanup);
afterAll(() => t.close());

const open = (page: React.ReactNode) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <Console at="/notifications/garages" queryClient={queryClient}>
      {page}
    </Console>,
  );
};
const asked = ['Льгота', 'Согласие на обработку', 'Согласие на СМС', 'Контакты', 'Срок льготы'];
const fields = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Фильтры/ }));
  await screen.findByRole('combobox', { name: asked[0]! });
  return asked.map((name) => screen.queryAllByRole('combobox', { name }).length);
};

it('by consent, contacts and privilege: as chips, in the question', { timeout: inTime(60_000) }, async () => {
  const people = open(<PeopleToWrite />);
  expect(await fields()).toEqual([1, 1, 1, 1, 1]);
  people.unmount();
  open(<GaragesToWrite />);
  expect(await fields()).toEqual([1, 1, 1, 1, 1]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Согласие на СМС' }));
  await userEvent.click(await screen.findByRole('option', { name: 'нет' }));
  await expect.poll(() => wire.queries(garages.list).at(-1)?.filter).toContain('"smsConsent":"none"');
  expect(await screen.findByRole('button', { name: /Согласие на СМС.*нет/ })).toBeTruthy();
});
