// What comes due in the approved world: from the day on which it stands to the years after which all is forgotten that may be.

export const moments = [
  '2026-11-20T09:00:00Z',
  '2026-11-21T03:00:00Z',
  '2026-12-21T03:00:00Z',
  '2027-03-01T03:00:00Z',
  '2028-01-15T03:00:00Z',
  '2032-01-01T03:00:00Z',
];

/** Moments of the hour before the first one for these rows, in their order. */
const due = (what: string, rows: string) =>
  `insert into due_moment (what, object, due_at) select '${what}', id::text, '2026-11-20T08:00:00Z'::timestamptz + id * interval '1 second' from ${rows} order by id`;

/** Statements after which a kind has something to do; what comes back by itself needs none. */
export const dueStage: Record<string, readonly string[]> = {
  'debt-rule.run': [due('debt-rule.run', 'debt_rule')],
  'reregistration.notice': [
    `update mo set reregistration_notices = case when id = 1 then 'email_else_sms' else 'email' end where id <> 2`,
    `update reregistration_event set verb = (array['take', 'return', 'complete'])[1 + id % 3] where id <= 18`,
    due('reregistration.notice', 'reregistration_event where id <= 18'),
  ],
  'reregistration.complete': [
    `update reregistration set planned_at = '2026-11-19T09:00:00Z', planned_by = 2 where status = 2`,
    due('reregistration.complete', 'reregistration where status in (2, 3)'),
  ],
  'personal.destroy': [due('personal.destroy', 'processing_demand')],
  'news.publish': [due('news.publish', 'news')],
  'support.return': [due('support.return', 'support_thread')],
  // Each file of a job is of that job alone.
  'job-files.forget': [
    `insert into stored_file (store_key, name, mime, size_bytes, sha256)
      select 'aa/' || lpad(id::text, 36, '0'), 'выгрузка.xlsx', 'application/octet-stream', 1, 'f' from background_job where file_id is not null`,
    `update background_job j set file_id = f.id from stored_file f where f.store_key = 'aa/' || lpad(j.id::text, 36, '0')`,
  ],
};
