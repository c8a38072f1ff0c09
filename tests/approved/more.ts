// What chance hardly asks, by areas: what needs a state, a version or a sum that somebody has just seen.
import type { Engine } from '../../server/db/engine.ts';
import { allEndpoints } from '../../contract/index.ts';
import { nameOf } from '../matrix/matrix.ts';
import type { Asked } from './asked.ts';
import { adminOf } from './more/admin.ts';
import { importsOf } from './more/imports.ts';
import { mailingsOf } from './more/mailings.ts';
import { moneyOf } from './more/money.ts';
import { peopleOf } from './more/people.ts';
import { referencesOf } from './more/references.ts';
import { registryOf } from './more/registry.ts';
import { exportsOf, papersOf, pilesOf, textsOf, wholeRegisterOf } from './more/papers.ts';

/** By names of calls. */
export async function moreQuestions(engine: Engine): Promise<ReadonlyMap<string, readonly Asked[]>> {
  const all = [
    ...exportsOf(),
    ...wholeRegisterOf(),
    ...(await papersOf(engine)),
    ...pilesOf(),
    ...textsOf(),
    ...(await moneyOf(engine)),
    ...referencesOf(),
    ...(await registryOf(engine)),
    ...(await mailingsOf(engine)),
    ...(await peopleOf(engine)),
    ...(await importsOf(engine)),
    ...adminOf(),
  ];
  const names = new Set(allEndpoints.map(nameOf));
  const lost = all.find(({ call }) => !names.has(call));
  if (lost) throw new Error(`No such call: ${lost.call}`);
  return Map.groupBy(all, ({ call }) => call);
}
