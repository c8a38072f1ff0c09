// A corrected charge whose debt had been moved: the new one follows where the old one lay.
import { moveAnew } from '../../balance/ledger.ts';
import { movedFacts } from '../../balance/queries/moves.ts';
import { movesAnew, movesOf, type Move, type MovedFact } from '../../balance/rules/moves.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import { everMoved } from '../queries/moved.ts';

interface Moved {
  moves: Move[];
  /** Charges of the document as they stood. */
  charges: MovedFact[];
}

/** Where debts of a document lie, by garage; taken before it is undone. */
export async function movedBefore(tx: WriteDb, document: number): Promise<Map<number, Moved>> {
  const { rows } = await everMoved(document).execute(tx);
  if (!rows.length) return new Map();
  const lines = await movedFacts(
    tx,
    rows.map((row) => row.garage_id),
  );
  const garages = Map.groupBy(lines, (line) => line.garage_id);
  return new Map(
    [...garages].map(([garage, its]) => {
      const charges = its.filter((line) => line.contribution_id === document);
      const own = new Set(charges.map((line) => line.id));
      // A move of nothing stands in the books without lines of its own: it is found there afterwards, too.
      const moves = movesOf(its).filter((move) => own.has(move.origin) && move.kopecks > 0);
      return [garage, { moves, charges }];
    }),
  );
}

/** Moves the charges that a document made anew to those who owed the old ones. */
export async function moveAgain(
  tx: WriteDb,
  document: number,
  before: ReadonlyMap<number, Moved>,
  by: Parameters<typeof moveAnew>[2],
): Promise<void> {
  if (!before.size) return;
  const garages = Map.groupBy(await movedFacts(tx, [...before.keys()]), (line) => line.garage_id);
  for (const [garage, { moves, charges }] of before) {
    const lines = garages.get(garage)!;
    const now = lines.filter((line) => line.contribution_id === document);
    const originOf = (move: Move) => {
      const old = charges.find((line) => line.id === move.origin);
      if (!old) return lines.find((line) => line.id === move.origin);
      // Where each owner is charged for himself, each has his own line.
      return now.find((line) => line.owner_id === old.owner_id) ?? now[charges.indexOf(old)] ?? now[0];
    };
    await moveAnew(tx, movesAnew(lines, [...movesOf(lines), ...moves], originOf), {
      ...by,
      key: `${by.key}:${garage}`,
    });
  }
}
