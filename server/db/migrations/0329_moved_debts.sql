-- Debts that were moved are looked at anew when a line comes before them: every posting asks whether there are any.
create index balance_operation_moved on balance_operation (garage_id, on_date) where origin_id is not null;

-- Who was primary when: the flag is that of now, or of the day on which an ownership ended. Where it passed among those who stay,
-- the owner who has it says since when, and a period says who had it before.
alter table ownership add column primary_since date;
create table primary_period (
  ownership_id int not null references ownership on delete cascade, garage_id int not null references garage on delete cascade,
  since date not null, until date not null, primary key (ownership_id, since), check (since < until)
);
create index primary_period_garage on primary_period (garage_id);
-- What cases have kept: who left as the primary one, and since when it is another who had stayed. Changes by hand among those who
-- stayed were never written down with a day: whoever has the flag is taken to have had it all along, as before.
update ownership o set is_primary = true
from reregistration r cross join lateral jsonb_array_elements(r.outcome::jsonb -> 'before') as was
where r.status = 3 and o.id = (was ->> 'id')::int and (was ->> 'is_primary')::boolean and o.ended_on is not null and not o.is_primary
  and o.ended_by_reregistration = r.id;
update ownership o set primary_since = r.since
from (select distinct on (was.id) was.id, gone.ended_on as since
  from reregistration r cross join lateral (select (one ->> 'id')::int as id, (one ->> 'is_primary')::boolean as had from jsonb_array_elements(r.outcome::jsonb -> 'before') as one) as was
    join ownership gone on gone.ended_by_reregistration = r.id and gone.garage_id = r.garage_id and gone.is_primary
  where r.status = 3 and not was.had and gone.id <> was.id order by was.id, gone.ended_on desc) as r
where o.id = r.id and o.is_primary and o.ended_on is null and coalesce(o.started_on, '-infinity') < r.since;

-- What former owners owe, each by himself: one who has paid too much owes nothing of what another does.
alter table garage_balance add column former_debt_kopecks bigint not null default 0;
update garage_balance b set former_debt_kopecks = owed.kopecks
from (select s.garage_id, sum(s.kopecks)::bigint as kopecks
  from settle(array(select distinct o.garage_id from balance_operation o where o.debtor_id is not null)) as s
  where s.kind = 'charge' and s.debtor_id is not null group by 1) as owed
where owed.garage_id = b.garage_id and owed.kopecks > 0;

-- Money that names a charge which was undone waits too, whenever it came: what such garages owed on a day only settling tells.
update garage_balance b set was_ahead = true
where not b.was_ahead and (b.names_ahead or b.aside_kopecks > 0 or exists (select 1 from balance_operation c
    join balance_operation r on r.reversal_of = c.id
    join balance_operation o on o.garage_id = c.garage_id and o.accrual_type_id = c.accrual_type_id and o.period_year = c.period_year
  where c.garage_id = b.garage_id and c.sign < 0 and c.debtor_id is null and c.payment_type_id is null
    and o.sign > 0 and o.payment_type_id is not null and o.reversal_of is null and o.debtor_id is null));
select forget_debts();
