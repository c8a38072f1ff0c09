// «Полный реестр»: who may take it away, what is asked first, and that it loads back as it was.
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as imports from '../../contract/imports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { menuCounters } from '../../contract/session.ts';
import { documentCopy } from '../../contract/documents.ts';
import { generateFullRegister } from '../../contract/exports.ts';
import { sheetName } from '../../server/exports/rules/register.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { backupOfficial } from './kit.ts';
import { print } from '../documents/kit.ts';
import { takePayment } from '../../contract/payments.ts';
import { charge, form, inWork, move, ownedGarage } from '../reregistrations/kit.ts';
import { verbsOf } from '../session/people.ts';

let t: TestApp;
let w: World;
let root: Caller;
let chief: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  chief = await as(t, { mo: w.mo });
  await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', 'in', [w.mo, w.siblingMo]).execute();
});
afterAll(() => t.close());

const official = (mo = w.mo, capabilities = [1, 2]) => backupOfficial(t, mo, capabilities);

describe('who may', () => {
  it('an МО official with the registry right, where the МО is allowed, after his password, once', async () => {
    const { who, browser, take, confirm } = await official();
    for (const number of ['901', '902', '903']) await newGarage(chief, w.siblingPo, { section: 'Я', number });
    expect((await browser.call(menuCounters)).body.backup).toBe(true);
    const before = await take();
    expect([before.statusCode, before.json()]).toEqual([403, { message: 'Подтвердите пароль', code: 'password' }]);
    expect((await confirm('Неверный-пароль-1')).body.valid).toBe(false);
    expect((await take()).statusCode).toBe(403);
    expect((await confirm()).body.valid).toBe(true);
    const copy = await take();
    expect(copy.statusCode).toBe(200);
    // A title shows whole and a long one does not push the others off the screen.
    const { sheets } = await readXlsx(new Uint8Array(copy.rawPayload));
    const widths = sheets.flatMap(({ columns = [] }) => columns.map(({ width }) => Math.round(width ?? 0)));
    expect([Math.min(...widths), Math.max(...widths)]).toEqual([12, 34]);
    const name = /filename="([^"]+)"/.exec(String(copy.headers['content-disposition']))![1]!;
    expect(Buffer.from(name, 'base64').toString('utf8')).toMatch(/^Полный реестр Невское МО \d+ 2026-11-20\.xlsx$/);
    expect((await take()).statusCode).toBe(403);
    expect(await verbsOf(t, who.id)).toContain('sign.password');
    const lines = await t.deps.db.selectFrom('action_log').where('verb', '=', 'copy.backup').selectAll().execute();
    expect(lines.map((line) => [line.user_id, line.mo_id, line.region_id])).toEqual([[who.id, w.mo, w.region]]);
    expect(lines[0]!.text).toMatch(/^Резервная копия реестра: ПО [1-9]\d*, гаражей 3$/);
    expect(lines[0]!.after).toMatchObject({ file: Buffer.from(name, 'base64').toString('utf8'), reason: null });
  });

  it('a password checked long ago does not count', async () => {
    const { take, confirm } = await official();
    await confirm();
    const now = t.deps.clock.now();
    t.setNow(new Date(now.getTime() + 6 * 60_000).toISOString());
    expect((await take()).statusCode).toBe(403);
    t.setNow(now.toISOString());
  });

  it('nobody else', async () => {
    const reading = await official(w.mo, [2]);
    await reading.confirm();
    expect((await reading.take()).statusCode).toBe(403);
    const closed = await official(w.foreignMo);
    await closed.confirm();
    const refused = await closed.take();
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Резервная копия реестра для этого МО не разрешена',
    ]);
    expect((await closed.browser.call(menuCounters)).body.backup).toBe(false);
    for (const person of [{ region: w.region }, { po: w.po }, { region: w.region, isSuperuser: 2 }])
      expect((await (await as(t, person)).call(generateFullRegister)).status).toBe(403);
  });
});

