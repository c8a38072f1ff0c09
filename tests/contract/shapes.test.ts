// Shapes: what the browser checks by itself, what a list of fields makes of bodies, cards and rows, what a resource asks for.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../contract/kernel/fields.ts';
import { optionalDate, plainBody, plainCard, plainRow } from '../../contract/kernel/fieldShapes.ts';
import { ByIdParams, ListQuery, MAX_PAGE, resource } from '../../contract/kernel/resource.ts';
import { registryEdit, signedIn, superuser } from '../../contract/kernel/scope.ts';
import { isFlag, isNumber, isText, listOf, orNothing, orNull, shapeOf, type Is } from '../../contract/kernel/shape.ts';

describe('in the browser', () => {
  const values = {
    text: 'а',
    empty: '',
    number: 1,
    nought: 0,
    yes: true,
    no: false,
    null: null,
    nothing: undefined,
    list: [],
    object: {},
  };
  const passed = (is: Is<unknown>) =>
    Object.entries(values)
      .filter(([, value]) => is(value))
      .map(([name]) => name);
  it.each([
    ['a text', isText, ['text', 'empty']],
    ['a number', isNumber, ['number', 'nought']],
    ['a flag', isFlag, ['yes', 'no']],
    ['a text or null', orNull(isText), ['text', 'empty', 'null']],
    ['a number or nothing', orNothing(isNumber), ['number', 'nought', 'nothing']],
    ['a list', listOf(isText), ['list']],
    ['an object', shapeOf({}), ['list', 'object']],
    [
      'an object with a field that may be absent',
      shapeOf<{ a?: string | undefined }>({ a: orNothing(isText) }),
      ['list', 'object'],
    ],
    ['an object with a field', shapeOf<{ a: string }>({ a: isText }), []],
  ] as [string, Is<unknown>, string[]][])('%s is told', (_, is, names) => expect(passed(is)).toEqual(names));

  it('every one of a list is of its kind', () => {
    expect(listOf(isText)(['а', 'б'])).toBe(true);
    expect(listOf(isText)(['а', 1])).toBe(false);
    expect(listOf(isText)([1, 'а'])).toBe(false);
  });
  it('every field of an object is as given, others are let through', () => {
    const isPerson = shapeOf<{ name: string; age: number | null }>({ name: isText, age: orNull(isNumber) });
    expect(isPerson({ name: 'Пётр', age: 5 })).toBe(true);
    expect(isPerson({ name: 'Пётр', age: null, more: 1 })).toBe(true);
    expect(isPerson({ name: 'Пётр' })).toBe(false);
    expect(isPerson({ name: 1, age: 5 })).toBe(false);
    expect(isPerson({ name: 'Пётр', age: '5' })).toBe(false);
  });
});

describe('of a list of fields', () => {
  const fields = {
    note: { label: 'Заметка', kind: 'text', column: 'note', plain: 'main', listed: { width: '9px' } },
    code: { label: 'Код', kind: 'text', column: 'short_code', plain: 'main', max: 5, listed: {} },
    story: { label: 'Рассказ', kind: 'longText', column: 'story', plain: 'more', max: 9 },
    built: { label: 'Построен', kind: 'date', column: 'built_on', plain: 'more', listed: {} },
    // Not plain: it has rules of its own.
    own: { label: 'Своё', kind: 'text', column: 'own', listed: {} },
  } as const satisfies Fields;
  const Body = z.object(plainBody(fields));
  const isGood = (body: object) => Body.safeParse(body).success;

  it('a body has the plain ones, each of which may be left out', () => {
    expect(Object.keys(plainBody(fields))).toEqual(['note', 'code', 'story', 'built']);
    expect(Body.parse({})).toEqual({ note: null, code: null, story: null, built: null });
    expect(Body.parse({ note: ' а ', code: '', story: 'а\nб', built: '2026-02-28' })).toEqual({
      note: 'а',
      code: null,
      story: 'а\nб',
      built: '2026-02-28',
    });
  });
  it('a text is as long as it says, two hundred where it does not; only a long one has lines', () => {
    expect([isGood({ code: '12345' }), isGood({ code: '123456' })]).toEqual([true, false]);
    expect([isGood({ story: '123456789' }), isGood({ story: '1234567890' })]).toEqual([true, false]);
    expect([isGood({ note: 'а'.repeat(200) }), isGood({ note: 'а'.repeat(201) })]).toEqual([true, false]);
    expect([isGood({ note: 'а\nб' }), isGood({ story: 'а\nб' })]).toEqual([false, true]);
  });
  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['2024-02-29', '2024-02-29'],
  ])('a day %j is %j', (sent, kept) => expect(optionalDate.parse(sent)).toBe(kept));
  it.each(['2026-02-29', '29.02.2024', ' ', 0])('a day %j is none', (sent) => {
    expect(optionalDate.safeParse(sent).success).toBe(false);
    expect(isGood({ built: sent })).toBe(false);
  });

  it('a card has the plain ones, a row those of the list under their columns', () => {
    expect(Object.keys(plainCard(fields))).toEqual(['note', 'code', 'story', 'built']);
    expect(Object.keys(plainRow(fields))).toEqual(['note', 'short_code', 'built_on']);
    for (const shown of [plainCard(fields).note, plainRow(fields).short_code]) {
      expect(['а', '', null].map((value) => shown.safeParse(value).success)).toEqual([true, true, true]);
      expect([1, undefined].map((value) => shown.safeParse(value).success)).toEqual([false, false]);
    }
  });
});

