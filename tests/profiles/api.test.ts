// People through the API: rules on fields, masks and reveals, encryption, duplicates, consents, scope.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import * as c from '../../contract/profiles.ts';
import { addComment, comments } from '../../contract/comments.ts';
import { attachConsentScan, openConsentScan } from '../../contract/profiles/consents.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { multipart } from '../kit/multipart.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const update = (card: c.ProfileCard, more: object = {}) => ({
  lastName: card.lastName,
  firstName: card.firstName,
  fatherName: card.fatherName,
  birthday: card.birthday,
  privilege: { value: card.privilege.value },
  isVOAMember: card.isVOAMember,
  voaEntryDate: card.voaEntryDate,
  statusVoa: { id: card.statusVoa.id },
  version: card.version,
  ...more,
});

describe('the form', () => {
  it('tells every mistake on its field', async () => {
    const { status, body } = await mo.call(c.profiles.create, {
      body: {
        ...personBody(),
        po: w.foreignPo,
        birthday: '2090-01-01',
        passSeria: '12',
        passNum: '345',
        isVOAMember: true,
        privilege: { value: 4 },
      },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      po: 'Выберите ПО',
      birthday: 'Дата не может быть позже сегодняшней',
      passSeria: 'Серия паспорта — 4 цифры, номер — 6 цифр',
      voaEntryDate: 'Укажите дату вступления в ВОА',
    });
    const health = await mo.call(c.profiles.create, { body: { ...personBody(), po: w.po, privilege: { value: 4 } } });
    expect(health.body.errors).toEqual({ privilege: 'Нужно письменное согласие на обработку сведений о здоровье' });
    const shape = await mo.call(c.profiles.create, {
      body: { lastName: ' ', phoneNumberList: ['12'], email: 'x', po: w.po } as never,
    });
    expect(shape.body.errors).toMatchObject({
      lastName: 'Заполните поле',
      'phoneNumberList.0': 'Введите телефон полностью: +7 ___ ___-__-__',
      email: 'Неверный адрес e-mail',
    });
  });

  it('a foreign document is typed freely', async () => {
    const card = await newPerson(mo, w.po, { passSeria: 'AB', passNum: 'X-77', passForeign: true });
    expect(card.pass_masked).toContain('AB');
  });

  it('membership said without a status is the plain one: a member, then none', async () => {
    const card = await newPerson(mo, w.po);
    const save = async (now: c.ProfileCard, more: object) => {
      const paper = { statusVoaDate: '2026-02-01', statusVoaGround: 'Решение № 7' };
      const body = { ...update(now, { ...paper, ...more }), statusVoa: undefined };
      const reply = await mo.call(c.profiles.update, { params: { id: card.id }, body });
      expect(reply.status, reply.text).toBe(200);
      return reply.body as c.ProfileCard;
    };
    const member = await save(card, { isVOAMember: true, voaEntryDate: '2026-01-10' });
    expect([member.isVOAMember, member.statusVoa.id]).toEqual([true, 3]);
    const still = await save(member, { statusVoaDate: null, statusVoaGround: null });
    expect([still.isVOAMember, still.statusVoa.id]).toEqual([true, 3]);
    const left = await save(still, { isVOAMember: false });
    expect([left.isVOAMember, left.statusVoa.id]).toEqual([false, 1]);
  });

  it('a status changes only with a date and a ground, and is kept as history', async () => {
    const card = await newPerson(mo, w.po);
    const change = update(card, { isVOAMember: true, statusVoa: { id: 3 }, voaEntryDate: '2026-01-10' });
    expect((await mo.call(c.profiles.update, { params: { id: card.id }, body: change })).body.errors).toEqual({
      statusVoaDate: 'Укажите дату изменения статуса',
      statusVoaGround: 'Укажите основание',
    });
    const saved = await mo.call(c.profiles.update, {
      params: { id: card.id },
      body: { ...change, statusVoaDate: '2026-11-20', statusVoaGround: 'Заявление' },
    });
    expect(saved.body.voa_history.map((line: { status_id: number }) => line.status_id)).toEqual([3, 1]);
  });

  it('nobody enters ВОА before his eighteenth birthday; what an old register says stops no other correction', async () => {
    const born = { birthday: '2000-02-29' };
    const entered = (voaEntryDate: string) => ({ isVOAMember: true, voaEntryDate });
    const make = (voaEntryDate: string) =>
      mo.call(c.profiles.create, { body: { ...personBody({ ...born, ...entered(voaEntryDate) }), po: w.po } as never });
    expect((await make('2018-02-28')).body.errors).toEqual({ voaEntryDate: 'В ВОА принимают с 18 лет' });
    expect((await make('2018-03-01')).status).toBe(200);
    const old = (await make('2018-03-01')).body;
    await t.deps.db.updateTable('profile').set({ voa_entry_date: '2010-01-01' }).where('id', '=', old.id).execute();
    const save = (more: object) =>
      mo.call(c.profiles.update, {
        params: { id: old.id },
        body: update({ ...old, voaEntryDate: '2010-01-01' }, more),
      });
    expect((await save({ birthday: '2000-03-01' })).body.errors).toEqual({ voaEntryDate: 'В ВОА принимают с 18 лет' });
    expect((await save({ email: 'other@example.ru' })).status).toBe(200);
  });

  it('a stale save answers the card as it is now', async () => {
    const card = await newPerson(mo, w.po);
    expect(
      (await mo.call(c.profiles.update, { params: { id: card.id }, body: update(card, { email: 'one@example.ru' }) }))
        .status,
    ).toBe(200);
    const stale = await mo.call(c.profiles.update, {
      params: { id: card.id },
      body: update(card, { email: 'two@example.ru' }),
    });
    expect([stale.status, stale.body.current.email]).toEqual([409, 'o***@example.ru']);
  });
});

