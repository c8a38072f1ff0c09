// Every edge of the statuses of a message and of a mailing, legal and not, as the domain names them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportMessages, markMessage, resendToPerson } from '../../contract/notifications/messages.ts';
import * as contract from '../../contract/notifications.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

/** By status of a message: may a person mark it delivered, handed over on paper, send it once more, and must he say that it may come twice. */
const messageEdges: Record<number, { delivered: boolean; paper: boolean; again: boolean; twice: boolean }> = {
  0: { delivered: false, paper: false, again: false, twice: false },
  1: { delivered: false, paper: false, again: false, twice: false },
  2: { delivered: false, paper: false, again: false, twice: false },
  3: { delivered: false, paper: false, again: false, twice: false },
  4: { delivered: false, paper: true, again: true, twice: false },
  5: { delivered: false, paper: true, again: true, twice: true },
  6: { delivered: false, paper: true, again: true, twice: false },
  7: { delivered: false, paper: true, again: true, twice: false },
  8: { delivered: false, paper: true, again: true, twice: false },
  9: { delivered: false, paper: true, again: true, twice: false },
  10: { delivered: false, paper: false, again: false, twice: false },
  11: { delivered: true, paper: true, again: true, twice: true },
};

it('a message moves by hand only where the domain lets it', async () => {
  const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  const { id, outbox_id } = await t.deps.db
    .selectFrom('notification_message')
    .where('notification_id', '=', sent.id)
    .select(['id', 'outbox_id'])
    .executeTakeFirstOrThrow();
  /** The message in a status, as the way there leaves it. */
  const put = async (status: number) => {
    await t.deps.db
      .deleteFrom('notification_message')
      .where('notification_id', '=', sent.id)
      .where('id', '<>', id)
      .execute();
    await t.deps.db
      .updateTable('notification_message')
      .set({ status, superseded: false, channel: status >= 7 && status <= 9 ? null : 'sms', handed_on: null })
      .where('id', '=', id)
      .execute();
    await t.deps.db.deleteFrom('outbox').where('what', '=', `notification:${sent.id}:2`).execute();
    await t.deps.db.updateTable('outbox').set({ state: 'sent' }).where('id', '=', outbox_id).execute();
    await t.deps.db.updateTable('notification').set({ status: 5 }).where('id', '=', sent.id).execute();
  };
  const params = { id };
  for (const [status, edge] of Object.entries(messageEdges)) {
    const name = `${status} ${contract.messageStatuses[Number(status)]}`;
    const can = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
    await put(Number(status));
    expect(await can(po.call(markMessage, { params, body: { status: 2 } })), `${name} → 2`).toBe(edge.delivered);
    await put(Number(status));
    const paper = po.call(markMessage, { params, body: { status: 10, handedOn: '2026-11-20' } });
    expect(await can(paper), `${name} → 10`).toBe(edge.paper);
    await put(Number(status));
    const blind = await can(po.call(resendToPerson, { params, body: { mayComeTwice: false } }));
    expect(blind, `${name} again`).toBe(edge.again && !edge.twice);
    await put(Number(status));
    const again = await can(po.call(resendToPerson, { params, body: { mayComeTwice: true } }));
    expect(again, `${name} again, may come twice`).toBe(edge.again);
  }
});

/** By status of a mailing: what may be done with it. A planned one is recalled; one that runs past its minute is only stopped. */
const mailingEdges: Record<number, string[]> = {
  0: ['update', 'delete', 'send'],
  1: ['recall', 'stop'],
  2: ['recall', 'stop'],
  3: ['stop'],
  4: [],
  5: ['repeat'],
  6: ['repeat'],
  7: [],
};

it('a mailing moves only where the domain lets it', async () => {
  for (const [status, legal] of Object.entries(mailingEdges))
    for (const act of ['update', 'delete', 'send', 'recall', 'stop', 'repeat', 'approve']) {
      const body = mailing([await owner(mo, w.po, { sms: true })]);
      const number = Number(status);
      const id =
        number === 0
          ? (await po.call(contract.notifications.create, { body: body as never })).body.id
          : (await sendAs(po, body, number === 1 ? { scheduledAt: '2026-11-20T12:00:00Z' } : {})).id;
      if (number > 2) {
        // What waits has failed for good, so that there is something to repeat.
        await t.deps.db.updateTable('notification').set({ status: number }).where('id', '=', id).execute();
        if (number > 3) {
          await t.deps.db
            .updateTable('notification_message')
            .set({ status: number === 4 ? 2 : 6 })
            .where('notification_id', '=', id)
            .execute();
          await t.deps.db
            .updateTable('outbox')
            .set({ state: number === 4 ? 'sent' : 'failed' })
            .where('what', '=', `notification:${id}`)
            .execute();
        }
      }
      const { version } = (await po.call(contract.notifications.one, { params: { id } })).body;
      const params = { id };
      const answers: Record<string, () => Promise<{ status: number }>> = {
        update: () => po.call(contract.notifications.update, { params, body: { ...body, version } as never }),
        delete: () => po.call(contract.deleteDraft, { params }),
        send: () =>
          po.call(contract.sendNotification, {
            params,
            body: { version, expected: { people: 1, messages: 1, cost: 600 } },
          }),
        recall: () => po.call(contract.recallNotification, { params }),
        stop: () => po.call(contract.stopNotification, { params }),
        repeat: () => po.call(contract.repeatNotification, { params }),
        approve: () => mo.call(contract.approveNotification, { params }),
      };
      const answer = await answers[act]!();
      const isDone = answer.status >= 200 && answer.status < 300;
      expect(isDone, `${status} ${contract.mailingStatuses[number]}: ${act} ${JSON.stringify(answer)}`).toBe(
        legal.includes(act),
      );
    }
});

it('one message goes once more only of a mailing that is over', async () => {
  const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  const { id } = await t.deps.db
    .selectFrom('notification_message')
    .where('notification_id', '=', sent.id)
    .select('id')
    .executeTakeFirstOrThrow();
  await t.deps.db.updateTable('notification_message').set({ status: 6 }).where('id', '=', id).execute();
  await t.deps.db
    .updateTable('outbox')
    .set({ state: 'failed' })
    .where('what', '=', `notification:${sent.id}`)
    .execute();
  const put = (status: number) =>
    t.deps.db.updateTable('notification').set({ status }).where('id', '=', sent.id).execute();
  const again = () => po.call(resendToPerson, { params: { id }, body: { mayComeTwice: false } });
  for (const status of [0, 1, 2, 3, 7]) {
    await put(status);
    const refused = await again();
    expect([status, refused.status, refused.body.errors]).toEqual([
      status,
      422,
      { form: 'Рассылка ещё идёт или отменена' },
    ]);
  }
  await put(6);
  expect((await again()).status).toBe(200);
});

it('messages are taken away as a table, only by whoever sees the mailing', async () => {
  const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  const file = await po.call(exportMessages, { params: { id: sent.id }, body: {} });
  expect(file.status).toBe(200);
  const foreign = await as(t, { po: w.foreignPo });
  expect((await foreign.call(exportMessages, { params: { id: sent.id }, body: {} })).status).toBe(404);
  const { repeatable, charged } = (await po.call(contract.notifications.one, { params: { id: sent.id } })).body;
  expect([repeatable, charged]).toEqual([0, 0]);
});
