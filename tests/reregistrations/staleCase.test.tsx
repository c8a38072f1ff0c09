// Two people on one case: the later one is shown what he did and what changed meanwhile, in the wizard and on the card.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { CorrectionDialog } from '../../resources/reregistrations/CorrectionDialog.tsx';
import ReregistrationWizard from '../../resources/reregistrations/ReregistrationWizard.tsx';
import { StepDialog } from '../../resources/reregistrations/StepDialog.tsx';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { form, garageNow, inWork, move, ownedGarage, save } from './kit.ts';

/** A busy machine is no fault. */
const PATIENT = { timeout: 30_000 };

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
afterAll(() => t.close());
window.HTMLElement.prototype.scrollIntoView = (() => Promise.resolve()) as unknown as () => void;
afterEach(cleanup);

const person = async () => ({ profileId: (await newPerson(mo, w.po)).id });
const cardOf = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

function openWizard(card: ReregistrationCard) {
  const address = { pathname: `/garage/${card.garage.id}/new_reregistration`, state: { id: card.id } };
  render(
    <QueryClientProvider client={client()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/garage/:id/new_reregistration" element={<ReregistrationWizard />} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const write = async (label: RegExp, text: string) => {
  const box = await screen.findByLabelText(label);
  await userEvent.clear(box);
  await userEvent.type(box, text);
};
/** Cells of the row of a field: what it was, mine, theirs. */
const rowOf = (dialog: HTMLElement, field: string) =>
  within(within(dialog).getByRole('cell', { name: field }).closest('tr')!)
    .getAllByRole('cell')
    .slice(1)
    .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));

it('the wizard shows both sides of each field; what was not touched here stays as the other left it', async () => {
  const garage = await ownedGarage(mo, w.po);
  const body = form(garage.id, 1, { newOwner: [await person()], comment: 'первое' });
  const card = await save(po, { ...body, apply: true } as never);
  wire.enter(mo);
  openWizard(card);
  await write(/Примечание/, 'моё');
  const other = await po.call(reregistrations.update, {
    params: { id: card.id },
    body: { ...body, comment: 'коллеги', garagePrice: 50_000_000, version: card.version },
  });
  expect(other.status, other.text).toBe(200);
  await userEvent.click(screen.getByRole('button', { name: 'Далее: люди' }));
  const dialog = await screen.findByRole('dialog', { name: 'Карточку изменил другой сотрудник' });
  expect(rowOf(dialog, 'Примечание')).toEqual(['первое', 'моё', 'коллеги']);
  expect(rowOf(dialog, 'Цена гаража')).toEqual(['450 000,00 ₽', 'не меняли', '500 000,00 ₽']);
  expect((await cardOf(card.id)).form.comment).toBe('коллеги');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить выбранное' }));
  await expect
    .poll(async () => (await cardOf(card.id)).form, PATIENT)
    .toMatchObject({ comment: 'моё', garagePrice: 50_000_000 });
});