async function load(po: number, bytes: Buffer) {
  const boundary = 'registry-form';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="копия.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const sent = await t.app.inject({
    method: 'POST',
    url: pathOf(imports.uploadRegistry, { po }),
    payload,
    headers: { authorization: `Bearer ${root.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const batch = sent.json();
  await runImport(t.deps, root.userId, batch.id);
  return batch;
}

/** What a ПО holds, without numbers of rows: garages with their sizes, papers, balances and owners. */
const contents = async (po: number) =>
  (
    await sql`select g.section, g.number, g.type_id, g.size_x, g.size_y, g.size_z, g.date_of_construction, g.pib_number, g.note,
        coalesce(b.balance_kopecks, 0)::int as balance,
        (select json_agg(json_build_array(p.full_name, o.share_num, o.share_den, o.is_primary, p.birthday, p.phones, p.email, p.registration_address, p.actual_address, p.pass_masked, p.privilege_id, p.voa_entry_date, p.ticket_number, coalesce(o.start_reason, 'Загружено из реестра')) order by o.is_primary desc, p.full_name)
          from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null) as owners
      from garage g left join garage_balance b on b.garage_id = g.id where g.po_id = ${po} and g.is_active order by g.section_key, g.number_key`.execute(
      t.deps.db,
    )
  ).rows;

describe('the copy', () => {
  it('loaded into an empty ПО gives the same garages, balances and owners with all that is known of each', async () => {
    const full = {
      lastName: 'Полный',
      birthday: '1961-02-03',
      passSeria: '4012',
      passNum: '837261',
      passText: 'выдан ОВД Приморского района 01.02.2003',
      registrationAddress: '190000, г. Санкт-Петербург, ул. Примерная, д. 1, кв. 2',
      actualAddress: 'г. Санкт-Петербург, пр. Дальний, д. 3',
      email: 'polny@example.ru',
      phoneNumberList: ['+79001112233', '+79002223344'],
      isVOAMember: true,
      voaEntryDate: '1999-05-01',
      ticketNumber: '1234567',
    };
    const one = await newPerson(chief, w.po, full);
    const two = await newPerson(chief, w.po, { lastName: 'Второй' });
    const size = { sizeX: 6, sizeY: 4.25, sizeZ: 2.5, dateOfConstruction: '1987-06-05', pibNumber: '=ПИБ-77' };
    const since = '2020-01-01';
    await newGarage(chief, w.po, {
      number: '12/3',
      ...size,
      note: 'Ключ у сторожа',
      alreadyExistProfile: [{ profileId: one.id }],
      ownedSince: since,
    });
    await newGarage(chief, w.po, {
      number: '45а',
      type: { value: 2 },
      alreadyExistProfile: [{ profileId: two.id }],
      ownedSince: since,
    });
    await newGarage(chief, w.po, { number: '7', section: 'Б' });
    // He owns nothing alone: what is known of him stands in a line of his own.
    const three = await newPerson(chief, w.po, {
      ...full,
      lastName: 'Третий',
      birthday: '1972-08-09',
      passNum: '837262',
      email: 'tretiy@example.ru',
      ticketNumber: '7654321',
    });
    await newGarage(chief, w.po, {
      number: '8',
      section: 'Б',
      alreadyExistProfile: [
        { profileId: two.id, share: '1/3', isPrimary: true },
        { profileId: three.id, share: '2/3' },
      ],
      ownedSince: since,
    });
    await charge(chief, (await newGarage(chief, w.po, { number: '9', section: 'Б' })).id, 123_45);
    const before = await contents(w.po);
    expect(before).toHaveLength(5);
    // By what each owns it: one ground for all, one for each, one with words of its own.
    const say = (number: string, profile: number, ground: string) =>
      sql`update ownership set start_reason = ${ground} where profile_id = ${profile}
        and garage_id = (select id from garage where po_id = ${w.po} and number = ${number})`.execute(t.deps.db);
    await say('12/3', one.id, 'Договор купли-продажи № 7 от 02.03.2015; акт от 03.03.2015');
    await say('8', two.id, 'Свидетельство о наследстве');
    await say('8', three.id, 'Решение суда 2-100/2020');
    const grounded = await contents(w.po);
    expect(JSON.stringify(grounded)).toContain('Решение суда 2-100/2020');
    const { take, confirm } = await official();
    await confirm();
    const copy = await take();
    const empty = await world(t.deps.db);
    const batch = await load(empty.po, copy.rawPayload);
    expect(batch.summary).toMatchObject({ error: 0 });
    const after = (await contents(empty.po)) as { note: string | null }[];
    const plain = (rows: unknown[]) => JSON.parse(JSON.stringify(rows).replaceAll("'=ПИБ", '=ПИБ'));
    expect(plain(after)).toEqual(plain(grounded));
    // Loaded once more, nothing of it differs, and no ground has got into a note.
    const again = await load(empty.po, copy.rawPayload);
    expect(again.summary).toMatchObject({ error: 0 });
    expect(plain(await contents(empty.po))).toEqual(plain(grounded));
  });

  it('holds the ledger, the re-registrations and the papers for reading: each says so, and no loader takes them', async () => {
    const park = await world(t.deps.db);
    await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', park.mo).execute();
    const keeper = await as(t, { mo: park.mo });
    const person = await newPerson(keeper, park.po, { lastName: 'Плательщиков' });
    const { id } = await newGarage(keeper, park.po, {
      number: '101',
      alreadyExistProfile: [{ profileId: person.id }],
      ownedSince: '2020-01-01',
    });
    await charge(keeper, id, 450_050);
    const { take, confirm } = await official(park.mo);
    await confirm();
    const copy = await take();
    const { sheets } = await readXlsx(new Uint8Array(copy.rawPayload));
    expect(sheets.slice(-6).map(({ name }) => name)).toEqual([
      'Люди',
      'Остатки',
      'Учёт',
      'Переоформления',
      'Бумаги',
      'Архив',
    ]);
    const [ledger, cases, papers] = sheets.slice(-4, -1).map(({ rows }) => rows);
    for (const rows of [ledger, cases, papers]) expect(rows![0]![0]).toContain('при загрузке реестра он пропускается');
    expect(ledger!.slice(2).map((row) => [row[4], row[7], row[8] ?? null, row[11]])).toEqual([
      ['Начислено', 4500.5, null, expect.stringContaining('Плательщиков')],
    ]);
    expect(papers![1]!.slice(0, 3)).toEqual(['№', 'Дата', 'Вид']);
    const empty = await world(t.deps.db);
    const batch = await load(empty.po, copy.rawPayload);
    expect(batch.summary).toMatchObject({ error: 0 });
    expect(await contents(empty.po)).toMatchObject([{ number: '101', balance: -450_050 }]);
  });

  it('tells a paper from its copy', async () => {
    const park = await world(t.deps.db);
    await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', park.mo).execute();
    const [keeper, desk] = [await as(t, { mo: park.mo }), await as(t, { po: park.po })];
    const garage = await ownedGarage(keeper, park.po);
    const paper = await print(t, desk, { document_type_id: 1, garage_id: garage.id });
    expect(paper.problem).toBeNull();
    expect((await desk.call(documentCopy, { params: { id: paper.id } })).status).toBe(200);
    const { take, confirm } = await official(park.mo);
    await confirm();
    const { sheets } = await readXlsx(new Uint8Array((await take()).rawPayload));
    const [titles, ...rows] = sheets.find(({ name }) => name === 'Бумаги')!.rows.slice(1);
    const cells = (title: string) => rows.map((row) => row[titles!.indexOf(title)] ?? null);
    expect(new Set(cells('№')).size).toBe(1);
    // The latest first.
    expect(cells('Копия')).toEqual(['копия', null]);
  });

  it('leaves no garage and no debt out: archived ones, debts of former owners and years by payment are told for reading', async () => {
    const park = await world(t.deps.db);
    await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', park.mo).execute();
    const keeper = await as(t, { mo: park.mo });
    const sold = await ownedGarage(keeper, park.po);
    await charge(keeper, sold.id, 450_000);
    const newOwner = [{ profileId: (await newPerson(keeper, park.po)).id }];
    const sale = await inWork(keeper, form(sold.id, 1, { newOwner, debtAnswer: 'stays_old' }));
    expect((await move(keeper, sale, 'complete', { expected: sale.preview.expected })).status).toBe(200);
    const paying = await ownedGarage(keeper, park.po);
    await charge(keeper, paying.id, 300_000);
    const paid = await keeper.call(takePayment, {
      body: {
        idempotencyKey: crypto.randomUUID(),
        date: '2026-11-10',
        lines: [{ garage: paying.id, amount: 300_000 }],
      },
    });
    expect(paid.status, paid.text).toBe(200);
    const gone = await ownedGarage(keeper, park.po);
    await t.deps.db
      .updateTable('garage')
      .set({
        is_active: false,
        archived_at: '2026-10-01T09:00:00Z',
        archive_reason: 'demolished',
        archive_comment: 'Акт № 3',
      })
      .where('id', '=', gone.id)
      .execute();
    // A load that was taken back left nothing: neither on the sheets that load nor among what is told for reading.
    const never = await ownedGarage(keeper, park.po);
    await charge(keeper, never.id, 700_000);
    await t.deps.db
      .updateTable('garage')
      .set({ is_withdrawn: true, is_active: false })
      .where('id', '=', never.id)
      .execute();
    for (const isCounted of [true, false]) {
      // Years that are not kept yet are counted from the lines.
      if (!isCounted)
        await t.deps.db.updateTable('garage_balance').set({ years: null }).where('po_id', '=', park.po).execute();
      const { take, confirm } = await official(park.mo);
      await confirm();
      const { sheets } = await readXlsx(new Uint8Array((await take()).rawPayload));
      const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)!.rows.slice(2);
      const plate = ({ section, number }: { section: string; number: string }) => `${section} ${number}`;
      const standing = rowsOf('Остатки').map((row) => row.slice(1, 10).map((cell) => cell ?? null));
      const of = (garage: typeof sold) => standing.filter(([at]) => at === plate(garage));
      const seller = sold.owners[0]!.full_name;
      expect(of(sold).map((row) => row.slice(4, 6))).toContainEqual([4500, seller]);
      expect(of(paying).map((row) => [row[2], row[6]])).toEqual([[null, '2025']]);
      expect(of(never)).toEqual([]);
      const ledger = rowsOf('Учёт');
      expect(ledger.some((row) => row[2] === plate(sold) && row[12] === seller)).toBe(true);
      const days = ledger.map(([date]) => (date as Date).getTime());
      expect(new Set(days).size).toBeGreaterThan(1);
      expect(days).toEqual(days.toSorted((one, other) => other - one));
      const archive = rowsOf('Архив');
      expect(archive.map((row) => [row[1], row[6], row[7]])).toEqual([
        [plate(gone), expect.stringContaining('Акт № 3'), gone.owners[0]!.full_name],
      ]);
      expect(String(archive[0]![6])).not.toContain('demolished');
    }
    // Every garage of the МО is on one sheet or another.
    const all = await t.deps.db
      .selectFrom('garage')
      .where('mo_id', '=', park.mo)
      .where('is_withdrawn', '=', false)
      .select('id')
      .execute();
    expect((await contents(park.po)).length + 1).toBe(all.length);
  });

  it('sheets have names that a workbook takes, each once', () => {
    const taken = new Set<string>();
    expect(sheetName('КАС № 12/3 [левый берег реки Большой Невки]', taken)).toBe('КАС № 12 3  левый берег рек');
    expect(sheetName('КАС № 12/3 [левый берег реки Большой Невки]', taken)).toBe('КАС № 12 3  левый берег рек 2');
  });
});
