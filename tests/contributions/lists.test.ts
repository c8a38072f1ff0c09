// Reference lists of money: who reads them, and in which order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accrualTypes, paymentTypes } from '../../contract/references.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('reference lists of money', () => {
  it('are read by anybody who is signed in', async () => {
    const w = await world(t.deps.db);
    const reader = await as(t, { region: w.region, capabilities: [] });
    const types = await reader.call(accrualTypes);
    expect(types.status).toBe(200);
    expect(types.body.data[0]).toMatchObject({ id: 1, name: 'Членский годовой взнос', privilege_applies: true });
    expect(types.body.data).toHaveLength(16);
    const payments = await reader.call(paymentTypes);
    expect(payments.body.data.map((one: { id: number }) => one.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(payments.body.data[6]).toMatchObject({ name: 'Возврат', sign: -1 });
  });
});
