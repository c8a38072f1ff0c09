// A plain field of a garage needs no screen of its own: the card tells it, the editor has it.
import { cleanup, render, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { garageFields } from '../../contract/fields/garages.ts';
import { garages } from '../../contract/garages.ts';
import { plainFields, valueText, type Field } from '../../contract/kernel/fields.ts';
import GarageEdit from '../../resources/garages/GarageEdit.tsx';
import GarageShow from '../../resources/garages/GarageShow.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

const plain = plainFields(garageFields);
/** A value that no other field has. */
const typed = (field: Field, nth: number) => (field.kind === 'date' ? `2001-02-0${nth + 1}` : `Слово ${nth}`);

let t: TestApp;
let wire: Wire;
let id: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  const chief = await as(t, { mo: w.mo });
  const garage = await newGarage(chief, w.po);
  ({ id } = garage);
  const { section, number, version } = garage;
  const values = Object.fromEntries(plain.map(([key, field], nth) => [key, typed(field, nth)]));
  const body = { section, number, type: { value: 1 }, version, ...values };
  expect((await chief.call(garages.update, { params: { id }, body: body as never })).status).toBe(200);
  wire.enter(chief);
});
afterAll(() => t.close());
afterEach(cleanup);

const open = (page: ReactNode) =>
  render(
    <Console at={`/garage/${id}`}>
      <ResourceContextProvider value="garages">
        <Routes>
          <Route path="/garage/:id" element={page} />
        </Routes>
      </ResourceContextProvider>
    </Console>,
  );

it('the card tells every plain field', async () => {
  open(<GarageShow />);
  await screen.findByRole('tab', { selected: true });
  const told = document.body.textContent;
  expect(
    plain.filter(([, field], nth) => !told.includes(valueText(field, typed(field, nth)))).map(([key]) => key),
  ).toEqual([]);
});

it('the editor has an input for every plain field', async () => {
  open(<GarageEdit />);
  for (const [nth, [key, field]] of plain.entries()) {
    const input = (await screen.findAllByLabelText(new RegExp(`^${field.label}`)))[0] as HTMLInputElement;
    expect([key, input.value]).toEqual([key, valueText(field, typed(field, nth))]);
  }
});
