// What one parsed row means for the register as it is: create, fill in, nothing, or a conflict for a person. Pure.
import type { KnownGarage } from './queries.ts';
import type { ParsedRow } from './parse.ts';

export type Step = 'create' | 'update' | 'same' | 'conflict' | 'skip';
export interface RowPlan {
  step: Step;
  /** Russian sentence for the column «Результат». */
  text: string;
  garage: KnownGarage | null;
  /** Columns that are filled in; a non-empty value is never overwritten with an empty one. */
  changes: Record<string, string | number>;
  addsOwners: boolean;
}

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
const nameOf = (owner: { lastName: string; firstName: string | null; fatherName: string | null }) =>
  fold([owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' '));

export function planRow(row: ParsedRow, known: KnownGarage | undefined, isLoaded: boolean): RowPlan {
  const plan = (step: Step, text: string, more: Partial<RowPlan> = {}): RowPlan => ({
    step,
    text,
    garage: known ?? null,
    changes: {},
    addsOwners: false,
    ...more,
  });
  if (row.outcome === 'ignored') return plan('skip', '');
  if (row.outcome === 'error')
    return plan('skip', `Не загружено: ${row.issues.map((issue) => issue.message).join('; ')}`);
  const warning = row.issues.length ? `. Проверьте: ${row.issues.map((issue) => issue.message).join('; ')}` : '';
  if (!known) return plan('create', `Создано${warning}`, { addsOwners: true });
  if (isLoaded) return plan('same', 'Без изменений');
  const strangers =
    known.owners.length > 0 && row.owners.some((owner) => !known.owners.some((one) => one.key === nameOf(owner)));
  const changes = changesOf(row, known);
  if (strangers)
    return plan(
      'conflict',
      `Гараж уже есть, владелец в реестре другой: ${row.owners.map(nameOf).join(', ')}. Владельцы не изменены`,
    );
  const addsOwners = known.owners.length === 0 && row.owners.length > 0;
  if (!addsOwners && !Object.keys(changes).length) return plan('same', 'Без изменений');
  return plan('update', `Дополнено${warning}`, { changes, addsOwners });
}

function changesOf(row: ParsedRow, known: KnownGarage): Record<string, string | number> {
  const garage = row.garage!;
  const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
  const wanted: Record<string, string | number | null> = {
    type_id: garage.typeId,
    size_x: metres(garage.sizeX),
    size_y: metres(garage.sizeY),
    size_z: metres(garage.sizeZ),
    date_of_construction: garage.dateOfConstruction,
    pib_number: garage.pib,
    note: noteOf(row),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => value !== null && value !== known[column as keyof KnownGarage]),
  ) as Record<string, string | number>;
}

/** The registry's note with every raw text that was changed or dropped: nothing that was written is lost. */
export function noteOf(row: ParsedRow): string | null {
  const lines = [row.garage?.note, row.garage?.basis && `Основание: ${row.garage.basis}`, row.notes].filter(Boolean);
  return lines.join('\n').slice(0, 4000) || null;
}
