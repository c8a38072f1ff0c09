// Charging many garages: what the preview says is what is posted, once, for those of one's own place.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postAccrual, previewAccrual, previewFile } from '../../contract/contributions/charging.ts';
import { WRONG_AMOUNT } from '../../contract/books.ts';
import { contributions, contributionLines, contributionPaid } from '../../contract/contributions.ts';
import { garages as garageCalls } from '../../contract/garages.ts';
import { reverseOperation } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { jobList } from '../../contract/jobs.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { archive, charge, fee, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const balance = async (garage: number) =>
  (
    await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', garage)
      .select('balance_kopecks')
      .executeTakeFirst()
  )?.balance_kopecks;

describe('a year is charged to a whole ПО', () => {
  it('7 privileges halved, 3 archived skipped, what was seen is what is posted; a second run finds nobody', async () => {
    const { mo, po, ids, w } = await park(t, 20, 7);
    for (const id of ids.slice(-3)) expect((await archive(mo, id)).status).toBe(200);
    const seen = (await po.call(previewAccrual, { body: fee() })).body;
    expect(seen).toMatchObject({
      found: 20,
      garages: 17,
      sum_kopecks: 10 * 450_000 + 7 * 225_000,
      skipped: [{ reason: 'archived', garages: 3 }],
      charged_before: 0,
      tabs: { charge: 17, privilege: 7, attention: 0, skipped: 3 },
      debt_after_kopecks: 10 * 450_000 + 7 * 225_000,
    });
    expect(seen.groups).toEqual([
      { lines: 10, each_kopecks: 450_000, sum_kopecks: 4_500_000, privilege: false },
      { lines: 7, each_kopecks: 225_000, sum_kopecks: 1_575_000, privilege: true },
    ]);
    expect(seen.pos).toMatchObject([{ po: { id: w.po }, garages: 17, privileged: 7, sum_kopecks: seen.sum_kopecks }]);
    expect(seen.rows[0]).toMatchObject({ privilege: { name: 'Ветеран труда', percent: 50 }, sum_kopecks: 225_000 });

    const posted = await charge(po, { basisDocument: 'Протокол № 14 от 02.02.2026' });
    expect(posted.body).toMatchObject({ garages: 17, amount_kopecks: seen.sum_kopecks, isRepeat: false, job: null });
    expect(await balance(ids[0]!)).toBe(-225_000);
    expect(await balance(ids[10]!)).toBe(-450_000);
    expect(await balance(ids[19]!)).toBe(0);

    const again = (await po.call(previewAccrual, { body: fee() })).body;
    expect(again).toMatchObject({ garages: 0, charged_before: 17, sum_kopecks: 0 });
    expect(again.skipped).toContainEqual({ reason: 'charged', garages: 17 });
    const added = (await po.call(previewAccrual, { body: fee({ repeated: 'add', tab: 'attention' }) })).body;
    expect(added).toMatchObject({ garages: 17, rows_total: 17 });
    expect(added.rows[0].attention).toBe('уже начислено за этот год');
    const nothing = await charge(po);
    expect([nothing.status, nothing.body.errors]).toEqual([
      422,
      { form: 'Начислять нечего: ни одного гаража не осталось' },
    ]);
  });

  it('the card tells who, what, on what ground; lines are paged and searched; the log and the list know it', async () => {
    const { po, ids, w } = await park(t, 3, 1);
    const { body } = await charge(po, { basisDocument: 'Протокол № 14', contributionComment: 'за год' });
    const card = (await po.call(contributions.one, { params: { id: body.contribution } })).body;
    expect(card).toMatchObject({
      kind: 'accrual',
      source: 'mass',
      garages: 3,
      lines: 3,
      amount_kopecks: 1_125_000,
      accrual_type: { id: 1, name: 'Членский годовой взнос' },
      year: 2026,
      po: { id: w.po },
      basis_document: 'Протокол № 14',
      comment: 'за год',
      unit_kopecks: 450_000,
      reverse_refusal: null,
      edit_refusal: null,
      has_payments: false,
    });
    expect(card.user.id).toBe(po.userId);
    const lines = (await po.call(contributionLines, { params: { id: body.contribution }, query: { limit: 2 } })).body;
    expect([lines.total, lines.data.length]).toEqual([3, 2]);
    const one = await t.deps.db.selectFrom('garage').where('id', '=', ids[1]!).selectAll().executeTakeFirstOrThrow();
    const found = (await po.call(contributionLines, { params: { id: body.contribution }, query: { q: one.number } }))
      .body;
    expect(found.data.map((line: { garage: { id: number } }) => line.garage.id)).toEqual([ids[1]]);
    const list = await po.call(contributions.list, {
      query: { filter: { accrualTypeFilter: [1], yearFilter: [2026] } },
    });
    expect(list.body.map((row: { id: number }) => row.id)).toEqual([body.contribution]);
    expect(JSON.parse(String(list.headers['x-totals']))).toEqual({ count: 1, garages: 3, amount_kopecks: 1_125_000 });
    const paid = await po.call(contributionPaid, { query: { ids: String(body.contribution) } });
    expect(paid.body.data).toEqual([{ id: body.contribution, amount_kopecks: 1_125_000, paid_kopecks: 0 }]);
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'contribution')
      .where('object_id', '=', body.contribution)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ tab: 'balance_operation', po_id: w.po });
    expect(log.text).toMatch(/^Начислено: Членский годовой взнос, 2026 год\. 3\u00a0гаража, 11\u00a0250,00\u00a0₽$/);
  });

  it('an expired privilege does not count, a discount of the type counts instead of the general one', async () => {
    const { po, mo, w } = await park(t, 0);
    const expired = await newPerson(mo, w.po, {
      privilege: { value: 8 },
      privilegeCertificateNumber: '1',
      privilegeCertificateEndDate: '2026-02-01',
    });
    const active = await newPerson(mo, w.po, { privilege: { value: 12 }, privilegeCertificateNumber: '2' });
    const rouble = await newPerson(mo, w.po, { privilege: { value: 10 }, privilegeCertificateNumber: '3' });
    await t.deps.db
      .insertInto('accrual_discount')
      .values([
        { privilege_id: 12, accrual_type_id: 1, percent: 30, amount_kopecks: null },
        { privilege_id: 10, accrual_type_id: 1, percent: null, amount_kopecks: 100_000 },
      ])
      .execute();
    for (const person of [expired, active, rouble])
      await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const { rows } = (await po.call(previewAccrual, { body: fee() })).body;
    await t.deps.db.deleteFrom('accrual_discount').execute();
    expect(rows.map((row: { sum_kopecks: number }) => row.sum_kopecks)).toEqual([450_000, 315_000, 350_000]);
    expect(rows[0].privilege).toMatchObject({ expired_on: '2026-02-01', percent: null });
    expect(rows[0].attention).toBe('льгота истекла 01.02.2026');
    expect(rows[2].privilege).toMatchObject({ percent: null, amount_kopecks: 100_000 });
  });

  it('the privilege is that of the day of the charge, whatever paper is held now', async () => {
    const { po, mo, w } = await park(t, 0);
    const paper = (value: number, from: string | null, number: string | null = '7') => ({
      privilege: { value },
      privilegeCertificateNumber: number,
      privilegeCertificateDate: from,
    });
    // One who got another paper, one who gave his up, one whose number nobody entered.
    const changed = await newPerson(mo, w.po, paper(8, '2015-03-10'));
    const lost = await newPerson(mo, w.po, paper(8, null));
    const unproven = await newPerson(mo, w.po, paper(8, null, null));
    await t.deps.db
      .insertInto('accrual_discount')
      .values({ privilege_id: 10, accrual_type_id: 1, percent: 30, amount_kopecks: null })
      .execute();
    for (const [person, next] of [
      [changed, paper(10, '2020-04-12')],
      [lost, { privilege: { value: 0 } }],
    ] as const) {
      const card = (await mo.call(profiles.one, { params: { id: person.id } })).body;
      expect(
        (await mo.call(profiles.update, { params: { id: person.id }, body: { ...card, ...next } as never })).status,
      ).toBe(200);
    }
    for (const person of [changed, lost, unproven])
      await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const on = async (contributionDate: string) =>
      (await po.call(previewAccrual, { body: fee({ contributionDate }) })).body.rows.map(
        (row: { sum_kopecks: number; attention: string | null }) => [row.sum_kopecks, row.attention],
      );
    const bare = 'льгота без номера удостоверения';
    const half = [225_000, null];
    expect(await on('2015-03-09')).toEqual([[450_000, 'льгота действует с 12.04.2020'], half, [225_000, bare]]);
    expect(await on('2015-03-10')).toEqual([half, half, [225_000, bare]]);
    expect(await on('2020-04-11')).toEqual([half, half, [225_000, bare]]);
    expect(await on('2020-04-12')).toEqual([[315_000, null], half, [225_000, bare]]);
    // Given up today: yesterday's charge is halved, today's is not.
    expect((await on('2026-11-19'))[1]).toEqual(half);
    expect((await on('2026-11-20'))[1]).toEqual([450_000, null]);
    await t.deps.db.deleteFrom('accrual_discount').execute();
  });

  it('where privileges do not count, one that is over is nothing to look at', async () => {
    const { po, mo, w } = await park(t, 0);
    const person = await newPerson(mo, w.po, {
      privilege: { value: 8 },
      privilegeCertificateNumber: '1',
      privilegeCertificateEndDate: '2026-02-01',
    });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const { rows, tabs } = (await po.call(previewAccrual, { body: fee({ accrualType: { value: 3 } }) })).body;
    expect([rows[0].privilege, rows[0].attention, tabs.attention]).toEqual([null, null, 0]);
  });

  it('a monthly type is charged once in a month, a yearly one once for a year', async () => {
    const { po } = await park(t, 2);
    const guard = { accrualType: { value: 7 }, contributionAmount: 50_000 };
    expect((await charge(po, { ...guard, contributionDate: '2026-09-30' })).status).toBe(200);
    const seen = async (more: object) => {
      const { garages, charged_before, rows } = (await po.call(previewAccrual, { body: fee({ ...guard, ...more }) }))
        .body;
      return [garages, charged_before, rows[0]?.attention ?? null];
    };
    expect(await seen({ contributionDate: '2026-10-01' })).toEqual([2, 0, null]);
    expect(await seen({ contributionDate: '2026-09-01' })).toEqual([0, 2, null]);
    const again = { contributionDate: '2026-09-01', repeated: 'add', tab: 'attention' };
    expect(await seen(again)).toEqual([2, 2, 'уже начислено за этот месяц']);
    expect((await charge(po, { contributionDate: '2026-09-30' })).status).toBe(200);
    expect((await po.call(previewAccrual, { body: fee({ contributionDate: '2026-10-01' }) })).body.charged_before).toBe(
      2,
    );
  });

  it('health is named only to those who keep the register', async () => {
    const { mo, w } = await park(t, 0);
    const person = await newPerson(mo, w.po, {
      isVOAMember: true,
      voaEntryDate: '2000-01-01',
      statusVoa: { type: 'Член ВОА', id: 3 },
      privilege: { value: 4 },
      privilegeCertificateNumber: '7',
    });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    const names = async (capabilities: number[]) => {
      const caller = await as(t, { po: w.po, capabilities });
      return (await caller.call(previewAccrual, { body: fee() })).body.rows[0].privilege.name;
    };
    expect(await names([1, 2])).toBe('Инвалид II гр.');
    expect(await names([2])).toBe('льгота 50 %');
  });

  it('a privilege of health ends for a non-member with his consent, on the day it is revoked', async () => {
    const { mo, w, po } = await park(t, 0);
    const person = await newPerson(mo, w.po, { privilege: { value: 8 }, privilegeCertificateNumber: '7' });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
    // By hand: the card refuses a privilege of health without the consent.
    const { id } = await t.deps.db
      .insertInto('consent')
      .values({ profile_id: person.id, kind: 'health', signed_at: '2026-01-10' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db.updateTable('profile').set({ privilege_id: 4 }).where('id', '=', person.id).execute();
    await t.deps.db
      .updateTable('profile_privilege')
      .set({ privilege_id: 4 })
      .where('profile_id', '=', person.id)
      .execute();
    await t.deps.db.updateTable('consent').set({ revoked_at: '2026-03-01' }).where('id', '=', id).execute();
    const seen = async (contributionDate: string) => {
      const { body } = await po.call(previewAccrual, { body: fee({ contributionDate }) });
      return [body.sum_kopecks, body.rows[0].attention];
    };
    expect(await seen('2026-02-28')).toEqual([225_000, null]);
    const refused = 'льгота не применена: проверьте карточку человека';
    expect(await seen('2026-03-01')).toEqual([450_000, refused]);
    // A member needs none.
    const member = { is_voa_member: true, voa_status_id: 3, voa_entry_date: '2000-01-01' };
    await t.deps.db.updateTable('profile').set(member).where('id', '=', person.id).execute();
    expect(await seen('2026-03-01')).toEqual([225_000, null]);
  });

  it('garages without an owner wait beside the charge, or are charged too', async () => {
    const { mo, w, po } = await park(t, 2);
    await newGarage(mo, w.po);
    const seen = async (more: object) => (await po.call(previewAccrual, { body: fee(more) })).body;
    expect(await seen({ chargeVacant: false })).toMatchObject({
      garages: 2,
      vacant: 1,
      sum_kopecks: 900_000,
      skipped: [{ reason: 'no_owner', garages: 1 }],
    });
    expect(await seen({ chargeVacant: true })).toMatchObject({ garages: 3, vacant: 1, skipped: [] });
    expect(await seen({ chargeVacant: false, accrualType: { value: 12 } })).toMatchObject({ garages: 2, vacant: 0 });
  });

  it('a sum over three times the usual one, or under a third of it, is told; so is a garage of nobody', async () => {
    const { mo, w, po } = await park(t, 0);
    const sized = async (sizeX: number, sizeY: number, isOwned = true) => {
      const owners = isOwned ? [{ profileId: (await newPerson(mo, w.po)).id, isPrimary: true }] : [];
      await newGarage(mo, w.po, { sizeX, sizeY, alreadyExistProfile: owners });
    };
    // The usual one is 12 m².
    for (const [x, y] of [
      [6, 2],
      [6, 2],
      [4, 3],
      [9, 4],
      [9.25, 4],
      [2, 2],
      [1.3, 3],
    ] as const)
      await sized(x, y);
    await sized(6, 2, false);
    const terms = fee({ accrualType: { value: 5 }, contributionAmount: 1_000, tab: 'attention' });
    const { rows } = (await po.call(previewAccrual, { body: terms })).body;
    const told = rows.map((row: { sum_kopecks: number; attention: string }) => [row.sum_kopecks, row.attention]);
    expect(told.toSorted(([one]: [number], [other]: [number]) => one - other)).toEqual([
      [3_900, 'сумма в три раза меньше обычной'],
      [12_000, 'нет владельца'],
      [37_000, 'сумма в три раза больше обычной'],
    ]);
  });

  it('square metres by size, people one by one, kWh by readings', async () => {
    const { mo, w, po } = await park(t, 0);
    const owners = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const sized = await newGarage(mo, w.po, {
      sizeX: 6.05,
      sizeY: 4,
      alreadyExistProfile: owners.map(({ id }, nth) => ({ profileId: id, isPrimary: nth === 0, share: '1/2' })),
    });
    const bare = await newGarage(mo, w.po);
    const area = (
      await po.call(previewAccrual, { body: fee({ accrualType: { value: 5 }, contributionAmount: 4_251 }) })
    ).body;
    expect(area).toMatchObject({
      unit: 'm2',
      garages: 1,
      sum_kopecks: 102_874,
      base_kopecks: 102_874,
      quantity: 24.2,
      skipped: [{ reason: 'no_size', garages: 1 }],
    });
    const people = (await po.call(previewAccrual, { body: fee({ accrualType: { value: 12 } }) })).body;
    expect(people).toMatchObject({
      quantity: null,
      garages: 1,
      lines: 2,
      sum_kopecks: 900_000,
      skipped: [{ reason: 'no_owner', garages: 1 }],
    });
    const power = fee({
      accrualType: { value: 6 },
      contributionAmount: 643,
      readings: [{ garage: bare.id, quantity: 10.5 }],
    });
    const kwh = (await po.call(previewAccrual, { body: power })).body;
    expect(kwh).toMatchObject({ garages: 1, sum_kopecks: 6752, skipped: [{ reason: 'no_reading', garages: 1 }] });
    const posted = await charge(po, { accrualType: { value: 12 } });
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', posted.body.contribution)
      .select(['garage_id', 'owner_id'])
      .orderBy('owner_id')
      .execute();
    expect(lines).toEqual(owners.map(({ id }) => ({ garage_id: sized.id, owner_id: id })));
  });

  it('one garage is left out by hand and said so; the preview can be taken away', async () => {
    const { po, ids } = await park(t, 3);
    const body = fee({ excludedGarages: [ids[0]!], tab: 'skipped' });
    const seen = (await po.call(previewAccrual, { body })).body;
    expect(seen).toMatchObject({ garages: 2, skipped: [{ reason: 'excluded', garages: 1 }], rows_total: 1 });
    const file = await po.call(previewFile, { body: fee({ excludedGarages: [ids[0]!] }) });
    expect(file.status).toBe(200);
    expect(String(file.headers['content-type'])).toContain('spreadsheetml');
  });
});

