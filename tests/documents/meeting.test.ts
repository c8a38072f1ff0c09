// The notice of a meeting: printed of its mailing, for all or for one of its people.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentTypeInfo } from '../../contract/documents.ts';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import { notifications } from '../../contract/notifications.ts';
import { nameRepresentative } from '../../contract/profiles/representing.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { mailing, owner, sendAs } from '../notifications/kit.ts';
import { day, ownedGarage, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let person: number;
let meeting: number;
const agenda: RichText = {
  v: 1,
  doc: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Приглашаем на собрание.' }] },
    {
      type: 'orderedList',
      content: ['Отчёт правления', 'Смета на год'].map((text) => ({
        type: 'listItem' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
      })),
    },
  ],
};
const draft = async (more: object) => {
  const { status, body, text } = await at.po.call(notifications.create, { body: mailing([person], more) as never });
  if (status !== 200) throw new Error(text);
  return body.id as number;
};
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  person = (await ownedGarage(at)).person.id;
  meeting = await draft({
    title: 'Общее собрание',
    kind: 'meeting',
    email_text: agenda,
    typed: { ДатаСобрания: '28 марта в 12:00', Место: 'у ворот' },
  });
});
afterAll(() => t.close());

const one = { document_type_id: 18, start_date: day, end_date: day };

it('is offered by the mailing and says when, where and what is decided', async () => {
  const { body } = await at.po.call(documentTypeInfo, { body: { notification_id: meeting } });
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([18]);
  const printed = await print(t, at.po, { ...one, notification_id: meeting });
  expect(await unsaid(t, printed.id, printed.bytes)).toEqual([]);
  const text = await textOf(printed.bytes);
  for (const words of [
    'Членам и владельцам гаражей КАС № 12-3',
    'УВЕДОМЛЕНИЕ',
    '28 марта в 12:00',
    'у ворот',
    'Отчёт правления',
    'Смета на год',
    'Бюллетень',
    'Воздерживаюсь',
    '1. Отчёт правления',
    'отдайте бюллетень секретарю собрания',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Петров');
  // The ballot is torn off: what the chairman signs and the code of the check stay with the notice.
  const order = ['Председатель ПО', 'Подлинность', 'линия отреза', 'Бюллетень', 'Воздерживаюсь', 'Подпись голосующего'];
  expect(order.map((words) => text.indexOf(words))).toEqual(
    order.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
  );
  expect(Math.min(...order.map((words) => text.indexOf(words)))).toBeGreaterThan(0);
});

it('for one of its people it has his name and garage', async () => {
  const text = await textOf((await print(t, at.po, { ...one, notification_id: meeting, profile_id: person })).bytes);
  expect(text).toContain('Петрову Ивану Сергеевичу');
  expect(text).toMatch(/Бюллетень\. Петров Иван Сергеевич, гараж/);
});

it('is refused in words without an agenda and for another mailing; foreign ones are not there', async () => {
  const bare = await draft({ title: 'Собрание', kind: 'meeting', email_text: null });
  expect((await print(t, at.po, { ...one, notification_id: bare })).problem.errors.form).toMatch(/нет повестки/);
  const debt = await draft({});
  expect((await print(t, at.po, { ...one, notification_id: debt })).problem.errors.form).toMatch(/о собрании/);
  const stranger = await as(t, { po: at.w.siblingPo });
  expect((await print(t, stranger, { ...one, notification_id: meeting })).status).toBe(404);
  expect((await print(t, at.po, { ...one, notification_id: meeting, profile_id: 999_999 })).status).toBe(404);
});

it('a day that the mailing says apart is written with its time, and how long before it the notice was made', async () => {
  const apart = await draft({
    title: 'Общее собрание',
    kind: 'meeting',
    email_text: agenda,
    meeting: { day: '2026-12-20', time: '18:00', place: 'в клубе' },
  });
  const text = await textOf((await print(t, at.po, { ...one, notification_id: apart })).bytes);
  expect(text).toContain('Время: 20 декабря 2026 г. в 18:00');
  expect(text).toContain('Место: в клубе');
  expect(text).toContain('Уведомление составлено за 30 дней до собрания.');
});

it('for a child it is addressed to who represents him', async () => {
  const { garage: _his, person: child } = await ownedGarage(at, {
    birthday: '2015-01-01',
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: { id: 1 },
    ticketNumber: null,
  });
  await at.mo.call(nameRepresentative, {
    params: { id: child.id },
    body: { fullName: 'Гаражова Анна Павловна', phone: '+79211112233' } as never,
  });
  const text = await textOf((await print(t, at.po, { ...one, notification_id: meeting, profile_id: child.id })).bytes);
  expect(text).toContain('Гаражовой Анне Павловне, законному представителю Петрова Ивана Сергеевича');
});

it('printed for one whom nothing has reached it is noted at his message, as the pile of letters is; one for all is not', async () => {
  const silent = [await owner(at.mo, at.w.po, { phone: null }), await owner(at.mo, at.w.po, { phone: null })];
  const sent = await sendAs(
    at.po,
    mailing([...silent, await owner(at.mo, at.w.po, { sms: true })], {
      title: 'Общее собрание',
      kind: 'meeting',
      sms_text: 'ВОА: собрание {ДатаСобрания}',
      email_text: agenda,
      meeting: { day: '2026-12-20', time: '18:00', place: 'в клубе' },
    }),
  );
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const printed = async () => {
    const { body } = await at.po.call(informingHistory.list, {
      query: { filter: { notification: sent.id }, range: [0, 9] },
    });
    return (body as MessageRow[]).flatMap((row) => (row.letter_printed_at ? [[row.profile?.id, row.status]] : []));
  };
  await print(t, at.po, { ...one, notification_id: sent.id });
  expect(await printed()).toEqual([]);
  await print(t, at.po, { ...one, notification_id: sent.id, profile_id: silent[0]! });
  // Not handed over by it.
  expect(await printed()).toEqual([[silent[0], 7]]);
});
