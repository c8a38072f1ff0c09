-- Lines of the log that are not counted yet, in the columns of their counts. Its statement is planned once on a connection and always
-- goes by the numbers of lines, whatever is asked beside it: a plan for any values would walk the place and the days instead.
create function log_tail()
returns table (day date, region_id int, mo_id int, po_id int, user_id int, tab text, verb text, slot int, lines int)
language plpgsql stable rows 20 as $$
begin
  return query select l.moment::date, coalesce(l.region_id, 0), coalesce(l.mo_id, 0), coalesce(l.po_id, 0), coalesce(l.user_id, 0), l.tab, l.verb,
    case when l.tab = 'sign' then 24 * extract(isodow from l.moment) + extract(hour from l.moment) else -1 end::int, 1
  from (select line.at at time zone 'Europe/Moscow' as moment, line.region_id, line.mo_id, line.po_id, line.user_id, line.tab, line.verb
    from action_log line where line.id > (select done_id from log_count) and is_action(line.verb)) as l;
end $$;
