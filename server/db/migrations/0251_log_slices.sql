-- Counts of the log are made and proven in slices: a log of many years is never sorted in one piece, and making them reads each
-- line once.
create view log_line_cut as
select line.id, line.at, moment::date as day, coalesce(line.region_id, 0) as region_id, coalesce(line.mo_id, 0) as mo_id,
  coalesce(line.po_id, 0) as po_id, coalesce(line.user_id, 0) as user_id, line.tab, line.verb,
  (case when line.tab = 'sign' then 24 * extract(isodow from moment) + extract(hour from moment) else -1 end)::smallint as slot
from action_log line cross join lateral (select line.at at time zone 'Europe/Moscow' as moment) as time where is_action(line.verb);

create or replace function log_cuts(after_id bigint, upto_id bigint)
returns table (day date, region_id int, mo_id int, po_id int, user_id int, tab text, verb text, slot smallint, lines int) language sql stable as $$
  select c.day, c.region_id, c.mo_id, c.po_id, c.user_id, c.tab, c.verb, c.slot, count(*)::int from log_line_cut c
  where c.id > after_id and c.id <= upto_id group by 1, 2, 3, 4, 5, 6, 7, 8
$$;

-- The same of one month of Moscow, as far as lines are counted.
create function log_cuts_of_month(first date, upto_id bigint)
returns table (day date, region_id int, mo_id int, po_id int, user_id int, tab text, verb text, slot smallint, lines int) language sql stable as $$
  select c.day, c.region_id, c.mo_id, c.po_id, c.user_id, c.tab, c.verb, c.slot, count(*)::int from log_line_cut c
  where c.at >= first::timestamp at time zone 'Europe/Moscow' and c.at < (first + interval '1 month') at time zone 'Europe/Moscow' and c.id <= upto_id
  group by 1, 2, 3, 4, 5, 6, 7, 8
$$;

create or replace function count_log_lines(after_id bigint, upto_id bigint) returns void language sql as $$
  with cut as materialized (select * from log_cuts(after_id, upto_id)),
  days as (
    insert into log_day as kept (day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines) select * from cut
    on conflict (region_id, tab, day, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines),
  sums as (
    insert into log_sum as kept (level, place_id, tab, span, day, verb, lines)
    select place.level::smallint, place.id, cut.tab, span.name, span.day, cut.verb, sum(cut.lines)::int from cut
      cross join lateral (values (0, cut.region_id), (1, cut.mo_id), (2, cut.po_id), (3, 0)) as place(level, id)
      cross join lateral (values ('d', cut.day), ('m', date_trunc('month', cut.day)::date)) as span(name, day)
    where place.level = 3 or place.id > 0 group by 1, 2, 3, 4, 5, 6
    on conflict (level, place_id, span, tab, day, verb) do update set lines = kept.lines + excluded.lines)
  insert into log_month as kept (month, region_id, mo_id, po_id, user_id, tab, verb, slot, lines)
  select date_trunc('month', day)::date, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int from cut group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (region_id, tab, month, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines
$$;

create index log_sum_day on log_sum (day);

-- How many kept counts of a month differ from its lines.
create function log_month_faults(first date, upto_id bigint) returns bigint language sql stable as $$
  with cut as materialized (select * from log_cuts_of_month(first, upto_id)),
  wrong_day as (
    select 1 from (select day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines from log_day
      where day >= first and day < first + interval '1 month') as kept
    full join cut using (day, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from cut.lines),
  of_month as (select first as month, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int as lines from cut group by 2, 3, 4, 5, 6, 7, 8),
  wrong_month as (
    select 1 from (select month, region_id, mo_id, po_id, user_id, tab, verb, slot, lines from log_month
      where month >= first and month < first + interval '1 month') as kept
    full join of_month using (month, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from of_month.lines),
  own as (
    select place.level::smallint as level, place.id as place_id, cut.tab, span.name as span, span.day, cut.verb, sum(cut.lines)::int as lines from cut
      cross join lateral (values (0, cut.region_id), (1, cut.mo_id), (2, cut.po_id), (3, 0)) as place(level, id)
      cross join lateral (values ('d', cut.day), ('m', first)) as span(name, day)
    where place.level = 3 or place.id > 0 group by 1, 2, 3, 4, 5, 6),
  wrong_sum as (
    select 1 from (select level, place_id, tab, span, day, verb, lines from log_sum where day >= first and day < first + interval '1 month') as kept
    full join own using (level, place_id, tab, span, day, verb) where kept.lines is distinct from own.lines)
  select (select count(*) from wrong_day) + (select count(*) from wrong_month) + (select count(*) from wrong_sum)
$$;

create or replace function log_count_faults() returns bigint language sql stable as $$
  select coalesce(sum(log_month_faults(month, (select done_id from log_count))), 0)::bigint from (
    select date_trunc('month', day)::date as month from log_day union select date_trunc('month', month)::date from log_month
    union select date_trunc('month', day)::date from log_sum union select date_trunc('month', day)::date from log_line_cut) as months
$$;
drop function log_sums_of(bigint, bigint);

create or replace function recount_log() returns void language plpgsql as $$
declare
  slice constant bigint := 500000;
  last bigint;
  done bigint := 0;
begin
  select done_id into last from log_count for update;
  delete from log_day;
  delete from log_month;
  delete from log_sum;
  while done < last loop
    perform count_log_lines(done, least(done + slice, last));
    done := done + slice;
  end loop;
end $$;