describe('nothing is posted but what was seen', () => {
  it('a garage more or a new privilege meanwhile refuses the posting and leaves nothing', async () => {
    const { po, mo, w } = await park(t, 2);
    const seen = (await po.call(previewAccrual, { body: fee() })).body;
    const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
    await newGarage(mo, w.po);
    const send = (more: object) =>
      po.call(postAccrual, { body: { ...fee(), idempotencyKey: randomUUID(), expected: { ...expected, ...more } } });
    const refused = await send({});
    expect([refused.status, refused.body.code]).toEqual([409, 'selection_changed']);
    expect(refused.body.message).toContain('было гаражей 2, стало 3');
    const sum = await send({ garages: 3, amount_kopecks: 1 });
    expect([sum.status, sum.body.message]).toEqual([409, expect.stringContaining('сумма стала другой')]);
    const left = await t.deps.db.selectFrom('contribution').where('mo_id', '=', w.mo).select('id').execute();
    expect(left).toEqual([]);
  });

  it('the same key posts once: in turn, at once, and only for its author', async () => {
    const { po, mo, ids } = await park(t, 4);
    const key = randomUUID();
    const expected = { garages: 4, amount_kopecks: 1_800_000 };
    const send = (caller = po) => caller.call(postAccrual, { body: { ...fee(), idempotencyKey: key, expected } });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.contribution)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.isRepeat)).toHaveLength(1);
    expect((await send(mo)).status).toBe(422);
    expect(await balance(ids[0]!)).toBe(-450_000);
  });

  it('two people who charge the same year at once charge it once', async () => {
    const { po, mo, ids } = await park(t, 3);
    const answers = await Promise.all([charge(po), charge(mo), charge(po)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await balance(ids[0]!)).toBe(-450_000);
  });
});

