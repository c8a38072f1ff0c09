// Loads of a place on the card of its ПО: the latest five, the others when they are asked for.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PoImportPanel } from '../../resources/admin/imports/PoImportPanel.tsx';
import { uploadRegistry } from '../../contract/imports.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { send } from './kit.ts';

/** More than twenty: none of them is forgotten. */
const LOADS = 23;
let t: TestApp;
let w: World;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  const head = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  for (let nth = 1; nth <= LOADS; nth += 1) {
    const book = Buffer.from(`Ряд;Номер;ФИО\nА;${nth};Петров Иван\n`);
    expect((await send(t, head, uploadRegistry, { po: w.po }, `Книга ${nth}.csv`, book)).status).toBe(200);
  }
  wire.enter(head);
});
afterAll(() => t.close());

it('shows the latest, says how many more there are and shows them all', async () => {
  render(
    <Console>
      <PoImportPanel poId={w.po} />
    </Console>,
  );
  await screen.findByText(`Книга ${LOADS}.csv`);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(
    [0, 1, 2, 3, 4].map((back) => `Книга ${LOADS - back}.csv`),
  );
  await userEvent.setup().click(screen.getByRole('button', { name: `Показать ещё ${LOADS - 5}` }));
  expect(screen.getAllByRole('link')).toHaveLength(LOADS);
  expect(screen.queryByRole('button', { name: /^Показать ещё/ })).toBeNull();
});
