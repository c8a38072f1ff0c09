// Changes that no test can notice, each with the reason: another guard stands behind, or no state reaches the place.
// `within` is a piece of the line, where the same change elsewhere in the file is noticed.
import type { Change } from './changes.ts';

const equivalent: { file: string; old: string; fresh: string; within?: string; why: string }[] = [
  {
    file: 'providers/i18nProvider.ts',
    old: 'true',
    fresh: 'false',
    why: 'a missing word is shown by its key either way: the flag only silences a warning in the console of a developer',
  },
  {
    file: 'server/exports/queries/packed.ts',
    old: " and ${personInScope(actor, 'p')}",
    fresh: '',
    why: 'personPresent beside it asks for a tie within the same scope, and for one that still lives: a stricter guard stands behind',
  },
  {
    file: 'server/imports/rules/sheetFates.ts',
    old: 'field && money.includes(field)',
    fresh: '(money.includes(field))',
    why: 'a column without a field is in no list of fields: it is asked about for its type alone',
  },
  {
    file: 'server/kernel/mount.ts',
    old: 'request.actor.sessionId ? timeZoneOf(deps, request.actor.sessionId) : undefined',
    fresh: '(timeZoneOf(deps, request.actor.sessionId))',
    why: 'zones are remembered by the number of a session: without one there is nothing to find',
  },
  {
    file: 'widgets/format.ts',
    old: '.filter(Boolean)',
    fresh: '',
    why: 'a trimmed text parted at its spaces has no empty words but the only one of an empty text, which has no letter',
  },
  {
    file: 'server/contributions/queries/moved.ts',
    old: '<',
    fresh: '<=',
    why: 'a line is a charge or a payment, its sign is -1 or 1 and nothing else: the table takes no zero',
  },
  {
    file: 'server/exports/queries/inBatches.ts',
    old: '>=',
    fresh: '>',
    why: 'after the last full batch one more is asked for, of no ids: it answers no rows, and nothing is written for it',
  },
  {
    file: 'server/instruments/queries/pairs.ts',
    old: '===',
    fresh: '!==',
    within: "if (meeting === 'birthday')",
    why: 'whether those who are met once are left out before or after the join, the same people meet: only how much is read differs',
  },
  {
    file: 'server/profiles/queries/debts.ts',
    old: '>',
    fresh: '>=',
    within: 'd.debt_kopecks > 0',
    why: 'a garage without a debt has no open charge of its present owners: walking its books too only takes longer',
  },
  {
    file: 'server/exports/queries/inBatches.ts',
    old: 'within ? sql`, ${within}` : sql``',
    fresh: '(sql`, ${within}`)',
    why: 'nothing to order by is bound as one value for all rows',
  },
  {
    file: 'server/search/queries.ts',
    old: 'if (!condition) return { total: 0, items: [] };',
    fresh: '',
    why: 'no condition is bound as null, which keeps no garage: the answer only takes a query',
  },
  {
    file: 'contract/fields/index.ts',
    old: 'type && Object.hasOwn(objects, type)',
    fresh: '(Object.hasOwn(objects, type))',
    why: 'no object is called «null», «undefined» or nothing at all: no list either way',
  },
  {
    file: 'server/kernel/act.ts',
    old: 'told === undefined ? null : JSON.stringify(told)',
    fresh: '(JSON.stringify(told))',
    why: 'of nothing comes nothing, and a column that is not named takes null by itself',
  },
  {
    file: 'server/search/rules.ts',
    old: 'i > 1 && j > 1',
    fresh: '(j > 1)',
    why: 'there is no letter before the first: it equals none of the other word',
  },
  {
    file: 'server/session/deviceCookie.ts',
    old: 'secret && SHAPE.test(secret)',
    fresh: '(SHAPE.test(secret))',
    why: 'no cookie is tried as the word «undefined», which has another length',
  },
  {
    file: 'server/kernel/personKeys.ts',
    old: 'owner && [before, after].some(hasSealed)',
    fresh: '([before, after].some(hasSealed))',
    why: 'a value is sealed with the key of its owner alone: a line without one holds none',
  },
  {
    file: 'server/addresses/queries.ts',
    old: " and ${personOfPlace(ctx.actor, 'p')}",
    fresh: '',
    why: 'presentOfPlace beside it asks for a tie within the same place, and for one that still lives: a stricter guard stands behind',
  },
  {
    file: 'server/kernel/personKeys.ts',
    old: '!owner || !fields',
    fresh: '(!owner)',
    why: 'a key has a person or a user, and both have a list of fields',
  },
  {
    file: 'widgets/DateInput.tsx',
    old: 'date && clampDate(date, range)',
    fresh: '(clampDate(date, range))',
    why: 'nothing is neither earlier nor later than a day: it comes back as it is',
  },
  {
    file: 'server/balance/rules/paymentQr.ts',
    within: 'const room = max',
    old: '-',
    fresh: '+',
    why: 'with what always stands beside it no purpose of 170 letters fits into the 300 bytes, so its limit of 210 is never met',
  },
  {
    file: 'server/imports/queries.ts',
    old: 'at ? numbered(at.map((place) => place.number)) : sql`true`',
    fresh: '(sql`true`)',
    why: 'garages of other numbers are read besides and asked for by nobody: their places are looked up by the key',
  },
  {
    file: 'server/contributions/queries/documents.ts',
    within: 'order by d.id desc limit 1',
    old: ' desc',
    fresh: ' asc',
    why: 'there is never a second one: a document undoes one other, is undone as a whole once, and once corrected it is undone',
  },
  {
    file: 'providers/http.ts',
    old: "typeof body === 'object' && body",
    fresh: '(body)',
    why: 'a word has no property: asking it for one throws, and what is thrown there is no answer of ours either',
  },
];

/** Why no test can notice the change of a file; undefined where one can. */
export function argued({ file, start, old, fresh }: Change, text: string) {
  const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0]!;
  return equivalent.find(
    (one) => one.file === file && one.old === old && one.fresh === fresh && line.includes(one.within ?? ''),
  );
}
