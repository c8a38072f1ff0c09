// An application to a court is written before it is printed: what only people know goes in, is looked at, and stays in the paper.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentFile, previewDocument, type PrintRequest } from '../../contract/documents.ts';
import { viewAs } from '../../contract/users.ts';
import { as, caller, testApp, type TestApp } from '../kit/app.ts';
import { charge, day, ownedGarage, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  garage = (await ownedGarage(at)).garage.id;
  await charge(at, garage, 450_000);
});
afterAll(() => t.close());

const asked = () => ({ document_type_id: 17, garage_id: garage, start_date: '2026-01-01', end_date: day });
const court = {
  court: 'Мировому судье судебного участка № 5 Выборгского района',
  court_address: '194044, Санкт-Петербург, ул. Примерная, д. 1',
  duty_kopecks: 200_000,
  notified_on: '2026-10-05',
  notified_how: 'заказным письмом № 19404400000017',
  circumstances: 'Должник обещал заплатить до 1 ноября.\nОбещание не выполнено #strong[x].',
};
const printed = (more: object = {}, who = at.po) => print(t, who, { ...asked(), ...more } as PrintRequest);

describe('the words of a claim', () => {
  it('go into the paper as they were typed and are kept with it', async () => {
    const { id, bytes, problem } = await printed({ court });
    expect(problem).toBeNull();
    const text = await textOf(bytes);
    for (const part of [
      court.court,
      court.court_address,
      'Уведомление о долге направлено должнику 5 октября 2026 г. заказным письмом № 19404400000017.',
      'Должник обещал заплатить до 1 ноября.',
      // Typst of a stranger is text.
      'Обещание не выполнено #strong[x].',
      'расходов по уплате государственной пошлины в размере 2 000,00 (две тысячи) рублей 00 копеек.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('участка № ______');
    expect(await unsaid(t, id, bytes)).toEqual([]);
    const again = await at.po.call(documentFile, { params: { id } } as never);
    expect(again.status).toBe(200);
  });

  it('that were not given leave the places for the hand', async () => {
    for (const more of [{}, { court: null }, { court: {} }]) {
      const text = await textOf((await printed(more)).bytes);
      expect(text).toContain('Мировому судье судебного участка № ______');
      expect(text).toMatch(/Уведомление о долге направлено должнику «_{3}» _{14} 20_{3} г\. Обязанность/);
      expect(text).toMatch(/государственной пошлины в размере _{20} рублей \(по документу об уплате\)\./);
    }
  });

  it('are checked at their field', async () => {
    const wrong = async (more: object) => {
      const { status, problem } = await printed({ court: more });
      return [status, problem?.errors];
    };
    expect(await wrong({ court: 'а'.repeat(201) })).toEqual([422, { 'court.court': 'Не длиннее 200 знаков' }]);
    expect(await wrong({ circumstances: 'а'.repeat(3001) })).toEqual([
      422,
      { 'court.circumstances': 'Не длиннее 3000 знаков' },
    ]);
    expect(await wrong({ duty_kopecks: 0 })).toEqual([422, { 'court.duty_kopecks': 'Больше нуля' }]);
    expect((await wrong({ duty_kopecks: 10.5 }))[0]).toBe(422);
    expect(Object.keys((await wrong({ notified_on: '2026-11-21' }))[1])).toEqual(['court.notified_on']);
    expect(await wrong({ notified_how: 'лично' })).toEqual([422, { 'court.notified_on': 'Укажите, когда уведомили' }]);
    expect((await wrong({ circumstances: 'иероглиф 𠀀' }))[0]).toBe(422);
    const other = await print(t, at.po, { document_type_id: 1, garage_id: garage, court } as PrintRequest);
    expect(other.problem.errors).toEqual({ court: 'Эти поля — только для заявления о судебном приказе' });
  });

  it('are not lost in a text of people that has no place for them', async () => {
    const body = {
      v: 1,
      doc: [{ type: 'paragraph', attrs: { align: 'left' }, content: [{ type: 'variable', attrs: { key: 'Суд' } }] }],
    };
    await t.deps.db
      .insertInto('document_template')
      .values({
        type_id: 17,
        nth: 1,
        state: 'in_force',
        body: JSON.stringify(body),
        saved_at: new Date().toISOString(),
      } as never)
      .execute();
    expect((await printed({ court: { court: court.court } })).status).toBe(200);
    const { problem } = await printed({ court: { circumstances: 'Слова' } });
    expect(problem.errors['court.circumstances']).toMatch(/нет места.*«Обстоятельства»/);
    await t.deps.db.deleteFrom('document_template').where('type_id', '=', 17).execute();
  });
});

describe('a look before printing', () => {
  const look = (who = at.po, more: object = {}) =>
    who.call(previewDocument, { body: { ...asked(), court, ...more } } as never);
  const count = async () =>
    Number(
      (
        await t.deps.db
          .selectFrom('document')
          .select((of) => of.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );

  it('draws the paper, takes no number, keeps nothing', async () => {
    const before = await count();
    const counter = () => t.deps.db.selectFrom('document_counter').where('type_id', '=', 17).select('last').execute();
    const last = await counter();
    const { status, body } = await look();
    expect(status).toBe(200);
    expect(body.picture).toMatch(/^<svg/);
    expect([await count(), await counter()]).toEqual([before, last]);
  });

  it('is for who may print it, tells personal data in the log once a day, and refuses as printing does', async () => {
    expect((await look(at.reader)).status).toBe(403);
    expect((await look(await as(t, { po: at.w.siblingPo }))).status).toBe(404);
    expect((await look(at.po, { end_date: '2027-01-01' })).body).toMatchObject({
      errors: { end_date: expect.any(String) },
    });
    await look();
    await look();
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'reference.open')
      .where('object_type', '=', 'garage')
      .where('object_id', '=', garage)
      .where('text', 'like', '%до печати%')
      .select('text')
      .execute();
    expect(lines).toHaveLength(1);
  });

  it('is closed through the eyes of somebody else: his log may not say that he looked', async () => {
    const root = await as(t, { mo: at.w.mo, isSuperuser: 2 });
    const eyes = await root.call(viewAs, { params: { id: at.po.userId }, body: { level: 'po', place: at.w.po } });
    expect(eyes.status, eyes.text).toBe(200);
    const reply = await caller(t.app, eyes.body.token)(previewDocument, { body: { ...asked(), court } } as never);
    expect([reply.status, reply.body.message]).toEqual([403, 'В режиме просмотра личные данные не открываются']);
  });
});
