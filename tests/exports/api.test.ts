// Taking a list away: the same rows, columns and order as on screen, in both formats, in scope, safe, written down.
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { exportList } from '../../contract/exports.ts';
import { garageExport, profileExport } from '../../server/exports/columns.ts';
import { nobody } from '../../server/kernel/ctx.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

/** «Инвалид II гр.». */
const INVALID = 4;

let t: TestApp;
let w: World;
let mo: Caller;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const owner = await newPerson(mo, w.po, {
    lastName: '=ФОРМУЛА',
    firstName: 'Пётр; "Хитрый"',
    fatherName: 'Ильич',
    phoneNumberList: ['+79000001122'],
  });
  for (const number of ['10', '2', '9'])
    await newGarage(mo, w.po, {
      section: 'А',
      number,
      alreadyExistProfile: [{ profileId: owner.id, isPrimary: true }],
    });
  await newGarage(mo, w.siblingPo, { section: 'Я', number: '1' });
});
afterAll(() => t.close());

type Body = {
  format: 'csv' | 'xlsx';
  columns: string[];
  sort: [string, 'ASC' | 'DESC'];
  filter: Record<string, unknown>;
};
const body = (more: Partial<Body> = {}): Body => ({
  format: 'csv',
  columns: ['plate', 'owner', 'debt'],
  sort: ['place', 'ASC'],
  filter: {},
  ...more,
});
const take = (who: Caller, more: Partial<Body> = {}, resource: 'garages' | 'profiles' = 'garages') =>
  who.call(exportList, { params: { resource }, body: body(more) });
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');
const fileName = (headers: Record<string, unknown>) =>
  Buffer.from(/filename="([^"]+)"/.exec(String(headers['content-disposition']))![1]!, 'base64').toString('utf8');

describe('CSV', () => {
  it('begins with a BOM, has titles, the order of the screen, `;`, CRLF and a decimal comma', async () => {
    const { status, text, headers } = await take(mo, { filter: { poFilter: [w.po] } });
    expect(status).toBe(200);
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const owner = `"'=ФОРМУЛА Пётр; ""Хитрый"" Ильич"`;
    expect(linesOf(text)).toEqual([
      'Гараж;Владелец;Долг, ₽',
      `А 2;${owner};0,00`,
      `А 9;${owner};0,00`,
      `А 10;${owner};0,00`,
    ]);
    expect(headers['content-type']).toContain('text/csv');
    expect(fileName(headers)).toBe('Гаражи 2026-11-20.csv');
  });
  it('follows the order and the columns asked for', async () => {
    const { text } = await take(mo, { columns: ['po', 'plate'], sort: ['place', 'DESC'] });
    expect(linesOf(text)[0]).toBe('ПО;Гараж');
    expect(linesOf(text).slice(-1)).toEqual(['КАС № 12-3;А 2']);
  });
  it('has the rows of the screen: as many as the list counts under the same filter', async () => {
    for (const filter of [{}, { sectionFilter: ['А'] }, { nameFilter: '10' }, { profileCounter: 'none' as const }]) {
      const listed = await mo.call(garages.list, { query: { filter } });
      const total = Number(String(listed.headers['content-range']).split('/')[1]);
      expect(linesOf((await take(mo, { filter })).text)).toHaveLength(total + 1);
    }
  });
  it('of nothing is the titles alone', async () => {
    expect(linesOf((await take(mo, { filter: { nameFilter: 'никого такого' } })).text)).toEqual([
      'Гараж;Владелец;Долг, ₽',
    ]);
  });
});

describe('XLSX', () => {
  it('opens as a workbook with typed cells and texts that are no formulas', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: pathOf(exportList, { resource: 'garages' }),
      headers: { authorization: `Bearer ${mo.token}` },
      payload: body({ format: 'xlsx', columns: ['plate', 'owner', 'built', 'debt'], filter: { poFilter: [w.po] } }),
    });
    expect(reply.statusCode).toBe(200);
    const workbook = await readXlsx(new Uint8Array(reply.rawPayload));
    const rows = workbook.sheets[0]!.rows;
    expect(rows[0]).toEqual(['Гараж', 'Владелец', 'Построен', 'Долг, ₽']);
    expect(rows.slice(1).map((row) => row[0])).toEqual(['А 2', 'А 9', 'А 10']);
    expect(rows[1]![1]).toBe(`'=ФОРМУЛА Пётр; "Хитрый" Ильич`);
    expect(rows[1]![3]).toBe(0);
  });
});

describe('columns', () => {
  it.each([
    ['garages', Object.keys(garageExport(2026, false))],
    ['profiles', Object.keys(profileExport(nobody, '2026-11-20', false))],
  ] as const)('%s: every one can be taken', async (resource, columns) => {
    const sort: [string, 'ASC'] = resource === 'garages' ? ['place', 'ASC'] : ['full_name', 'ASC'];
    const { status, text } = await take(mo, { columns: [...columns], sort }, resource);
    expect(status).toBe(200);
    expect(linesOf(text)[0]!.split(';')).toHaveLength(columns.length);
    expect(linesOf(text).length).toBeGreaterThan(1);
  });
  it('an unknown one is refused by name', async () => {
    const { status, body: answer } = await take(mo, { columns: ['plate', 'pass_cipher'] });
    expect([status, answer.message]).toEqual([422, 'Неизвестный столбец: pass_cipher']);
    expect((await take(mo, { columns: ['__proto__'] })).status).toBe(422);
    expect((await take(mo, { columns: ['constructor'] })).status).toBe(422);
    expect((await take(mo, { columns: [] })).status).toBe(422);
  });
  it('a wrong order or filter is refused', async () => {
    expect((await take(mo, { sort: ['pass_hash', 'ASC'] })).status).toBe(400);
    expect((await take(mo, { filter: { poFilter: 'все' } })).status).toBe(400);
  });
});

