-- Names compare with Latin look-alikes as Cyrillic letters: «Cорокин» with a Latin C is found and stands among С.
-- An expression of a generated column can't be changed on every supported server: the column is made anew.
alter table profile drop column name_key;
alter table profile add column name_key text collate "C"
  generated always as (look_alike_key(fold(trim(last_name || ' ' || first_name || ' ' || father_name)))) stored;
create index profile_place_name on profile (region_id, name_key, id);
create index profile_name_trgm on profile using gin (name_key gin_trgm_ops);

update profile_place as place set name_key = p.name_key from profile p
  where p.id = place.profile_id and p.merged_into is null and place.name_key <> p.name_key;
insert into name_word (word) select distinct word from profile p, regexp_split_to_table(p.name_key, '[\s-]+') as word
  where length(word) > 2 and lower(p.last_name || p.first_name || p.father_name) ~ '[a-z]' on conflict do nothing;
update garage set owners_key = named.names from (
  select o.garage_id, string_agg(p.name_key, '; ' order by o.is_primary desc, o.id) as names
  from ownership o join profile p on p.id = o.profile_id where o.ended_on is null group by o.garage_id) as named
  where named.garage_id = garage.id and garage.owners_key <> named.names and garage.owners_key ~ '[a-z]';