describe('a resource', () => {
  const Row = z.object({ id: z.number() });
  const Card = z.object({ id: z.number(), text: z.string() });
  const [createBody, updateBody] = [z.object({ text: z.string() }), z.object({ text: z.string().optional() })];
  const [filter, sorts] = [z.object({}), ['id']];
  const declared = { name: 'notes', title: 'Заметки', row: Row, card: Card, createBody, updateBody, filter, sorts };
  const full = resource({ ...declared, read: signedIn, write: registryEdit, create: superuser });

  it('is four calls under its name', () => {
    const calls = [full.list, full.one, full.create, full.update];
    expect(calls.map(({ method, path, summary }) => [method, path, summary])).toEqual([
      ['GET', '/api/notes/', 'Заметки: список'],
      ['GET', '/api/notes/:id', 'Заметки: карточка'],
      ['POST', '/api/notes/', 'Заметки: создать'],
      ['PUT', '/api/notes/:id', 'Заметки: изменить'],
    ]);
    expect(calls.every(({ tag }) => tag === 'Заметки')).toBe(true);
    expect([full.name, full.row, full.card, full.filter, full.sorts]).toEqual(['notes', Row, Card, filter, sorts]);
  });
  it('gives rows as a list, a card to everything else, and takes what it is given', () => {
    expect(full.list.kind).toBe('list');
    expect(full.list.query).toBe(ListQuery);
    expect(full.list.reply.safeParse([{ id: 1 }]).success).toBe(true);
    expect(full.list.reply.safeParse({ id: 1 }).success).toBe(false);
    expect([full.one.reply, full.create.reply, full.update.reply]).toEqual([Card, Card, Card]);
    expect([full.one.params, full.update.params]).toEqual([ByIdParams, ByIdParams]);
    expect([full.create.body, full.update.body]).toEqual([createBody, updateBody]);
  });
  it('is changed by those who may write, begun by those who may begin; by its readers where nothing is said', () => {
    const needsOf = (of: typeof full) => [of.list, of.one, of.create, of.update].map(({ needs }) => needs);
    expect(needsOf(full)).toEqual([signedIn, signedIn, superuser, registryEdit]);
    expect(needsOf(resource({ ...declared, read: signedIn, write: registryEdit }))).toEqual([
      signedIn,
      signedIn,
      registryEdit,
      registryEdit,
    ]);
    expect(needsOf(resource({ ...declared, read: signedIn, create: superuser }))).toEqual([
      signedIn,
      signedIn,
      superuser,
      signedIn,
    ]);
    expect(needsOf(resource({ ...declared, read: superuser }))).toEqual([superuser, superuser, superuser, superuser]);
  });
  it.each([
    [{}, true],
    [{ sort: 'x'.repeat(200), range: 'x'.repeat(60), filter: 'x'.repeat(20_000) }, true],
    [{ sort: 'x'.repeat(201) }, false],
    [{ range: 'x'.repeat(61) }, false],
    [{ filter: 'x'.repeat(20_001) }, false],
  ])('a question of a list is no longer than it may be', (query, isGood) =>
    expect(ListQuery.safeParse(query).success).toBe(isGood),
  );
  it('a page is a thousand rows, a number of a record is whole and above zero', () => {
    expect(MAX_PAGE).toBe(1000);
    expect(ByIdParams.parse({ id: '7' })).toEqual({ id: 7 });
    for (const id of ['0', '-1', '1.5', 'x', '2147483648']) expect(ByIdParams.safeParse({ id }).success).toBe(false);
  });
});
