// A name in cases: what the card says is printed, a doubtful declension is told of before printing, another name forgets it all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo, type DocumentTypeInfo } from '../../contract/documents.ts';
import { heldData } from '../../contract/instruments/personal.ts';
import { profiles } from '../../contract/profiles.ts';
import { declineName } from '../../contract/profiles/nameCases.ts';
import { isDoubtfulIn, nameIn } from '../../server/kernel/words/nameCases.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let person: number;
let garage: number;
const cases = {
  nameGenitive: 'Воробей Любови Петровны',
  nameDative: 'Воробей Любови Петровне',
  nameInstrumental: 'Воробей Любовью Петровной',
};
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const owned = await ownedGarage(at, { lastName: 'Воробей', firstName: 'Любовь', fatherName: 'Петровна' });
  [person, garage] = [owned.person.id, owned.garage.id];
});
afterAll(() => t.close());

const info = async (type: number): Promise<DocumentTypeInfo> =>
  (await at.po.call(documentTypeInfo, { body: { garage_id: garage, document_types: [type] } })).body.data[0];
const card = async () => (await at.po.call(profiles.one, { params: { id: person } })).body;
const save = async (more: object) => {
  const { registrationAddress: _1, actualAddress: _2, email: _3, ...now } = await card();
  return at.po.call(profiles.update, { params: { id: person }, body: { ...now, ...more } });
};

describe('a name in cases', () => {
  it('is told of before printing while nobody has looked at it, only by kinds that decline it', async () => {
    expect((await info(1)).doubtful).toEqual([
      {
        id: person,
        name: 'Воробей Любовь Петровна',
        words: expect.stringMatching(/^кому — Вороб\S+ Любови Петровне$/),
      },
    ]);
    expect((await info(4)).doubtful).toEqual([]);
    const { body } = await at.po.call(declineName, {
      body: { lastName: 'Воробей', firstName: 'Любовь', fatherName: 'Петровна' },
    });
    expect(body.doubtful).toContain('nameGenitive');
    const sure = await at.po.call(declineName, {
      body: { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' },
    });
    expect(sure.body).toEqual({
      nameGenitive: 'Петрова Ивана Сергеевича',
      nameDative: 'Петрову Ивану Сергеевичу',
      nameInstrumental: 'Петровым Иваном Сергеевичем',
      doubtful: [],
    });
  });

  it('is written on the card, in words alone, sealed in the log, and printed as it is written', async () => {
    const wrong = await save({ ...cases, nameDative: 'Воробей 7' });
    expect(wrong.body.errors).toEqual({ nameDative: 'ФИО пишут буквами, без цифр и знаков' });
    const { status, text } = await save(cases);
    expect(status, text).toBe(200);
    expect(await card()).toMatchObject(cases);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'profile')
      .where('object_id', '=', person)
      .where('verb', '=', 'profile.update')
      .orderBy('id', 'desc')
      .select(['text', 'after'])
      .executeTakeFirstOrThrow();
    expect(line.text).toContain('ФИО в дательном падеже');
    expect(JSON.stringify(line)).not.toContain('Воробей Любов');
    expect((await info(1)).doubtful).toEqual([]);
    const paper = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    expect(await textOf(paper.bytes)).toContain('выдана Воробей Любови Петровне');
    const held = await at.mo.call(heldData, { params: { id: person }, body: {} });
    expect(JSON.stringify(held.body.facts)).toContain('Воробей Любовью Петровной');
  });

  it('stays when a form does not carry it, goes with the name it was written of', async () => {
    const { nameGenitive: _1, nameDative: _2, nameInstrumental: _3, ...others } = await card();
    const { registrationAddress: _4, actualAddress: _5, email: _6, ...body } = others;
    expect((await at.po.call(profiles.update, { params: { id: person }, body })).status).toBe(200);
    expect(await card()).toMatchObject(cases);
    expect((await save({ lastName: 'Голубь', nameDative: 'Голубь Любови Петровне' })).status).toBe(200);
    expect(await card()).toMatchObject({
      nameGenitive: null,
      nameDative: 'Голубь Любови Петровне',
      nameInstrumental: null,
    });
    // Whatever else changes the name: a case of another surname, a merge.
    await t.deps.db.updateTable('profile').set({ last_name: 'Воробей' }).where('id', '=', person).execute();
    expect((await card()).nameDative).toBe(null);
  });
});

it('the accusative follows from the genitive: of a man it is the same, of a woman what is not declined stays', () => {
  const man = { last_name: 'Заяц', first_name: 'Пётр', father_name: 'Ильич', name_genitive: 'Зайца Петра Ильича' };
  expect(nameIn(man, 'accusative')).toBe('Зайца Петра Ильича');
  const woman = { last_name: 'Воробей', first_name: 'Анна', father_name: 'Петровна' };
  expect(nameIn({ ...woman, name_genitive: 'Воробей Анны Петровны' }, 'accusative')).toBe('Воробей Анну Петровну');
  expect(nameIn({ ...woman, last_name: 'Иванова', name_genitive: 'Ивановой Анны Петровны' }, 'accusative')).toBe(
    'Иванову Анну Петровну',
  );
});

it('what is no person has no surname to decline: an organisation is called as it is, an estate declines its own word', () => {
  const cases = ['genitive', 'dative', 'accusative', 'instrumental'] as const;
  const called = (kind: string, last_name: string) =>
    cases.map((to) => nameIn({ kind, last_name, first_name: '', father_name: '' }, to));
  const firm = 'Администрация Невского района';
  expect(called('organisation', firm)).toEqual([firm, firm, firm, firm]);
  expect(called('estate', 'Наследство: Петрова Анна Ивановна')).toEqual([
    'Наследства: Петрова Анна Ивановна',
    'Наследству: Петрова Анна Ивановна',
    'Наследство: Петрова Анна Ивановна',
    'Наследством: Петрова Анна Ивановна',
  ]);
  const doubtful = { kind: 'organisation', last_name: 'Автосервис Нева', first_name: '', father_name: '' };
  expect(isDoubtfulIn(doubtful, 'genitive')).toBe(false);
  expect(nameIn({ last_name: 'Петрова', first_name: 'Анна', father_name: 'Ивановна' }, 'genitive')).toBe(
    'Петровой Анны Ивановны',
  );
});
