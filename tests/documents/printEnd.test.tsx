// The end of printing: what asks nothing is printed at once, the file has its name, what can be done with it is offered, the window goes.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { generateDocument } from '../../contract/documents.ts';
import { PrintDocument } from '../../src/shell/modals/PrintDocument.tsx';
import { Toasts } from '../../src/shell/Toasts.tsx';
import { openModal, useModal } from '../../widgets/modals.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { ownedGarage, place } from './kit.ts';

const asked: unknown[] = [];
const saved: string[] = [];
// Bytes of a file do not pass between the application and the page of a test.
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  download: async (endpoint: unknown, { body }: { body: unknown }) => {
    asked.push([endpoint, body]);
    return { name: 'Согласие 1123-10-1-26.pdf', blob: new Blob(), record: 5 };
  },
  saveFile: ({ name }: { name: string }) => saved.push(name),
}));

let t: TestApp;
let wire: Wire;
let person: number;
beforeAll(async () => {
  t = await testApp();
  const at = await place(t);
  person = (await ownedGarage(at)).person.id;
  wire = wireTo(t);
  wire.enter(at.po);
});
afterAll(async () => {
  wire.cut();
  await t.close();
});
afterEach(cleanup);

/** The window that stands, as the shell shows it, and the messages. */
function Standing() {
  const modal = useModal();
  return (
    <>
      {modal?.name === 'print-document' ? <PrintDocument modal={modal} /> : <i>окна нет</i>}
      <Toasts />
    </>
  );
}

it('is saved under its name, shown and sent to the printer; the window is forgotten 600 ms after it left', async () => {
  openModal({ name: 'print-document', about: { profile_id: person }, title: 'Человек', types: [10], consent: 'ads' });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Standing />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const sooner = { timeout: inTime(5000), interval: 10 };
  await screen.findByText('Документ напечатан, файл сохранён: Согласие 1123-10-1-26.pdf', {}, sooner);
  const left = performance.now();
  // Pressed by nobody, asked once.
  expect(asked).toEqual([[generateDocument, expect.objectContaining({ document_type_id: 10, profile_id: person })]]);
  expect(saved).toEqual(['Согласие 1123-10-1-26.pdf']);
  for (const name of ['Показать', 'Печать']) expect(screen.getByRole('button', { name, hidden: true })).toBeTruthy();
  expect(screen.queryByText('окна нет')).toBeNull();
  await screen.findByText('окна нет', {}, sooner);
  expect(performance.now() - left).toBeGreaterThan(400);
});