describe('hidden data', () => {
  it('a passport lies encrypted, is shown by reveal only, and the reveal is logged', async () => {
    const card = await newPerson(mo, w.po, { passSeria: '4012', passNum: '654321', passText: 'выдан УВД' });
    expect(card.pass_masked).toBe('40** ***321');
    const row = await t.deps.db.selectFrom('profile').where('id', '=', card.id).selectAll().executeTakeFirstOrThrow();
    expect(Buffer.from(row.pass_cipher!).toString('latin1')).not.toContain('654321');
    expect(JSON.stringify({ ...row, pass_cipher: null })).not.toContain('654321');
    const shown = await mo.call(c.revealProfile, { params: { id: card.id }, body: { what: 'passport' } });
    expect(shown.body).toMatchObject({ passSeria: '4012', passNum: '654321', passText: 'выдан УВД' });
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.reveal')
      .where('object_id', '=', card.id)
      .select('user_id')
      .execute();
    expect(lines).toEqual([{ user_id: mo.userId }]);
    const all = await t.deps.db.selectFrom('action_log').selectAll().execute();
    expect(JSON.stringify(all)).not.toContain('654321');
  });

  it.each([
    ['a number alone', { passSeria: '', passNum: 'X-77', passText: '', passForeign: true }],
    ['a series alone', { passSeria: 'AB', passNum: '', passText: '', passForeign: true }],
    ['who gave it alone', { passSeria: '', passNum: '', passText: 'военный билет', passForeign: false }],
  ])('%s is a passport too', async (_, passport) => {
    const card = await newPerson(mo, w.po, passport);
    const shown = await mo.call(c.revealProfile, { params: { id: card.id }, body: { what: 'passport' } });
    expect(shown.body).toMatchObject(passport);
  });

  it('of a passport whose words alone are sent these are kept', async () => {
    const card = await newPerson(mo, w.po, { passSeria: undefined, passNum: undefined, passText: 'военный билет' });
    const shown = await mo.call(c.revealProfile, { params: { id: card.id }, body: { what: 'passport' } });
    expect(shown.body.passText).toBe('военный билет');
  });

  it('a passport that is not sent stays, an empty one is cleared', async () => {
    const card = await newPerson(mo, w.po, { passSeria: '4012', passNum: '111222' });
    const kept = (await mo.call(c.profiles.update, { params: { id: card.id }, body: update(card) })).body;
    expect(kept.pass_masked).toBe('40** ***222');
    const cleared = await mo.call(c.profiles.update, {
      params: { id: card.id },
      body: update(kept, { passSeria: '', passNum: '' }),
    });
    expect(cleared.body.pass_masked).toBeNull();
  });

  it('those without capability 1 see masks and may not reveal', async () => {
    const card = await newPerson(mo, w.po, { registrationAddress: '190000, г. Примерск, ул. Новая, д. 5, кв. 7' });
    const reader = await as(t, { po: w.po, capabilities: [2] });
    const seen = (await reader.call(c.profiles.one, { params: { id: card.id } })).body as c.ProfileCard;
    expect(seen.phones_masked[0]).toMatch(/^\+7 \*{3} \*{3}-\d\d-\d\d$/);
    expect(seen.registrationAddress).toBe('г. Примерск, ул. Новая');
    expect((await reader.call(c.revealProfile, { params: { id: card.id }, body: { what: 'phones' } })).status).toBe(
      403,
    );
  });
});

