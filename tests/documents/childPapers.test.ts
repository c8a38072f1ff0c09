// Papers of a child: bills and letters go to his legal representative, who signs under 14 and consents till 18; a grown-up has none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { nameRepresentative } from '../../contract/profiles/representing.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { bringPapers, form, move, save } from '../reregistrations/kit.ts';
import { charge, day, ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
});
afterAll(() => t.close());

const GUARDIAN = 'Гаражова Анна Павловна';
const one = { start_date: day, end_date: day };

/** A gift to somebody of this birthday whose mother is named in the case, completed, with a debt on the garage since. */
async function given(birthday: string) {
  const { garage } = await ownedGarage(at);
  const child = await newPerson(at.mo, at.w.po, {
    lastName: 'Кузнецов',
    firstName: 'Пётр',
    fatherName: 'Олегович',
    birthday,
    registrationAddress: '190005, г Санкт-Петербург, ул Дальняя, д 7',
  });
  const applied = await save(at.mo, {
    ...form(garage.id, 2, { newOwner: [{ profileId: child.id }] }),
    apply: true,
  } as never);
  const named = await at.mo.call(steps.addRepresentative, {
    params: { id: applied.id },
    body: { side: 'new', fullName: GUARDIAN, number: 'II-АК 7', issuedOn: '2013-01-10', isLegal: true },
  });
  expect(named.status, named.text).toBe(200);
  return { garage, child, card: named.body as ReregistrationCard };
}
async function completed(card: ReregistrationCard) {
  const taken = (await move(at.mo, card, 'take')).body as ReregistrationCard;
  const done = await move(at.mo, await bringPapers(at.mo, taken), 'complete');
  expect(done.status, done.text).toBe(200);
}
const text = async (body: object) => {
  const made = await print(t, at.po, body as never);
  expect(made.problem).toBeNull();
  return textOf(made.bytes);
};

describe('a child under 14', () => {
  let found: Awaited<ReturnType<typeof given>>;
  beforeAll(async () => {
    found = await given('2015-03-01');
  });

  it('asks through his representative: the application, the consent and the contract are signed by her', async () => {
    const about = { reregistration_id: found.card.id };
    const joining = await text({ document_type_id: 9, ...about });
    expect(joining).toContain('от Гаражовой Анны Павловны, законного представителя Кузнецова Петра Олеговича');
    expect(joining).toContain('Прошу закрепить за Кузнецовым Петром Олеговичем гараж');
    expect(joining).not.toContain('в члены Всероссийского общества');
    // She says it of herself.
    expect(joining).toContain('ознакомлена, обязуюсь');
    expect(joining).toContain('Заявитель: законный представитель');
    const consent = await text({ document_type_id: 10, ...about });
    expect(consent).toContain('Кузнецов Пётр Олегович, в лице законного представителя Гаражовой Анны Павловны');
    expect(consent).toContain('Подпись субъекта данных: законный представитель');
    const contract = await text({ document_type_id: 12, number: '7', ...one, ...about });
    expect(contract).toContain('в лице законного представителя Гаражовой Анны Павловны');
    expect(contract).toContain('Одаряемый: законный представитель');
  });

  it('the receipt and the notice of the debt go to her', async () => {
    await completed(found.card);
    await charge(at, found.garage.id, 120_050, '2026-11-20');
    const receipt = await text({ document_type_id: 6, garage_id: found.garage.id });
    expect(receipt).toContain(`${GUARDIAN} (законный представитель) за: Кузнецов Пётр Олегович`);
    const notice = await text({ document_type_id: 16, garage_id: found.garage.id, ...one });
    expect(notice).toContain('Гаражовой Анне Павловне, законному представителю Кузнецова Петра Олеговича');
    expect(notice).toContain('Уважаемый законный представитель!');
    expect(notice).toContain('за Кузнецовым Петром Олеговичем числится долг');
    const court = await text({
      document_type_id: 17,
      garage_id: found.garage.id,
      start_date: '2026-01-01',
      end_date: day,
    });
    expect(court).toMatch(
      /Кузнецов Пётр Олегович, \d+ [а-я]+ \d{4} г\. рождения, в лице законного представителя Гаражовой Анны Павловны/,
    );
  });
});

