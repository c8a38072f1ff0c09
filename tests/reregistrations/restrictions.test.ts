// A restriction of a garage is told wherever the garage is looked at: card, list, search, extract of the register; gone once lifted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { addRestriction, liftRestriction } from '../../contract/reregistrations/tariffs.ts';
import { globalSearch } from '../../contract/search.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { day, ownedGarage, place, print, textOf, type Place } from '../documents/kit.ts';

let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
});
afterAll(() => t.close());

it('arrest and pledge are told in the list, in the search and in the extract; what has run out or was lifted is not', async () => {
  const { garage } = await ownedGarage(at);
  const add = async (kind: string, ground: string, since: string, until?: string) => {
    const added = await at.mo.call(addRestriction, {
      params: { id: garage.id },
      body: { kind: kind as 'arrest', ground, since, ...(until ? { until } : {}) },
    });
    expect(added.status, added.text).toBe(200);
    return (added.body.data as { id: number; ground: string }[]).find((one) => one.ground === ground)!.id;
  };
  const arrest = await add('arrest', 'Определение суда № 5', '2026-02-01');
  await add('pledge', 'Договор залога 7', '2026-01-10', '2027-01-10');
  await add('dispute', 'Спор кончился', '2025-01-10', '2025-06-10');
  const told = async () => {
    const list = await at.mo.call(garages.list, { query: { filter: JSON.stringify({ id: [garage.id] }) } as never });
    const found = await at.mo.call(globalSearch, { query: { q: garage.account_no } });
    const paper = await print(t, at.po, { document_type_id: 4, garage_id: garage.id, start_date: day, end_date: day });
    const [, words] = /Ограничения \(арест, залог, спор и другие\): (.*?)\. (?:Площадь|Сведения)/.exec(
      await textOf(paper.bytes),
    )!;
    return {
      list: (list.body as { restrictions: string[] }[])[0]!.restrictions,
      search: found.body.garages.items[0].restrictions as string[],
      paper: words,
    };
  };
  expect(await told()).toEqual({
    list: ['arrest', 'pledge'],
    search: ['arrest', 'pledge'],
    paper: 'залог (Договор залога 7) с 10.01.2026 по 10.01.2027; арест (Определение суда № 5) с 01.02.2026',
  });
  const lifted = await at.mo.call(liftRestriction, {
    params: { id: arrest },
    body: { ground: 'Определение отменено' },
  });
  expect(lifted.status, lifted.text).toBe(200);
  expect(await told()).toMatchObject({
    list: ['pledge'],
    search: ['pledge'],
    paper: expect.not.stringContaining('арест'),
  });
});
