-- The day by which a charge is to be paid: its own, else the day of the ПО («31.12») in the year charged for, else 30 days after it.
create function due_day(on_date date, period_year int, own date, is_yearly boolean, day_month text) returns date
  language sql immutable as $$
  select case when own is not null then own
    when not is_yearly then on_date + 30
    else (select first + least(split_part(day_month, '.', 1)::int, extract(day from first + interval '1 month' - interval '1 day')::int) - 1
      from (select make_date(period_year, split_part(day_month, '.', 2)::int, 1) as first) as month) end
$$;
