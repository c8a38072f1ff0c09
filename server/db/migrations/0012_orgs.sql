-- Official order of МО and ПО: pinned first, then without a number by name, then by number and sub-number.
create function org_sort_key(name text, pinned boolean) returns text language sql immutable parallel safe
return (
  select case when pinned then '0' when found.part is null then '1' else '2' end
    || coalesce(lpad(found.part[1], 8, '0') || lpad(coalesce(found.part[2], '0'), 8, '0'), '')
    || fold(name)
  from (select regexp_match(name, '№\s*(\d+)(?:\s*[-–—/.]\s*(\d+))?') as part) as found
);
alter table region add column sort_key text generated always as (org_sort_key(name, sort_pinned)) stored;
alter table mo add column sort_key text generated always as (org_sort_key(name, sort_pinned)) stored;
alter table po add column sort_key text generated always as (org_sort_key(name, sort_pinned)) stored;