it('sums of the list leave out what was undone garage by garage, or person by person', async () => {
  const { po, mo, w } = await park(t, 2);
  const owners = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  const shared = owners.map(({ id }, nth) => ({ profileId: id, isPrimary: nth === 0, share: '1/2' }));
  await newGarage(mo, w.po, { alreadyExistProfile: shared });
  const totals = async (type: number) =>
    JSON.parse(
      String(
        (await po.call(contributions.list, { query: { filter: { accrualTypeFilter: [type] } } })).headers['x-totals'],
      ),
    );
  const undoOne = async (document: number) => {
    const { data } = (await po.call(contributionLines, { params: { id: document } })).body;
    const { id } = data.findLast((line: { is_reversed: boolean }) => !line.is_reversed);
    const body = { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'снесён' };
    expect((await po.call(reverseOperation, { params: { id }, body })).status).toBe(200);
  };
  const fees = (await charge(po)).body.contribution as number;
  expect(await totals(1)).toMatchObject({ count: 1, garages: 3, amount_kopecks: 1_350_000 });
  await undoOne(fees);
  expect(await totals(1)).toMatchObject({ count: 1, garages: 2, amount_kopecks: 900_000 });
  const each = (await charge(po, { accrualType: { value: 12 } })).body.contribution as number;
  await undoOne(each);
  // One of two owners of the garage is charged still.
  expect(await totals(12)).toMatchObject({ count: 1, garages: 3, amount_kopecks: 1_350_000 });
  await undoOne(each);
  expect(await totals(12)).toMatchObject({ count: 1, garages: 2, amount_kopecks: 900_000 });
});

