// Who else has a card open: told both ways, across processes, never outside the scope, gone with the tab.
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { CardRef, LiveWord } from '../../contract/kernel/live.ts';
import * as c from '../../contract/users.ts';
import { nobody } from '../../server/kernel/ctx.ts';
import { Presence, type Viewer } from '../../server/live/presence.ts';
import { inTime } from '../kit/busy.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { listen } from '../kit/ears.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { form, ownedGarage, save } from '../reregistrations/kit.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser } from '../session/people.ts';

/** How long something may be on its way on a busy machine, ms. */
const PATIENCE_MS = 60_000;

describe('between processes', () => {
  let now = 0;
  const card: CardRef = { resource: 'garages', id: 5 };
  /** Processes on one bus; `lost` hears nothing any more, `spoken` is how often each has spoken. */
  function processes(count: number) {
    const all: Presence[] = [];
    const lost = new Set<number>();
    const spoken = Array.from({ length: count }, () => 0);
    for (let nth = 0; nth < count; nth += 1)
      all.push(
        new Presence({
          maySee: async (actor) => actor.role !== 'stranger',
          placeOf: async ({ region, mo, po }) => [region ?? 1, mo, po],
          now: () => now,
          announce: async (payload) => {
            if (lost.has(nth)) return;
            spoken[nth]! += 1;
            await Promise.all(all.map((one) => one.hear(payload)));
          },
        }),
      );
    return { all, lost, spoken };
  }
  let people = 0;
  function tab(name: string, more: object = {}) {
    const said: string[][] = [];
    const viewer: Viewer = {
      actor: { ...nobody, userId: (people += 1), name, ...more },
      say: (message) => void (message.type === 'card_viewers' && said.push(message.message.people)),
    };
    return { viewer, said };
  }

  it('everybody sees the others, nobody himself; closing is seen at once', async () => {
    const { all } = processes(3);
    const [anna, boris, vera] = [tab('Анна'), tab('Борис'), tab('Вера')];
    await all[0]!.open(anna.viewer, card);
    await all[1]!.open(boris.viewer, card);
    await all[1]!.open(vera.viewer, card);
    expect(anna.said.at(-1)).toEqual(['Борис', 'Вера']);
    expect(boris.said.at(-1)).toEqual(['Анна', 'Вера']);
    expect(vera.said.at(-1)).toEqual(['Анна', 'Борис']);
    await all[1]!.leave(boris.viewer);
    expect(anna.said.at(-1)).toEqual(['Вера']);
    await all[0]!.close(anna.viewer, card);
    expect(vera.said.at(-1)).toEqual([]);
    // Another card is another company.
    await all[2]!.open(boris.viewer, { ...card, id: 6 });
    expect(vera.said.at(-1)).toEqual([]);
  });

  it('two tabs of one person are one person, and the second keeps him there', async () => {
    const { all } = processes(2);
    const anna = tab('Анна');
    const boris = tab('Борис');
    const again: Viewer = { actor: boris.viewer.actor, say: () => undefined };
    await all[0]!.open(anna.viewer, card);
    await all[0]!.open(boris.viewer, card);
    await all[1]!.open(again, card);
    expect(anna.said.at(-1)).toEqual(['Борис']);
    await all[0]!.leave(boris.viewer);
    expect(anna.said.at(-1)).toEqual(['Борис']);
    await all[1]!.leave(again);
    expect(anna.said.at(-1)).toEqual([]);
  });

  // Every word is a notification of the database that all processes read.
  it('a process answers only about a card that somebody has open there', async () => {
    const { all, spoken } = processes(3);
    await all[0]!.open(tab('Анна').viewer, card);
    expect(spoken).toEqual([1, 0, 0]);
    await all[1]!.open(tab('Борис').viewer, card);
    expect(spoken).toEqual([2, 1, 0]);
  });

  it('a process that died is forgotten', async () => {
    const { all, lost } = processes(2);
    const [anna, boris] = [tab('Анна'), tab('Борис')];
    await all[0]!.open(anna.viewer, card);
    await all[1]!.open(boris.viewer, card);
    lost.add(1);
    now += 30_000;
    await all[0]!.beat();
    expect(anna.said.at(-1)).toEqual(['Борис']);
    now += 10_000;
    await all[0]!.beat();
    expect(anna.said.at(-1)).toEqual(['Борис']);
    now += 1;
    await all[0]!.beat();
    expect(anna.said.at(-1)).toEqual([]);
  });

  it('a tab has twenty cards open at most; one that it has not open is not closed', async () => {
    const { all } = processes(2);
    const [anna, boris] = [tab('Анна'), tab('Борис')];
    const nth = (id: number): CardRef => ({ resource: 'garages', id });
    for (let id = 1; id <= 21; id += 1) await all[0]!.open(anna.viewer, nth(id));
    await all[1]!.open(boris.viewer, nth(21));
    expect(boris.said.at(-1) ?? []).toEqual([]);
    await all[1]!.open(boris.viewer, nth(20));
    expect(boris.said.at(-1)).toEqual(['Анна']);
    const told = anna.said.length;
    await all[0]!.close(anna.viewer, nth(21));
    await all[0]!.close(boris.viewer, nth(20));
    expect([anna.said.length, boris.said.at(-1)]).toEqual([told, ['Анна']]);
    // The place of one that is closed is free.
    await all[0]!.close(anna.viewer, nth(1));
    await all[0]!.open(anna.viewer, nth(21));
    expect(boris.said.at(-1)).toEqual(['Анна']);
  });

  it('an official of another organisation is not named, across processes too', async () => {
    const { all } = processes(2);
    const [anna, boris] = [tab('Анна', { mo: 5, po: 7 }), tab('Борис', { mo: 5 })];
    const [vera, galina] = [tab('Вера', { mo: 6, po: 8 }), tab('Галина', { mo: 6 })];
    const root = tab('Дарья', { mo: 9, isSuperuser: 2 });
    for (const [nth, one] of [anna, boris, vera, galina, root].entries()) await all[nth % 2]!.open(one.viewer, card);
    const other = 'сотрудник другой организации';
    expect(anna.said.at(-1)).toEqual(['Борис', other]);
    expect(boris.said.at(-1)).toEqual(['Анна', other]);
    expect(vera.said.at(-1)).toEqual(['Галина', other]);
    expect(root.said.at(-1)).toEqual(['Анна', 'Борис', 'Вера', 'Галина']);
  });

  it('who works nowhere is known to nobody, and knows nobody', async () => {
    const presence = new Presence({
      maySee: async () => true,
      placeOf: async ({ region, mo, po }) => [region, mo, po],
      now: () => now,
    });
    const [anna, boris] = [
      tab('Анна', { region: 1, mo: 5, po: 7 }),
      tab('Борис', { region: null, mo: null, po: null }),
    ];
    const galina = tab('Галина', { region: null, mo: null, po: null });
    for (const one of [anna, boris, galina]) await presence.open(one.viewer, card);
    const other = 'сотрудник другой организации';
    expect(anna.said.at(-1)).toEqual([other]);
    expect(boris.said.at(-1)).toEqual([other]);
    expect(galina.said.at(-1)).toEqual([other]);
  });

  it('who may not see the card is neither told nor seen; nor is who looks through someone’s eyes', async () => {
    const { all } = processes(1);
    const [anna, stranger, eyes] = [tab('Анна'), tab('Чужой', { role: 'stranger' }), tab('Глаза', { viewOnly: true })];
    await all[0]!.open(anna.viewer, card);
    await all[0]!.open(stranger.viewer, card);
    await all[0]!.open(eyes.viewer, card);
    expect([anna.said, stranger.said, eyes.said]).toEqual([[], [], [['Анна']]]);
  });
});

