// Papers of a case with their numbers, who acts for a side, what is corrected once it is over, what the log says of each change.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOwner, garages } from '../../contract/garages.ts';
import { actionLog } from '../../contract/actionLog.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { changesSince, garageSeen } from '../../server/reregistrations/queries/seen.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { details, form, inWork, move, ownedGarage, save, tariff } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  for (const group of ['full', 'heir', 'court', 'relative'] as const) await tariff(t, group, 300_000);
});
afterAll(() => t.close());

const person = async () => ({ profileId: (await newPerson(mo, w.po)).id });
const cardOf = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;
const paper = (id: number, kind: string, body: object, who = mo) =>
  who.call(steps.saveReregistrationPaper, { params: { id, kind }, body: { received: true, ...body } });
const warned = (card: ReregistrationCard) =>
  card.preview.checks.filter(({ key }) => key === 'paper_used').map(({ state, text }) => [state, text]);
/** The newest line about a case; its fields by the alphabet. */
async function lastLine(id: number) {
  const filter = { tab: 'reregistration', object: `reregistration:${id}` };
  const { body } = await mo.call(actionLog.list, { query: { filter, sort: '["at","DESC"]' } as never });
  const { text, changes } = body[0] as { text: string; changes: { field: string; before: string; after: string }[] };
  return { text, changes: changes.toSorted((one, other) => (one.field < other.field ? -1 : 1)) };
}
const sale = async () => form((await ownedGarage(mo, w.po)).id, 1, { newOwner: [await person()] });

describe('a paper', () => {
  it('has its number and day; who took it first stays; each change stands in the log in words', async () => {
    const card = await save(mo, await sale());
    await paper(card.id, 'contract', {});
    const first = (await cardOf(card.id)).papers.find(({ kind }) => kind === 'contract')!;
    const other = await as(t, { mo: w.mo });
    const colleague = await save(other, await sale());
    await paper(colleague.id, 'contract', {}, other);
    const numbered = await paper(colleague.id, 'contract', { number: '15', date: '2026-11-18' });
    expect(numbered.status).toBe(404); // a draft is its author's alone
    const done = (await paper(card.id, 'contract', { number: '15', date: '2026-11-18' })).body;
    expect(done.papers.find((one: { kind: string }) => one.kind === 'contract')).toEqual({
      ...first,
      number: '15',
      on_date: '2026-11-18',
    });
    const line = await lastLine(card.id);
    expect(line.text).toContain('Договор купли-продажи: № 15 от 18.11.2026');
    expect(line.changes).toEqual([
      { field: 'Дата', before: '—', after: '18.11.2026' },
      { field: 'Номер', before: '—', after: '15' },
    ]);
    expect((await paper(card.id, 'contract', { date: '2026-11-21' })).body.errors).toEqual({
      date: 'Дата не может быть позже сегодняшней',
    });
    expect((await paper(card.id, 'agreement', {})).status).toBe(404);
  });

  it('its number and day are told as far as they are known, and what was taken away', async () => {
    const card = await save(mo, await sale());
    const told = async (body: object) => {
      expect((await paper(card.id, 'contract', body)).status).toBe(200);
      return (await lastLine(card.id)).text.split('Договор купли-продажи: ')[1];
    };
    expect(await told({ number: '15' })).toBe('получено, № 15');
    expect(await told({ number: '15', date: '2026-11-20' })).toBe('№ 15 от 20.11.2026');
    expect(await told({ date: '2026-11-20' })).toBe('от 20.11.2026');
    expect(await told({})).toBe('номер и дата убраны');
    expect(await told({})).toBe('получено');
    expect(await told({ received: false })).toBe('отметка снята');
  });

  it('of the same number and day in another case warns; a draft of somebody else does not', async () => {
    const one = await inWork(mo, await sale());
    const two = await save(mo, await sale());
    for (const { id } of [one, two]) await paper(id, 'contract', { number: '77', date: '2026-11-10' });
    expect(warned(await cardOf(two.id))).toEqual([
      ['warns', `Договор купли-продажи: тот же номер и дата стоят в переоформлении № ${one.id}`],
    ]);
    expect(warned(await cardOf(one.id))).toEqual([]);
    await paper(two.id, 'contract', { number: '77', date: '2026-11-11' });
    expect(warned(await cardOf(two.id))).toEqual([]);
  });

  it('a certificate named in the fields of the reason warns too, in the preview already', async () => {
    const heir = async (more: object) => ({
      ...form((await ownedGarage(mo, w.po)).id, 3, { newOwner: [await person()], date: '2026-03-01' }),
      details: { ...details, inheritanceCertificate: '78 АВ 3114020', inheritanceDate: '2026-10-01', ...more },
    });
    const one = await inWork(mo, await heir({}));
    const asked = await heir({ inheritanceCertificate: ' 78 ав 3114020' });
    const preview = await mo.call(steps.reregistrationPreview, { params: { id: asked.garage }, body: asked as never });
    const texts = preview.body.checks.filter((check: { key: string }) => check.key === 'paper_used');
    expect(texts.map((check: { text: string }) => check.text)).toEqual([
      `Свидетельство о праве на наследство: тот же номер и дата стоят в переоформлении № ${one.id}`,
    ]);
    expect(warned(await save(mo, await heir({ inheritanceDate: '2026-09-01' })))).toEqual([]);
    // Another ПО learns nothing by guessing numbers.
    const stranger = await as(t, { po: w.siblingPo });
    const { id } = await ownedGarage(mo, w.siblingPo);
    const guessed = { ...asked, garage: id };
    const hidden = await stranger.call(steps.reregistrationPreview, { params: { id }, body: guessed as never });
    expect(hidden.status, hidden.text).toBe(200);
    expect(hidden.body.checks.filter((check: { key: string }) => check.key === 'paper_used')).toEqual([]);
  });
});

