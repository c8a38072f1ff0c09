// Names that papers of a record would decline and the program is not sure of: a person looks at them before printing.
import { sql } from 'kysely';
import type { DoubtfulName } from '../../../contract/documents.ts';
import { variablesOf, type RichText } from '../../../contract/kernel/richTextFold.ts';
import { isDoubtfulIn, nameIn } from '../../kernel/words/nameCases.ts';
import type { GrammaticalCase } from '../../kernel/words/names.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { layoutOf } from '../layouts/index.ts';
import type { DocumentKind } from '../rules.ts';
import { variables } from '../rules/values.ts';
import { caseRow } from './case.ts';
import { garageFacts } from './garage.ts';
import { peopleFacts } from './person.ts';
import type { Subject } from './subject.ts';
import type { PersonFacts } from './types.ts';

/** By the id of a kind: the names that its text in force would print in a doubtful case. */
export async function doubtfulNames(
  ctx: Ctx,
  subject: Subject,
  kinds: readonly Pick<DocumentKind, 'id' | 'code'>[],
  { profileId, region, day }: { profileId: number | null; region: number; day: string },
): Promise<Map<number, DoubtfulName[]>> {
  const people = [...(await peopleFacts(ctx, await namedOn(ctx, subject, profileId, day), false)).values()];
  if (!people.length) return new Map();
  const bodies = await textsOf(ctx, kinds, region);
  return new Map(kinds.map(({ id, code }) => [id, namesAmong(people, casesIn(code, bodies.get(id)))]));
}

/** The same of a pile of one kind, by the people that its papers are of, in their order. */
export async function doubtfulIn(
  ctx: Ctx,
  kind: Pick<DocumentKind, 'id' | 'code'>,
  profileIds: readonly number[],
  region: number,
): Promise<DoubtfulName[]> {
  const cases = casesIn(kind.code, (await textsOf(ctx, [kind], region)).get(kind.id));
  if (!cases.length || !profileIds.length) return [];
  return namesAmong([...(await peopleFacts(ctx, profileIds, false)).values()], cases);
}

/** Texts of people that are in force in a region, by the id of their kind. */
async function textsOf(
  ctx: Ctx,
  kinds: readonly Pick<DocumentKind, 'id'>[],
  region: number,
): Promise<Map<number, RichText>> {
  const texts = await read(
    ctx.db,
    sql<{ type_id: number; body: RichText }>`select distinct on (type_id) type_id, body from document_template
      where type_id = any(${kinds.map(({ id }) => id)}::int[]) and state = 'in_force' and (region_id is null or region_id = ${region})
      order by type_id, region_id nulls last`,
  );
  return new Map(texts.map((one) => [one.type_id, one.body]));
}

const namesAmong = (people: readonly PersonFacts[], cases: readonly GrammaticalCase[]): DoubtfulName[] =>
  people.flatMap((person) => {
    const doubtful = cases.filter((to) => isDoubtfulIn(person, to));
    const words = [...new Set(doubtful.map((to) => `${questions[to]} — ${nameIn(person, to)}`))].join(', ');
    return words ? [{ id: person.id, name: person.full_name, words }] : [];
  });

const questions: Record<GrammaticalCase, string> = {
  genitive: 'кого',
  dative: 'кому',
  accusative: 'кого (винительный)',
  instrumental: 'кем',
  prepositional: 'о ком',
};

/** Cases in which a text names people. */
function casesIn(code: string, body: RichText | undefined): GrammaticalCase[] {
  const layout = layoutOf(code);
  const all = variablesOf(body ?? layout.text).map(
    (key) => layout.variables?.[key]?.declines ?? layout.slots?.[key]?.declines ?? variables[key]?.declines,
  );
  return [...new Set(all.flatMap((to) => (to ? [to] : [])))];
}

/** Whom papers of a record name on a day. */
async function namedOn(ctx: Ctx, subject: Subject, profileId: number | null, day: string): Promise<number[]> {
  if (subject.reregistration_id) {
    const row = await caseRow(ctx, subject.reregistration_id);
    return (row?.parties ?? []).flatMap(({ side, profile_id }) => (side === 'transit' ? [] : [profile_id]));
  }
  const own = profileId ?? subject.profile_id;
  if (own) return [own];
  if (subject.money?.kind === 'payment')
    return subject.money.garages.flatMap(({ owner_id }) => (owner_id ? [owner_id] : []));
  if (!subject.garage_id) return [];
  const { owners } = await garageFacts(ctx, subject.garage_id, day);
  return owners[0]?.ended_on === null ? [owners[0].profile_id] : [];
}
