// The search for cards of one person over the whole register, in the background.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { pages } from '../../contract/pages.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { act } from '../kernel/act.ts';
import { LIKELY } from '../../contract/instruments/merging.ts';
import { isTypoOf } from './rules/choices.ts';
import { LEAST_SCORE, scoreOf, scoreParts, type ScorePart } from './rules/score.ts';
import {
  countPeople,
  countSlices,
  meetings,
  pairsOf,
  slicesOf,
  surnameCounts,
  type FoundPair,
} from './queries/pairs.ts';

export const MERGE_SEARCH = 'merge-search';
/** After a slice, how much of the time that it took is left to others: a search that nobody waits for may last longer. */
const REST_SHARE = 0.5;

export const searchJob: JobKind<Record<string, never>> = {
  kind: MERGE_SEARCH,
  cancel: 'running',
  canRetry: true,
  isAlone: true,
  params: z.object({}),
  stage: 'Поиск похожих карточек',
  verb: 'admin.merge_search',
  undone: 'Поиск похожих карточек не сделан',
  fault: 'Поиск прервался. Повторите его',
  run: searchPairs,
};

interface Candidate {
  one_id: number;
  other_id: number;
  score: number;
  parts: ScorePart[];
}

async function searchPairs(job: RunningJob<unknown>): Promise<void> {
  const { ctx } = job;
  const people = await countPeople(ctx.db);
  const total = countSlices(people);
  const met = new Map<string, FoundPair>();
  let done = 0;
  for (const meeting of meetings) {
    for await (const slice of slicesOf(ctx.db, meeting, people)) {
      const began = performance.now();
      for (const pair of await pairsOf(ctx.db, slice)) met.set(`${pair.one_id} ${pair.other_id}`, pair);
      const took = performance.now() - began;
      done += 1;
      await job.tell({ done: Math.min(done, total), total });
      if (!(await job.giveWay(took))) await setTimeout(took * REST_SHARE);
    }
  }
  const found = await scored(job, [...met.values()]);
  const likely = found.filter(({ score }) => score >= LIKELY).length;
  const summary = `вероятных пар — ${likely}, возможных — ${found.length - likely}`;
  await act(ctx, 'admin.merge_search', async (write) => {
    const at = ctx.now().toISOString();
    await write.tx.deleteFrom('merge_candidate').execute();
    await sql`insert into merge_candidate (one_id, other_id, score, parts, found_at)
      select f.one_id, f.other_id, f.score, f.parts, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(one_id int, other_id int, score smallint, parts jsonb)
      where exists (select 1 from profile where id = f.one_id) and exists (select 1 from profile where id = f.other_id)`.execute(
      write.tx,
    );
    await write.log({ place: nowhere, text: `Поиск похожих карточек: ${summary}` });
    await job.finish(write, { done: total, total, summary, link: pages.adminMerge });
  });
}

const nowhere = { region_id: null, mo_id: null, po_id: null };

async function scored({ ctx }: RunningJob<unknown>, pairs: readonly FoundPair[]): Promise<Candidate[]> {
  const surnameOf = (key: string) => key.split(' ', 1)[0]!;
  const counts = await surnameCounts(ctx.db, [...new Set(pairs.map(({ one_key }) => surnameOf(one_key)))]);
  return pairs.flatMap((pair) => {
    const { one_id, other_id, one_key, other_key, region_id } = pair;
    const parts = scoreParts({
      ...pair,
      isSameName: one_key === other_key,
      isTypo: isTypoOf(one_key, other_key),
      surnameCount: counts.of(region_id, surnameOf(one_key)),
      people: counts.people(region_id),
    });
    const score = scoreOf(parts);
    return score >= LEAST_SCORE ? [{ one_id, other_id, score, parts }] : [];
  });
}
