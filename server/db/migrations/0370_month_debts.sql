-- Debts of every ПО as each month began, every month from the one after its first line to the one after its last change: figures by
-- month read one row a month instead of looking each up among the days. They are made with `debt_day`, out of it.
create table debt_month (
  po_id int not null references po on delete cascade, month date not null, debt_kopecks bigint not null,
  primary key (po_id, month)
);

create function make_debt_months(po int) returns void language sql as $$
  insert into debt_month (po_id, month, debt_kopecks)
  select po, m.month, last.debt_kopecks from (
    select generate_series(date_trunc('month', min(d.day)::timestamp) + interval '1 month', date_trunc('month', max(d.day)::timestamp) + interval '1 month',
      interval '1 month')::date as month from debt_day d where d.po_id = po) as m
    cross join lateral (select d.debt_kopecks from debt_day d where d.po_id = po and d.day < m.month order by d.day desc limit 1) as last
  where not exists (select 1 from debt_month k where k.po_id = po and k.month = m.month)
$$;

create or replace function follow_debts(most int) returns int language plpgsql as $$
declare
  stale record;
  done int := 0;
begin
  for stale in select s.po_id, s.since from debt_stale s order by s.po_id limit most for update skip locked loop
    delete from debt_day d where d.po_id = stale.po_id and d.day >= stale.since;
    delete from debt_month m where m.po_id = stale.po_id and m.month > stale.since;
    insert into debt_day (po_id, day, debt_kopecks, debtors)
    select stale.po_id, m.day, coalesce(base.debt_kopecks, 0) + sum(m.debt_kopecks) over (order by m.day), coalesce(base.debtors, 0) + sum(m.debtors) over (order by m.day)
    from debt_moves(array[stale.po_id], stale.since) as m
      left join (select d.debt_kopecks, d.debtors from debt_day d where d.po_id = stale.po_id and d.day < stale.since order by d.day desc limit 1) as base on true;
    -- A day that came to nothing is no day any more: the months after it go too.
    delete from debt_month m where m.po_id = stale.po_id and m.month > coalesce((
      select date_trunc('month', max(d.day)::timestamp) + interval '1 month' from debt_day d where d.po_id = stale.po_id), '-infinity');
    perform make_debt_months(stale.po_id);
    delete from debt_stale s where s.po_id = stale.po_id;
    done := done + 1;
  end loop;
  return done;
end $$;

select make_debt_months(id) from po;
