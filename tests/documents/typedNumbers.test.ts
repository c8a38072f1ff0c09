// Numbers that people type: extracts of one protocol carry its number without a word, a slip is asked about, a cancelled paper gives its number free.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelDocument,
  documentDetail,
  documents,
  documentTypeInfo,
  NUMBER_TAKEN,
  type PrintRequest,
} from '../../contract/documents.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { form, save } from '../reregistrations/kit.ts';
import { day, ownedGarage, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garages: number[];
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  garages = [];
  for (let nth = 0; nth < 3; nth += 1) garages.push((await ownedGarage(at, { passNum: `10000${nth}` })).garage.id);
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
const ask = (body: Omit<PrintRequest, 'start_date' | 'end_date'>, dates: object = one) =>
  print(t, at.po, { ...body, ...dates } as PrintRequest);
const allocation = (garage: number, number: string, more: object = {}, dates?: object) =>
  ask({ document_type_id: 5, garage_id: garage, number, ...more }, dates);
/** The question as the window gets it. */
const question = ({ status, problem }: Awaited<ReturnType<typeof print>>) => [
  status,
  problem?.code,
  problem?.errors?.number,
];

describe('extracts of one protocol', () => {
  it('go to every garage that it decided of, under its number', async () => {
    for (const garage of garages) {
      const made = await allocation(garage, '31');
      expect(made.problem).toBeNull();
      expect(await textOf(made.bytes)).toContain('протокол № 31 от 20 ноября 2026 г.');
    }
    const { body } = await at.po.call(documents.list, { query: { filter: JSON.stringify({ q: '31' }) } } as never);
    expect(body.filter((row: { number: string }) => row.number === '31')).toHaveLength(3);
  });

  it('a second one for the same garage is asked about, and printed when it is meant', async () => {
    const first = await allocation(garages[0]!, '40');
    const again = await allocation(garages[0]!, '040');
    expect(question(again)).toEqual([
      409,
      NUMBER_TAKEN,
      'Выписка из протокола № 40 от 20.11.2026 по этой записи уже напечатана',
    ]);
    expect(again.problem.current).toEqual({ id: first.id, name: '№ 40' });
    expect((await allocation(garages[0]!, '40', { confirm_number: false })).status).toBe(409);
    expect((await allocation(garages[0]!, '40', { confirm_number: true })).status).toBe(200);
  });

  it('the number with another day is a slip that is asked about', async () => {
    const other = { start_date: '2026-11-05', end_date: '2026-11-05' };
    await allocation(garages[0]!, '50');
    expect(question(await allocation(garages[1]!, '50', {}, other))[2]).toBe(
      'Протокол № 50 уже записан от 20.11.2026, а здесь дата 05.11.2026',
    );
    // Another year has numbers of its own.
    const before = { start_date: '2025-11-05', end_date: '2025-11-05' };
    expect((await allocation(garages[1]!, '50', {}, before)).status).toBe(200);
  });

  it('of a bureau that let several garages pass on are one for each case', async () => {
    const cases: number[] = [];
    for (const [nth, garage] of garages.slice(0, 2).entries()) {
      const to = await newPerson(at.mo, at.w.po, {
        lastName: 'Новиков',
        firstName: `Пётр${'а'.repeat(nth)}`,
        fatherName: 'Ильич',
        birthday: '1980-03-01',
      });
      const made = await save(at.mo, {
        ...form(garage, 2, { newOwner: [{ profileId: to.id }] }),
        apply: true,
      } as never);
      cases.push(made.id);
    }
    const extract = (id: number, more: object = {}) =>
      ask({ document_type_id: 13, reregistration_id: id, number: '7', ...more });
    for (const id of cases) expect((await extract(id)).problem).toBeNull();
    expect(question(await extract(cases[0]!)).slice(0, 2)).toEqual([409, NUMBER_TAKEN]);
    expect((await extract(cases[0]!, { confirm_number: true })).status).toBe(200);
  });
});

describe('other typed numbers', () => {
  it('of certificates and orders of cash are asked about whatever garage they are of', async () => {
    const share = (garage: number, more: object = {}) =>
      ask({ document_type_id: 3, garage_id: garage, number: '12', ...more });
    expect((await share(garages[0]!)).status).toBe(200);
    expect(question(await share(garages[1]!))).toEqual([
      409,
      NUMBER_TAKEN,
      'Номер 12 уже занят документом от 20.11.2026',
    ]);
    expect((await share(garages[1]!, { confirm_number: true })).status).toBe(200);
    const [first, second] = [await pay(at, garages[0]!, 100_00), await pay(at, garages[1]!, 200_00)];
    const order = (id: number, more: object = {}) =>
      ask({ document_type_id: 7, contribution_id: id, number: '15', ...more });
    expect((await order(first)).status).toBe(200);
    expect(question(await order(second)).slice(0, 2)).toEqual([409, NUMBER_TAKEN]);
    expect((await order(second, { confirm_number: true })).status).toBe(200);
  });

  it('two at once under one number: the second is asked, however they run', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => ask({ document_type_id: 3, garage_id: garages[nth % 3]!, number: '77' })),
    );
    expect(made.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  it('a cancelled or replaced paper gives its number free; what stands instead may carry it', async () => {
    const share = (number: string, more: object = {}) =>
      ask({ document_type_id: 3, garage_id: garages[0]!, number, ...more });
    const old = await share('90');
    const fresh = await share('90', { confirm_number: true });
    const done = await at.po.call(cancelDocument, {
      params: { id: old.id },
      body: { reason: 'Описка', replaced_by: fresh.id },
    });
    expect(done.body).toMatchObject({ state: 'replaced', number: '90', replaced_by: { id: fresh.id } });
    const page = async (id: number) => {
      const { check_url: url } = (await at.po.call(documentDetail, { params: { id } })).body;
      return (await t.app.inject({ method: 'GET', url: new URL(url).pathname })).payload;
    };
    // Each is told by its own code.
    expect(await page(old.id)).toContain('Заменён');
    expect(await page(fresh.id)).toContain('Действителен');
    await at.po.call(cancelDocument, { params: { id: fresh.id }, body: { reason: 'Описка' } });
    expect((await share('90')).status).toBe(200);
    // The next number that is offered is still one that nobody had.
    const info = await at.po.call(documentTypeInfo, { body: { garage_id: garages[0]!, document_types: [3] } });
    expect(info.body.data[0]!.next_number).toBe('91');
  });

  it('a confirmation does not let a wrong number pass, and a number of the program stays one for ever', async () => {
    const bad = (number: string) => allocation(garages[0]!, number, { confirm_number: true });
    expect((await bad('0')).problem.errors.number).toBe('Номер больше нуля');
    expect((await bad('5-а')).problem.errors.number).toBe('Только цифры');
    const wrong = await allocation(garages[0]!, '60', { confirm_number: 'да' });
    expect([wrong.status, Object.keys(wrong.problem.errors)]).toEqual([422, ['confirm_number']]);
    const { id } = await ask({ document_type_id: 1, garage_id: garages[0]! }, {});
    const twin = t.deps.engine
      .query(`insert into document (region_id, mo_id, po_id, type_id, context, garage_id, number, year, on_date, check_code, printed_at)
      select region_id, mo_id, po_id, type_id, context, garage_id, number, year, on_date, 'AAAA-BBBB-CCCC', printed_at from document where id = ${id}`);
    await expect(twin).rejects.toThrow(/document_number_once/);
  });
});
