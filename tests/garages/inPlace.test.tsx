// A phone and a ПИБ paper changed where they are read: what is hidden stays, what was changed is on record, a stale card is refused.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { ArchiveDialog } from '../../resources/garages/ArchiveDialog.tsx';
import { archiveTitle } from '../../resources/garages/GarageLinks.tsx';
import { OwnersBox } from '../../resources/garages/OwnersBox.tsx';
import { PibDialog } from '../../resources/garages/PibDialog.tsx';
import { PhoneLine } from '../../resources/profiles/PhoneLine.tsx';
import { Toasts } from '../../src/shell/Toasts.tsx';
import { tellTime } from '../../widgets/today.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let mo: Caller;
let keeper: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  keeper = await as(t, { po: w.po });
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());
afterEach(cleanup);

const show = (page: ReactNode) => render(<Console queryClient={new QueryClient()}>{page}</Console>);

it('a phone is changed from its line: shown first, the address and the e-mail stay', async () => {
  const user = userEvent.setup();
  const person = await newPerson(mo, w.po, {
    phoneNumberList: ['+79217776501'],
    email: 'ivan@example.ru',
    registrationAddress: '190000, г Санкт-Петербург, ул Примерная, д 5',
  });
  wire.enter(keeper);
  show(<PhoneLine profileId={person.id} masked={person.phones_masked.join(', ')} />);
  await user.click(screen.getByRole('button', { name: 'Изменить телефоны' }));
  const box = await screen.findByRole('textbox', { name: 'Основной телефон' });
  expect((box as HTMLInputElement).value).toContain('777-65-01');
  expect(document.activeElement).toBe(box);
  await user.clear(box);
  await user.type(box, '9217776599');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const kept = await t.deps.db
    .selectFrom('profile')
    .where('id', '=', person.id)
    .select(['phones', 'email', 'registration_address'])
    .executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ phones: ['+79217776599'], email: 'ivan@example.ru' });
  expect(kept.registration_address).toContain('д 5');
});

it('a garage lies in the archive since the day of its place, not of Greenwich', () => {
  tellTime(() => ({ now: new Date('2026-11-25T09:00:00Z'), zone: 'Asia/Vladivostok' }));
  const card = { archivedAt: '2026-11-20T22:30:00Z', archiveReason: 'split' } as GarageCard;
  expect(archiveTitle(card)).toBe('Гараж в архиве с 21.11.2026: разделён');
  tellTime(() => ({ now: new Date() }));
});

it('who may not write has no button', () => {
  wire.enter(keeper);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show(<PhoneLine profileId={1} masked="+7 *** ***-65-01" />);
  expect(screen.getByRole('button', { name: 'Изменить телефоны' })).toBeTruthy();
  cleanup();
  return as(t, { po: w.po, capabilities: [] }).then((reader) => {
    wire.enter(reader);
    show(<PhoneLine profileId={1} masked="+7 *** ***-65-01" />);
    expect(screen.queryByRole('button', { name: 'Изменить телефоны' })).toBeNull();
  });
});

it('the ПИБ paper is changed on the card; a card that was changed meanwhile is refused in words', async () => {
  const user = userEvent.setup();
  const { id } = await newGarage(mo, w.po, { number: '7' });
  const card = (await keeper.call(garages.one, { params: { id } })).body;
  wire.enter(keeper);
  const closed = vi.fn();
  show(<PibDialog garage={card} onClose={closed} />);
  await user.type(await screen.findByRole('textbox', { name: 'Номер' }), 'ПИБ-12/7');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect((await keeper.call(garages.one, { params: { id } })).body).toMatchObject({
    pibNumber: 'ПИБ-12/7',
    number: '7',
  });
  cleanup();
  const later = vi.fn();
  show(<PibDialog garage={card} onClose={later} />);
  await user.type(await screen.findByRole('textbox', { name: 'Номер' }), 'другой');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(/изменил|Обновите/)).toBeTruthy();
  expect(later).not.toHaveBeenCalled();
});

it('a merger asks for the garage that stays and refuses without it', async () => {
  const user = userEvent.setup();
  const [old, kept] = [await newGarage(mo, w.po, { number: '871' }), await newGarage(mo, w.po, { number: '872' })];
  wire.enter(keeper);
  show(<ArchiveDialog garage={old} onClose={() => undefined} />);
  expect(screen.queryByRole('combobox', { name: /объединён/ })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: /Причина/ }));
  await user.click(await screen.findByRole('option', { name: 'Объединён' }));
  await user.click(screen.getByRole('button', { name: 'В архив' }));
  expect(await screen.findByText(/Выберите гараж, с которым он объединён/)).toBeDefined();
  await user.type(screen.getByRole('combobox', { name: /С каким гаражом объединён/ }), '872');
  await user.click(await screen.findByRole('option', { name: /872/ }));
  await user.click(screen.getByRole('button', { name: 'В архив' }));
  await waitFor(async () => {
    const { body } = await mo.call(garages.one, { params: { id: old.id } });
    expect([body.isActive, body.became.map((one: { id: number }) => one.id)]).toEqual([false, [kept.id]]);
  });
});

it('money that is left is asked about where it can be answered, a former owner’s advance too', async () => {
  const user = userEvent.setup();
  const [owing, left] = [await newGarage(mo, w.po), await newGarage(mo, w.po)];
  const seller = await newPerson(mo, w.po);
  await postLines(t, w, [
    chargeLine(owing.id, '2026-01-01', 500),
    paymentLine(left.id, '2026-01-01', 700, { debtor_id: seller.id }),
  ]);
  wire.enter(keeper);
  for (const { id } of [owing, left]) {
    const { body } = await keeper.call(garages.one, { params: { id } });
    show(<ArchiveDialog garage={body} onClose={() => undefined} />);
    const press = () => user.click(screen.getByRole('button', { name: 'В архив' }));
    await press();
    expect(await screen.findByText('Остаток не нулевой: напишите, что с ним будет')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /перевести всё равно/ }));
    await user.type(screen.getByRole('textbox', { name: /Комментарий/ }), 'Взыскано');
    await press();
    await waitFor(async () => expect((await mo.call(garages.one, { params: { id } })).body.isActive).toBe(false));
    cleanup();
  }
});

it('who may not get the receipts now is refused aloud', async () => {
  const user = userEvent.setup();
  const [first, second] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  const owners = [{ profileId: first.id, isPrimary: true }, { profileId: second.id }];
  const { id } = await newGarage(mo, w.po, { alreadyExistProfile: owners, ownedSince: '2020-01-01' });
  await t.deps.db.updateTable('garage').set({ locked_by_reregistration: 77 }).where('id', '=', id).execute();
  const { body } = await keeper.call(garages.one, { params: { id } });
  wire.enter(keeper);
  show(
    <>
      <OwnersBox garage={body} />
      <Toasts />
    </>,
  );
  await user.click(screen.getByRole('button', { name: `Действия: ${second.full_name}` }));
  await user.click(await screen.findByText('Получает квитанции'));
  expect(await screen.findByText('По гаражу уже идёт переоформление № 77')).toBeTruthy();
});
