-- Lines of the log counted by day and by month of Moscow: pages of statistics read these, and the lines that came since by their
-- numbers. What belongs to nothing has 0. `slot` is the weekday and hour of a sign-in (24 × weekday + hour, 1 is Monday), −1 of others.
create table log_day (
  day date not null, region_id int not null, mo_id int not null, po_id int not null, user_id int not null,
  tab text not null, verb text not null, slot smallint not null, lines int not null,
  primary key (region_id, tab, day, mo_id, po_id, verb, user_id, slot)
);
create index log_day_region on log_day (region_id, day);
create index log_day_mo on log_day (mo_id, day);
create index log_day_po on log_day (po_id, day);
create index log_day_day on log_day (day);
create table log_month (
  month date not null, region_id int not null, mo_id int not null, po_id int not null, user_id int not null,
  tab text not null, verb text not null, slot smallint not null, lines int not null,
  primary key (region_id, tab, month, mo_id, po_id, verb, user_id, slot)
);
create index log_month_region on log_month (region_id, month);
create index log_month_mo on log_month (mo_id, month);
create index log_month_po on log_month (po_id, month);
create index log_month_month on log_month (month);

-- How far the lines are counted. Numbers are given out before their lines are kept, so a number is counted only when everything
-- that was open when it was seen is over: `seen_id` was the largest a turn ago; `ready_id` may be counted once every transaction
-- older than `ready_xid` has ended.
create table log_count (
  id int primary key check (id = 1),
  done_id bigint not null default 0,
  ready_id bigint not null default 0, ready_xid bigint not null default 0,
  seen_id bigint not null default 0
);
insert into log_count (id) values (1);

-- What the console itself does is no action.
create function is_action(verb text) returns boolean language sql immutable as $$ select verb not in ('sign.refresh', 'user.habit_save') $$;

-- Lines of these numbers in their cuts.
create function log_cuts(after_id bigint, upto_id bigint)
returns table (day date, region_id int, mo_id int, po_id int, user_id int, tab text, verb text, slot smallint, lines int) language sql stable as $$
  select l.moment::date, coalesce(l.region_id, 0), coalesce(l.mo_id, 0), coalesce(l.po_id, 0), coalesce(l.user_id, 0), l.tab, l.verb,
    (case when l.tab = 'sign' then 24 * extract(isodow from l.moment) + extract(hour from l.moment) else -1 end)::smallint, count(*)::int
  from (select at at time zone 'Europe/Moscow' as moment, line.region_id, line.mo_id, line.po_id, line.user_id, line.tab, line.verb
    from action_log line where line.id > after_id and line.id <= upto_id and is_action(line.verb)) as l
  group by 1, 2, 3, 4, 5, 6, 7, 8
$$;

create function count_log_lines(after_id bigint, upto_id bigint) returns void language sql as $$
  with cut as materialized (select * from log_cuts(after_id, upto_id)),
  days as (
    insert into log_day as kept (day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines) select * from cut
    on conflict (region_id, tab, day, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines)
  insert into log_month as kept (month, region_id, mo_id, po_id, user_id, tab, verb, slot, lines)
  select date_trunc('month', day)::date, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int from cut group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (region_id, tab, month, mo_id, po_id, verb, user_id, slot) do update set lines = kept.lines + excluded.lines
$$;

-- One turn behind the writers: counts at most so many numbers; answers how many it went on by. Two processes never turn at once.
create function follow_log(most bigint) returns bigint language plpgsql as $$
declare
  kept log_count%rowtype;
  upto bigint;
  oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  select * into kept from log_count for update skip locked;
  if not found then return 0; end if;
  upto := kept.done_id;
  -- A mark from another server may lie in the future of this one: it is set anew.
  if kept.ready_xid <= oldest then upto := greatest(upto, least(kept.ready_id, kept.done_id + most)); end if;
  if upto > kept.done_id then perform count_log_lines(kept.done_id, upto); end if;
  if upto >= kept.ready_id or kept.ready_xid > next then
    kept.ready_id := greatest(upto, kept.seen_id);
    kept.ready_xid := next;
    kept.seen_id := greatest(upto, coalesce((select max(id) from action_log), 0));
  end if;
  update log_count set done_id = upto, ready_id = kept.ready_id, ready_xid = kept.ready_xid, seen_id = kept.seen_id;
  return upto - kept.done_id;
end $$;

-- How many cuts of the kept counts differ from the lines themselves.
create function log_count_faults() returns bigint language sql stable as $$
  with cut as materialized (select * from log_cuts(0, (select done_id from log_count))),
  wrong_day as (
    select 1 from (select day, region_id, mo_id, po_id, user_id, tab, verb, slot, lines from log_day) as kept
    full join cut using (day, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from cut.lines),
  of_month as (
    select date_trunc('month', day)::date as month, region_id, mo_id, po_id, user_id, tab, verb, slot, sum(lines)::int as lines from cut group by 1, 2, 3, 4, 5, 6, 7, 8),
  wrong_month as (
    select 1 from log_month kept full join of_month using (month, region_id, mo_id, po_id, user_id, tab, verb, slot) where kept.lines is distinct from of_month.lines)
  select (select count(*) from wrong_day) + (select count(*) from wrong_month)
$$;

-- Makes the counts anew, for lines that came past the turns.
create function recount_log() returns void language plpgsql as $$
begin
  perform 1 from log_count for update;
  delete from log_day;
  delete from log_month;
  perform count_log_lines(0, (select done_id from log_count));
end $$;

-- Whatever is kept by now is over.
update log_count set done_id = coalesce((select max(id) from action_log), 0);
update log_count set ready_id = done_id, seen_id = done_id;
select count_log_lines(0, (select done_id from log_count));

-- What the proofs of the night found last: kept figures against the records behind them.
create table night_proof (
  what text primary key check (what in ('log', 'ledger')),
  at timestamptz not null,
  faults int not null
);
