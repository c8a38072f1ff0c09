// SQL of figures pinned to the cockpit.
import { sql } from 'kysely';
import type { PinFigure } from '../../../contract/pins.ts';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { placeScope } from '../../kernel/scope.ts';
import type { Tab } from './figures.ts';

export interface KeptPin {
  id: number;
  tab: Tab;
  figure: PinFigure;
  filter: Record<string, unknown>;
  conditions: string | null;
  value: number | null;
  pinned_at: string;
}

/** The actor's pins of the very place where he works now, in the order in which they were pinned. */
export const pinsOf = ({ actor }: Ctx, db: ReadDb): Promise<KeptPin[]> =>
  read(
    db,
    sql<KeptPin>`select p.id, p.tab, p.figure, p.filter, p.conditions, p.value, p.pinned_at from stat_pin p
    where p.user_id = ${actor.userId} and ${placeScope(actor, { po: 'p.po_id', mo: 'p.mo_id', region: 'p.region_id' })}
    order by p.id`,
  );
