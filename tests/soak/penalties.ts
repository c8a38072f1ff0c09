// Penalties of the soak: charged, taken back where they lost their ground, gone with the charge they stand on.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { contributions } from '../../contract/contributions.ts';
import { postPenalties, previewPenalties, takeBackUnfounded, unfoundedPenalties } from '../../contract/penalties.ts';
import type { RefDocument } from './reference.ts';
import { documentOf, lineOf, same, TODAY, type Answer, type Soak } from './soak.ts';

/** A run of penalties for a few garages, or the taking back of those that lost their ground; afterwards nothing of the same days is left. */
export async function penalties(soak: Soak) {
  const desk = soak.desks[1]!;
  const all = soak.garagesOf(desk).map(({ id }) => id);
  const found = (await desk.caller.call(unfoundedPenalties, { query: {} })).body;
  if (found.penalties && soak.random() < 0.6) {
    const expected = { penalties: found.penalties, amount_kopecks: found.amount_kopecks };
    const body = { idempotencyKey: randomUUID(), garage: null, expected };
    const identity = ({ body: { penalties } }: Answer) => penalties;
    const answer = await soak.write({
      caller: desk.caller,
      endpoint: takeBackUnfounded,
      request: { body },
      identity,
    });
    same(answer.status, 200, `a taking back: ${JSON.stringify(answer.body)}`);
    await followPenalties(soak);
    return;
  }
  const date = soak.random() < 0.5 ? TODAY : soak.day();
  const since = soak.random() < 0.4 ? soak.day() : null;
  const chosen = new Set([soak.pick(all), soak.pick(all)]);
  const terms = {
    date,
    since: since && since <= date ? since : null,
    excludedGarages: all.filter((id) => !chosen.has(id)),
  };
  const seen = (await desk.caller.call(previewPenalties, { body: terms })).body;
  if (!seen.garages) return;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  const body = { ...terms, idempotencyKey: randomUUID(), expected };
  const answer = await soak.write({
    caller: desk.caller,
    endpoint: postPenalties,
    request: { body },
    identity: documentOf,
  });
  same(answer.status, 200, `penalties: ${JSON.stringify(answer.body)}`);
  const lines = await soak.t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', answer.body.contribution)
    .select(['id', 'garage_id', 'owner_id', 'amount_kopecks', 'period_year'])
    .execute();
  soak.post({
    id: answer.body.contribution,
    kind: 'penalty',
    ...soak.by(desk),
    lines: lines.map((line) => ({
      ...lineOf(soak.reference.garages.get(line.garage_id)!, -1, line.amount_kopecks, 11, line.period_year, line.id),
      owner: line.owner_id!,
    })),
  });
  const again = (await desk.caller.call(previewPenalties, { body: terms })).body;
  same([again.garages, again.sum_kopecks], [0, 0], 'a second run of the same days');
}

/** Penalties that stand on a charge go with it: what the person is shown of them. */
export async function penaltiesOn(soak: Soak, document: RefDocument): Promise<number> {
  const desk = soak.desks.find((one) => one.level === 'mo' && one.mo === document.mo)!;
  const { body } = await desk.caller.call(contributions.one, { params: { id: document.id } });
  return body.penalties.amount_kopecks;
}

export async function followPenalties(soak: Soak) {
  const standing = soak.reference.penalties().map(({ id }) => id!);
  const { rows } = await sql<{ id: number }>`
    select reversal_of as id from balance_operation where reversal_of = any(${standing}::bigint[])`.execute(
    soak.t.deps.db,
  );
  soak.reference.undoPenalties(new Set(rows.map(({ id }) => id)));
}