describe('who acts by a power of attorney', () => {
  const power = { side: 'old' as const, fullName: 'Доверенный П. П.', number: '78/1', issuedOn: '2026-01-10' };
  const add = (id: number, more: object = {}) =>
    mo.call(steps.addRepresentative, { params: { id }, body: { ...power, ...more } });

  it('is named by a paper of its time, and is not the one he stands for', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await save(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const day = { issuedOn: '2026-11-20', validUntil: '2026-11-20' };
    const added = await add(card.id, day);
    expect(added.status, added.text).toBe(200);
    expect((await add(card.id, { issuedOn: '2026-11-21' })).body.errors).toEqual({
      issuedOn: 'Дата не может быть позже сегодняшней',
    });
    const [seller] = garage.owners;
    const himself = { fullName: null, profileId: seller!.profile_id };
    expect((await add(card.id, himself)).body.errors).toEqual({ profileId: 'Представитель — другой человек' });
    // Of the other side he may be.
    const other = await add(card.id, { ...himself, side: 'new' });
    expect(other.status, other.text).toBe(200);
    expect(other.body.representatives).toMatchObject([
      { side: 'old', profile_id: null },
      { side: 'new', profile_id: seller!.profile_id },
    ]);
    const gone = (id: number, representativeId: number) =>
      mo.call(steps.removeRepresentative, { params: { id, representativeId } });
    const elsewhere = await save(mo, await sale());
    expect((await gone(elsewhere.id, added.body.representatives[0].id)).status).toBe(404);
  });

  it('may still be entered once the case is over, not once it was refused', async () => {
    const ready = await inWork(mo, await sale());
    const done = await move(mo, ready, 'complete');
    expect(done.status, done.text).toBe(200);
    for (const side of ['old', 'new'] as const) expect((await add(ready.id, { side })).status).toBe(200);
    const refused = await inWork(mo, await sale());
    expect((await move(mo, refused, 'refuse', { comment: 'Нет подписи' })).status).toBe(200);
    expect((await add(refused.id)).body.errors).toEqual({ form: 'Дело закрыто' });
  });

  it('blocks the end once it has run out, until another one stands in its place', async () => {
    const card = await inWork(mo, await sale());
    expect((await add(card.id, { validUntil: '2026-01-09' })).body.errors).toEqual({
      validUntil: 'Доверенность не может кончиться раньше, чем выдана',
    });
    const old = (await add(card.id, { validUntil: '2026-11-19', notary: 'Лапина О. Ю.', powers: 'подписать акт' }))
      .body;
    const refused = await move(mo, old, 'complete');
    expect(refused.body.errors).toEqual({ representative: 'Доверенность истекла: Доверенный П. П.' });
    const gone = await mo.call(steps.removeRepresentative, {
      params: { id: card.id, representativeId: old.representatives[0].id },
    });
    expect(gone.status, gone.text).toBe(200);
    const ready = (await add(card.id, { validUntil: '2026-11-20' })).body;
    expect(ready.representatives).toMatchObject([{ side: 'old', full_name: 'Доверенный П. П.', number: '78/1' }]);
    expect((await move(mo, ready, 'complete')).status).toBe(200);
  });
});

