-- Whose hidden data a line of the log tells of: by people it is found at once, however long the log is.
create index action_log_people on action_log using gin ((after -> 'people')) where after ? 'people';

-- People of a line that are too many to stand in it: a list taken away with whole phones, the register of an МО.
create table log_seen (
  line_id bigint primary key references action_log on delete cascade,
  people int[] not null
);
create index log_seen_people on log_seen using gin (people);
create function refuse_seen_change() returns trigger language plpgsql as $$
begin
  -- It leaves with its line and no other way.
  if tg_op = 'DELETE' and not exists (select 1 from action_log where id = old.line_id) then return old; end if;
  raise exception 'rows of log_seen are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger log_seen_append_only before update or delete on log_seen for each row execute function refuse_seen_change();
create trigger log_seen_no_truncate before truncate on log_seen for each statement execute function refuse_change();

-- Whose personal data stand on a paper: both sides of a contract, not only the one whom the journal names.
alter table document add people int[] not null default '{}';
update document d set people = array(
    select distinct one.id from (select d.profile_id as id
      union all select y.profile_id from reregistration_party y where y.reregistration_id = d.reregistration_id) as one
    where one.id is not null)
  from document_type t where t.id = d.type_id and t.is_personal;
create index document_people on document using gin (people);
