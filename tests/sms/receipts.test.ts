// Receipts find their messages: by the number they bear, in another base only where nobody else can be meant; a gateway that is asked is
// asked about every message in turn.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idForms, type Receipt, type SmsGateway } from '../../server/ports/sms/port.ts';
import { askReceipts, keepReceipt, matchReceipts } from '../../server/ports/sms/sender.ts';
import { testApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.deleteFrom('outbox').execute();
  await t.deps.db.deleteFrom('sms_receipt').execute();
});

async function sent(...ids: string[]): Promise<number> {
  const now = t.deps.clock.now().toISOString();
  const { rows } = await sql<{
    id: number;
  }>`insert into outbox (channel, what, receiver, recipient, subject, body_text, state, next_attempt_at, sent_at, gateway_ids, gateway_forms)
    values ('sms', 'receipts', ${ids.join()}, '+79000000001', '', 'Собрание', 'sent', ${now}, ${now}, ${ids}, ${ids.flatMap(idForms)}) returning id`.execute(
    t.deps.db,
  );
  return rows[0]!.id;
}
const receiptOf = async (id: number) =>
  (await t.deps.db.selectFrom('outbox').where('id', '=', id).select('receipt').executeTakeFirstOrThrow()).receipt;
async function come(gatewayId: string, status: Receipt['status']) {
  await keepReceipt(t.deps, { gatewayId, status });
  await matchReceipts(t.deps);
}

describe('a receipt', () => {
  it('belongs to the message whose number it bears, not to one with that number in another base', async () => {
    // 1000 in hexadecimal is 4096.
    const [bearer, other] = [await sent('1000'), await sent('4096')];
    await come('1000', 4);
    expect([await receiptOf(bearer), await receiptOf(other)]).toEqual([4, null]);
    await come('4096', 2);
    expect([await receiptOf(bearer), await receiptOf(other)]).toEqual([4, 2]);
  });
  it('in another base, with zeros in front or in other letters is known where one message can be meant', async () => {
    const [hex, plain] = [await sent('1A2B'), await sent('77000')];
    await come('0000006699', 2);
    await come('077000', 5);
    expect([await receiptOf(hex), await receiptOf(plain)]).toEqual([2, 5]);
  });
  it('that may be of two messages is put on neither', async () => {
    // 0x10 is 16, and 016 is 16 too: neither bears «0016».
    const [one, two] = [await sent('10'), await sent('16')];
    await come('0016', 4);
    expect([await receiptOf(one), await receiptOf(two)]).toEqual([null, null]);
  });
  it('«прочитано» comes after «доставлено», a refusal after it does not', async () => {
    const id = await sent('r1', 'r2');
    await come('r1', 2);
    expect(await receiptOf(id)).toBe(1);
    await come('r2', 2);
    expect(await receiptOf(id)).toBe(2);
    await come('r1', 4);
    await come('r1', 3);
    expect(await receiptOf(id)).toBe(2);
    await come('r2', 3);
    expect(await receiptOf(id)).toBe(3);
  });
  it('that is repeated says nothing new: a part told twice is not two parts, a fate told twice is one', async () => {
    const id = await sent('d1', 'd2');
    for (let nth = 0; nth < 3; nth += 1) await come('d1', 2);
    expect(await receiptOf(id)).toBe(1);
    await come('d2', 4);
    for (let nth = 0; nth < 3; nth += 1) await come('d2', 4);
    await come('d2', 2);
    expect(await receiptOf(id)).toBe(4);
  });
  it('that comes before its message is known waits for it', async () => {
    await come('early', 2);
    await matchReceipts(t.deps);
    const id = await sent('early');
    await matchReceipts(t.deps);
    expect(await receiptOf(id)).toBe(2);
  });
});

it('a gateway is asked about every message before it is asked about one again', async () => {
  const now = t.deps.clock.now().toISOString();
  await sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, state, next_attempt_at, sent_at, gateway_ids, gateway_forms)
    select 'sms', 'receipts', n::text, '+79000000001', '', 'Собрание', 'sent', ${now}::timestamptz, ${now}::timestamptz, array['g' || n], array['g' || n] from generate_series(1, 2500) as n`.execute(
    t.deps.db,
  );
  const asked = new Map<string, number>();
  const gateway = {
    name: 'http',
    status: async (messages: readonly { gatewayId: string }[]) => {
      for (const { gatewayId } of messages) asked.set(gatewayId, (asked.get(gatewayId) ?? 0) + 1);
      // The first two thousand never hear of theirs.
      return messages
        .filter(({ gatewayId }) => Number(gatewayId.slice(1)) > 2000)
        .map(({ gatewayId }) => ({ gatewayId, status: 2 as const }));
    },
  } as unknown as SmsGateway;
  for (let turn = 0; turn < 3; turn += 1) await askReceipts(t.deps, gateway);
  expect(asked.size).toBe(2500);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox where receipt = 2`.execute(t.deps.db);
  expect(rows[0]!.n).toBe(500);
});
