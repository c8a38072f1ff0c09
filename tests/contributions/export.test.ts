// The list of charges taken away as a file: columns of the screen, the filter, the right to read money.
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewFile } from '../../contract/contributions/charging.ts';
import { contributionLinesFile } from '../../contract/contributions.ts';
import { exportList } from '../../contract/exports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { archive, charge, fee, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const everything = ['on_date', 'type', 'year', 'mo', 'po', 'garages', 'amount', 'paid', 'basis', 'comment', 'user'];
const take = async (caller: Caller, columns: string[], filter: object = {}) =>
  caller.call(exportList, {
    params: { resource: 'contributions' },
    body: { format: 'csv', columns, sort: ['on_date', 'DESC'], filter: { ...filter } },
  });
const lines = (answer: { body: unknown; payload?: string }) => {
  const text = Buffer.isBuffer(answer.body) ? answer.body.toString('utf8') : String(answer.payload ?? answer.body);
  return text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
};

describe('export of charges', () => {
  it('has the columns, the filter and the own share of the screen', async () => {
    const { w, mo, po } = await park(t, 2, 1);
    await newGarage(mo, w.siblingPo);
    await charge(po, { basisDocument: '=Протокол', contributionPeriod: 2025 });
    await charge(mo);
    const rows = lines(await take(po, everything));
    expect(rows[0]).toEqual([
      'Дата',
      'Вид начисления',
      'Период',
      'МО',
      'ПО',
      'Гаражей',
      'Сумма, ₽',
      'Оплачено, ₽',
      'Основание',
      'Комментарий',
      'Кто',
    ]);
    expect(rows.slice(1).map((row) => [row[2], row[5], row[6], row[7]])).toEqual([
      ['2026', '2', '6750,00', '0,00'],
      ['2025', '2', '6750,00', '0,00'],
    ]);
    expect(rows[2]![8]).toBe("'=Протокол");
    const ofYear = lines(await take(po, ['year', 'garages'], { yearFilter: [2026] }));
    expect(ofYear.slice(1)).toEqual([['2026', '2']]);
    const ofMo = lines(await take(mo, ['po', 'garages', 'amount'], { yearFilter: [2026] }));
    expect(ofMo.slice(1)).toEqual([['несколько ПО', '3', '11250,00']]);
  });

  it('of garages and of a preview hides a phone written into a name as the export of a list does', async () => {
    const { w, mo } = await park(t, 0);
    const person = await newPerson(mo, w.po, { lastName: 'Сидоров', firstName: 'тел. 8 921 555-66-77' });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const { contribution: id } = (await charge(mo)).body;
    const ownersFor = async (capabilities: number[]) => {
      const { token } = await as(t, { mo: w.mo, capabilities });
      const headers = { authorization: `Bearer ${token}` };
      const sheetOf = async (reply: { statusCode: number; rawPayload: Buffer }) => {
        expect(reply.statusCode).toBe(200);
        return String((await readXlsx(new Uint8Array(reply.rawPayload))).sheets[0]!.rows[1]![3]);
      };
      const url = pathOf(contributionLinesFile, { id });
      const preview = { method: 'POST' as const, url: pathOf(previewFile, {}), payload: fee(), headers };
      return [await sheetOf(await t.app.inject({ url, headers })), await sheetOf(await t.app.inject(preview))];
    };
    for (const owner of await ownersFor([1, 2])) expect(owner).toContain('8 921 555-66-77');
    for (const owner of await ownersFor([2])) {
      expect(owner).toContain('Сидоров');
      expect(owner).not.toContain('555');
    }
  });

  it('is refused without the right to money and for an unknown column', async () => {
    const { w, po, mo, ids } = await park(t, 1);
    expect((await archive(mo, ids[0]!)).status).toBe(200);
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    const refused = await take(clerk, everything);
    expect([refused.status, refused.body.message]).toEqual([403, 'Нужно право «Взносы и баланс»']);
    expect((await take(po, ['constructor'])).status).toBe(422);
  });
});
