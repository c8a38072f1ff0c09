-- Administration of users: a role at each place, looking through someone's eyes, a fresh password check, the action log by pages.
alter table user_right add column role text;

-- A session in which a superuser looks through someone's eyes ends with the session it was begun in.
alter table session add column parent_id int references session on delete cascade;
-- When the password was last asked again and was right: what is dangerous asks for a fresh one.
alter table session add column password_checked_at timestamptz;
create index session_by_user on session (user_id, created_at desc);
create index session_children on session (parent_id) where parent_id is not null;

alter table gallery_item add column version int not null default 1;

-- A line of the log stands at its whole place, so that МО and region find it; what was done about a person without a
-- place (a failed sign-in) stands where the person works.
create function action_place() returns trigger language plpgsql as $$
begin
  if new.object_type = 'user' and num_nonnulls(new.region_id, new.mo_id, new.po_id) = 0 then
    select r.region_id, r.mo_id, r.po_id into new.region_id, new.mo_id, new.po_id
    from user_right r where r.user_id = new.object_id order by r.is_default desc, r.id limit 1;
  end if;
  if new.po_id is not null and new.mo_id is null then
    new.mo_id := (select mo_id from po where id = new.po_id);
  end if;
  if new.mo_id is not null and new.region_id is null then
    new.region_id := (select region_id from mo where id = new.mo_id);
  end if;
  return new;
end $$;
alter table action_log disable trigger action_log_append_only;
update action_log l set mo_id = coalesce(l.mo_id, p.mo_id), region_id = coalesce(l.region_id, p.region_id)
from po p where p.id = l.po_id and (l.mo_id is null or l.region_id is null);
update action_log l set region_id = m.region_id from mo m where m.id = l.mo_id and l.region_id is null;
alter table action_log enable trigger action_log_append_only;
create trigger action_log_place before insert on action_log for each row execute function action_place();

-- Pages of the log, newest first, of one tab at one place. Refreshed tokens are by far the most and are not shown.
drop index action_log_place;
create index action_log_tab on action_log (tab, at, id) where verb <> 'sign.refresh';
create index action_log_tab_region on action_log (region_id, tab, at, id) where verb <> 'sign.refresh';
create index action_log_tab_mo on action_log (mo_id, tab, at, id) where verb <> 'sign.refresh';
create index action_log_tab_po on action_log (po_id, tab, at, id) where verb <> 'sign.refresh';