describe('over the live channel', () => {
  let t: TestApp;
  let w: World;
  let base = '';
  const open: WebSocket[] = [];
  beforeAll(async () => {
    t = await testApp();
    w = await world(t.deps.db);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    base = `127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  });
  afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
  afterAll(() => t.close());

  async function person(right: { region_id?: number; mo_id?: number; po_id?: number }, atOnce: LiveWord[] = []) {
    const who = await account(t, { rights: [right] });
    const browser = new Browser(t);
    await browser.signIn(who.email);
    const words = ['auth', browser.token, browser.fingerprint];
    const { socket, heard, closed, caughtUp } = await listen(t.deps.db, base, `/ws/${who.id}`, words, { atOnce });
    open.push(socket);
    return {
      who,
      browser,
      socket,
      caughtUp,
      say: (word: LiveWord | string) => socket.send(typeof word === 'string' ? word : JSON.stringify(word)),
      companies: () =>
        heard.flatMap((one) =>
          one.type === 'card_viewers' ? [[one.message.resource, one.message.id, one.message.people]] : [],
        ),
      closed,
      heard,
    };
  }
  const opened = (resource: CardRef['resource'], id: number): LiveWord => ({
    type: 'card_opened',
    message: { resource, id },
  });

  it('a garage and a person, for those who see them; a dead tab is gone', async () => {
    const chief = await as(t, { mo: w.mo });
    const garage = await newGarage(chief, w.po);
    const owner = await newPerson(chief, w.po);
    const cards = [opened('garages', garage.id), opened('profiles', owner.id)];
    const mo = await person({ mo_id: w.mo }, cards);
    const po = await person({ po_id: w.po }, cards);
    const foreign = await person({ po_id: w.siblingPo }, cards);
    for (const one of [mo, po, foreign]) one.say(opened('users', po.who.id));
    await vi.waitFor(() => {
      expect(mo.companies()).toEqual(
        expect.arrayContaining([
          ['garages', garage.id, ['Крылова М. С.']],
          ['profiles', owner.id, ['Крылова М. С.']],
        ]),
      );
      expect(po.companies()).toHaveLength(2);
    }, PATIENCE_MS);
    await foreign.caughtUp();
    expect(foreign.companies()).toEqual([]);
    po.socket.terminate();
    await vi.waitFor(
      () =>
        expect(mo.companies().slice(-2)).toEqual(
          expect.arrayContaining([
            ['garages', garage.id, []],
            ['profiles', owner.id, []],
          ]),
        ),
      PATIENCE_MS,
    );
  });

  it('a person of two places: an official of the other is not named; whose tie is over hears nothing', async () => {
    const chief = await as(t, { mo: w.mo });
    const far = await as(t, { mo: w.foreignMo });
    const owner = await newPerson(chief, w.po);
    const owned = async (caller: Caller, po: number, ended_on: string | null) => {
      const { id: garage_id } = await newGarage(caller, po);
      const dates = { started_on: '2019-01-01', ended_on, end_reason: ended_on && 'продажа' };
      await t.deps.db
        .insertInto('ownership')
        .values({ garage_id, profile_id: owner.id, ...dates })
        .execute();
      const { mo_id, region_id } = await t.deps.db
        .selectFrom('po')
        .where('id', '=', po)
        .select(['mo_id', 'region_id'])
        .executeTakeFirstOrThrow();
      await t.deps.db
        .insertInto('profile_place')
        .values({ profile_id: owner.id, region_id, mo_id, po_id: po })
        .onConflict((on) => on.doNothing())
        .execute();
    };
    await owned(far, w.foreignPo, null);
    await owned(chief, w.siblingPo, '2020-01-01');
    const cards = [opened('profiles', owner.id)];
    const po = await person({ po_id: w.po }, cards);
    const foreign = await person({ po_id: w.foreignPo }, cards);
    const former = await person({ po_id: w.siblingPo }, cards);
    const other = ['profiles', owner.id, ['сотрудник другой организации']];
    await vi.waitFor(() => {
      expect(po.companies()).toEqual([other]);
      expect(foreign.companies()).toEqual([other]);
    }, PATIENCE_MS);
    await former.caughtUp();
    expect(former.companies()).toEqual([]);
  });

  it('a re-registration: both desks see each other, a draft is its author’s alone', async () => {
    const chief = await as(t, { mo: w.mo });
    const garage = await ownedGarage(chief, w.po);
    const newOwner = [{ profileId: (await newPerson(chief, w.po)).id }];
    const { id } = await save(chief, { ...form(garage.id, 1, { newOwner }), apply: true } as never);
    const other = await ownedGarage(chief, w.po);
    const draft = await save(chief, form(other.id, 1, { newOwner }));
    const cards = [opened('reregistrations', id), opened('reregistrations', draft.id)];
    const mo = await person({ mo_id: w.mo }, cards);
    const po = await person({ po_id: w.po }, cards);
    const foreign = await person({ po_id: w.siblingPo }, cards);
    await vi.waitFor(() => {
      expect(mo.companies()).toContainEqual(['reregistrations', id, ['Крылова М. С.']]);
      expect(po.companies()).toContainEqual(['reregistrations', id, ['Крылова М. С.']]);
    }, PATIENCE_MS);
    for (const one of [mo, po, foreign]) await one.caughtUp();
    expect(foreign.companies()).toEqual([]);
    for (const one of [mo, po]) expect(one.companies().filter(([, nth]) => nth === draft.id)).toEqual([]);
    po.socket.terminate();
    await vi.waitFor(() => expect(mo.companies().at(-1)).toEqual(['reregistrations', id, []]), PATIENCE_MS);
  });

  it('nonsense closes the connection', async () => {
    for (const word of [
      '{',
      '{"type":"card_opened","message":{"resource":"secrets","id":1}}',
      '{"type":"card_opened","message":{"resource":"garages","id":"1"}}',
    ]) {
      const one = await person({ mo_id: w.mo });
      one.say(word);
      expect(await one.closed).toBe(4401);
    }
  });

  it('changed rights and disabling close the channel at once', async () => {
    const root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    const one = await person({ mo_id: w.mo });
    const card = (await root.call(c.users.one, { params: { id: one.who.id } })).body as c.UserCard;
    const started = Date.now();
    await root.call(c.users.update, {
      params: { id: one.who.id },
      body: {
        last_name: card.last_name,
        first_name: card.first_name,
        father_name: card.father_name,
        phone: null,
        is_superuser: 0,
        capabilities: [],
        rights: [{ level: 'po', id: w.po, role: 'clerk' }],
        version: card.version,
      },
    });
    expect(await one.closed).toBe(4401);
    expect(one.heard.map((message) => message.type)).toEqual(['rights_changed']);
    const two = await person({ mo_id: w.mo });
    await root.call(c.disableUser, { params: { id: two.who.id } });
    expect(await two.closed).toBe(4401);
    expect(two.heard.map((message) => message.type)).toEqual(['sign_out_trigger']);
    expect(Date.now() - started).toBeLessThan(inTime(5000));
  });
});
