// The bar of a case on a telephone: it takes the picture of the paper that is missing and asks for the next one; printing stays within reach.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { missingPaper, PaperShot } from '../../resources/reregistrations/ReceivedPapers.tsx';
import ReregistrationShow from '../../resources/reregistrations/ReregistrationShow.tsx';
import { useModal } from '../../widgets/modals.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save } from './kit.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The smallest picture there is: one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('is named by the paper, takes the back camera, and counts as received', async () => {
  const garage = await ownedGarage(mo, w.po);
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const card = await save(mo, form(garage.id, 1, { newOwner }));
  const paper = missingPaper(card)!;
  wire.enter(mo);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <PaperShot card={card} paper={paper} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button').textContent).toBe(`Снять: ${paper.title.toLowerCase()}`);
  const input = container.querySelector('input')!;
  expect(input.getAttribute('capture')).toBe('environment');
  const picture = new File([Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0))], 'снимок.png', {
    type: 'image/png',
  });
  await userEvent.upload(input, picture);
  const now = async (): Promise<ReregistrationCard> =>
    (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
  await waitFor(
    async () => {
      const kept = (await now()).papers.find(({ kind }) => kind === paper.kind)!;
      expect([kept.file?.name, kept.received_at === null]).toEqual(['снимок.png', false]);
    },
    { timeout: 30_000 },
  );
  expect(missingPaper(await now())?.kind).not.toBe(paper.kind);
});

/** The dialog that is open, in words. */
function Opened() {
  const modal = useModal();
  return <output>{modal?.name === 'print-document' ? modal.title : ''}</output>;
}

it('the menu of the bar prints the papers of the case while a picture of a paper is asked for', async () => {
  const garage = await ownedGarage(mo, w.po);
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const card = await save(mo, { ...form(garage.id, 1, { newOwner }), apply: true } as never);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('768'),
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  wire.enter(mo);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at={`/reregistration/${card.id}`} queryClient={queryClient}>
      <Routes>
        <Route path="/reregistration/:id" element={<ReregistrationShow />} />
      </Routes>
      <Opened />
    </Console>,
  );
  await screen.findByRole('button', { name: /^Снять: / }, { timeout: 30_000 });
  // The bar stands below everything else.
  await userEvent.click(screen.getAllByRole('button', { name: 'Ещё' }).at(-1)!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Напечатать' }));
  expect((await screen.findAllByRole('status')).map((one) => one.textContent)).toContain(
    `Переоформление № ${card.id}, гараж ${garage.section} ${garage.number}`,
  );
});
