// People on screen: what all and the ticked ones owe stands at the foot; a suspended member and Latin letters catch the eye.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { addConsent, profiles } from '../../contract/profiles.ts';
import { emptyPick, personBody } from '../../resources/profiles/PersonPicker.tsx';
import ProfileEdit from '../../resources/profiles/ProfileEdit.tsx';
import ProfileList from '../../resources/profiles/ProfileList.tsx';
import ProfileShow from '../../resources/profiles/ProfileShow.tsx';
import { charge, place, type Place } from '../documents/kit.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
let suspended: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const owing = async (lastName: string, kopecks: number) => {
    const { id } = await newPerson(at.mo, at.w.po, { lastName });
    const garage = await newGarage(at.mo, at.w.po, {
      alreadyExistProfile: [{ profileId: id, isPrimary: true }],
      ownedSince: '2020-01-01',
    });
    await charge(at, garage.id, kopecks);
  };
  await owing('Орлов', 100_000);
  await owing('Сизов', 20_000);
  const member = await newPerson(at.mo, at.w.po, {
    lastName: 'Cорокин',
    isVOAMember: true,
    voaEntryDate: '2017-10-15',
    statusVoa: { id: 4 },
  });
  suspended = member.id;
  wire = wireTo(t);
  wire.enter(at.po);
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(address: string, page: ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at={address} queryClient={queryClient}>
      <Routes>
        <Route path="/profiles" element={page} />
        <Route path="/profile/:id" element={page} />
        <Route path="/profile_edit/:id" element={page} />
      </Routes>
    </Console>,
  );
}

it('the list says what its people owe, the selection what the ticked ones owe', async () => {
  open('/profiles', <ProfileList />);
  await screen.findByText(/^Орлов/);
  await waitFor(() => expect(document.body.textContent).toMatch(/Долг по гаражам 1.200,00.₽ у 2.гаражей/));
  const row = screen.getByText(/^Сизов/).closest('tr')!;
  await userEvent.click(within(row).getByRole('checkbox'));
  await waitFor(() => expect(document.body.textContent).toMatch(/Долг по их гаражам 200,00.₽ у 1.гаража/));
});

it('a suspended member wears no colour of success; a Latin letter in the name is named', async () => {
  open(`/profile/${suspended}`, <ProfileShow />);
  const head = await screen.findByRole('heading', { level: 1 });
  const chip = within(head).getByText('Членство приостановлено').parentElement!;
  expect(chip.className).toMatch(/waiting/);
  expect(chip.className).not.toMatch(/done/);
  expect(within(head).getByText(/латинские буквы: C$/)).toBeTruthy();
});

it('a card whose data were destroyed offers nothing to write', async () => {
  const { id } = await newPerson(at.mo, at.w.po);
  await t.deps.db.updateTable('profile').set({ is_anonymised: true }).where('id', '=', id).execute();
  open(`/profile/${id}`, <ProfileShow />);
  expect(await screen.findByText('данные уничтожены')).toBeTruthy();
  expect(await screen.findByText('Согласия')).toBeTruthy();
  for (const word of ['Изменить', 'Подтвердить', 'Записать', 'Записать требование'])
    expect([word, screen.queryAllByText(word).length]).toEqual([word, 0]);
  expect(screen.queryByText(/Нет согласия/)).toBeNull();
});

