// Rights to papers, to the last cell: each of the 18 kinds × each record it could be asked of × each level, with and without
// «Ведение реестра»; then who may open, copy and see what was printed. Expectations are written from the table of kinds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  documentCopy,
  documentDetail,
  documentFile,
  documentTypeInfo,
  type PrintRequest,
} from '../../contract/documents.ts';
import { notifications } from '../../contract/notifications.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { mailing } from '../notifications/kit.ts';
import { form, save } from '../reregistrations/kit.ts';
import { charge, day, ownedGarage, pay, place, print, type Place } from './kit.ts';

type Context = 'garage' | 'profile' | 'payment' | 'accrual' | 'reregistration' | 'notification';

/** Where each kind is printed, and whether it carries more of a person than his name: passport, address, birthday in a card. */
const kinds: Record<number, { of: Context[]; isPersonal?: true }> = {
  1: { of: ['garage'] },
  2: { of: ['garage'] },
  3: { of: ['garage'] },
  4: { of: ['garage'] },
  5: { of: ['garage'] },
  6: { of: ['garage', 'accrual'] },
  7: { of: ['payment'] },
  8: { of: ['garage'] },
  9: { of: ['reregistration'], isPersonal: true },
  10: { of: ['profile', 'reregistration'], isPersonal: true },
  11: { of: ['reregistration'], isPersonal: true },
  12: { of: ['reregistration'], isPersonal: true },
  13: { of: ['reregistration'] },
  14: { of: ['garage'], isPersonal: true },
  15: { of: ['profile'], isPersonal: true },
  16: { of: ['garage'] },
  17: { of: ['garage'], isPersonal: true },
  18: { of: ['notification'] },
};
const contexts: Context[] = ['garage', 'profile', 'payment', 'accrual', 'reregistration', 'notification'];

let t: TestApp;
let at: Place;
let debtor: number;
let records: Record<Context, object>;
let people: { name: string; who: Caller; mayPersonal: boolean; mayMoney: boolean; isNear: boolean; hasPo: boolean }[];

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const own = await ownedGarage(at);
  await charge(at, own.garage.id, 450_000);
  const paid = await pay(at, own.garage.id, 450_000);
  debtor = (await ownedGarage(at, { lastName: 'Кузнецова', passNum: '654321' })).garage.id;
  const charged = await charge(at, debtor, 671_250);
  const sold = (await ownedGarage(at, { lastName: 'Орлова', passNum: '777777' })).garage.id;
  const buyer = await newPerson(at.mo, at.w.po, { lastName: 'Белов', firstName: 'Олег', fatherName: 'Ильич' });
  const sale = await save(at.mo, { ...form(sold, 1, { newOwner: [{ profileId: buyer.id }] }), apply: true } as never);
  const meeting = await at.po.call(notifications.create, {
    body: mailing([own.person.id], {
      title: 'Общее собрание',
      kind: 'meeting',
      email_text: {
        v: 1,
        doc: [
          {
            type: 'orderedList',
            content: [
              { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Смета на год' }] }] },
            ],
          },
        ],
      },
      typed: { ДатаСобрания: '28 марта в 12:00', Место: 'у ворот' },
    }) as never,
  });
  if (meeting.status !== 200) throw new Error(meeting.text);
  records = {
    garage: { garage_id: own.garage.id },
    profile: { profile_id: own.person.id },
    payment: { contribution_id: paid },
    accrual: { contribution_id: charged },
    reregistration: { reregistration_id: sale.id },
    notification: { notification_id: meeting.body.id },
  };
  const levels = { регион: { region: at.w.region }, МО: { mo: at.w.mo }, ПО: { po: at.w.po } };
  const abilities: Record<string, number[]> = { 'ведёт реестр и взносы': [1, 2], взносы: [2], 'без прав': [] };
  people = [];
  for (const [name, right] of Object.entries(levels))
    for (const [words, capabilities] of Object.entries(abilities))
      people.push({
        name: `${name}, ${words}`,
        who: await as(t, { ...right, capabilities }),
        mayPersonal: capabilities.includes(1),
        mayMoney: capabilities.includes(2),
        isNear: true,
        hasPo: name === 'ПО',
      });
  const strangers = { 'другое ПО': { po: at.w.siblingPo }, 'другое МО': { mo: at.w.foreignMo } };
  for (const [name, right] of Object.entries(strangers))
    people.push({
      name,
      who: await as(t, right),
      mayPersonal: true,
      mayMoney: true,
      isNear: false,
      hasPo: name === 'другое ПО',
    });
}, 300_000);
afterAll(() => t.close());

