// The window of printing over the real application: what does not fit a garage without a debt offers the paper that does; a ticket
// is offered the number of the card.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PrintDocument } from '../../src/shell/modals/PrintDocument.tsx';
import { openModal, useModal, type Modal } from '../../widgets/modals.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { ownedGarage, place, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
let garage: number;
let person: number;
let doubtful: { garage: number; person: number };
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const own = await ownedGarage(at, { ticketNumber: '5512' });
  [garage, person] = [own.garage.id, own.person.id];
  const other = await ownedGarage(at, {
    lastName: 'Воробей',
    firstName: 'Любовь',
    fatherName: 'Петровна',
    passNum: '505050',
  });
  doubtful = { garage: other.garage.id, person: other.person.id };
  // The window takes the day of the machine.
  t.setNow(new Date().toISOString());
  at.po = await as(t, { po: at.w.po });
  wire = wireTo(t);
  wire.enter(at.po);
});
afterAll(() => t.close());
afterEach(cleanup);

function open(about: Extract<Modal, { name: 'print-document' }>['about']) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PrintDocument modal={{ name: 'print-document', about, title: 'Запись' }} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const choose = async (kind: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: /Вид документа/ }));
  await userEvent.click(await screen.findByRole('option', { name: kind }));
};

it('a notice of a debt where none is offers the certificate, which is chosen with one click', async () => {
  open({ garage_id: garage });
  await choose(/Уведомление о задолженности/);
  await userEvent.click(screen.getByRole('button', { name: 'Напечатать' }));
  expect((await screen.findByText(/^Долга нет/)).textContent).toContain('Справку об отсутствии задолженности');
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать «Справка об отсутствии задолженности»' }));
  expect(screen.getByRole('combobox', { name: /Вид документа/ }).textContent).toContain('отсутствии задолженности');
  // What was refused is gone with its words.
  expect(screen.queryByText(/^Долга нет/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Выбрать «/ })).toBeNull();
});

it('a name that the program is not sure of is told of, with the way to its card', async () => {
  open({ garage_id: doubtful.garage });
  await choose(/Справка о членстве/);
  const note = await screen.findByText(/^Проверьте склонение: кому — /);
  const link = within(note).getByRole('link', { name: 'Воробей Любовь Петровна' });
  expect(link.getAttribute('href')).toBe(`/profile_edit/${doubtful.person}`);
  await choose(/Выписка из реестра/);
  expect(screen.queryByText(/Проверьте склонение/)).toBeNull();
});

it('a ticket is offered the number of the card, and the words say where it stands', async () => {
  open({ profile_id: person });
  await choose(/Членский билет/);
  expect((screen.getByRole('textbox', { name: /Номер/ }) as HTMLInputElement).value).toBe('5512');
  expect(screen.getByText('Только цифры. В карточке — 5512')).toBeTruthy();
});

/** The window that stands, as the shell shows it. */
function Standing() {
  const modal = useModal();
  return modal?.name === 'print-document' ? <PrintDocument modal={modal} /> : <i>окна нет</i>;
}
it('the window is forgotten 600 ms after it was closed', async () => {
  openModal({ name: 'print-document', about: { garage_id: garage }, title: 'Гараж' });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Standing />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Отмена' }));
  const left = performance.now();
  expect(screen.queryByText('окна нет')).toBeNull();
  expect(await screen.findByText('окна нет', {}, { timeout: inTime(2000) })).toBeTruthy();
  expect(performance.now() - left).toBeGreaterThan(400);
});
