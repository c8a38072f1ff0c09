// Lines of the log about cards that a load has changed: what stood in them and what stands now, as a save of the card tells it.
import { sql } from 'kysely';
import { garageFields } from '../../contract/fields/garages.ts';
import type { ReferenceNames } from '../../contract/kernel/fields.ts';
import type { LogEntry } from '../kernel/act.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import { changedText, difference } from '../kernel/difference.ts';
import { placeIdsOf } from '../kernel/objects.ts';
import { actionsOfPerson } from '../profiles/writing/changes.ts';
import type { Batch, Place } from './queries.ts';

type Row = Readonly<Record<string, unknown>>;

const wordOf = ({ file_name }: Batch, isBack: boolean) =>
  isBack ? `Отмена загрузки реестра ${file_name}` : `Из реестра ${file_name}`;

export interface Changed {
  id: number;
  name: string;
  before: Row;
  after: Row;
  /** Where the card of a person is at home: it is told there too. */
  home?: Place;
  /** What else was done: «владельцы», «согласия». */
  more?: readonly string[];
}

/** A line for every garage. @param types names of the types that the lines speak of */
export const garageLines = (
  batch: Batch,
  changed: readonly Changed[],
  types: ReferenceNames,
  isBack = false,
): LogEntry[] =>
  changed.map(({ id, name, before, after, more = [] }) => {
    const { parts, before: was, after: now } = difference(garageFields, before, after, types);
    return {
      verb: 'garage.update',
      object: { type: 'garage', id, name },
      place: placeIdsOf(batch),
      text: changedText([...parts, ...more], wordOf(batch, isBack), wordOf(batch, isBack)),
      before: was,
      after: now,
    };
  });

/** Lines for every person: of the card, of the privilege and of the membership, each where it has changed. */
export const personLines = (batch: Batch, changed: readonly Changed[], isBack = false): LogEntry[] =>
  changed.flatMap(({ id, name, before, after, home, more = [] }) => {
    const told = Object.entries(actionsOfPerson).map(([verb, fields]) => ({
      verb,
      ...difference(fields, before, after),
    }));
    const said = told.filter(({ names }) => names.length);
    const lines = said.length && !(more.length && said[0]!.verb !== 'profile.update') ? said : [told[0]!, ...said];
    const places = home && home.po_id !== batch.po_id ? [placeIdsOf(home), placeIdsOf(batch)] : [placeIdsOf(batch)];
    return lines.flatMap(({ verb, names, before: was, after: now }) =>
      places.map((place) => ({
        verb,
        object: { type: 'profile' as const, id, name },
        place,
        text: changedText(
          verb === 'profile.update' ? [...names, ...more] : names,
          wordOf(batch, isBack),
          wordOf(batch, isBack),
        ),
        before: was,
        after: now,
      })),
    );
  });

/** Names of all types of garages. */
export async function typeNames(tx: WriteDb): Promise<ReferenceNames> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from garage_type`.execute(tx);
  return { garage_type: new Map(rows.map(({ id, name }) => [id, name])) };
}
