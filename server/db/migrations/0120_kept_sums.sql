-- Garages, debtors, debt and advance of every ПО, kept as balances change: lists and menus read one row of a ПО, not all its garages.
-- `is_active` stands on the balance too, so that a sum rests on rows of one table: whoever changes one holds it until commit.
alter table garage_balance add column is_active boolean not null default true;
update garage_balance b set is_active = false from garage g where g.id = b.garage_id and not g.is_active;
insert into garage_balance (garage_id, region_id, mo_id, po_id, is_active)
select id, region_id, mo_id, po_id, is_active from garage order by id on conflict do nothing;

-- Garages in use only.
create table po_sum (
  po_id int primary key references po on delete cascade,
  garages int not null default 0, debtors int not null default 0,
  debt_kopecks bigint not null default 0, advance_kopecks bigint not null default 0
) with (fillfactor = 50);

-- Makes the sums of all ПО anew, for rows that came past the triggers.
create function fill_po_sums() returns void language sql as $$
  delete from po_sum;
  insert into po_sum (po_id, garages, debtors, debt_kopecks, advance_kopecks)
  select po_id, count(*), count(*) filter (where debt_kopecks > 0), sum(debt_kopecks), sum(advance_kopecks)
  from garage_balance where is_active group by po_id order by po_id;
$$;
select fill_po_sums();

create function add_to_po_sum(po int, more_garages int, more_debtors int, more_debt bigint, more_advance bigint) returns void language sql as $$
  insert into po_sum as s (po_id, garages, debtors, debt_kopecks, advance_kopecks) values (po, more_garages, more_debtors, more_debt, more_advance)
  on conflict (po_id) do update set garages = s.garages + excluded.garages, debtors = s.debtors + excluded.debtors,
    debt_kopecks = s.debt_kopecks + excluded.debt_kopecks, advance_kopecks = s.advance_kopecks + excluded.advance_kopecks
$$;
-- Each ПО once for a whole statement, in the order of ПО: two documents never wait for each other in a ring.
create function balances_counted() returns trigger language plpgsql as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  perform add_to_po_sum(po_id, way * garages, way * debtors, way * debt, way * advance) from (
    select po_id, count(*)::int as garages, (count(*) filter (where debt_kopecks > 0))::int as debtors, sum(debt_kopecks)::bigint as debt, sum(advance_kopecks)::bigint as advance
    from counted where is_active group by po_id order by po_id) as change;
  return null;
end $$;
create function balances_moved() returns trigger language plpgsql as $$
begin
  perform add_to_po_sum(po_id, garages, debtors, debt, advance) from (
    select po_id, sum(way)::int as garages, sum(case when debt_kopecks > 0 then way else 0 end)::int as debtors, sum(way * debt_kopecks)::bigint as debt, sum(way * advance_kopecks)::bigint as advance
    from (select 1 as way, po_id, debt_kopecks, advance_kopecks from came where is_active
      union all select -1, po_id, debt_kopecks, advance_kopecks from gone where is_active) as moved
    group by po_id having sum(way) <> 0 or sum(way * debt_kopecks) <> 0 or sum(way * advance_kopecks) <> 0
      or sum(case when debt_kopecks > 0 then way else 0 end) <> 0
    order by po_id) as change;
  return null;
end $$;
create trigger garage_balance_came after insert on garage_balance referencing new table as counted for each statement execute function balances_counted();
create trigger garage_balance_gone after delete on garage_balance referencing old table as counted for each statement execute function balances_counted();
create trigger garage_balance_moved after update on garage_balance referencing new table as came old table as gone for each statement execute function balances_moved();

-- Every garage has a balance from its first moment, and the balance knows whether the garage is in use.
create function garages_entered() returns trigger language plpgsql as $$
begin
  insert into garage_balance (garage_id, region_id, mo_id, po_id, is_active) select id, region_id, mo_id, po_id, is_active from entered order by id;
  return null;
end $$;
create trigger garage_entered after insert on garage referencing new table as entered for each statement execute function garages_entered();
create function garages_archived() returns trigger language plpgsql as $$
begin
  if exists (select 1 from came join gone using (id) where came.is_active <> gone.is_active) then
    with held as materialized (
      select b.garage_id, came.is_active from garage_balance b join came on came.id = b.garage_id join gone using (id)
      where came.is_active <> gone.is_active order by b.garage_id for update of b
    )
    update garage_balance b set is_active = held.is_active from held where held.garage_id = b.garage_id;
  end if;
  return null;
end $$;
create trigger garage_archived after update on garage referencing new table as came old table as gone for each statement execute function garages_archived();
