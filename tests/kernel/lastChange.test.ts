// «Данные изменил …»: who saved last, not who looked; by the clock of the place; an official of another place without his name.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { staleBy } from '../../server/kernel/lastChange.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { as } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let [reader, colleague, stranger] = [0, 0, 0];
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const idAt = async (place: object) => (await as(t, place)).userId;
  reader = await idAt({ mo: w.mo });
  colleague = await idAt({ po: w.po });
  stranger = await idAt({ mo: w.siblingMo });
});
afterAll(() => t.close());

let card = 1000;
beforeEach(() => {
  card += 1;
});
const here = () => ({ region_id: w.region, mo_id: w.mo, po_id: w.po });
const there = () => ({ region_id: w.region, mo_id: w.siblingMo, po_id: w.cousinPo });
const names: Record<string, string> = {};
const ctxOf = (userId: number, at: string, timeZone?: string) =>
  workCtx(
    t.deps,
    { userId, name: (names[userId] ??= `Служащий ${userId}`), mo: w.mo, isSuperuser: 0 },
    () => new Date(at),
    timeZone,
  );
type Kind = 'profile' | 'contribution' | 'garage' | 'user' | 'mo' | 'po';
const does = (userId: number, verb: string, at: string, places = [here()], type: Kind = 'profile', more: object = {}) =>
  act(ctxOf(userId, at), verb, async ({ log }) => {
    for (const place of places) await log({ object: { type, id: card, name: 'Карточка' }, place, text: verb, ...more });
  });
const told = async (timeZone?: string, type: Kind = 'profile') => {
  const refused = await staleBy(ctxOf(reader, '2026-11-20T12:00:00Z', timeZone), t.deps.db, { type, id: card }, null);
  return [refused.problem.message, refused.problem.own] as const;
};

it.each([
  'profile.open',
  'profile.reveal',
  'profile.open_file',
  'profile.attach',
  'profile.search_phone',
  'profile.consent',
  'profile.confirm',
  'profile.representative',
])('%s changes nothing: who saved before it is named', async (verb) => {
  await does(colleague, 'profile.update', '2026-11-20T10:00:00Z');
  await does(reader, verb, '2026-11-20T11:00:00Z');
  expect(await told()).toEqual([`Данные изменил Служащий ${colleague} в 13:00. Обновите страницу`, undefined]);
});

it.each(['restriction_add', 'restriction_lift', 'attention_settle'])(
  'garage.%s stands beside the card: who saved the card is named',
  async (deed) => {
    await does(colleague, 'garage.update', '2026-11-20T10:00:00Z', [here()], 'garage');
    await does(reader, `garage.${deed}`, '2026-11-20T11:00:00Z', [here()], 'garage');
    expect((await told(undefined, 'garage'))[0]).toContain(`Служащий ${colleague} в 13:00`);
  },
);

it.each(['invite_accepted', 'email_changed', 'password_changed'])(
  'user.%s changes an account: who did it is named',
  async (deed) => {
    await does(reader, 'user.update', '2026-11-20T10:00:00Z', [here()], 'user');
    await does(colleague, `user.${deed}`, '2026-11-20T11:00:00Z', [here()], 'user');
    expect((await told(undefined, 'user'))[0]).toContain(`Служащий ${colleague} в 14:00`);
  },
);

it.each([
  ['mo', 'balance_operation.period_close', 'admin.reference_update'],
  ['po', 'user.handover', 'admin.po_picture'],
  ['po', 'admin.org_update', 'user.handover'],
] as const)('the card of %s is moved on by %s, not by %s that changes nothing of it', async (type, moving, beside) => {
  await does(reader, 'admin.org_update', '2026-11-20T09:00:00Z', [here()], type);
  await does(colleague, moving, '2026-11-20T10:00:00Z', [here()], type, { after: { chairman_name: 'Иванов' } });
  await does(reader, beside, '2026-11-20T11:00:00Z', [here()], type);
  expect((await told(undefined, type))[0]).toContain(`Служащий ${colleague} в 13:00`);
});

it('the time is that of the place', async () => {
  await does(colleague, 'profile.update', '2026-11-20T10:00:00Z');
  expect((await told('Asia/Kamchatka'))[0]).toContain(' в 22:00.');
});

it('his own change in another tab is called his own', async () => {
  await does(colleague, 'profile.update', '2026-11-20T10:00:00Z');
  await does(reader, 'profile.update', '2026-11-20T10:30:00Z');
  expect(await told()).toEqual(['Данные изменили вы сами в 13:30, в другой вкладке. Обновите страницу', true]);
});

it('an official of another place is not named; told in both places, the line of here names him', async () => {
  await does(stranger, 'profile.update', '2026-11-20T10:00:00Z', [there()]);
  expect((await told())[0]).toBe('Данные изменил сотрудник другой организации в 13:00. Обновите страницу');
  // Support staff see no more of other places than their own place does; a superuser does.
  for (const [isSuperuser, words] of [
    [1, 'сотрудник другой организации'],
    [2, `Служащий ${stranger}`],
  ] as const) {
    const ctx = ctxOf(reader, '2026-11-20T12:00:00Z');
    const who = { ...ctx, actor: { ...ctx.actor, isSuperuser } };
    const { problem } = await staleBy(who, t.deps.db, { type: 'profile', id: card }, null);
    expect(problem.message).toContain(words);
  }
  await does(colleague, 'profile.update', '2026-11-20T10:30:00Z', [here(), there()]);
  expect((await told())[0]).toContain(`Служащий ${colleague}`);
});

it('words of a document of money change by correcting alone; an official of another place is not named', async () => {
  const [from, later] = ['2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z'];
  await does(stranger, 'balance_operation.correction', from, [there()], 'contribution');
  await does(colleague, 'balance_operation.reversal', later, [here()], 'contribution');
  expect((await told('Asia/Kamchatka', 'contribution'))[0]).toBe(
    'Данные изменил сотрудник другой организации в 22:00. Обновите страницу',
  );
});
