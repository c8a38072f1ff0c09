// Loads of registries: what one says of its rows, its cells put right, taken back when it was run.
import { one, type Asked } from '../asked.ts';

/** Of the stage: one that was run in the second ПО, one that waits in the third. */
const RUN = 1;
const WAITS = 2;

export function importsOf(): Asked[] {
  const at = WAITS;
  const rows = one('GET /api/registry_imports/:id/rows/', undefined, { at, query: 'limit=100' });
  interface Row {
    sheet: number;
    row: number;
    column: number;
    issues: { field: string }[];
  }
  return [
    rows,
    one('GET /api/registry_imports/:id/rows/', undefined, { at: RUN, query: 'q=702' }),
    one('GET /api/registry_imports/:id/remarks/', undefined, { at }),
    one('PUT /api/registry_imports/:id', { balanceDate: '2026-11-01' }, { at }),
    one(
      'POST /api/registry_imports/:id/fixes/',
      ({ data }: { data: Row[] }) => {
        const { issues, sheet, row, column } = data.find((each) => each.issues.length)!;
        return { fixes: [{ sheet, row, column, field: issues[0]!.field, text: '18' }] };
      },
      { at, before: [rows] },
    ),
    one('POST /api/registry_imports/:id/rollback/', undefined, { at: RUN }),
  ];
}
