-- What the lines of a garage say of its years, kept beside its balance: the state of each year that was charged to the present owners
-- (`{"2024": "paid", "2025": "partly", "2026": "unpaid"}`) and since when they owe. `years` null: to be counted from the lines.
alter table garage_balance add column years jsonb, add column owed_since date, add column penalty_since date,
  -- The newest day of its lines: a charge of an earlier day may move money of later ones.
  add column last_line_on date;

-- Counts the years of garages from their lines; the caller holds their balances, or nobody else writes.
create function count_years(garages int[]) returns void language sql as $$
  with entry as (
    select s.garage_id, s.year, sum(s.charged) as charged, sum(s.kopecks) as owed,
      min(s.since) filter (where s.kopecks > 0 and s.type_id is distinct from 11) as owed_since, min(s.since) filter (where s.kopecks > 0 and s.type_id = 11) as penalty_since
    from settle(garages) as s where s.kind = 'charge' and s.debtor_id is null group by 1, 2
  ), standing as (
    select garage_id, jsonb_object_agg(year, case when owed = 0 then 'paid' when owed >= charged then 'unpaid' else 'partly' end) as years,
      min(owed_since) as owed_since, min(penalty_since) as penalty_since from entry group by 1
  )
  update garage_balance b set years = coalesce(standing.years, '{}'), owed_since = standing.owed_since, penalty_since = standing.penalty_since,
    last_line_on = (select max(o.on_date) from balance_operation o where o.garage_id = b.garage_id)
  from unnest(garages) as one(id) left join standing on standing.garage_id = one.id where b.garage_id = one.id
$$;

-- For rows that came past postings.
create function fill_years() returns void language plpgsql as $$
declare
  place int;
begin
  for place in select distinct po_id from garage_balance order by 1 loop
    perform count_years(array(select garage_id from garage_balance where po_id = place));
  end loop;
end $$;
select fill_years();
-- A new garage has no lines.
alter table garage_balance alter column years set default '{}';
