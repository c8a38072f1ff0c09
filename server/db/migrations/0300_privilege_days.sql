-- A discount is that of the day of the charge: a privilege counts from its paper's day until another took its place.
alter table profile_privilege add column replaced_on date;
create index profile_privilege_of on profile_privilege (profile_id);

-- Whoever holds a privilege has a row of it.
insert into profile_privilege (profile_id, privilege_id, end_date)
select p.id, p.privilege_id, p.privilege_end_date from profile p
where p.privilege_id <> 0 and not exists (select 1 from profile_privilege h where h.profile_id = p.id and h.is_current);

-- The day of those replaced before this is that of the next paper, else the day on which it was entered.
update profile_privilege h set replaced_on = next.from_day
from (select id, lead(coalesce(issued_on, created_at::date)) over (partition by profile_id order by id) as from_day from profile_privilege) as next
where next.id = h.id and not h.is_current;
