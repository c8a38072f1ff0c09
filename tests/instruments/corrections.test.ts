// A demand about wrong data: answered by a corrected card and an act that names what was changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/instruments/demands.ts';
import { personalDuties } from '../../contract/instruments/personal.ts';
import { profiles } from '../../contract/profiles.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { destroyPersonKey } from '../../server/kernel/personKeys.ts';
import { actAlone, nobodyCtx } from '../kit/act.ts';
import { newPerson, personBody } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { correctionOf } from '../../server/instruments/queries/corrections.ts';
import { correctionPaper } from '../../server/instruments/rules/correctionPaper.ts';
import { at, demand, demandPlace, dueRun, NOW, ofPerson } from './demandKit.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, admin, mo, po } = await demandPlace());
});
afterAll(() => t.close());

describe('a demand about wrong data', () => {
  it('is answered by a corrected card: the act names what was changed, the demand is done, nothing is destroyed', async () => {
    const person = await newPerson(mo, w.po, { email: 'wrong@example.ru' });
    const { id } = person;
    expect((await demand(po, id, { kind: 'wrong', ground: 'Заявление, вх. № 7' })).body.demand.state).toBe('scheduled');
    const answer = (who: Caller) => who.call(c.correctByDemand, { params: { id }, body: {} });
    expect((await answer(po)).body.errors.form).toContain('Сначала исправьте карточку');
    const card = (await mo.call(profiles.one, { params: { id } })).body;
    const change = personBody({ lastName: 'Исправленный', email: 'right@example.ru' });
    const saved = await mo.call(profiles.update, {
      params: { id },
      body: { ...change, version: card.version },
    });
    expect(saved.status, saved.text).toBe(200);
    const done = await answer(po);
    expect(done.status, done.text).toBe(200);
    expect(done.body).toMatchObject({
      demand: null,
      corrections: [{ on_date: '2026-11-20', due_on: '2026-12-01', is_late: false }],
    });
    expect((await answer(po)).body.errors.form).toContain('Обновите страницу');
    expect((await ofPerson(t, id)).restricted_at).toBeNull();
    await at(t, '2026-12-02T09:00:00.000Z', dueRun);
    expect((await ofPerson(t, id)).is_anonymised).toBe(false);
    const [{ id: correction, act_no }] = done.body.corrections as [{ id: number; act_no: string }];
    const listed = (await admin.call(personalDuties)).body.corrections;
    expect(listed[0]).toMatchObject({
      id: correction,
      profile_id: id,
      act_no,
      who: expect.stringMatching(/^Чиновников/),
    });
    const paper = await po.call(c.correctionAct, { params: { id }, body: { correction } });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    const facts = (await correctionOf(nobodyCtx(t), correction))!;
    const told = facts.changes.map(({ field, before, after }) => [field, before, after]);
    expect(told).toContainEqual(['E-mail', 'wrong@example.ru', 'right@example.ru']);
    expect(told.map(([field]) => field)).toContain('Фамилия');
    const source = correctionPaper(facts, ['Почтовая служба']).replaceAll('\u00a0', ' ');
    for (const words of [
      act_no.replaceAll('\u00a0', ' '),
      'wrong@example.ru',
      'right@example.ru',
      'вх. № 7',
      'ст. 20 ч. 3',
      'исполнено в срок',
      'Уведомление',
      'Почтовая служба',
      'Акт хранится до 20.11.2029',
    ])
      expect(source).toContain(words);
    // A look at whole values is a look at the person.
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', id)
      .where('verb', '=', 'profile.held')
      .select('text')
      .executeTakeFirstOrThrow();
    expect(line.text).toBe(`Открыт акт об уточнении данных № ${act_no}`);
    const other = await newPerson(mo, w.po);
    expect((await po.call(c.correctionAct, { params: { id: other.id }, body: { correction } })).status).toBe(404);
    // What the act says goes with the key of the person.
    await actAlone(t, (tx) => destroyPersonKey(tx, { kind: 'profile', id }, NOW));
    expect((await correctionOf(nobodyCtx(t), correction))!.changes[0]!.before).toBe('данные уничтожены');
  });

  it('another demand is not answered so; a late answer says that it is late', async () => {
    const one = await newPerson(mo, w.po);
    await demand(po, one.id, { kind: 'excessive' });
    const asked = await po.call(c.correctByDemand, { params: { id: one.id }, body: {} });
    expect(asked.body.errors.form).toContain('о неверных данных');
    const two = await newPerson(mo, w.po);
    await demand(po, two.id, { kind: 'wrong', onDate: '2026-10-01' });
    const { version } = (await mo.call(profiles.one, { params: { id: two.id } })).body;
    await mo.call(profiles.update, {
      params: { id: two.id },
      body: { ...personBody({ lastName: 'Поздний' }), version },
    });
    const late = await po.call(c.correctByDemand, { params: { id: two.id }, body: {} });
    expect(late.body.corrections[0].is_late).toBe(true);
  });
});