it('a consent that is in force already is refused at its kind, another one is written', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
  const { id } = await newPerson(at.mo, at.w.po);
  await at.mo.call(addConsent, { params: { id }, body: { kind: 'pd_processing', signedAt: '2026-01-01' } });
  open(`/profile/${id}`, <ProfileShow />);
  await userEvent.click(await screen.findByRole('button', { name: 'Записать' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Записать' }));
  expect(await dialog.findByText('Такое согласие уже действует')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: /Вид согласия/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'СМС-оповещения' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Записать' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const kinds = await t.deps.db.selectFrom('consent').where('profile_id', '=', id).select('kind').execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['pd_processing', 'sms_info']);
});

it('a demand stands on the card: what holds the data, the day on which they go, nothing when it is taken back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
  const owner = await newPerson(at.mo, at.w.po, { lastName: 'Требовалов' });
  await newGarage(at.mo, at.w.po, { alreadyExistProfile: [{ profileId: owner.id }], ownedSince: '2020-01-01' });
  open(`/profile/${owner.id}`, <ProfileShow />);
  await userEvent.click(await screen.findByRole('button', { name: 'Записать требование' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Владеет гаражом/)).toBeTruthy();
  expect(dialog.getByText(/Срок: 30.дней, до 20\.12\.2026/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Записать требование' }));
  expect(await dialog.findByText('Заполните поле')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/Основание/), 'Заявление');
  await userEvent.click(dialog.getByRole('button', { name: 'Записать требование' }));
  expect(await screen.findByText('Обработка ограничена с 20.11.2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Отменить требование' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByLabelText(/Причина/), 'Передумал');
  await userEvent.click(question.getByRole('button', { name: 'Отменить требование' }));
  await waitFor(() => expect(screen.queryByText(/Обработка ограничена/)).toBeNull());
});

it('the editor leaves what is hidden empty: nothing masked is taken for a new value', async () => {
  const { id } = await newPerson(at.mo, at.w.po, {
    registrationAddress: 'г. Тверь, ул. Мира, д. 5',
    email: 'hidden@example.ru',
  });
  open(`/profile_edit/${id}`, <ProfileEdit />);
  const address = await screen.findByLabelText<HTMLInputElement>('Адрес регистрации');
  expect([address.value, screen.getByLabelText<HTMLInputElement>('E-mail').value]).toEqual(['', '']);
  expect(screen.queryByText('Не сохранено')).toBeNull();
});

it('the editor shows what the program would print of the name; what is written instead stands on the card', async () => {
  const { id } = await newPerson(at.mo, at.w.po, { lastName: 'Воробей', firstName: 'Любовь', fatherName: 'Петровна' });
  open(`/profile_edit/${id}`, <ProfileEdit />);
  const dative = await screen.findByLabelText<HTMLInputElement>('ФИО в дательном падеже');
  await waitFor(() => expect(dative.placeholder).toMatch(/^Вороб.+ Любови Петровне$/));
  expect(screen.getByText(/^Программа не уверена/)).toBeTruthy();
  await userEvent.type(dative, 'Воробей Любови Петровне');
  await userEvent.click(screen.getByRole('button', { name: /^Сохранить/ }));
  await waitFor(async () => {
    const { body } = await at.po.call(profiles.one, { params: { id } });
    expect(body.nameDative).toBe('Воробей Любови Петровне');
  });
});

it('a child without a representative says so; who is typed gets a card and stands there, refusals at their boxes', async () => {
  const { id } = await newPerson(at.mo, at.w.po, {
    birthday: '2015-01-01',
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
  });
  open(`/profile/${id}`, <ProfileShow />);
  expect(await screen.findByText(/Не указан: писать некому/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Указать' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/Считаются согласия самого представителя/).textContent).toContain('Они записаны');
  await userEvent.click(question.getByLabelText('Внести нового'));
  const save = () => userEvent.click(question.getByRole('button', { name: 'Сохранить' }));
  await save();
  expect(await question.findByText(/Напишите фамилию и имя представителя/)).toBeTruthy();
  await userEvent.type(question.getByLabelText(/ФИО представителя/), 'Петрова Анна');
  await save();
  expect(await question.findByText('Укажите телефон или e-mail: писать будут ему')).toBeTruthy();
  // The phone has the mask of all phones; a half of one is refused.
  await userEvent.type(question.getByLabelText(/Телефон представителя/), '921555');
  await userEvent.tab();
  expect(question.getByLabelText<HTMLInputElement>(/Телефон представителя/).value).toBe('+7 921 555-__-__');
  await save();
  await waitFor(() => expect(question.queryByText(/Укажите телефон или e-mail/)).toBeNull());
  expect(question.getByText('Введите телефон полностью: +7 ___ ___-__-__')).toBeTruthy();
  await userEvent.type(question.getByLabelText(/Телефон представителя/), '0102');
  await userEvent.type(question.getByLabelText(/E-mail представителя/), 'anna');
  await save();
  expect(await question.findByText('Неверный адрес e-mail')).toBeTruthy();
  await userEvent.type(question.getByLabelText(/E-mail представителя/), '@example.ru');
  await userEvent.click(question.getByLabelText('Согласие на СМС подписано'));
  await save();
  expect(await question.findByText('Укажите, когда подписано согласие')).toBeTruthy();
  await userEvent.type(question.getByLabelText(/Когда подписано/), '10.01.2026');
  await save();
  expect(await screen.findByRole('link', { name: 'Петрова Анна' })).toBeTruthy();
  expect(screen.getByText(/\*\*-01-02/)).toBeTruthy();
  expect(screen.getByText(/a\*\*\*@example.ru/)).toBeTruthy();
  expect(screen.queryByText(/СМС не уйдут/)).toBeNull();
  expect(screen.getByText(/Письма не уйдут: нет его согласия/)).toBeTruthy();
});

it('who was looked for and not found stands in the form of a new representative', async () => {
  const { id } = await newPerson(at.mo, at.w.po, {
    birthday: '2015-01-01',
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
  });
  open(`/profile/${id}`, <ProfileShow />);
  await userEvent.click(await screen.findByRole('button', { name: 'Указать' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByRole('combobox'), 'Нездешняя Вера');
  expect(await screen.findByText('Такого в базе нет: выберите «Внести нового»')).toBeTruthy();
  await userEvent.click(question.getByLabelText('Внести нового'));
  expect(question.getByLabelText<HTMLInputElement>(/ФИО представителя/).value).toBe('Нездешняя Вера');
});

it('an organisation is corrected by its own fields: a name and an ИНН, no passport, privilege or membership', async () => {
  const { body: firm } = await at.mo.call(profiles.create, {
    body: { kind: 'organisation', lastName: 'ООО «Старт»', inn: '7707083893', isVOAMember: false, po: at.w.po },
  });
  open(`/profile/${firm.id}`, <ProfileShow />);
  await screen.findByText('7707083893');
  expect(screen.getByText('Юридический адрес')).toBeTruthy();
  expect(['Льгота', 'Член ВОА', 'Статус ВОА'].flatMap((name) => screen.queryAllByText(name))).toEqual([]);
  cleanup();
  open(`/profile_edit/${firm.id}`, <ProfileEdit />);
  const inn = await screen.findByLabelText(/ИНН/);
  for (const field of ['Фамилия', 'Отчество', 'Дата рождения', 'Серия паспорта', 'Льгота', 'Член ВОА'])
    expect(screen.queryByLabelText(new RegExp(`^${field}`)), field).toBeNull();
  await userEvent.clear(inn);
  await userEvent.type(inn, '7707083894');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect((await screen.findAllByText('Проверьте ИНН: контрольная цифра не сходится')).length).toBeGreaterThan(0);
  await userEvent.clear(inn);
  await userEvent.type(inn, '7801234564');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(async () =>
    expect((await at.mo.call(profiles.one, { params: { id: firm.id } })).body.inn).toBe('7801234564'),
  );
});

it('a suggestion that is chosen is kept with its ФИАС id; of a new owner it goes while the address is its text', async () => {
  const fias_id = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';
  t.deps.addresses = {
    suggest: () => Promise.resolve([{ value: 'г Тверь, ул Мира, д 5', postal_code: '170000', fias_id }]),
  };
  const { id } = await newPerson(at.mo, at.w.po, { registrationAddress: null });
  open(`/profile_edit/${id}`, <ProfileEdit />);
  const address = await screen.findByLabelText<HTMLInputElement>('Адрес регистрации');
  await userEvent.type(address, 'тверь');
  await userEvent.click(await screen.findByRole('option', { name: /ул Мира/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Сохранить/ }));
  const kept = async () =>
    (await t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow())
      .registration_fias;
  const text = '170000, г Тверь, ул Мира, д 5';
  await waitFor(async () => expect(await kept()).toEqual({ text, fias_id, postal_code: '170000' }));
  t.deps.addresses = null;
  const fias = { text, fias_id, postal_code: '170000' };
  const typed = { ...emptyPick, isNew: true, lastName: 'Новый', fias };
  expect(personBody({ ...typed, address: text }).person).toMatchObject({ registrationFias: fias });
  expect(personBody({ ...typed, address: `${text}, кв 1` }).person).not.toHaveProperty('registrationFias');
});
