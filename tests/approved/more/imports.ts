// Loads of registries: what one says of its rows, its cells put right, taken back when it was run.
import type { Engine } from '../../../server/db/engine.ts';
import { bookOf } from '../../imports/kit.ts';
import { one, type Asked } from '../asked.ts';

/** Of the stage: one that was run in the second ПО, one that waits in the third. */
const RUN = 1;
const WAITS = 2;

function loads(): Asked[] {
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

/** A workbook of a МО: one sheet names its ПО, the other is given to another by a person. */
async function whole(engine: Engine): Promise<Asked[]> {
  const { rows } = await engine.query('select id, name from po where mo_id = 1 order by id limit 3');
  const [, second, third] = rows as unknown as { id: number; name: string }[];
  const titles = ['№ гаража', 'ФИО', 'Долг'];
  const bytes = await bookOf({
    [second!.name]: [titles, ['801', 'Зорин Павел Ильич', '1500'], ['802', 'Зорина Анна Павловна', '0']],
    Прочие: [titles, ['811', 'Лесной Олег Юрьевич', '-300']],
  });
  const brought = one('POST /api/registry_imports/mo/:mo', {}, { at: 1, file: { name: 'мо.xlsx', bytes } });
  // A workbook that was read is remembered by the number of its load: others must not meet it.
  const apart = `select setval(pg_get_serial_sequence('import_batch', 'id'), 900), setval(pg_get_serial_sequence('stored_file', 'id'), 900)`;
  const at = (...answers: { id: number }[]) => answers[1]!.id;
  const given = one('PUT /api/registry_imports/whole/:id', { name: 'Прочие', po: third!.id }, { at });
  const run = one('POST /api/registry_imports/whole/:id/run/', undefined, { at });
  return [
    one('GET /api/registry_imports/whole/:id', undefined, { at, before: [apart, brought] }),
    { ...given, before: [apart, brought] },
    { ...run, before: [apart, brought, given] },
    one('POST /api/registry_imports/whole/:id/rollback/', undefined, { at, before: [apart, brought, given, run] }),
  ];
}

export const importsOf = async (engine: Engine): Promise<Asked[]> => [...loads(), ...(await whole(engine))];
