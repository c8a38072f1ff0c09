-- Official order: any space after «№», numbers of any length, and byte order on every server whatever its locale.
create or replace function org_sort_key(name text, pinned boolean) returns text language sql immutable parallel safe
return (
  select case when pinned then '0' when found.part is null then '1' else '2' end
    || coalesce(lpad(found.part[1], greatest(12, length(found.part[1])), '0')
      || lpad(coalesce(found.part[2], '0'), greatest(12, length(coalesce(found.part[2], '0'))), '0'), '')
    || fold(name)
  from (select regexp_match(name, '№[\s\u00a0\u2009\u202f]*([0-9]+)(?:[\s\u00a0\u2009\u202f]*[-–—/.][\s\u00a0\u2009\u202f]*([0-9]+))?') as part) as found
);
alter table region drop column sort_key, add column sort_key text collate "C" generated always as (org_sort_key(name, sort_pinned)) stored;
alter table mo drop column sort_key, add column sort_key text collate "C" generated always as (org_sort_key(name, sort_pinned)) stored;
alter table po drop column sort_key, add column sort_key text collate "C" generated always as (org_sort_key(name, sort_pinned)) stored;
alter table section alter column name_key type text collate "C";
alter table garage alter column section_key type text collate "C", alter column number_key type text collate "C";
alter table profile alter column name_key type text collate "C";
