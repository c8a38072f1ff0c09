// How long papers are kept: a receipt three years, the rest until a person on them is destroyed by an act, scans and parties included.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentDetail, documentFile } from '../../contract/documents.ts';
import { forgetOldReceipts } from '../../server/documents/retention.ts';
import { insertFile } from '../../server/files/writing.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { form, save } from '../reregistrations/kit.ts';
import { charge, day, ownedGarage, place, print, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
});
afterAll(() => t.close());

const kept = (id: number) =>
  t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
/** A scan filed to a paper, as the return of a signed sheet leaves it. */
async function file(id: number): Promise<number> {
  const stored = await t.deps.files.put(Buffer.from(`%PDF-1.4 скан ${id}`));
  const ctx = workCtx(t.deps, { name: 'Проверка' });
  return act(ctx, 'reference.receive', async ({ tx, log }) => {
    const scan_file_id = await insertFile(tx, ctx, { ...stored, name: 'скан.pdf', mime: 'application/pdf' });
    await tx.updateTable('document').set({ scan_file_id }).where('id', '=', id).execute();
    await log({ text: 'скан' });
    return scan_file_id;
  });
}
const files = async (ids: (number | null)[]) =>
  (await t.deps.db.selectFrom('stored_file').where('id', 'in', ids.map(Number)).select('id').execute()).length;

describe('a receipt', () => {
  it('loses its file after three years and keeps number, day, state and hash', async () => {
    const { garage } = await ownedGarage(at);
    await charge(at, garage.id, 450_000);
    const receipt = await print(t, at.po, { document_type_id: 6, garage_id: garage.id });
    const other = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
    const before = await kept(receipt.id);
    const scan = await file(receipt.id);
    const printedAt = (moment: string) =>
      t.deps.db.updateTable('document').set({ printed_at: moment }).where('id', 'in', [receipt.id, other.id]).execute();
    await printedAt('2023-11-21T09:00:00Z');
    await forgetOldReceipts(t.deps);
    expect((await kept(receipt.id)).file_id).toBe(before.file_id);
    await printedAt('2023-11-19T09:00:00Z');
    await forgetOldReceipts(t.deps);
    const after = await kept(receipt.id);
    expect(after).toMatchObject({
      file_id: null,
      scan_file_id: null,
      snapshot: null,
      state: 'valid',
      sha256: before.sha256,
    });
    expect(await files([before.file_id, scan])).toBe(0);
    expect((await kept(other.id)).file_id).not.toBeNull();
    const opened = await at.po.call(documentFile, { params: { id: receipt.id } });
    expect([opened.status, opened.body.message]).toEqual([422, expect.stringContaining('хранится 3 года')]);
    expect((await at.po.call(documentDetail, { params: { id: receipt.id } })).body.number).toBe(after.number);
  });
});

describe('a person destroyed by an act', () => {
  it('is on no paper that is kept: his own, those of the other side, their scans; papers without his data stay', async () => {
    const { garage, person } = await ownedGarage(at, { lastName: 'Продавцов', passNum: '500001' });
    const buyer = await newPerson(at.mo, at.w.po, { lastName: 'Покупателев', firstName: 'Олег' });
    const card = await print(t, at.po, { document_type_id: 14, garage_id: garage.id });
    const sale = await save(at.mo, {
      ...form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] }),
      apply: true,
    } as never);
    const contract = await print(t, at.po, {
      document_type_id: 12,
      reregistration_id: sale.id,
      start_date: day,
      end_date: day,
    });
    expect([card.status, contract.status]).toEqual([200, 200]);
    expect((await kept(contract.id)).profile_id).toBe(buyer.id);
    const foreign = (await ownedGarage(at, { lastName: 'Посторонний', passNum: '500003' })).garage;
    const alien = await print(t, at.po, { document_type_id: 14, garage_id: foreign.id });
    const scan = await file(contract.id);
    const own = [(await kept(card.id)).file_id, (await kept(contract.id)).file_id, scan];
    const ctx = workCtx(t.deps, { name: 'Проверка' });
    await act(ctx, 'profile.anonymise', async (write) => {
      await destroyPerson(write, ctx, person.id);
      await write.tx
        .insertInto('destruction')
        .values({ profile_id: person.id, act_no: '7/2026', at: '2026-11-20T22:30:00Z', ground: 'срок', counts: '{}' })
        .execute();
      await write.log({ text: 'Уничтожены данные' });
    });
    for (const id of [card.id, contract.id])
      expect(await kept(id)).toMatchObject({ file_id: null, scan_file_id: null, snapshot: null });
    expect(await files(own)).toBe(0);
    expect((await kept(alien.id)).file_id).not.toBeNull();
    const opened = await at.po.call(documentFile, { params: { id: contract.id } });
    // By the buyer's paper, and by the day where it is read: in Moscow it is the 21st already.
    expect(opened.body.message).toBe('Данные этого документа уничтожены по акту № 7/2026 от 21.11.2026');
  });
});
