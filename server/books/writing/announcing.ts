// Saying that money changed: one word for every ПО that it touched, so that open screens read it again.
import type { Write } from '../../kernel/act.ts';

/**
 * Says in each of the ПО, and above them, which records changed: ids by resource, none for «any of them».
 * A null among the ПО speaks to the МО and above alone.
 */
export async function emitMoneyChanged(
  write: Write,
  place: { region_id: number; mo_id: number },
  pos: readonly (number | null)[],
  changed: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  for (const po of new Set(pos))
    for (const [resource, ids] of Object.entries(changed))
      await write.emit(
        { region: place.region_id, mo: place.mo_id, po },
        { type: 'records_changed', message: { resource, ids: [...ids] } },
      );
}
