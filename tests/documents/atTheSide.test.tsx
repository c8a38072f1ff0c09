// The last papers of a record stand at the side of its card and all of them in its tab: a person, a charge, a payment.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cancelDocument, generateDocument, type PrintRequest } from '../../contract/documents.ts';
import { savedViews } from '../../contract/habits.ts';
import ContributionShow from '../../resources/contributions/ContributionShow.tsx';
import DocumentList from '../../resources/documents/DocumentList.tsx';
import OperationShow from '../../resources/payments/OperationShow.tsx';
import ProfileShow from '../../resources/profiles/ProfileShow.tsx';
import { testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { windowOf } from '../kit/window.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { charge, day, ownedGarage, pay, place, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
let person: number;
let charged: number;
let paid: number;
let line: number;
const one = { start_date: day, end_date: day };

/** A row of the journal; its pages are not looked at here, where the window has bytes of its own kind. */
async function print(body: PrintRequest): Promise<number> {
  const { text } = await at.po.call(generateDocument, { body });
  const row = await t.deps.db.selectFrom('document').orderBy('id', 'desc').select(['id', 'type_id']).executeTakeFirst();
  if (row?.type_id !== body.document_type_id) throw new Error(text);
  return row.id;
}

beforeAll(async () => {
  t = await testApp();
  t.deps.pdf.render = () => Promise.resolve(new TextEncoder().encode('%PDF-1.7'));
  at = await place(t);
  const own = await ownedGarage(at);
  person = own.person.id;
  charged = await charge(at, own.garage.id, 450_000);
  for (let nth = 0; nth < 4; nth += 1) await print({ document_type_id: 6, contribution_id: charged });
  paid = await pay(at, own.garage.id, 450_000);
  await print({ document_type_id: 7, contribution_id: paid, number: '15', ...one });
  const { id } = await t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', paid)
    .select('id')
    .executeTakeFirstOrThrow();
  line = id;
  const ticket = await print({ document_type_id: 15, profile_id: person, number: '5512', ...one });
  await at.po.call(cancelDocument, { params: { id: ticket }, body: { reason: 'Опечатка' } });
  await print({ document_type_id: 10, profile_id: person });
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(who: Caller, address: string, path: string, page: ReactNode) {
  wire.enter(who);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at={address} queryClient={queryClient}>
      <Routes>
        <Route path={path} element={page} />
      </Routes>
    </Console>,
  );
}
const side = () => screen.findByRole('region', { name: 'Последние документы' });
const all = async () => within(await screen.findByRole('region', { name: 'Напечатанные документы' }));

it('of a person: three at the side, the cancelled one said so, all in «Гаражи и документы»', async () => {
  open(at.po, `/profile/${person}`, '/profile/:id', <ProfileShow />);
  const last = within(await side());
  // Receipts and the order are about him too: the garage and the money are his.
  expect((await last.findAllByRole('link')).map((link) => link.textContent)).toEqual([
    'Согласие на обработку персональных данных',
    'Членский билет (вкладыш)',
    'ПКО КО-1 с квитанцией',
    'Все документы: 7',
  ]);
  expect(last.getByText('Аннулирован')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /^Гаражи и документы\s*7$/ }));
  expect((await all()).getAllByRole('link')).toHaveLength(7);
});

it('who may not read personal data sees the row and why the paper is closed to him', async () => {
  open(at.reader, `/profile/${person}?tab=2`, '/profile/:id', <ProfileShow />);
  const consent = (await all()).getByRole('link', { name: /Согласие на обработку/ });
  expect(consent.textContent).toMatch(/Ведение реестра/);
  const receipt = (await all()).getAllByRole('link', { name: /Квитанция/ })[0]!;
  expect(receipt.textContent).not.toMatch(/Ведение реестра/);
});

it('of a charge: three at the side, four in the tab «Документы»', async () => {
  open(at.po, `/contribution/${charged}`, '/contribution/:id', <ContributionShow />);
  const last = within(await side());
  expect(await last.findAllByRole('link', { name: /Квитанция/ })).toHaveLength(3);
  await userEvent.click(screen.getByRole('tab', { name: /^Документы\s*4$/ }));
  expect((await all()).getAllByRole('link')).toHaveLength(4);
  expect(screen.queryByRole('region', { name: 'Строки документа' })).toBeNull();
});

it('of a payment: its order at the side and in the tab', async () => {
  open(at.po, `/balance_operation/${line}?tab=documents`, '/balance_operation/:id', <OperationShow />);
  const last = within(await side());
  expect((await last.findAllByRole('link')).map((link) => link.textContent)).toEqual(['ПКО КО-1 с квитанцией']);
  expect((await all()).getByRole('link').textContent).toContain('№ 15');
});

it('the document of a payment offers to print it', async () => {
  open(at.po, `/contribution/${paid}`, '/contribution/:id', <ContributionShow />);
  await side();
  expect(screen.getByRole('button', { name: 'Напечатать' })).toBeTruthy();
});

it('a reason typed beside the journal stays when the window gets too narrow for the sheet', async () => {
  const resize = windowOf(1366);
  // The window of a test shows no pages of a paper.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:paper', revokeObjectURL: () => {} }));
  const id = await print({ document_type_id: 10, profile_id: person });
  const { number } = await t.deps.db
    .selectFrom('document')
    .where('id', '=', id)
    .select('number')
    .executeTakeFirstOrThrow();
  open(at.po, '/documents', '/documents', <DocumentList />);
  await userEvent.click(await screen.findByText(number!));
  const sheet = await screen.findByRole('complementary', { name: 'Выбранный документ' });
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Аннулировать' }));
  const box = () => within(screen.getByRole('dialog', { name: `Аннулировать документ № ${number}?` }));
  await userEvent.type(await screen.findByLabelText(/Причина/), 'Опечатка в номере');
  for (const px of [800, 390, 1366]) {
    resize(px);
    expect(screen.queryByRole('complementary', { name: 'Выбранный документ', hidden: true }) !== null).toBe(
      px === 1366,
    );
    expect(box().getByLabelText<HTMLInputElement>(/Причина/).value).toBe('Опечатка в номере');
  }
  await userEvent.click(box().getByRole('button', { name: 'Аннулировать' }));
  const state = () => t.deps.db.selectFrom('document').where('id', '=', id).select('state').executeTakeFirstOrThrow();
  await expect.poll(async () => (await state()).state).toBe('cancelled');
});

it('the journal keeps views by its own name', async () => {
  const { number } = await t.deps.db
    .selectFrom('document')
    .where('profile_id', '=', person)
    .orderBy('id', 'desc')
    .select('number')
    .executeTakeFirstOrThrow();
  open(at.po, '/documents', '/documents', <DocumentList />);
  // The rows come before a name is typed: a table in the place of its shadow takes the focus away.
  await screen.findByText(number!);
  await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
  await userEvent.type(await screen.findByLabelText(/Сохранить этот вид как/), 'Мои бумаги');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  const kept = async () => (await at.po.call(savedViews, { params: { resource: 'documents' } })).body.data;
  await expect.poll(async () => (await kept()).map((view: { name: string }) => view.name)).toEqual(['Мои бумаги']);
});
