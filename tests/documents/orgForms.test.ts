// Words of papers follow the form of the association: a cooperative is no part of the society, neither in the head nor in what people sign.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';
import { form, save } from '../reregistrations/kit.ts';
import { newPerson } from '../kit/rows.ts';
import { day, ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let person: number;
let found: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const own = await ownedGarage(at);
  [garage, person] = [own.garage.id, own.person.id];
  const newcomer = await newPerson(at.mo, at.w.po, {
    lastName: 'Кузнецов',
    firstName: 'Пётр',
    fatherName: 'Олегович',
    birthday: '1980-03-01',
  });
  found = (await save(at.mo, { ...form(garage, 2, { newOwner: [{ profileId: newcomer.id }] }), apply: true } as never))
    .id;
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
let nth = 100;
async function papers(): Promise<Record<string, string>> {
  const number = () => ({ number: String(++nth), ...one });
  const asked = {
    member: { document_type_id: 1, garage_id: garage },
    allocated: { document_type_id: 5, garage_id: garage, ...number() },
    joining: { document_type_id: 9, reregistration_id: found },
    transfer: { document_type_id: 11, reregistration_id: found },
    minutes: { document_type_id: 13, reregistration_id: found, ...number() },
    card: { document_type_id: 14, garage_id: garage },
    ticket: { document_type_id: 15, profile_id: person, ...number() },
  };
  const texts: Record<string, string> = {};
  for (const [name, body] of Object.entries(asked)) {
    const made = await print(t, at.po, body);
    expect(made.problem, name).toBeNull();
    texts[name] = await textOf(made.bytes);
  }
  return texts;
}
const become = (org_form: string) =>
  t.deps.db.updateTable('po').set({ org_form, payee_name: 'КАС 12-3' }).where('id', '=', at.w.po).execute();

it.each([
  ['gsk', 'ГСК', 'Гаражно-строительный кооператив', 'гаражно-строительного кооператива', 'кооператива'],
  ['tsn', 'ТСН', 'Товарищество собственников недвижимости', 'товарищества собственников недвижимости', 'товарищества'],
])('%s is nowhere called the society', async (orgForm, emblem, name, whole, member) => {
  await become(orgForm);
  const texts = await papers();
  for (const [paper, text] of Object.entries(texts)) {
    expect(text, paper).not.toMatch(/ВОА|автомобилист|бюро/i);
    expect(text, paper).toContain(name);
  }
  expect(texts.member).toContain(emblem);
  expect(texts.member).toContain(`является членом ${member} с 2 июня 2008 г.`);
  expect(texts.joining).toContain(`принять меня в члены ${whole} и закрепить за мной`);
  expect(texts.joining).toContain('В правление');
  expect(texts.joining).toContain('правилами внутреннего распорядка');
  expect(texts.ticket).toContain(`Член ${member} с`);
  expect(texts.card).toContain(`Член ${member}`);
  expect(texts.minutes).toContain('заседания правления');
});

it('a ПО of the society with a legal person of its own stays in the society, under its own board', async () => {
  await become('legal_entity_po');
  const { joining, minutes, member } = await papers();
  expect(joining).toContain('принять меня в члены Всероссийского общества автомобилистов');
  expect(joining).toContain('Всероссийское общество автомобилистов');
  expect(minutes).toContain('заседания правления');
  expect(member).toContain('Председатель правления');
});

it('a ПО without one has a bureau', async () => {
  await become('voa_po');
  const { joining, minutes, member } = await papers();
  expect(joining).toContain('В бюро');
  expect(joining).toContain('правилами коллективной автостоянки');
  expect(minutes).toContain('заседания бюро');
  expect(member).toContain('Председатель ПО');
});