describe('what is corrected', () => {
  const correct = (card: { id: number; version: number }, body: object) =>
    mo.call(steps.correctReregistration, { params: { id: card.id }, body: { version: card.version, ...body } });

  it('of a completed case: papers, numbers, price, comment, with history; names and kinship answer to annulment', async () => {
    const garage = await ownedGarage(mo, w.po);
    const ready = await inWork(mo, form(garage.id, 3, { newOwner: [await person()], date: '2026-03-01' }));
    const done = (await move(mo, ready, 'complete')).body as ReregistrationCard;
    expect((await correct(done, { details: { notary: '' } })).body.errors).toEqual({
      'details.notary': 'Заполните поле',
    });
    expect((await correct(done, { details: { deathDate: '2026-11-21' } })).body.errors).toEqual({
      'details.deathDate': 'Дата не может быть позже сегодняшней',
    });
    expect((await correct(done, { details: { newLastName: 'Другой' } })).body.errors).toEqual({
      'details.newLastName': 'Это поле завершённого дела не меняется',
    });
    expect((await correct(done, { papersGivenOn: '2026-11-21' })).body.errors).toEqual({
      papersGivenOn: 'Дата не может быть позже сегодняшней',
    });
    const right = await correct(done, {
      archiveNo: '12/26',
      papersGivenTo: 'Наследников Н. Н.',
      papersGivenOn: '2026-11-20',
      comment: 'Свидетельство переписано',
      details: { inheritanceCertificate: '77 АА 2' },
    });
    expect(right.status, right.text).toBe(200);
    expect(right.body).toMatchObject({
      archive_no: '12/26',
      papers_given_to: 'Наследников Н. Н.',
      papers_given_on: '2026-11-20',
      form: { comment: 'Свидетельство переписано', details: { ...details, inheritanceCertificate: '77 АА 2' } },
    });
    expect((await lastLine(done.id)).changes).toEqual([
      { field: 'Бумаги выданы', before: '—', after: 'Наследников Н. Н.' },
      { field: 'Когда выданы', before: '—', after: '20.11.2026' },
      {
        field: 'Примечание',
        before: 'Ошибка в карточке, исправлена по акту комиссии',
        after: 'Свидетельство переписано',
      },
      { field: 'Свидетельство о праве на наследство, №', before: '77 АА 1', after: '77 АА 2' },
      { field: '№ дела в архиве', before: '—', after: '12/26' },
    ]);
    expect((await correct(done, { archiveNo: '13' })).status).toBe(409);
    const put = await mo.call(reregistrations.update, {
      params: { id: done.id },
      body: { ...form(garage.id, 3, { newOwner: [await person()] }), version: right.body.version },
    });
    expect([put.status, put.body.message]).toEqual([403, 'Завершённое дело меняется только аннулированием']);
  });

  it('kinship and a new name stand; days of papers keep to the death and to today', async () => {
    const complete = async (body: ReturnType<typeof form>) => {
      const done = await move(mo, await inWork(mo, body), 'complete');
      expect(done.status, done.text).toBe(200);
      return done.body as ReregistrationCard;
    };
    const fixed = 'Это поле завершённого дела не меняется';
    const people = async () => ({ newOwner: [await person()] });
    const kin = await complete(form((await ownedGarage(mo, w.po)).id, 11, await people()));
    expect((await correct(kin, { details: { relation: 'дочь' } })).body.errors).toEqual({ 'details.relation': fixed });
    const renamed = await complete(form((await ownedGarage(mo, w.po)).id, 12, { newOwner: [] }));
    expect((await correct(renamed, { details: { newLastName: 'Другая' } })).body.errors).toEqual({
      'details.newLastName': fixed,
    });
    const heirs = await people();
    const heir = await complete(form((await ownedGarage(mo, w.po)).id, 3, { ...heirs, date: '2026-03-01' }));
    expect((await correct(heir, { details: { inheritanceDate: '2026-02-28' } })).body.errors).toEqual({
      'details.inheritanceDate': 'Свидетельство о праве на наследство выдают после дня смерти',
    });
    expect((await correct(heir, { details: { deathDate: '2026-03-02' } })).body.errors).toEqual({
      'details.deathDate': 'Дата перехода не может быть раньше дня смерти, 02.03.2026',
    });
    expect((await correct(heir, { details: { inheritanceDate: '2026-11-20' } })).status).toBe(200);
  });

  it('of an open one: every field, told before and after; of an error of the books the words stay long', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await save(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const changed = await mo.call(reregistrations.update, {
      params: { id: card.id },
      body: {
        ...form(garage.id, 2, { newOwner: [await person()], garagePrice: null, debtAnswer: 'stays_old' }),
        date: '2026-11-25',
        version: card.version,
      },
    });
    expect(changed.status, changed.text).toBe(200);
    const { changes } = await lastLine(card.id);
    expect(changes.map(({ field }) => field)).toEqual([
      'Дата перехода',
      'Долг',
      'Новые владельцы',
      'Основание',
      'Степень родства',
      'Цена гаража',
    ]);
    expect(changes[3]).toEqual({ field: 'Основание', before: 'Купля-продажа', after: 'Дарение' });
    const error = (
      await move(
        mo,
        await inWork(mo, form((await ownedGarage(mo, w.po)).id, 13, { newOwner: [await person()] })),
        'complete',
      )
    ).body;
    expect((await correct(error, { comment: 'коротко' })).body.errors.comment).toContain('20 знаков');
  });

  it('of a step and of the end: status and owners before and after', async () => {
    const garage = await ownedGarage(mo, w.po);
    const newOwner = await person();
    const applied = await save(mo, { ...form(garage.id, 1, { newOwner: [newOwner] }), apply: true } as never);
    expect((await lastLine(applied.id)).changes).toEqual([{ field: 'Статус', before: 'Черновик', after: 'Заявка' }]);
    const gone = (await move(mo, applied, 'refuse', { comment: 'Нет подписи' })).body;
    expect((await lastLine(gone.id)).changes).toEqual([{ field: 'Статус', before: 'Заявка', after: 'Отклонено' }]);
    const done = (await move(mo, await inWork(mo, form(garage.id, 1, { newOwner: [newOwner] })), 'complete')).body;
    const [seller] = garage.owners;
    const buyer = done.parties.find((party: { side: string }) => party.side === 'new').full_name;
    expect((await lastLine(done.id)).changes).toEqual([
      { field: 'Владельцы', before: seller!.full_name, after: buyer },
      { field: 'Статус', before: 'В работе', after: 'Завершено' },
    ]);
    await move(mo, done, 'annul', { comment: 'Ошиблись' });
    expect((await lastLine(done.id)).changes).toEqual([
      { field: 'Статус', before: 'Завершено', after: 'Аннулировано' },
    ]);
  });
});

