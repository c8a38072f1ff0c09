-- Lines of one person in the order of the log, and how many they are: of a long log a page of them was looked for among all others.
create index action_log_person on action_log (user_id, at, id) where verb <> 'sign.refresh';
drop index action_log_user;
create index log_day_person on log_day (user_id, day);
create index log_month_person on log_month (user_id, month) include (region_id, mo_id, po_id, tab, verb, slot, lines);
-- Sign-ins of one hour of the week: of a whole region they were read one by one.
create index action_log_hours on action_log (region_id, extract(isodow from at at time zone 'Europe/Moscow'), extract(hour from at at time zone 'Europe/Moscow'), at, id)
  where tab = 'sign' and verb <> 'sign.refresh';
create index action_log_hours_mo on action_log (mo_id, extract(isodow from at at time zone 'Europe/Moscow'), extract(hour from at at time zone 'Europe/Moscow'), at, id)
  where tab = 'sign' and verb <> 'sign.refresh';
create index log_month_slot on log_month (region_id, slot) include (mo_id, po_id, month, tab, verb, user_id, lines) where slot >= 0;
create index log_month_slot_mo on log_month (mo_id, slot) include (region_id, po_id, month, tab, verb, user_id, lines) where slot >= 0;
create index log_day_slot on log_day (region_id, slot, day) where slot >= 0;
-- Sums of one ПО, and of a place between two days, are added up from the index alone: their rows lie scattered over years.
drop index log_month_po;
create index log_month_po on log_month (po_id, month) include (region_id, mo_id, tab, verb, user_id, slot, lines);
create index log_sum_days on log_sum (level, place_id, span, day) include (tab, verb, lines);
