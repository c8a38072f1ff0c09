// What chance hardly asks: each list taken away with all its columns, each kind of paper about each thing it may be about.
import { exportedLists, type ExportedList } from '../../../contract/kernel/objects.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { Engine } from '../../../server/db/engine.ts';
import * as columns from '../../../server/exports/columns.ts';
import { logExport } from '../../../server/exports/logColumns.ts';
import type { Ctx } from '../../../server/kernel/ctx.ts';
import { batchKinds } from '../../../contract/documents/batches.ts';
import { mo, one, type Asked } from '../asked.ts';

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

export function exportsOf(): Asked[] {
  const takes = (who: string, resource: ExportedList, body: object) => ({
    who,
    call: 'POST /api/export/:resource',
    at: resource,
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

/** The whole register of an МО, as one takes it away who has just given his password. */
export const wholeRegisterOf = (): Asked[] => [
  mo('GET /api/generate_full_register/', undefined, {
    before: [`update session set password_checked_at = '${now().toISOString()}'`],
  }),
];

/** Papers of each kind about what each may be about. */
export async function papersOf(engine: Engine): Promise<Asked[]> {
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
  const of = (call: string): Asked[] =>
    rows.flatMap(({ id, contexts }) =>
      (contexts as string[]).flatMap((context) =>
        (ids.get(context) ?? []).map((about, nth) => ({
          who: nth ? 'mo@example.ru' : 'po@example.ru',
          call,
          body: { document_type_id: id, [`${context}_id`]: about, specific_po: 1 },
        })),
      ),
    );
  return [...of('POST /api/preview_document/'), ...of('POST /api/generate_document/')];
}

/** Piles for garages, their job and its file. */
export function pilesOf(): Asked[] {
  const date = '2026-11-20';
  const included = [1, 2, 3, 4, 5, 6, 7, 8];
  const pile = (kind: string) => ({ kind, date, selection: { filter: {}, all: false, included, expected: 8 } });
  const printed = ({ papers }: { papers: number }, kind: string) => ({ ...pile(kind), papers });
  const planned = (kind: string) => mo('POST /api/document_batches/plan/', pile(kind));
  const call = 'POST /api/document_batches/';
  const job = (_plan: unknown, { job_id }: { job_id: number }) => job_id;
  const labels = [planned('labels'), mo(call, (plan: { papers: number }) => printed(plan, 'labels'))];
  const waits = `update background_job set status = 'queued', finished_at = null, summary = null`;
  const fell = `update background_job set status = 'failed', failure = 'Сбой печати'`;
  return [
    ...Object.keys(batchKinds).map((kind) =>
      mo(call, (plan: { papers: number }) => printed(plan, kind), { before: [planned(kind)] }),
    ),
    mo('GET /api/jobs/:id/file/', undefined, { at: job, before: labels }),
    mo('POST /api/jobs/:id/cancel/', undefined, { at: job, before: [...labels, waits] }),
    mo('POST /api/jobs/:id/retry/', undefined, { at: job, before: [...labels, fell] }),
  ];
}

/** Texts of kinds: a draft of the text in force, put into force, taken back to what the program came with. */
export function textsOf(): Asked[] {
  const at = 2;
  const read = one('GET /api/document_templates/:id', undefined, { at });
  const draft = one(
    'POST /api/document_templates/:id/draft/',
    ({ body }: { body: { doc: object[] } }) => ({
      region: null,
      body: { ...body, doc: body.doc.slice(0, 2) },
      version: null,
    }),
    { at },
  );
  interface Studio {
    draft: { version: number } | null;
  }
  const enacted = (_read: unknown, studio: Studio) => ({ region: null, version: studio.draft!.version });
  return [
    one('POST /api/document_templates/:id/enact/', enacted, { at, before: [read, draft] }),
    one('POST /api/document_templates/:id/version/', { region: null, nth: 0 }, { at }),
    one(
      'POST /api/document_templates/:id/restore/',
      { region: null, nth: 0, version: null },
      { at, before: [read, draft, one('POST /api/document_templates/:id/enact/', enacted, { at })] },
    ),
    mo('POST /api/document_type_info/', { garage_id: 2 }),
  ];
}
