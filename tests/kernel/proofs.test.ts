// What the proofs of the night found: the last outcome of each, a moment as everybody writes it.
import { expect, it } from 'vitest';
import { keepProof, lastProofs } from '../../server/kernel/proofs.ts';
import { answering } from './answering.ts';

const row = (what: string, at: string, faults: number) => ({ what, at, faults });

it('are nothing before the first night', async () => {
  expect(await lastProofs(answering([]).db)).toEqual({ log: null, ledger: null, archive: null });
});

it('are told each by its own', async () => {
  const { db } = answering([
    row('archive', '2026-11-20 03:30:00+03', 2),
    row('ledger', '2026-11-20T00:10:00.000Z', 0),
    row('log', '2026-11-19T23:59:59.999Z', 1),
  ]);
  expect(await lastProofs(db)).toEqual({
    log: { at: '2026-11-19T23:59:59.999Z', faults: 1 },
    ledger: { at: '2026-11-20T00:10:00.000Z', faults: 0 },
    archive: { at: '2026-11-20T00:30:00.000Z', faults: 2 },
  });
  expect(await lastProofs(answering([row('ledger', '2026-11-20T00:10:00.000Z', 0)]).db)).toEqual({
    log: null,
    ledger: { at: '2026-11-20T00:10:00.000Z', faults: 0 },
    archive: null,
  });
});

it('the new one takes the place of the last one of its kind', async () => {
  const { db, asked } = answering([]);
  await keepProof(db as never, 'ledger', { at: '2026-11-20T00:10:00.000Z', faults: 3 });
  expect(asked).toHaveLength(1);
  expect(asked[0]!.sql).toContain('on conflict ("what") do update set');
  expect(asked[0]!.parameters).toEqual(['ledger', '2026-11-20T00:10:00.000Z', 3, '2026-11-20T00:10:00.000Z', 3]);
});
