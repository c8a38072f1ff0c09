-- Lines of the log by whole places, apart from who did them: how many lines a page has is a sum of few rows, however many people worked.
-- `level`: 0 a region, 1 an МО, 2 a ПО, 3 everything (place 0). `span`: d a day, m a month by its first day.
create table log_sum (
  level smallint not null, place_id int not null, tab text not null, span text not null check (span in ('d', 'm')), day date not null, verb text not null,
  lines int not null,
  primary key (level, place_id, span, tab, day, verb)
);

create function log_sums_of(after_id bigint, upto_id bigint)
returns table (level smallint, place_id int, tab text, span text, day date, verb text, lines int) language sql stable as $$
  select place.level::smallint, place.id, cut.tab, span.name, span.day, cut.verb, sum(cut.lines)::int
  from log_cuts(after_id, upto_id) as cut
    cross join lateral (values (0, cut.region_id), (1, cut.mo_id), (2, cut.po_id), (3, 0)) as place(level, id)
    cross join lateral (values ('d', cut.day), ('m', date_trunc('month', cut.day)::date)) as span(name, day)
  where place.level = 3 or place.id > 0 group by 1, 2, 3, 4, 5, 6
$$;
-- What is counted already stands by day and by month.
insert into log_sum (level, place_id, tab, span, day, verb, lines)
select place.level, place.id, c.tab, c.span, c.day, c.verb, sum(c.lines)::int
from (select 'd' as span, day, region_id, mo_id, po_id, tab, verb, sum(lines) as lines from log_day group by 2, 3, 4, 5, 6, 7
    union all select 'm', month, region_id, mo_id, po_id, tab, verb, sum(lines) from log_month group by 2, 3, 4, 5, 6, 7) as c
  cross join lateral (values (0, c.region_id), (1, c.mo_id), (2, c.po_id), (3, 0)) as place(level, id)
where place.level = 3 or place.id > 0 group by 1, 2, 3, 4, 5, 6;

create or replace function count_log_lines(after_id bigint, upto_id bigint) returns void language sql as $$
  with cut as materialized (select * from log_cuts(after_id, upto_id)),
  days as (
    insert into log_day as kept (day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines) select * from cut
    on conflict (region_id, tab, day, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines),
  sums as (
    insert into log_sum as kept (level, place_id, tab, span, day, verb, lines) select * from log_sums_of(after_id, upto_id)
    on conflict (level, place_id, span, tab, day, verb) do update set lines = kept.lines + excluded.lines)
  insert into log_month as kept (month, region_id, mo_id, po_id, user_id, tab, verb, slot, lines)
  select date_trunc('month', day)::date, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int from cut group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (region_id, tab, month, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines
$$;

create or replace function log_count_faults() returns bigint language sql stable as $$
  with cut as materialized (select * from log_cuts(0, (select done_id from log_count))),
  wrong_day as (
    select 1 from (select day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines from log_day) as kept
    full join cut using (day, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from cut.lines),
  of_month as (
    select date_trunc('month', day)::date as month, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int as lines from cut group by 1, 2, 3, 4, 5, 6, 7, 8),
  wrong_month as (
    select 1 from log_month kept full join of_month using (month, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from of_month.lines),
  wrong_sum as (
    select 1 from log_sum kept full join log_sums_of(0, (select done_id from log_count)) as own using (level, place_id, tab, span, day, verb)
    where kept.lines is distinct from own.lines)
  select (select count(*) from wrong_day) + (select count(*) from wrong_month) + (select count(*) from wrong_sum)
$$;

create or replace function recount_log() returns void language plpgsql as $$
begin
  perform 1 from log_count for update;
  delete from log_day;
  delete from log_month;
  delete from log_sum;
  perform count_log_lines(0, (select done_id from log_count));
end $$;