it('from 14 on he signs himself beside her; on his birthday of 18 nobody stands beside him', async () => {
  const teen = await text({ document_type_id: 9, reregistration_id: (await given('2010-03-01')).card.id });
  expect(teen).toContain('от Кузнецова Петра Олеговича, с согласия законного представителя Гаражовой Анны Павловны');
  expect(teen).toContain('Согласен: законный представитель');
  expect(teen).toContain('ознакомлен, обязуюсь');
  const grown = await text({ document_type_id: 9, reregistration_id: (await given('2008-11-20')).card.id });
  expect(grown).toContain('принять меня в члены Всероссийского общества автомобилистов');
  expect(grown).not.toMatch(/представител/);
});

it('a child who gives his garage away does it through the representative who is named in the case', async () => {
  const { garage } = await ownedGarage(at, {
    birthday: '2015-03-01',
    passNum: '700001',
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
    ticketNumber: null,
  });
  const newOwner = [{ profileId: (await newPerson(at.mo, at.w.po)).id }];
  const { id } = await save(at.mo, { ...form(garage.id, 2, { newOwner }), apply: true } as never);
  const about = { reregistration_id: id };
  expect(await text({ document_type_id: 12, ...one, ...about })).toMatch(/в лице законного представителя _{3,}/);
  const named = await at.mo.call(steps.addRepresentative, {
    params: { id },
    body: { side: 'old', fullName: GUARDIAN, number: 'II-АК 7', issuedOn: '2015-03-10', isLegal: true },
  });
  expect(named.status, named.text).toBe(200);
  const contract = await text({ document_type_id: 12, ...one, ...about });
  expect(contract).toContain('в лице законного представителя Гаражовой Анны Павловны');
  expect(contract).toContain('Даритель: законный представитель');
  expect(await text({ document_type_id: 11, ...about })).toContain(
    'от Гаражовой Анны Павловны, законного представителя Петрова Ивана Сергеевича',
  );
});

it('a child whose representative nobody named leaves a place for the name', async () => {
  const { garage } = await ownedGarage(at, {
    birthday: '2016-01-01',
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
    ticketNumber: null,
  });
  await charge(at, garage.id, 50_000, '2026-11-20');
  const receipt = await text({ document_type_id: 6, garage_id: garage.id });
  expect(receipt).toMatch(/_{3,} \(законный представитель\) за: Петров Иван Сергеевич/);
});

it('bills of an estate go to who represents it; of a child to whom his card names, before any case', async () => {
  const dead = await newPerson(at.mo, at.w.po, { birthday: '1950-01-01' });
  const { garage, person } = await ownedGarage(at, {
    kind: 'estate',
    lastName: 'Наследство Иванова',
    firstName: null,
    fatherName: null,
    estateOf: dead.id,
    birthday: null,
    passSeria: null,
    passNum: null,
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
    ticketNumber: null,
  });
  await charge(at, garage.id, 100_000, '2026-11-20');
  const receipt = () => text({ document_type_id: 6, garage_id: garage.id });
  expect(await receipt()).toContain('Наследство Иванова');
  const alone = await text({ document_type_id: 16, garage_id: garage.id, ...one });
  expect(alone).toContain('Наследству Иванова');
  expect(alone).toContain('Уважаемый владелец!');
  await at.mo.call(nameRepresentative, {
    params: { id: person.id },
    body: { fullName: 'Сидоров Олег Ильич', phone: '+79217654321' } as never,
  });
  expect(await receipt()).toContain('Сидоров Олег Ильич (представитель) за: Наследство Иванова');
  const notice = await text({ document_type_id: 16, garage_id: garage.id, ...one });
  expect(notice).toContain('Сидорову Олегу Ильичу, представителю: Наследство Иванова');
  expect(notice).toContain('Уважаемый представитель!');
});