/** Documents of money are seen by those who keep it. */
const isMoney = (context: Context) => context === 'payment' || context === 'accrual';

let number = 1000;
/** Everything that any kind may ask for; papers of a debt are asked of a debtor. */
function request(type: number, context: Context, hasPo: boolean): PrintRequest {
  const isDebt = context === 'garage' && [6, 16, 17].includes(type);
  const isPeriod = type === 8 || type === 17;
  return {
    document_type_id: type,
    ...(isDebt ? { garage_id: debtor } : records[context]),
    ...(!hasPo && { specific_po: at.w.po }),
    number: String((number += 1)),
    start_date: isPeriod ? '2026-01-01' : day,
    end_date: day,
  };
}

describe.each(Object.entries(kinds).map(([type, kind]) => [Number(type), kind] as const))('kind %i', (type, kind) => {
  it('is printed of its records by those who may, and by nobody else of anything else', async () => {
    const wrong: string[] = [];
    const printed: { id: number; context: Context }[] = [];
    for (const context of contexts)
      for (const { name, who, mayPersonal, mayMoney, isNear, hasPo } of people) {
        const { status, problem, id } = await print(t, who, request(type, context, hasPo));
        const isHere = kind.of.includes(context);
        const isRefused = (kind.isPersonal === true && !mayPersonal) || (isMoney(context) && !mayMoney);
        const must = isRefused ? 403 : !isNear ? 404 : isHere ? 200 : 422;
        if (status !== must) wrong.push(`${context}, ${name}: ${must}, came ${status} ${JSON.stringify(problem)}`);
        if (must === 422 && !problem?.errors?.document_type_id)
          wrong.push(`${context}, ${name}: refused without a word`);
        if (status === 200) printed.push({ id, context });
      }
    expect(wrong).toEqual([]);
    const before = await count();
    for (const { context, id } of printed.filter(({ id }, nth) => nth % 3 === 0 && id))
      for (const { name, who, mayPersonal, isNear } of people) {
        const must = !isNear ? 404 : kind.isPersonal && !mayPersonal ? 403 : 200;
        const opened = await who.call(documentFile, { params: { id } });
        const card = await who.call(documentDetail, { params: { id } });
        if (opened.status !== must) wrong.push(`open, ${context}, ${name}: ${must}, came ${opened.status}`);
        if (card.status !== (isNear ? 200 : 404)) wrong.push(`card, ${context}, ${name}: ${card.status}`);
        if (must !== 200) {
          const copied = await who.call(documentCopy, { params: { id } });
          if (copied.status !== must) wrong.push(`copy, ${context}, ${name}: ${must}, came ${copied.status}`);
        }
        if (isNear && (card.body.paper_refusal === null) !== (must === 200))
          wrong.push(`card, ${context}, ${name}: says ${card.body.paper_refusal}`);
      }
    expect(wrong).toEqual([]);
    // Nobody's refused copy has left a row.
    expect(await count()).toBe(before);
    const many = (context: Context) =>
      people.filter((one) => one.isNear && (one.mayPersonal || !kind.isPersonal) && (one.mayMoney || !isMoney(context)))
        .length;
    expect(printed.length).toBe(kind.of.reduce((sum, context) => sum + many(context), 0));
  });
});

const count = async () =>
  Number(
    (
      await t.deps.db
        .selectFrom('document')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('the window of printing', () => {
  it.each(contexts)(
    '%s: offers the kinds of the record to everybody, and says to whom which is closed',
    async (context) => {
      const expected = Object.entries(kinds)
        .filter(([, { of }]) => of.includes(context))
        .map(([type]) => Number(type));
      for (const { name, who, mayPersonal, mayMoney, isNear } of people) {
        const { status, body } = await who.call(documentTypeInfo, { body: records[context] });
        if (!isNear) {
          expect(status, name).toBe(404);
          continue;
        }
        if (isMoney(context) && !mayMoney) {
          expect(status, name).toBe(403);
          continue;
        }
        const offered = body.data as { id: number; refusal: string | null }[];
        expect(
          offered.map(({ id }) => id),
          name,
        ).toEqual(expected);
        for (const { id, refusal } of offered)
          expect(refusal === null, `${name}, ${id}: ${refusal}`).toBe(mayPersonal || !kinds[id]!.isPersonal);
      }
    },
  );
});
