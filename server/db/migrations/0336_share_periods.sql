-- Shares of before: an ownership says the share of now, or of its last day; a period says which one it had till the case that changed it.
create table share_period (
  ownership_id int not null references ownership on delete cascade, garage_id int not null references garage on delete cascade,
  since date not null, until date not null, share_num int, share_den int,
  reregistration_id int references reregistration on delete set null,
  primary key (ownership_id, since), check (since < until), check ((share_num is null) = (share_den is null))
);
create index share_period_garage on share_period (garage_id);
create index share_period_case on share_period (reregistration_id);

-- What completed cases have kept: the share before each of them; after it that before the next one, or the share of now.
insert into share_period (ownership_id, garage_id, since, until, share_num, share_den, reregistration_id)
select id, garage_id, since, until, split_part(share, '/', 1)::int, split_part(share, '/', 2)::int, case_id
from (
  select said.id, said.garage_id, said.case_id, said.share, said.on_date as until,
    greatest(coalesce(said.started_on, '1900-01-01'), coalesce(max(said.on_date) over (partition by said.id order by said.completed_at, said.case_id
      rows between unbounded preceding and 1 preceding), '1900-01-01')) as since
  from (
    select o.id, o.garage_id, o.started_on, r.id as case_id, r.on_date, r.completed_at, was.share, o.ended_by_reregistration,
      case when lead(r.id) over later is null then o.share_num || '/' || o.share_den else lead(was.share) over later end as became
    from reregistration r
      cross join lateral (select (one ->> 'id')::int as id, one ->> 'share' as share from jsonb_array_elements(r.outcome::jsonb -> 'before') as one) as was
      join ownership o on o.id = was.id
    where r.status = 3
    window later as (partition by o.id order by r.completed_at, r.id)
  ) as said
  where said.share is distinct from said.became and said.ended_by_reregistration is distinct from said.case_id
) as period
where since < until;