describe('over 500 garages', () => {
  it('goes to the background, is done once and leads to its document; a refusal is told and frees its key', async () => {
    const { w, mo } = await park(t, 0);
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const many = Array.from({ length: 501 }, (_, nth) => ({
      ...place,
      number: String(nth + 1),
      account_no: `b${w.po}-${nth}`,
    }));
    await t.deps.db.insertInto('garage').values(many).execute();
    const { startWork } = await import('../../server/work.ts');
    const stop = await startWork(t.deps as never);
    const po = await as(t, { po: w.po });
    const job = async (id: number) => {
      for (let turn = 0; turn < 200; turn += 1) {
        const { body } = await po.call(jobList);
        const one = body.data.find((row: { id: number }) => row.id === id);
        if (one.finished_at) return one;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('the job has not ended');
    };
    const key = randomUUID();
    const first = await charge(po, {}, key);
    expect(first.body).toMatchObject({ contribution: null, garages: 501, isRepeat: false });
    const again = await po.call(postAccrual, {
      body: { ...fee(), idempotencyKey: key, expected: { garages: 501, amount_kopecks: 501 * 450_000 } },
    });
    const done = await job(first.body.job);
    expect(done).toMatchObject({ status: 'done', done: 501, total: 501 });
    expect(again.body.isRepeat).toBe(true);
    const id = Number(done.link.split('/').pop());
    expect((await po.call(contributions.one, { params: { id } })).body).toMatchObject({ garages: 501, source: 'mass' });
    const late = await po.call(postAccrual, {
      body: { ...fee(), idempotencyKey: randomUUID(), expected: { garages: 501, amount_kopecks: 501 * 450_000 } },
    });
    expect(await job(late.body.job)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('список изменился'),
    });
    const early = {
      ...fee({ contributionPeriod: 2025 }),
      idempotencyKey: randomUUID() as string,
      expected: { garages: 502, amount_kopecks: 502 * 450_000 },
    };
    const refused = await po.call(postAccrual, { body: early });
    expect(await job(refused.body.job)).toMatchObject({ status: 'failed' });
    await newGarage(mo, w.po);
    const second = await po.call(postAccrual, { body: early });
    expect(second.body).toMatchObject({ isRepeat: false });
    expect(await job(second.body.job)).toMatchObject({ status: 'done', done: 502 });
    await stop();
  });
});

