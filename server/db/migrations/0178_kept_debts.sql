-- Debts of every ПО by day: what its garages owed, and how many of them, as each day with a change ended. Figures of any period read
-- two rows of a ПО. They follow the postings by turns; `debt_stale` says which ПО have newer lines and since which day they change.
create table debt_day (
  po_id int not null references po on delete cascade, day date not null,
  debt_kopecks bigint not null, debtors int not null,
  primary key (po_id, day)
);
-- Days before `since` are right. A posting writes the row in its own transaction, so that a reader sees both or neither.
create table debt_stale (po_id int primary key references po on delete cascade, since date not null) with (fillfactor = 50);

-- Garages where money was ever set aside for a charge that came later, or never: only settling tells what they owed on a day. Never
-- taken back; one that is marked without need is settled all the same.
alter table garage_balance add column was_ahead boolean not null default false;
create function paid_ahead(garages int[]) returns setof int language sql stable as $$
  select distinct garage_id from (
    select o.garage_id from balance_operation o where o.garage_id = any(garages) and o.accrual_type_id is not null and o.debtor_id is null
    group by o.garage_id, o.accrual_type_id, o.period_year
    having min(o.on_date) filter (where o.sign > 0 and o.payment_type_id is not null)
      < coalesce(max(o.on_date) filter (where o.sign < 0), 'infinity')) as named
$$;
update garage_balance set was_ahead = true where names_ahead or aside_kopecks > 0 or garage_id in (
  select paid_ahead(array(select distinct o.garage_id from balance_operation o
    where o.sign > 0 and o.payment_type_id is not null and o.accrual_type_id is not null and o.debtor_id is null)));

-- How debt and debtors of these ПО changed on each day from `since` on. Where no money waits a garage owes what its balance lacks.
create function debt_moves(pos int[], since date)
returns table (po_id int, day date, debt_kopecks bigint, debtors int) language sql stable as $$
  with line as materialized (
    select b.po_id, o.garage_id, o.on_date, b.balance_kopecks, b.was_ahead,
      sum(case when o.debtor_id is null then o.sign * o.amount_kopecks else 0 end)::bigint as kopecks
    from balance_operation o join garage_balance b on b.garage_id = o.garage_id
    where o.po_id = any(pos) and o.on_date >= since group by 1, 2, 3, 4, 5
  ), plain as (
    select line.po_id, line.on_date, line.kopecks, line.balance_kopecks - coalesce(sum(line.kopecks)
      over (partition by line.garage_id order by line.on_date desc rows between unbounded preceding and 1 preceding), 0) as stood
    from line where not line.was_ahead
  ), walked as (
    select told.po_id, told.on_date, told.owed, lag(told.owed, 1, 0::bigint) over (partition by told.garage_id order by told.on_date) as was
    from (select asked.po_id, asked.garage_id, asked.on_date, coalesce((select sum(s.kopecks) from settle(array[asked.garage_id], asked.on_date) as s
        where s.kind = 'charge' and s.debtor_id is null), 0)::bigint as owed
      from (select line.po_id, line.garage_id, line.on_date from line where line.was_ahead
        union select line.po_id, line.garage_id, since - 1 from line where line.was_ahead) as asked) as told
  ), move as (
    select plain.po_id, plain.on_date, greatest(0, -plain.stood) as owed, greatest(0, plain.kopecks - plain.stood) as was from plain
    union all select walked.po_id, walked.on_date, walked.owed, walked.was from walked where walked.on_date >= since
  )
  select move.po_id, move.on_date, sum(move.owed - move.was)::bigint, sum((move.owed > 0)::int - (move.was > 0)::int)::int
  from move group by 1, 2 having sum(move.owed - move.was) <> 0 or sum((move.owed > 0)::int - (move.was > 0)::int) <> 0
$$;

-- One turn behind the postings: the days of at most so many ПО are made anew from where they changed; answers of how many. Each ПО is
-- held first and read afterwards: a posting that comes meanwhile waits, and marks it again.
create function follow_debts(most int) returns int language plpgsql as $$
declare
  stale record;
  done int := 0;
begin
  for stale in select s.po_id, s.since from debt_stale s order by s.po_id limit most for update skip locked loop
    delete from debt_day d where d.po_id = stale.po_id and d.day >= stale.since;
    insert into debt_day (po_id, day, debt_kopecks, debtors)
    select stale.po_id, m.day, coalesce(base.debt_kopecks, 0) + sum(m.debt_kopecks) over (order by m.day), coalesce(base.debtors, 0) + sum(m.debtors) over (order by m.day)
    from debt_moves(array[stale.po_id], stale.since) as m
      left join (select d.debt_kopecks, d.debtors from debt_day d where d.po_id = stale.po_id and d.day < stale.since order by d.day desc limit 1) as base on true;
    delete from debt_stale s where s.po_id = stale.po_id;
    done := done + 1;
  end loop;
  return done;
end $$;

-- Days of all ПО are made anew by the next turns: of old books, and wherever lines came past the postings.
create function forget_debts() returns void language sql as $$
  insert into debt_stale (po_id, since) select id, '-infinity' from po order by id on conflict (po_id) do update set since = excluded.since
$$;
select forget_debts();
