// A short soak of the ledger in every run, and the proof that it would notice a difference.
import { expect, it } from 'vitest';
import { Reference } from './reference.ts';
import { soakLedger } from './ledgerSoak.ts';

it('random work agrees with the reference at every level', { timeout: 240_000 }, async () => {
  const report = await soakLedger({ steps: 400, seed: 20_261_120, every: 100 });
  expect(report).toMatchObject({ operations: 400, checks: 4 });
  expect(Object.keys(report.byKind)).toHaveLength(14);
  expect(report.writes).toBeGreaterThan(200);
  expect(report.refusals).toBeGreaterThan(12);
  expect(report.retries).toBeGreaterThan(12);
  expect(report.parallel).toBeGreaterThan(12);
  expect(report.formers).toBeGreaterThan(2);
});

it('the reference counts by hand', () => {
  const ledger = new Reference();
  const place = { region: 1, mo: 2, po: 3 };
  ledger.add({ id: 10, ...place, owners: [7] });
  ledger.add({ id: 11, ...place, owners: [8] });
  const line = { owner: 7, sign: -1 as const, amount: 100, type: 1, year: 2026, isUndone: false, id: null };
  const charge = {
    id: 1,
    kind: 'charge' as const,
    author: 1,
    level: 'po' as const,
    mo: 2,
    lines: [
      { ...line, garage: 10 },
      { ...line, garage: 11, owner: 8 },
    ],
  };
  ledger.post(charge);
  expect([ledger.garages.get(10)!.balance, ledger.sums('po').get(3), ledger.isCharged(10, 1, 2026)]).toEqual([
    -100,
    -200,
    true,
  ]);
  expect(ledger.undo(charge, 2, 1, charge.lines[0])).toBe(100);
  expect([ledger.garages.get(10)!.balance, ledger.sums('region').get(1), ledger.isCharged(10, 1, 2026)]).toEqual([
    0,
    -100,
    false,
  ]);
  expect(ledger.undo(charge, 3, 1)).toBe(100);
  expect([...ledger.byOwner()]).toEqual([]);
});