describe('bad input', () => {
  const wrong: [string, object, string, string][] = [
    ['a negative sum', { contributionAmount: -1 }, 'contributionAmount', WRONG_AMOUNT],
    ['zero', { contributionAmount: 0 }, 'contributionAmount', WRONG_AMOUNT],
    ['three decimals', { contributionAmount: 100.5 }, 'contributionAmount', WRONG_AMOUNT],
    ['a text', { contributionAmount: '4 500' }, 'contributionAmount', WRONG_AMOUNT],
    [
      'a huge sum',
      { contributionAmount: 1e12 },
      'contributionAmount',
      'Слишком большая сумма: не больше 10 000 000,00 ₽',
    ],
    ['no such day', { contributionDate: '2026-02-30' }, 'contributionDate', 'Введите корректную дату'],
    ['a day before all books', { contributionDate: '1989-12-31' }, 'contributionDate', 'Введите корректную дату'],
    ['a day to come', { contributionDate: '2026-11-21' }, 'contributionDate', 'Дата не может быть позже сегодняшней'],
    ['a year far ahead', { contributionPeriod: 2028 }, 'contributionPeriod', 'Год не позже следующего'],
    ['an unknown type', { accrualType: { value: 777 } }, 'accrualType', 'Выберите вид начисления из списка'],
    ['penalties', { accrualType: { value: 11 } }, 'accrualType', 'Пени начисляются отдельным расчётом'],
    ['nobody', { isAllGaragSelected: false }, 'includedGarages', 'Выберите хотя бы один гараж'],
    ['a payment', { amountSign: 1 }, 'amountSign', 'Оплаты вносятся в «Платежах»'],
  ];
  it.each(wrong)('%s', async (_name, more, field, text) => {
    const { po, w } = await park(t, 1);
    for (const call of [previewAccrual, postAccrual]) {
      const body = { ...fee(more), idempotencyKey: randomUUID(), expected: { garages: 1, amount_kopecks: 450_000 } };
      const answer = await po.call(call, { body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.errors).toMatchObject({ [field]: text });
    }
    expect(await t.deps.db.selectFrom('contribution').where('mo_id', '=', w.mo).select('id').execute()).toEqual([]);
  });

  it('all problems come at once', async () => {
    const { po } = await park(t, 1);
    const { body } = await po.call(previewAccrual, {
      body: fee({ contributionDate: '2027-01-01', accrualType: { value: 777 }, contributionPeriod: 2029 }),
    });
    expect(Object.keys(body.errors).sort()).toEqual(['accrualType', 'contributionDate', 'contributionPeriod']);
  });

  it('a garage of another ПО, an archived one, an absent one', async () => {
    const { po, mo, ids, w } = await park(t, 1);
    const sibling = await newGarage(mo, w.siblingPo);
    for (const id of [sibling.id, 2_000_000_000]) {
      const { body, status } = await po.call(previewAccrual, {
        body: fee({ isAllGaragSelected: false, includedGarages: [id] }),
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['includedGarages']]);
    }
    // Named beside a filter it is simply not there.
    const beside = await po.call(previewAccrual, { body: fee({ includedGarages: [sibling.id] }) });
    expect(beside.body.found).toBe(1);
    await archive(mo, ids[0]!);
    const single = { isAllGaragSelected: false, includedGarages: [ids[0]!] };
    expect((await po.call(previewAccrual, { body: fee(single) })).body).toMatchObject({
      garages: 0,
      skipped: [{ reason: 'archived', garages: 1 }],
    });
    expect((await charge(po, single)).status).toBe(422);
  });
});

describe('rights', () => {
  it('a region reads, does not charge; without capability 2 nothing is seen', async () => {
    const { w, po } = await park(t, 2);
    const { body } = await charge(po);
    const region = await as(t, { region: w.region });
    expect((await region.call(contributions.list)).body).toHaveLength(1);
    expect((await region.call(contributions.one, { params: { id: body.contribution } })).status).toBe(200);
    expect((await region.call(previewAccrual, { body: fee() })).body.message).toBe('Доступно на уровне МО или ПО');
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    expect((await clerk.call(contributions.list)).status).toBe(403);
    expect((await clerk.call(postAccrual, { body: {} as never })).status).toBe(403);
  });

  it('a document is seen in its place and above, nowhere else; a ПО sees its share of what its МО charged', async () => {
    const { w, mo, po } = await park(t, 2);
    await newGarage(mo, w.siblingPo);
    const { body } = await charge(mo);
    expect(body.garages).toBe(3);
    const id = body.contribution;
    const see = async (place: object) =>
      (await (await as(t, place)).call(contributions.one, { params: { id } })).status;
    expect(await see({ mo: w.mo })).toBe(200);
    expect(await see({ region: w.region })).toBe(200);
    expect(await see({ po: w.siblingPo })).toBe(200);
    expect(await see({ mo: w.siblingMo })).toBe(404);
    expect(await see({ po: w.cousinPo })).toBe(404);
    expect(await see({ region: w.foreignRegion })).toBe(404);
    const mine = await po.call(contributions.one, { params: { id } });
    expect(mine.body).toMatchObject({ garages: 2, lines: 2, amount_kopecks: 900_000 });
    expect(mine.body.reverse_refusal).toBe('Начисление сделано на уровне МО: его отменяет МО');
    expect((await po.call(contributions.list)).body[0]).toMatchObject({ id, garages: 2, amount_kopecks: 900_000 });
    expect((await po.call(contributionLines, { params: { id } })).body.total).toBe(2);
    expect((await po.call(contributions.one, { params: { id: 2_000_000_000 } })).status).toBe(404);
  });

  it('a garage card of the neighbours shows the new balance', async () => {
    const { po, ids } = await park(t, 1);
    await charge(po, { isAllGaragSelected: false, includedGarages: ids });
    const card = (await po.call(garageCalls.one, { params: { id: ids[0]! } })).body;
    expect(card.balance_kopecks).toBe(-450_000);
  });
});
