-- A request of a ПО to its МО about a record stands among the tasks: nobody's by name, answered by any official of the МО.
alter table task
  add column kind text not null default 'list' check (kind in ('list', 'request')),
  add column object_type text, add column object_id int,
  add column state text not null default 'open' check (state in ('open', 'done', 'declined')),
  alter column list drop not null, alter column assignee_id drop not null;
update task set state = 'done' where done_at is not null;
alter table task
  add constraint task_answered check ((state = 'open') = (done_at is null) and (state <> 'declined' or done_note is not null)),
  add constraint task_kind check (case kind
    when 'list' then list is not null and assignee_id is not null and object_id is null
    else object_type in ('garage', 'profile', 'reregistration') and object_id is not null
      and note is not null and po_id is not null and mo_id is not null end);
create index task_request_mo on task (mo_id) where kind = 'request';
create index task_request_object on task (object_type, object_id) where kind = 'request';