describe('who sees', () => {
  it('home and every ПО where the person owns', async () => {
    const card = await newPerson(mo, w.po);
    const sibling = await as(t, { po: w.siblingPo });
    const status = async (person: Caller) => (await person.call(c.profiles.one, { params: { id: card.id } })).status;
    expect(await status(sibling)).toBe(404);
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: card.id }] });
    expect(await status(sibling)).toBe(200);
    expect(await status(await as(t, { mo: w.foreignMo }))).toBe(404);
    expect((await sibling.call(c.profiles.list, { query: { filter: { id: [card.id] } } })).body).toHaveLength(1);
  });
  it('the garages of a person who owns in two ПО: each ПО its own, on the card and in the list', async () => {
    const card = await newPerson(mo, w.po);
    const owned = { alreadyExistProfile: [{ profileId: card.id }] };
    const [mine, other] = [await newGarage(mo, w.po, owned), await newGarage(mo, w.siblingPo, owned)];
    const shown = async (person: Caller) => {
      const one = await person.call(c.profiles.one, { params: { id: card.id } });
      const [row] = (await person.call(c.profiles.list, { query: { filter: { id: [card.id] } } })).body;
      return [one.body.garages, row.garages].map((list: { id: number }[]) => list.map(({ id }) => id));
    };
    expect(await shown(await as(t, { po: w.po }))).toEqual([[mine.id], [mine.id]]);
    expect(await shown(await as(t, { po: w.siblingPo }))).toEqual([[other.id], [other.id]]);
    expect(await shown(mo)).toEqual([
      [mine.id, other.id],
      [mine.id, other.id],
    ]);
  });
});

