// A list on paper and what is ticked of it: the rows, the order and the sums of the screen, in scope, short enough, written down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportList, mostOnPaper } from '../../contract/exports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { listPaper } from '../../server/exports/rules/listPaper.ts';
import { checkLength } from '../../server/exports/writing/listPdf.ts';
import { takePayment } from '../../contract/payments.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { textOf } from '../documents/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
const garage: Record<string, number> = {};

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  for (const number of ['1', '2', '3']) garage[number] = (await newGarage(mo, w.po, { section: 'А', number })).id;
  const stranger = await as(t, { mo: w.foreignMo });
  garage.foreign = (await newGarage(stranger, w.foreignPo, { section: 'Ю', number: '77' })).id;
  for (const [number, amount] of [
    ['1', 150_000],
    ['3', 50_050],
  ] as const) {
    const body = {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-11-02',
      lines: [{ garage: garage[number]!, amount }],
    };
    expect((await mo.call(takePayment, { body })).status).toBe(200);
  }
});
afterAll(() => t.close());

const print = async (who: Caller, more: object, resource = 'garages') => {
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(exportList, { resource }),
    headers: { authorization: `Bearer ${who.token}` },
    payload: { format: 'pdf', columns: ['plate', 'po', 'debt'], sort: ['place', 'ASC'], filter: {}, ...more },
  });
  return {
    status: reply.statusCode,
    reply,
    text: reply.statusCode === 200 ? await textOf(new Uint8Array(reply.rawPayload)) : '',
  };
};

describe('a list on paper', () => {
  it('has the place, the conditions, the rows in order, the sum apart by sign and the number of pages', async () => {
    const { text, reply } = await print(mo, { conditions: 'Секция: А', filter: { sectionFilter: ['А'] } });
    expect(reply.headers['content-type']).toContain('application/pdf');
    expect(text).toContain('Отбор: Секция: А');
    expect(text).toContain('строк 3');
    expect(text.indexOf('А 1')).toBeLessThan(text.indexOf('А 2'));
    expect(text).toMatch(/1\s*\/\s*1/);
    expect(text.replaceAll(/\s/g, '')).toContain('Сминусом−2000,50');
  });
  it('of what is ticked has those rows alone, and never a foreign one', async () => {
    const { text } = await print(mo, { only: [garage['2'], garage.foreign] });
    expect(text).toContain('строк 1');
    expect(text).toContain('А 2');
    expect(text).not.toContain('Ю 77');
    const rest = await print(mo, { except: [garage['2']] });
    expect(rest.text).toContain('строк 2');
    expect(rest.text).not.toContain('А 2');
  });
  it('does not add up the debt of people: co-owners owe the same rouble', async () => {
    const { text } = await print(mo, { columns: ['name', 'debt'], sort: ['full_name', 'ASC'] }, 'profiles');
    expect(text).not.toContain('Итого');
  });
  it('is written down as printed', async () => {
    await print(mo, { only: [garage['1']] });
    const line = await t.deps.db
      .selectFrom('action_log')
      .select('text')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line.text).toBe('Печать списка «Гаражи»: строк 1');
  });
  it('refuses more rows than a person would read on paper, and words that are not text', async () => {
    expect(() => checkLength(mostOnPaper)).not.toThrow();
    expect(() => checkLength(mostOnPaper + 1)).toThrow('На бумагу');
    expect((await print(mo, { conditions: 'а\u0000б' })).status).toBe(422);
    expect((await print(mo, { only: [] })).status).toBe(422);
  });
});

describe('the paper of a list', () => {
  const paper = {
    title: 'Гаражи',
    place: 'КАС № 1',
    conditions: null,
    today: '2026-11-20',
    columns: [{ title: 'Гараж', value: null as never }],
    keys: ['plate'],
  };
  it('takes hostile texts as texts', () => {
    const source = listPaper(paper, [['#read("/etc/passwd")'], ['" + "'], ['\\']]);
    expect(source).toContain('#"#read(\\"/etc/passwd\\")";');
    expect(source).toContain('#"\\" + \\"";');
  });
  it('says beside a sum which it is, once, in the first column, whatever stands there', () => {
    const money = { title: 'Долг', value: null as never, kind: 'money' } as const;
    const sumsOf = (columns: readonly (typeof paper.columns)[number][], rows: readonly (readonly unknown[])[]) =>
      listPaper({ ...paper, columns: [...columns], keys: columns.map(() => 'debt') }, rows)
        .replaceAll('\u00a0', ' ')
        .match(/"(?:Итого|С минусом)[^"]*"|"-?−?[\d ]+,\d\d"/g);
    expect(
      sumsOf(
        [paper.columns[0]!, money],
        [
          ['А 1', 100],
          ['А 2', -250],
          ['А 3', 0],
        ],
      ),
    ).toEqual(['"1,00"', '"−2,50"', '"0,00"', '"Итого"', '"1,00"', '"С минусом"', '"−2,50"']);
    expect(
      sumsOf(
        [money, paper.columns[0]!],
        [
          [100, 'А 1'],
          [50, 'А 2'],
        ],
      ),
    ).toEqual(['"1,00"', '"0,50"', '"Итого 1,50"']);
  });
  it.each([
    [1, false],
    [6, false],
    [7, true],
  ])('of %i columns lies across the sheet: %s', (count, isAcross) => {
    const columns = Array.from({ length: count }, () => paper.columns[0]!);
    const source = listPaper({ ...paper, columns, keys: columns.map(() => 'plate') }, []);
    expect(source).toContain(`flipped: ${isAcross}`);
  });
});
