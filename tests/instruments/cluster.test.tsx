// A cluster is shown whole and merged card after card into the one that stays.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  mergeCluster,
  mergePairs,
  setDifferent,
  type Cluster,
  type MergePair,
} from '../../contract/instruments/merging.ts';
import MergePage from '../../resources/admin/instruments/MergePage.tsx';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

const PASSWORD = 'Garage-2026';
let t: TestApp;
let w: World;
let wire: Wire;
let admin: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const password_hash = await hashPassword(PASSWORD);
  await t.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', admin.userId).execute();
  wire.enter(admin);
});
afterAll(() => t.close());
afterEach(cleanup);

/** Cards of which each is tied to the next: nobody is tied to all of them. */
async function chain(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await newPerson(mo, w.po, { lastName: 'Цепочкин' })).id);
  await t.deps.db
    .insertInto('merge_candidate')
    .values(
      ids.slice(1).map((id, nth) => ({
        one_id: ids[nth]!,
        other_id: id,
        score: 90 - nth,
        parts: JSON.stringify([{ name: 'ФИО', points: 90 - nth }]),
        found_at: '2026-11-20T09:00:00Z',
      })),
    )
    .execute();
  return ids;
}
const cluster = async (card: number): Promise<Cluster> => (await admin.call(mergeCluster, { query: { card } })).body;
const idsOf = ({ cards }: Cluster) => cards.map(({ id }) => id).sort((one, other) => one - other);

it('all cards that pairs tie together are there from whichever of them; «разные люди» ties nobody', async () => {
  const ids = await chain(4);
  const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: ids[2] }], ownedSince: '2020-01-01' });
  expect(garage.owners).toHaveLength(1);
  for (const id of ids) expect(idsOf(await cluster(id))).toEqual(ids);
  const whole = await cluster(ids[0]!);
  expect(whole.cards[0]).toMatchObject({ id: ids[2], garages: 1, place: 'КАС № 12-3' });
  expect(whole.pairs).toEqual([
    { one: ids[0], other: ids[1], score: 90 },
    { one: ids[1], other: ids[2], score: 89 },
    { one: ids[2], other: ids[3], score: 88 },
  ]);
  const others = async () => {
    const pairs = (await admin.call(mergePairs, { query: {} })).body.data as MergePair[];
    return pairs.flatMap(({ one, others: more }) => (ids.includes(one.id) ? [more] : []));
  };
  expect(await others()).toEqual([1, 2, 1]);
  await admin.call(setDifferent, { body: { one: ids[1]!, other: ids[2]!, isDifferent: true } });
  expect(await others()).toEqual([0, 0]);
  expect(idsOf(await cluster(ids[0]!))).toEqual(ids.slice(0, 2));
  expect(idsOf(await cluster(ids[3]!))).toEqual(ids.slice(2));
});

it('three are merged by two merges in a row, and the first chosen stays', async () => {
  const user = userEvent.setup();
  const [first, second, third] = (await chain(3)) as [number, number, number];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/admin/merge_profiles?cluster=${second}`]}>
        <MergePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Карточки группы' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('radio', { name: `Остаётся карточка ${first}` }));
  const mergeNext = async (link: RegExp) => {
    await user.click(await screen.findByRole('link', { name: link }));
    expect((await screen.findByRole('link', { name: 'группа' })).getAttribute('href')).toBe(
      `/admin/merge_profiles?cluster=${first}`,
    );
    await user.type(await screen.findByLabelText(/пароль/i, { selector: 'input' }), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Объединить карточки' }));
  };
  await mergeNext(new RegExp(`Сравнить ${first} и ${second}: 1 из 2`));
  // The third was tied to the second, which stands for the first now.
  await mergeNext(new RegExp(`Сравнить ${first} и ${third}: 1 из 1`));
  expect(await screen.findByText('В группе больше некого объединять')).toBeTruthy();
  const rows = await t.deps.db
    .selectFrom('profile')
    .where('id', 'in', [first, second, third])
    .orderBy('id')
    .select('merged_into')
    .execute();
  expect(rows.map(({ merged_into }) => merged_into)).toEqual([null, first, first]);
});