it('a draft says that its garage was changed since, until it is looked through and saved', async () => {
  const garage = await ownedGarage(mo, w.po);
  const draft = await save(mo, form(garage.id, 1, { newOwner: [await person()] }));
  expect(draft.is_out_of_date).toBe(false);
  const saved = await mo.call(garages.update, {
    params: { id: garage.id },
    body: {
      section: garage.section,
      number: garage.number,
      type: { value: 2 },
      version: garage.version,
      owners: garage.owners.map(({ id, share, is_primary }) => ({ id, share, isPrimary: is_primary })),
    },
  });
  expect(saved.status, saved.text).toBe(200);
  const seen = await cardOf(draft.id);
  expect([seen.is_out_of_date, seen.garage_changes]).toEqual([true, ['тип Кирпич → Металл']]);
  const again = await mo.call(reregistrations.update, {
    params: { id: draft.id },
    body: { ...form(garage.id, 1, { newOwner: [await person()] }), version: seen.version },
  });
  expect([again.body.is_out_of_date, again.body.garage_changes]).toEqual([false, []]);
  // What was looked through is compared with from now on; owners and receipts are named too.
  const second = await newPerson(mo, w.po);
  const added = await mo.call(addOwner, {
    params: { id: garage.id },
    body: { profileId: second.id, date: '2026-11-20', check: true } as never,
  });
  expect(added.status, added.text).toBe(200);
  const later = await cardOf(draft.id);
  const [owner] = garage.owners;
  expect([later.is_out_of_date, later.garage_changes]).toEqual([
    true,
    [`владельцы: ${owner!.full_name} → ${owner!.full_name}; ${second.full_name}`],
  ]);
});

it('what became of the ПИБ paper, and owners who are gone, are told to a draft', async () => {
  const garage = await ownedGarage(mo, w.po);
  const [{ seen }] = (
    await sql<{ seen: Record<string, unknown> }>`select ${garageSeen(garage.id)} as seen`.execute(t.deps.db)
  ).rows as [{ seen: Record<string, unknown> }];
  const changes = (was: object | null) => changesSince(t.deps.db, garage.id, was && { ...seen, ...was });
  expect(await changes({})).toEqual([]);
  expect(await changes(null)).toEqual([]);
  expect(await changes({ pib_file: 999_999 })).toEqual(['бумага ПИБ: приложена → нет']);
  const [owner] = garage.owners;
  expect(await changes({ owners: null, receiver: null })).toEqual([
    `владельцы: никого → ${owner!.full_name}`,
    `квитанции получает: никто → ${owner!.full_name}`,
  ]);
});
