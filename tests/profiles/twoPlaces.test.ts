// A person at home in one ПО who owns in another: whoever changes his card is named to his own colleagues, and both places hear of it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addComment, editComment } from '../../contract/comments.ts';
import { detach } from '../../contract/files.ts';
import { updateUserDetail } from '../../contract/session.ts';
import * as c from '../../contract/profiles.ts';
import { attach } from '../kit/attach.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let home: Caller;
let away: Caller;
let colleague: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [home, away, colleague] = await Promise.all([
    as(t, { po: w.po }),
    as(t, { po: w.foreignPo }),
    as(t, { po: w.foreignPo }),
  ]);
});
afterAll(() => t.close());

async function personOfTwoPlaces(): Promise<number> {
  const { id } = await newPerson(home, w.po);
  const garage = await newGarage(await as(t, { mo: w.foreignMo }), w.foreignPo);
  await t.deps.db
    .insertInto('profile_place')
    .values({ profile_id: id, region_id: w.foreignRegion, mo_id: w.foreignMo, po_id: w.foreignPo })
    .execute();
  await t.deps.db
    .insertInto('ownership')
    .values({ garage_id: garage.id, profile_id: id, is_primary: true, started_on: '2020-01-01' })
    .execute();
  return id;
}
const linesOf = (id: number, verb: string) =>
  t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .where('verb', '=', verb)
    .orderBy('id')
    .select(['po_id', 'user_id'])
    .execute();

it('a change is told at home and at the place of who made it, whose colleagues hear his name', async () => {
  const id = await personOfTwoPlaces();
  const card = (await away.call(c.profiles.one, { params: { id } })).body;
  const { registrationAddress: _1, actualAddress: _2, email: _3, ...shown } = card;
  const save = (who: Caller, version: number) =>
    who.call(c.profiles.update, { params: { id }, body: { ...shown, ticketNumber: `Т-${version}`, version } as never });
  expect((await save(away, card.version)).status).toBe(200);
  expect(await linesOf(id, 'profile.update')).toEqual([
    { po_id: w.po, user_id: away.userId },
    { po_id: w.foreignPo, user_id: away.userId },
  ]);
  const { last_name } = await t.deps.db
    .selectFrom('app_user')
    .where('id', '=', away.userId)
    .select('last_name')
    .executeTakeFirstOrThrow();
  expect((await save(colleague, card.version)).text).toContain(last_name);
  expect((await save(home, card.version)).status).toBe(409);
  // At home the own place is the home: one line is enough.
  expect((await save(home, card.version + 1)).status).toBe(200);
  expect((await linesOf(id, 'profile.update')).map(({ po_id }) => po_id)).toEqual([w.po, w.foreignPo, w.po]);
});

/** The same, but home is over: the garage there was sold long ago. */
async function personWhoLeftHome(): Promise<number> {
  const id = await personOfTwoPlaces();
  const garage = await newGarage(await as(t, { mo: w.mo }), w.po);
  await t.deps.db
    .insertInto('ownership')
    .values({
      garage_id: garage.id,
      profile_id: id,
      is_primary: true,
      started_on: '2010-01-01',
      ended_on: '2020-01-01',
    })
    .execute();
  return id;
}

it('home hears nothing more of who has left it: neither his new phone nor what is said of him', async () => {
  const id = await personWhoLeftHome();
  expect((await home.call(c.profiles.one, { params: { id } })).body.is_former).toBe(true);
  const {
    registrationAddress: _1,
    actualAddress: _2,
    ...card
  } = (await away.call(c.profiles.one, { params: { id } })).body;
  const body = { ...card, phoneNumberList: ['+79005556677'], email: null } as never;
  const saved = await away.call(c.profiles.update, { params: { id }, body });
  expect(saved.status, saved.text).toBe(200);
  const object = { type: 'profile' as const, objectId: id };
  const added = await away.call(addComment, { params: object, body: { text: 'Обещал заплатить' } });
  expect(added.status).toBe(200);
  const [said] = added.body.data;
  await away.call(editComment, { params: { id: said!.id }, body: { text: 'Заплатил' } });
  for (const verb of ['profile.update', 'comment.add', 'comment.edit'])
    expect(
      (await linesOf(id, verb)).map(({ po_id }) => po_id),
      verb,
    ).toEqual([w.foreignPo]);
});

it('a comment and a file are told where their author works, whose colleagues see them', async () => {
  const id = await personOfTwoPlaces();
  const object = { type: 'profile' as const, objectId: id };
  for (const who of [away, home]) await who.call(addComment, { params: object, body: { text: 'Слово' } });
  expect((await linesOf(id, 'comment.add')).map(({ po_id }) => po_id)).toEqual([w.foreignPo, w.po]);
  const sent = await attach(t, away, object, 'скан.pdf', Buffer.from('%PDF-1.4\n%%EOF'));
  expect(sent.status).toBe(200);
  const fileId = sent.body.data[0].id;
  // Taken away at home, it is told there and where it was put.
  expect((await home.call(detach, { params: { id: fileId } })).status).toBe(200);
  expect((await linesOf(id, 'profile.attach')).map(({ po_id }) => po_id)).toEqual([w.foreignPo]);
  expect((await linesOf(id, 'profile.detach')).map(({ po_id }) => po_id)).toEqual([w.po, w.foreignPo]);
});

it('a consent in force is not written twice, one that was taken back is not taken back again', async () => {
  const { id } = await newPerson(home, w.po);
  const add = () =>
    home.call(c.addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-02' } as never });
  expect((await add()).status).toBe(200);
  expect((await add()).body.errors.kind).toContain('уже действует');
  const { id: consentId } = await t.deps.db
    .selectFrom('consent')
    .where('profile_id', '=', id)
    .where('kind', '=', 'sms_info')
    .select('id')
    .executeTakeFirstOrThrow();
  const revoke = () => home.call(c.revokeConsent, { params: { id, consentId }, body: {} as never });
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).body.errors.form).toContain('уже отозвано');
  expect(await linesOf(id, 'profile.consent')).toHaveLength(2);
  expect((await add()).status).toBe(200);
});

it('the consent of a new card is no later than today, and told by a line', async () => {
  const before = (await newPerson(home, w.po)).id;
  expect(await linesOf(before, 'profile.consent')).toHaveLength(0);
  const enter = (signedAt: string) =>
    home.call(c.profiles.create, {
      body: {
        lastName: 'Согласнов',
        firstName: 'Пётр',
        fatherName: '',
        isVOAMember: false,
        consent: { signedAt },
      } as never,
    });
  expect((await enter('2999-01-01')).body.errors.consent).toBeTruthy();
  const { body, text } = await enter('2026-01-02');
  expect(await linesOf(body.id, 'profile.consent'), text.slice(0, 300)).toHaveLength(1);
});

it('of an account only what is sent changes: a name that somebody mended meanwhile stays', async () => {
  const admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const put = (who: Caller, body: object) =>
    who.call(updateUserDetail, { params: { id: home.userId }, body: body as never });
  const mended = await put(admin, { last_name: 'Исправленнов' });
  expect(mended.status, mended.text).toBe(200);
  const own = await put(home, { phone: '+79111234567' });
  expect(own.status, own.text).toBe(200);
  const kept = await t.deps.db
    .selectFrom('app_user')
    .where('id', '=', home.userId)
    .select(['last_name', 'phone'])
    .executeTakeFirstOrThrow();
  expect(kept.last_name).toBe('Исправленнов');
  expect(kept.phone).toContain('911');
  expect((await put(home, {})).status).not.toBe(200);
});