describe('money', () => {
  it('a debt is told as a debt, a year paid in part as unpaid', async () => {
    const own = await world(t.deps.db);
    const keeper = await as(t, { mo: own.mo });
    const { id } = await newGarage(keeper, own.po, { section: 'Д', number: '77' });
    await postLines(t, own, [chargeLine(id, '2024-02-01', 300_000), chargeLine(id, '2025-02-01', 450_000)]);
    await postLines(t, own, [paymentLine(id, '2026-03-01', 400_000)]);
    const { text } = await take(keeper, {
      columns: ['plate', 'debt', 'years'],
      filter: { sectionFilter: ['Д'] },
    });
    expect(linesOf(text)[1]).toBe('Д 77;3500,00;2025');
  });
});

describe('personal data', () => {
  it('phones are hidden as they are on screen, whatever the rights', async () => {
    for (const capabilities of [[1, 2, 3], [2]]) {
      const person = await as(t, { mo: w.mo, capabilities });
      const { text } = await take(person, { columns: ['phone'] });
      expect(text).not.toContain('9000001122');
      expect(text).toContain('8 *** ***-11-22');
    }
  });
  it('the phone beside a garage is of the owner it is of on screen', async () => {
    const own = await world(t.deps.db);
    const keeper = await as(t, { mo: own.mo });
    const silent = await newPerson(keeper, own.po, { phoneNumberList: [] });
    const reached = await newPerson(keeper, own.po, { phoneNumberList: ['+79000003344'] });
    const owners = (first: number, second: number) => ({
      alreadyExistProfile: [
        { profileId: first, isPrimary: true, share: '1/2' },
        { profileId: second, share: '1/2' },
      ],
    });
    const made = [
      await newGarage(keeper, own.po, { section: 'П', ...owners(silent.id, reached.id) }),
      await newGarage(keeper, own.po, { section: 'П', ...owners(reached.id, silent.id) }),
    ];
    const shown = await keeper.call(garages.list, { query: { filter: { id: made.map(({ id }) => id) } } });
    expect(shown.body.map(({ phone }: { phone: string | null }) => phone?.slice(-5) ?? '')).toEqual(['', '33-44']);
    const { text } = await take(keeper, { columns: ['plate', 'phone'], filter: { sectionFilter: ['П'] } });
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.split(';')[1]!.slice(-5)),
    ).toEqual(['', '33-44']);
  });
  it('a privilege of health is named to capability 1; the others read that there is one', async () => {
    await newPerson(mo, w.po, {
      lastName: 'Льготников',
      isVOAMember: true,
      voaEntryDate: '2020-01-01',
      statusVoa: { id: 3 },
      privilege: { value: INVALID },
      privilegeCertificateSeria: 'МСЭ',
      privilegeCertificateNumber: '123456',
      privilegeCertificateText: 'Бюро МСЭ № 5',
      privilegeCertificateDate: '2024-01-01',
    });
    const privilege = async (capabilities: number[]) => {
      const person = await as(t, { mo: w.mo, capabilities });
      const asked = { columns: ['name', 'privilege'], sort: ['full_name', 'ASC'] as [string, 'ASC'] };
      return linesOf((await take(person, asked, 'profiles')).text).find((line) => line.startsWith('Льготников'));
    };
    expect(await privilege([1])).toMatch(/;Инвалид II гр\.$/);
    expect(await privilege([2, 3])).toMatch(/;льгота \d+ %$/);
  });
  it.each([
    ['sibling МО', () => ({ mo: w.siblingMo })],
    ['foreign region', () => ({ region: w.foreignRegion })],
  ])('%s takes nothing of it', async (_, place) => {
    const stranger = await as(t, place());
    expect(linesOf((await take(stranger, { filter: { poFilter: [w.po] } })).text)).toHaveLength(1);
    expect(
      linesOf((await take(stranger, { columns: ['name'], sort: ['full_name', 'ASC'] }, 'profiles')).text),
    ).toHaveLength(1);
  });
  it('what was taken is written down: how much, which columns, under which filter', async () => {
    await take(mo, { columns: ['plate'], filter: { poFilter: [w.po] } });
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.export')
      .where('user_id', '=', mo.userId)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ text: 'Выгрузка «Гаражи»: строк 3', mo_id: w.mo, tab: 'copy' });
    expect(line.after).toEqual({
      file: 'Гаражи 2026-11-20.csv',
      of: 'Гаражи',
      reason: null,
      columns: ['plate'],
      filter: { poFilter: [w.po] },
      format: 'csv',
    });
  });
  it('the garages of a person are those of the reader’s place', async () => {
    const two = await newPerson(mo, w.po, { lastName: 'Двоедомов' });
    const owned = (number: string) => ({ section: 'Д', number, alreadyExistProfile: [{ profileId: two.id }] });
    await newGarage(mo, w.po, owned('1'));
    await newGarage(mo, w.siblingPo, owned('2'));
    const shown = async (person: Caller) => {
      const asked = { columns: ['name', 'garages'], sort: ['full_name', 'ASC'] as [string, 'ASC'] };
      return linesOf((await take(person, asked, 'profiles')).text).find((line) => line.startsWith('Двоедомов'));
    };
    expect(await shown(await as(t, { po: w.po }))).toMatch(/;Д 1$/);
    expect(await shown(await as(t, { po: w.siblingPo }))).toMatch(/;Д 2$/);
    expect(await shown(mo)).toMatch(/;"?Д 1, Д 2"?$/);
  });
  it('without a token: 401', async () => {
    expect((await caller(t.app)(exportList, { params: { resource: 'garages' }, body: body() })).status).toBe(401);
  });
});
