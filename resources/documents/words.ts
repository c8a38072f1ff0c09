// Words and colours of a paper's state.
import type { DocumentRow } from '../../contract/documents.ts';
import type { StatusKind } from '../../widgets/StatusChip.tsx';

export const stateChips: Record<DocumentRow['state'], { kind: StatusKind; text: string }> = {
  printing: { kind: 'waiting', text: 'Готовится' },
  valid: { kind: 'done', text: 'Действителен' },
  cancelled: { kind: 'refused', text: 'Аннулирован' },
  replaced: { kind: 'archived', text: 'Заменён' },
};

/** What a row is called: «Акт сверки № 1123-8/31-26». */
export const paperName = (row: Pick<DocumentRow, 'document_type' | 'number'>): string =>
  `${row.document_type.name} № ${row.number}`;

/** A paper without force keeps its number, crossed out. */
export const hasNoForce = (row: Pick<DocumentRow, 'state'>) => row.state === 'cancelled' || row.state === 'replaced';
