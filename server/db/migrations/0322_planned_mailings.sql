-- What the author of a planned mailing was shown when he confirmed it: at its moment it is counted anew and held against this.
alter table notification
  add column shown_people int,
  add column shown_cost_kopecks bigint,
  -- People with an empty value whom he saw and let pass.
  add column shown_empty int,
  -- He typed the number of people by hand.
  add column shown_typed boolean not null default false;
update notification n set shown_people = people - unreachable, shown_cost_kopecks = cost_kopecks, shown_empty = 0,
  shown_typed = people - unreachable > coalesce((select confirm_above from mo where mo.id = n.mo_id), 200) where status = 1 and cost_ready;

-- A mailing that was ended waits for nothing, nor for anybody's consent.
update notification set awaits_approval = false, pause_reason = null where status = 7
  or status in (4, 5) and (pause_reason like 'СМС уйдут после%' or pause_reason like 'Ждёт согласования%');