it('a draft that is saved by itself tells of the other tab too, and of a garage that changed, until it was looked at', async () => {
  const garage = await ownedGarage(mo, w.po);
  const body = form(garage.id, 1, { newOwner: [await person()], comment: 'первое' });
  const draft = await save(po, body);
  const changed = await mo.call(garages.update, {
    params: { id: garage.id },
    body: {
      section: garage.section,
      number: garage.number,
      type: { value: 2 },
      version: garage.version,
      owners: garage.owners.map(({ id, share, is_primary }) => ({ id, share, isPrimary: is_primary })),
    },
  });
  expect(changed.status, changed.text).toBe(200);
  wire.enter(po);
  openWizard(draft);
  expect(await screen.findByText(/Гараж изменился с тех пор, как вы начали черновик: тип Кирпич → /)).toBeTruthy();
  await write(/Примечание/, 'второе');
  // Kept by itself, the draft still says so.
  const kept = async () => (await po.call(reregistrations.one, { params: { id: draft.id } })).body;
  await expect.poll(async () => (await kept()).form.comment, PATIENT).toBe('второе');
  expect((await kept()).is_out_of_date).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Проверено' }));
  expect(screen.queryByText(/Гараж изменился с тех пор/)).toBeNull();
  const now = await kept();
  const other = await po.call(reregistrations.update, {
    params: { id: draft.id },
    body: { ...body, comment: 'из другой вкладки', version: now.version, garageVersion: now.garage.version },
  });
  expect([other.status, other.body.is_out_of_date]).toEqual([200, false]);
  await write(/Примечание/, 'третье');
  const dialog = await screen.findByRole(
    'dialog',
    { name: 'Карточку изменили вы сами, в другой вкладке' },
    { timeout: 20_000 },
  );
  expect(rowOf(dialog, 'Примечание')).toEqual(['второе', 'третье', 'из другой вкладки']);
  await userEvent.click(within(dialog).getByLabelText('из другой вкладки'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить выбранное' }));
  await expect.poll(async () => (await kept()).form.comment, PATIENT).toBe('из другой вкладки');
  expect((await garageNow(mo, garage.id)).reregistration_id).toBeNull();
});

it('a case that may not be changed any more is only opened, with what happened to it', async () => {
  const garage = await ownedGarage(mo, w.po);
  const card = await save(po, { ...form(garage.id, 1, { newOwner: [await person()] }), apply: true } as never);
  wire.enter(po);
  openWizard(card);
  await write(/Примечание/, 'моё');
  expect((await move(mo, card, 'take')).status).toBe(200);
  await userEvent.click(screen.getByRole('button', { name: 'Далее: люди' }));
  const dialog = await screen.findByRole('dialog', { name: 'Это дело больше не меняют' });
  expect(within(dialog).getByText(/Взято в работу/)).toBeTruthy();
  expect(within(dialog).getByText('В работе')).toBeTruthy();
});

it('a step over a changed case: what was about to be done, what happened, and no second press where it is over', async () => {
  const garage = await ownedGarage(mo, w.po);
  const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
  wire.enter(mo);
  render(
    <QueryClientProvider client={client()}>
      <MemoryRouter>
        <StepDialog card={card} verb="complete" onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const colleague = await as(t, { mo: w.mo });
  expect((await move(colleague, card, 'return', { comment: 'Нет подписи' })).status).toBe(200);
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить' }));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('Вы: Завершить');
  expect(note.textContent).toContain('Возвращено на доработку. Нет подписи');
  expect(note.textContent).toContain('Состояние дела: В работе → На доработке');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Завершить' }).disabled).toBe(true);
});

it('a correction of a completed case keeps what the other corrected in fields that were not touched here', async () => {
  const garage = await ownedGarage(mo, w.po);
  const ready = await inWork(mo, form(garage.id, 1, { newOwner: [await person()], comment: 'первое' }));
  const done: ReregistrationCard = (await move(mo, ready, 'complete')).body;
  wire.enter(mo);
  render(
    <QueryClientProvider client={client()}>
      <MemoryRouter>
        <CorrectionDialog card={done} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await write(/№ дела в архиве/, '12');
  const colleague = await as(t, { mo: w.mo });
  const other = await colleague.call(steps.correctReregistration, {
    params: { id: done.id },
    body: { version: done.version, comment: 'коллеги', garagePrice: 45_000_000 } as never,
  });
  expect(other.status, other.text).toBe(200);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  const dialog = await screen.findByRole('dialog', { name: 'Карточку изменил другой сотрудник' });
  expect(rowOf(dialog, '№ дела в архиве')).toEqual(['—', '12', '—']);
  expect(rowOf(dialog, 'Примечание')).toEqual(['первое', 'не меняли', 'коллеги']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить выбранное' }));
  await expect
    .poll(async () => await cardOf(done.id), PATIENT)
    .toMatchObject({ archive_no: '12', form: { comment: 'коллеги' } });
});
