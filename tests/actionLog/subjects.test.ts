// The case or the paper behind a line: told as it is today, on its own tabs, in the file too, and only to those who see the thing.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, type ActionRow, type LogFilter } from '../../contract/actionLog.ts';
import { cancelDocument } from '../../contract/documents.ts';
import { exportList } from '../../contract/exports.ts';
import { moveReregistration } from '../../contract/reregistrations/steps.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { ownedGarage as garageWithPaper, place, print } from '../documents/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, inWork, move, ownedGarage, save, tariff } from '../reregistrations/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let complete: ReregistrationCard;
let refused: ReregistrationCard;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await tariff(t, 'full', 250_000);
  const sale = async () => {
    const garage = await ownedGarage(mo, w.po);
    const newcomer = await newPerson(mo, w.po, { isVOAMember: true, voaEntryDate: '2020-01-01', statusVoa: { id: 3 } });
    return form(garage.id, 1, { newOwner: [{ profileId: newcomer.id, isPrimary: true }] });
  };
  const ready = await inWork(mo, await sale());
  const ended = await move(mo, ready, 'complete');
  expect(ended.status, ended.text).toBe(200);
  complete = ended.body;
  const applied = await save(mo, { ...(await sale()), dateRequest: '2026-11-13', apply: true } as never);
  const body = { verb: 'refuse' as const, version: applied.version, comment: 'Нет договора купли-продажи' };
  const closed = await mo.call(moveReregistration, { params: { id: applied.id }, body });
  expect(closed.status, closed.text).toBe(200);
  refused = closed.body;
});
afterAll(() => t.close());

const lines = async (who: Caller, filter: Partial<LogFilter>) => {
  const reply = await who.call(actionLog.list, { query: { filter, sort: ['at', 'DESC'], range: [0, 49] } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as ActionRow[];
};
const ofCase = async (who: Caller, card: ReregistrationCard, tab: LogFilter['tab'] = 'reregistration') =>
  (await lines(who, { tab, object: `reregistration:${card.id}` }))[0]!;

it('a case is told by its number, garage, reason, state, days and fee', async () => {
  expect((await ofCase(mo, complete)).subject).toEqual({
    number: String(complete.id),
    place: `${complete.garage.section} ${complete.garage.number}`,
    kind: 'Купля-продажа',
    state: 'Завершено',
    days: 0,
    fee_kopecks: 250_000,
    file: null,
    reason: null,
  });
  // Closed, it counts no further; what it would have cost is not its fee.
  expect((await ofCase(mo, refused)).subject).toMatchObject({ state: 'Отклонено', days: 7, fee_kopecks: null });
  expect((await ofCase(mo, complete, 'all')).subject).toBeNull();
});

it('days of a closed case stand still, those of an open one go on', async () => {
  const days = async (card: ReregistrationCard) => (await ofCase(mo, card)).subject!.days;
  await t.deps.db
    .updateTable('reregistration')
    .set({ closed_at: '2026-11-15T10:00:00Z' })
    .where('id', '=', refused.id)
    .execute();
  expect(await days(refused)).toBe(2);
  const open = await t.deps.db
    .updateTable('reregistration')
    .set({ date_request: '2026-10-21', completed_at: null, status: 2 })
    .where('id', '=', complete.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await ofCase(mo, { ...complete, id: open.id })).subject).toMatchObject({
    state: 'В работе',
    days: 30,
    fee_kopecks: null,
  });
});

it('whoever sees the line and not the case is told nothing of the case', async () => {
  const reader = await as(t, { po: w.po });
  expect((await ofCase(reader, refused)).subject).not.toBeNull();
  await t.deps.db.updateTable('reregistration').set({ po_id: w.siblingPo }).where('id', '=', refused.id).execute();
  const line = await ofCase(reader, refused);
  expect([line.object?.id, line.subject]).toEqual([refused.id, null]);
  const file = await take(reader, 'reregistration', ['subject_number', 'subject_kind', 'subject_state']);
  expect(file.filter((row) => row.startsWith(`${refused.id};`))).toEqual([]);
});

const take = async (who: Caller, tab: LogFilter['tab'], columns: string[]) => {
  const body = { format: 'csv' as const, columns, sort: ['at', 'DESC'] as ['at', 'DESC'], filter: { tab } };
  const reply = await who.call(exportList, { params: { resource: 'action_log' }, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.text.replace('\ufeff', '').trimEnd().split('\r\n');
};

it('the file says what the tab says, changes of lines in words too', async () => {
  const [head, ...rows] = await take(mo, 'reregistration', [
    'action',
    'subject_number',
    'subject_place',
    'subject_kind',
    'subject_state',
    'subject_days',
    'subject_fee_kopecks',
    'changes',
  ]);
  expect(head).toBe('Действие;№;Гараж;Основание;Статус;Дней;Тариф;Было → стало');
  const shown = await lines(mo, { tab: 'reregistration' });
  expect(rows).toHaveLength(shown.length);
  for (const [nth, { subject, changes }] of shown.entries()) {
    const cells = rows[nth]!.split(';');
    expect(cells.slice(1, 6)).toEqual([
      subject!.number,
      subject!.place,
      subject!.kind,
      subject!.state,
      String(subject!.days),
    ]);
    for (const { field } of changes) expect(rows[nth]).toContain(`${field}: `);
  }
  await sql`insert into action_log (at, user_id, user_name, verb, text, region_id, mo_id, before, after)
    values ('2026-11-19T09:00:00Z', ${mo.userId}, 'Пишущий', 'profile.update', 'изменён', ${w.region}, ${w.mo},
      '{"email": null, "comment": "а"}', '{"email": "a@example.ru", "comment": "б"}')`.execute(t.deps.db);
  const people = await take(mo, 'profile', ['action', 'changes']);
  expect(people[0]).toBe('Действие;Поля');
  const [line] = await lines(mo, { tab: 'profile', verb: ['profile.update'] });
  expect(line!.changes).toHaveLength(2);
  expect(people).toContain(`изменён;${line!.changes.map(({ field }) => field).join(', ')}`);
});

it('a paper is told by its kind, number and what it is about', async () => {
  const at = await place(t);
  const { garage } = await garageWithPaper(at);
  const { id } = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
  const cancelled = await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Опечатка' } });
  const found = await lines(at.po, { tab: 'reference', object: `document:${id}` });
  expect(found.map(({ verb }) => verb).toSorted()).toEqual(['reference.cancel', 'reference.keep', 'reference.print']);
  for (const { subject } of found)
    expect(subject).toEqual({
      number: cancelled.body.number,
      place: `${garage.section} ${garage.number}`,
      kind: cancelled.body.document_type.name,
      state: null,
      days: null,
      fee_kopecks: null,
      file: null,
      reason: null,
    });
  const [head, row] = await take(at.po, 'reference', ['subject_kind', 'subject_number', 'subject_place']);
  expect(head).toBe('Тип;№;Объект');
  expect(row).toContain(`;${cancelled.body.number};`);
});
