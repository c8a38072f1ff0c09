-- Search by name inside a place: the name stands beside every place of a person, so that one index answers «who, where».
alter table profile_place add column name_key text not null default '';

create function place_name() returns trigger language plpgsql as $$
begin
  new.name_key := coalesce((select case when merged_into is null then name_key else '' end from profile where id = new.profile_id), '');
  return new;
end $$;
create trigger profile_place_name before insert on profile_place for each row execute function place_name();

-- A merged card is found no more; its places stay for history.
create function name_changed() returns trigger language plpgsql as $$
begin
  update profile_place set name_key = case when new.merged_into is null then new.name_key else '' end where profile_id = new.id;
  insert into name_word (word) select distinct word from regexp_split_to_table(new.name_key, '[\s-]+') as word where length(word) > 2
  on conflict do nothing;
  return null;
end $$;
create trigger profile_name_changed after insert or update of last_name, first_name, father_name, merged_into on profile
  for each row execute function name_changed();

-- Every word that is part of a name: a mistyped one is put right by the words that exist.
create table name_word (word text primary key);
create index name_word_trgm on name_word using gin (word gin_trgm_ops);

update profile_place set name_key = profile.name_key from profile where profile.id = profile_place.profile_id and profile.merged_into is null;
insert into name_word (word) select distinct word from profile, regexp_split_to_table(name_key, '[\s-]+') as word where length(word) > 2;

create index profile_place_search on profile_place using gin (region_id, mo_id, po_id, name_key gin_trgm_ops);
drop index garage_owners_trgm;
create index garage_owners_search on garage using gin (region_id, mo_id, po_id, owners_key gin_trgm_ops);
create index garage_number on garage (number, region_id, mo_id, po_id);