describe('duplicates', () => {
  it('are hinted within the scope', async () => {
    const card = await newPerson(mo, w.po, { lastName: 'Сидоров', birthday: '1955-03-03' });
    const hints = async (person: Caller, more: object) =>
      (
        await person.call(c.duplicateHints, {
          body: { lastName: 'Cидоров', firstName: 'Иван', fatherName: 'Петрович', ...more },
        })
      ).body.data.map((hint: c.DuplicateHint) => [hint.id, hint.score]);
    expect(await hints(mo, { birthday: '1955-03-03' })).toEqual([[card.id, 90]]);
    expect(await hints(mo, { birthday: '1955-03-04' })).toEqual([]);
    expect(await hints(await as(t, { mo: w.foreignMo }), { birthday: '1955-03-03' })).toEqual([]);
  });

  const hinted = async (body: object, headers = {}) => {
    const reply = await mo.call(c.duplicateHints, { body: body as never, headers });
    expect(reply.status, reply.text).toBe(200);
    return (reply.body.data as c.DuplicateHint[]).map((hint) => hint.id);
  };
  const searched = async (ids: number[]) =>
    (
      await t.deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'profile.search_passport')
        .where('object_id', 'in', ids)
        .orderBy('id')
        .select('object_id')
        .execute()
    ).map((line) => line.object_id);

  it('a whole passport finds its holder and is on record about him alone, not about others who are like him', async () => {
    const names = { lastName: 'Похожев', firstName: 'Олег', fatherName: 'Ильич' };
    const foreign = { passSeria: 'AB', passNum: '1234', passForeign: true };
    const one = await newPerson(mo, w.po, { ...names, ...foreign, birthday: '1961-01-01' });
    const other = await newPerson(mo, w.po, { ...names, birthday: '1962-01-01' });
    const asked = { lastName: 'Похожев', ...foreign };
    expect(await hinted({ ...asked, birthday: '1962-01-01' })).toEqual([one.id]);
    expect(await searched([one.id, other.id])).toEqual([one.id]);
    // Five signs are no whole passport.
    await newPerson(mo, w.po, { ...names, passSeria: 'A', passNum: '1234', passForeign: true });
    expect(await hinted({ passSeria: 'A', passNum: '1234' })).toEqual([]);
  });

  it('a call that only reads is not held to the key it brings: it is answered anew each time', async () => {
    const card = await newPerson(mo, w.po, { passSeria: '4055', passNum: '555001' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expect(await hinted({ passSeria: '4055', passNum: '555001' }, headers)).toEqual([card.id]);
    expect(await hinted({ passSeria: '4055', passNum: '555002' }, headers)).toEqual([]);
    expect(await hinted({ passSeria: '4055', passNum: '555001' }, headers)).toEqual([card.id]);
    expect(await searched([card.id])).toEqual([card.id, card.id]);
  });

  it('a surname of two letters begins too many: those are found by more than it', async () => {
    const address = { registrationAddress: 'ул. Зелёная, д. 5' };
    for (const [lastName, isFound] of [
      ['Цой', true],
      ['Ли', false],
    ] as const) {
      const names = { lastName, firstName: 'Вера', fatherName: 'Львовна' };
      const card = await newPerson(mo, w.po, { ...names, ...address, birthday: null });
      expect(await hinted({ ...names, ...address }), lastName).toEqual(isFound ? [card.id] : []);
    }
  });
});

describe('consents and lists', () => {
  it('are recorded, revoked and filtered by', async () => {
    const card = await newPerson(mo, w.po);
    const ids = async (consent: string) =>
      (await mo.call(c.profiles.list, { query: { filter: { consent, id: [card.id] } } })).body.length;
    expect(await ids('none')).toBe(1);
    const given = await mo.call(c.addConsent, {
      params: { id: card.id },
      body: { kind: 'pd_processing', signedAt: '2026-01-01' },
    });
    expect(await ids('given')).toBe(1);
    await mo.call(c.revokeConsent, { params: { id: card.id, consentId: given.body.consents[0].id } });
    expect(await ids('none')).toBe(1);
    expect(
      (await mo.call(c.addConsent, { params: { id: card.id }, body: { kind: 'ads', signedAt: '2030-01-01' } })).body
        .errors,
    ).toEqual({ signedAt: 'Дата не может быть позже сегодняшней' });
  });

  it('may be put off for 30 days, then the person is overdue until one is given', async () => {
    const card = await newPerson(mo, w.po);
    expect(card.consent_due).toBe('2026-12-20');
    const overdue = async () =>
      (await mo.call(c.profiles.list, { query: { filter: { consent: 'overdue', id: [card.id] } } })).body.length;
    const enteredAt = (created_at: string) =>
      t.deps.db.updateTable('profile').set({ created_at }).where('id', '=', card.id).execute();
    await enteredAt('2026-10-22T09:00:00Z');
    expect(await overdue()).toBe(0);
    await enteredAt('2026-10-18T09:00:00Z');
    expect(await overdue()).toBe(1);
    const given = await mo.call(c.addConsent, {
      params: { id: card.id },
      body: { kind: 'pd_processing', signedAt: '2026-11-19' },
    });
    expect([await overdue(), given.body.consent_due]).toEqual([0, null]);
  });

  it('a scan is kept with its consent and opened on record; another takes its place; strangers find neither', async () => {
    const card = await newPerson(mo, w.po);
    const given = await mo.call(c.addConsent, {
      params: { id: card.id },
      body: { kind: 'pd_processing', signedAt: '2026-01-01' },
    });
    const params = { id: card.id, consentId: given.body.consents[0].id };
    const bring = async (who: Caller, body: Buffer, filename = 'scan.pdf') => {
      const { payload, contentType } = multipart([{ name: 'file', body, filename, type: 'application/pdf' }]);
      const reply = await t.app.inject({
        method: 'POST',
        url: pathOf(attachConsentScan, params),
        payload,
        headers: { authorization: `Bearer ${who.token}`, 'content-type': contentType },
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const open = (who: Caller) => who.call(openConsentScan, { params });
    const stranger = await as(t, { mo: w.foreignMo });
    expect((await open(mo)).status).toBe(404);
    expect((await bring(mo, Buffer.from('не бумага'), 'scan.exe')).body.errors.file).toBeTruthy();
    const first = await bring(mo, Buffer.from('%PDF-1.4 один'));
    expect([first.status, first.body.consents[0].has_scan]).toEqual([200, true]);
    expect((await bring(mo, Buffer.from('%PDF-1.4 два'))).status).toBe(200);
    expect((await bring(stranger, Buffer.from('%PDF-1.4'))).status).toBe(404);
    expect((await open(stranger)).status).toBe(404);
    expect((await open(await as(t, { mo: w.mo, capabilities: [2] }))).status).toBe(403);
    const { body } = await open(mo);
    expect((await t.app.inject({ url: body.url })).payload).toContain('два');
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.open_file')
      .where('object_id', '=', card.id)
      .select('text')
      .execute();
    expect(lines).toEqual([{ text: 'Открыт скан согласия: Обработка персональных данных' }]);
  });

  it('rows and cards are what the contract says', async () => {
    const card = await newPerson(mo, w.po);
    expect(c.ProfileCard.safeParse(card).error).toBeUndefined();
    const [row] = (await mo.call(c.profiles.list, { query: { filter: { id: [card.id] } } })).body;
    expect(c.ProfileRow.safeParse(row).error).toBeUndefined();
  });
});

it('a renewed certificate closes the former one and is kept beside it; a blank is filled in place', async () => {
  const { id } = await newPerson(mo, w.po);
  const save = async (more: object) => {
    const { body: card } = await mo.call(c.profiles.one, { params: { id } });
    const { status, text } = await mo.call(c.profiles.update, {
      params: { id },
      body: update(card, { privilege: { value: 12 }, ...more }),
    });
    expect(status, text).toBe(200);
  };
  await save({ privilegeCertificateNumber: '100' });
  await save({ privilegeCertificateNumber: '100', privilegeCertificateDate: '2020-01-01' });
  // Nor is it another paper when a part of it is not sent.
  await save({ privilegeCertificateDate: '2020-01-01' });
  await save({
    privilegeCertificateNumber: '100',
    privilegeCertificateDate: '2020-01-01',
    privilegeCertificateSeria: 'А',
  });
  await save({
    privilegeCertificateNumber: '100',
    privilegeCertificateDate: '2020-01-01',
    privilegeCertificateSeria: 'Б',
  });
  await save({
    privilegeCertificateNumber: '200',
    privilegeCertificateDate: '2026-02-01',
    privilegeCertificateSeria: 'Б',
  });
  const rows = await t.deps.db
    .selectFrom('profile_privilege')
    .where('profile_id', '=', id)
    .select(['seria', 'number', 'issued_on', 'is_current', 'replaced_on'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { seria: 'А', number: '100', issued_on: '2020-01-01', is_current: false, replaced_on: '2020-01-01' },
    { seria: 'Б', number: '100', issued_on: '2020-01-01', is_current: false, replaced_on: '2026-02-01' },
    { seria: 'Б', number: '200', issued_on: '2026-02-01', is_current: true, replaced_on: null },
  ]);
});

it('what is written otherwise on the certificate of a privilege stands in the log, by names alone', async () => {
  const { id } = await newPerson(mo, w.po);
  const save = async (more: object) => {
    const { body: card } = await mo.call(c.profiles.one, { params: { id } });
    const body = update(card, { privilege: { value: 12 }, ...more });
    expect((await mo.call(c.profiles.update, { params: { id }, body })).status).toBe(200);
  };
  const paper = { privilegeCertificateNumber: '100', privilegeCertificateDate: '2020-01-01' };
  await save({});
  await save(paper);
  await save({ ...paper, privilegeCertificateText: 'УСЗН', privilegeCertificateSeria: 'АБ' });
  await save({ ...paper, privilegeCertificateText: 'УСЗН', privilegeCertificateSeria: 'АБ' });
  const lines = await t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .where('verb', 'in', ['profile.update', 'profile.privilege'])
    .orderBy('id')
    .select(['verb', 'text'])
    .execute();
  expect(lines.map(({ verb, text }) => [verb, text])).toEqual([
    ['profile.privilege', 'Изменены: льгота'],
    ['profile.privilege', 'Изменены: номер удостоверения, дата выдачи удостоверения'],
    ['profile.privilege', 'Изменены: серия удостоверения, кем выдано удостоверение'],
    ['profile.update', 'Сохранено без изменений'],
  ]);
});

it('a comment is signed by surname and initials, by the e-mail where there is no name', async () => {
  const { id } = await newPerson(mo, w.po);
  const params = { type: 'profile', objectId: id };
  const signs = [];
  for (const names of [
    { last_name: 'Крылова', first_name: 'Марина', father_name: 'Сергеевна' },
    { last_name: 'Крылова', first_name: 'Марина', father_name: '' },
    { last_name: '', first_name: '', father_name: '', email: 'comment@example.ru' },
  ]) {
    await t.deps.db.updateTable('app_user').set(names).where('id', '=', mo.userId).execute();
    const added = await mo.call(addComment, { params, body: { text: 'Звонил' } as never });
    expect(added.status, added.text).toBeLessThan(300);
    signs.push((await mo.call(comments, { params })).body.data[0].author.name);
  }
  expect(signs).toEqual(['Крылова М. С.', 'Крылова М.', 'comment@example.ru']);
});
