-- Restores of this installation: a line comes with the rows of the copy, in one transaction, and tells a restore that came to its end.
create table restoration (
  id text primary key,
  made_at timestamptz not null,
  restored_at timestamptz not null default now()
);
comment on column restoration.made_at is 'moment of the copy that was put back';

-- Who hands over, as he was called when the act was drawn; what is in `figures` (debtors with their names too) is of that moment as well.
alter table handover add column former_name text;
update handover h set former_name = trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) from app_user u where u.id = h.former_user_id;
