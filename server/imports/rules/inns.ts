// ИНН of organisations across a file: named once, it stands for every row of that name.
import { foldName } from '../../../contract/kernel/words.ts';
import type { ParsedRow } from '../rows.ts';

/** An organisation that some row of the file names with its ИНН has it in the others too. */
export function shareInns(rows: readonly ParsedRow[]): void {
  const inns = new Map<string, string | null>();
  for (const { owners } of rows)
    for (const { organisation, lastName } of owners) {
      const name = foldName(lastName);
      // Two of one name are told by nothing.
      if (organisation?.inn)
        inns.set(name, inns.has(name) && inns.get(name) !== organisation.inn ? null : organisation.inn);
    }
  if (!inns.size) return;
  for (const row of rows)
    if (row.owners.some(({ organisation }) => organisation && !organisation.inn))
      row.owners = row.owners.map((owner) =>
        owner.organisation && !owner.organisation.inn
          ? { ...owner, organisation: { inn: inns.get(foldName(owner.lastName)) ?? null } }
          : owner,
      );
}
