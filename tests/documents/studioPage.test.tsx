// The page of the studio: an unknown variable holds a text back and is named, a version is compared and comes back, a text takes effect.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { documentKinds, type DocumentKindRow } from '../../contract/documents/kinds.ts';
import { enactTemplate, saveTemplate, templateStudio, type Studio } from '../../contract/documents/studio.ts';
import { TemplateStudio } from '../../resources/admin/documentTypes/TemplateStudio.tsx';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { ownedGarage, place } from './kit.ts';

// jsdom lays nothing out; the editor asks where the cursor stands.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const slow = { timeout: inTime(20_000) };
const KIND = 1;
let t: TestApp;
let wire: Wire;
let root: Caller;
let kind: DocumentKindRow;
beforeAll(async () => {
  t = await testApp();
  const at = await place(t);
  await ownedGarage(at);
  root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
  const { body } = await root.call(documentKinds.list, { query: { range: [0, 49] } });
  kind = body.find(({ id }: DocumentKindRow) => id === KIND);
  wire = wireTo(t);
  wire.enter(root);
});
afterAll(() => t.close());
afterEach(cleanup);

const params = { id: KIND };
const save = async (words: string, version: number | null): Promise<Studio> =>
  (await root.call(saveTemplate, { params, body: { region: null, body: richLines(words), version } })).body;
const kept = async (): Promise<Studio> => (await root.call(templateStudio, { params })).body;
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name }, slow);

it('a variable that there is none holds the text back; the text in force is compared and comes back', async () => {
  const first = await save('Выдана {ФИОкому} для суда', null);
  await root.call(enactTemplate, { params, body: { region: null, version: first.draft!.version } });
  await save('Выдана {Погода} для банка', null);
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TemplateStudio kind={kind} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText('Неизвестных переменных: 1', {}, slow)).toBeTruthy();
  expect((await button('Ввести в действие')).disabled).toBe(true);
  const versions = within(screen.getByRole('list', { name: 'Версии текста' }));
  expect(versions.getAllByRole('button').map((one) => one.dataset.state)).toEqual(['draft', 'in_force', 'past']);
  await userEvent.click(await button('Сравнить с действующей'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сравнение с версией 1' }, slow));
  await waitFor(() => expect(dialog.getByText(/банка/).tagName).toBe('INS'), slow);
  expect(dialog.getByText(/суда/).tagName).toBe('DEL');
  await userEvent.click(dialog.getByRole('button', { name: 'Вернуть версию 1 в черновик' }));
  await waitFor(async () => expect((await kept()).body).toEqual(richLines('Выдана {ФИОкому} для суда')), slow);
  await waitFor(() => expect(screen.queryByText('Неизвестных переменных: 1')).toBeNull(), slow);
  await userEvent.click(await button('Ввести в действие'));
  await waitFor(async () => expect((await kept()).draft).toBeNull(), slow);
});
