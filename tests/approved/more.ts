// What chance hardly asks: each list taken away with all its columns, each kind of paper about each thing it may be about.
import { exportedLists, type ExportedList } from '../../contract/kernel/objects.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { Engine } from '../../server/db/engine.ts';
import * as columns from '../../server/exports/columns.ts';
import { logExport } from '../../server/exports/logColumns.ts';
import type { Ctx } from '../../server/kernel/ctx.ts';
import type { Asked } from './ask.ts';

const actor: Actor = {
  userId: 1,
  sessionId: 1,
  name: 'Кто угодно',
  role: 'superuser',
  isSuperuser: 2,
  region: 1,
  mo: null,
  po: null,
  capabilities: [1, 2, 3],
  viewOnly: false,
};
const now = () => new Date('2026-11-20T09:00:00Z');
const ctx = { actor, timeZone: 'Europe/Moscow', now } as Ctx;
/** Columns of each list, by their keys alone. */
const columnsOf: Record<ExportedList, () => object> = {
  garages: () => columns.garageExport(2026, false),
  profiles: () => columns.profileExport(actor, '2026-11-20', false),
  reregistrations: () => columns.reregistrationExport(ctx),
  contributions: () => columns.contributionExport(actor),
  payments: () => columns.paymentExport(actor),
  balance_operations: () => columns.lineExport(actor),
  documents: () => columns.paperExport(actor, false),
  notifications: () => columns.mailingExport(ctx),
  regions: () => columns.orgExport('region'),
  moes: () => columns.orgExport('mo'),
  poes: () => columns.orgExport('po'),
  users: () => columns.userExport(),
  action_log: () => logExport('all'),
};
const ofSuperusers = /regions|moes|poes|users|action_log/;

function exportsOf(): Asked[] {
  const takes = (who: string, resource: ExportedList, body: object) => ({
    who,
    url: `/api/export/${resource}`,
    body: { format: 'csv', columns: Object.keys(columnsOf[resource]()), sort: ['id', 'ASC'], filter: {}, ...body },
  });
  return exportedLists.flatMap((resource) =>
    ofSuperusers.test(resource)
      ? [takes('super@example.ru', resource, {})]
      : [
          takes('mo@example.ru', resource, {}),
          takes('po@example.ru', resource, { format: 'xlsx', sort: ['id', 'DESC'] }),
          takes('mo@example.ru', resource, { only: [2, 3, 30, 31, 45], phonesReason: 'Обзвон должников' }),
        ],
  );
}

/** Papers of each kind about what each may be about. */
async function papersOf(engine: Engine): Promise<Asked[]> {
  const { rows } = await engine.query('select id, contexts from document_type order by id');
  const ids = new Map<string, number[]>();
  for (const [context, text] of [
    [
      'garage',
      `(select garage_id as id from garage_balance where po_id = 1 and is_active order by debt_kopecks desc, garage_id limit 1)
        union all (select garage_id from garage_balance where po_id = 1 and is_active order by debt_kopecks, garage_id limit 1)`,
    ],
    ['reregistration', 'select id from reregistration where po_id = 1 and status in (2, 3) order by id limit 2'],
    ['contribution', `select id from contribution where po_id = 1 and kind = 'payment' order by id limit 2`],
    ['profile', 'select id from profile where po_id = 1 order by id limit 2'],
  ] as const)
    ids.set(
      context,
      (await engine.query(text)).rows.map(({ id }) => Number(id)),
    );
  return rows.flatMap(({ id, contexts }) =>
    (contexts as string[]).flatMap((context) =>
      (ids.get(context) ?? []).map((about, nth) => ({
        who: nth ? 'mo@example.ru' : 'po@example.ru',
        url: '/api/preview_document/',
        body: { document_type_id: id, [`${context}_id`]: about, specific_po: 1 },
      })),
    ),
  );
}

/** By names of calls. */
export async function moreQuestions(engine: Engine): Promise<ReadonlyMap<string, readonly Asked[]>> {
  return new Map([
    ['POST /api/export/:resource', exportsOf()],
    ['POST /api/preview_document/', await papersOf(engine)],
  ]);
}
