-- Background jobs: who asked and with which rights, what may still be done with one, the file it made.
alter table background_job
  -- Rights of the author when he asked; the job acts with them.
  add column actor jsonb not null default '{}',
  -- The key of the call that started it, given back when nothing comes of it.
  add column operation_key text,
  -- The right the author must still hold when it runs.
  add column capability int,
  add column cancel text not null default 'never' check (cancel in ('never', 'queued', 'running')),
  add column can_retry boolean not null default false,
  add column attempts int not null default 0,
  add column queue_id uuid,
  add column started_at timestamptz,
  add column cancel_asked_at timestamptz,
  add column summary text,
  add column file_id int references stored_file,
  add column file_until timestamptz;
update background_job set actor = coalesce(payload -> 'actor', '{}'), operation_key = payload ->> 'idempotencyKey',
  payload = payload - 'actor';
create index background_job_open on background_job (id) where status in ('queued', 'running');
create index background_job_mo on background_job (mo_id, id desc);
create index background_job_file on background_job (file_until) where file_id is not null;
