-- By how much the debt of every ПО moved within each month, of months where it did: a month that changes nothing needs no row, and
-- figures by month add up what moved. Made with `debt_day`, out of it.
drop table debt_month;
create table debt_month (
  po_id int not null references po on delete cascade, month date not null, moved_kopecks bigint not null,
  primary key (po_id, month)
);

-- The months from the one of `since` on are made anew.
drop function make_debt_months(int);
create function make_debt_months(po int, since date) returns void language sql as $$
  delete from debt_month m where m.po_id = po and m.month >= date_trunc('month', since::timestamp);
  insert into debt_month (po_id, month, moved_kopecks)
  select po, month, moved from (
    select ended.month, ended.debt - lag(ended.debt, 1, coalesce((
        select d.debt_kopecks from debt_day d where d.po_id = po and d.day < date_trunc('month', since::timestamp) order by d.day desc limit 1), 0))
      over (order by ended.month) as moved
    from (select date_trunc('month', d.day::timestamp)::date as month, (array_agg(d.debt_kopecks order by d.day desc))[1] as debt
      from debt_day d where d.po_id = po and d.day >= date_trunc('month', since::timestamp) group by 1) as ended) as made
  where moved <> 0
$$;

create or replace function follow_debts(most int) returns int language plpgsql as $$
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
    perform make_debt_months(stale.po_id, stale.since);
    delete from debt_stale s where s.po_id = stale.po_id;
    done := done + 1;
  end loop;
  return done;
end $$;

select make_debt_months(id, '-infinity') from po;
