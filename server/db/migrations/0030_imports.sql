-- Registries are loaded without looking through everybody of the ПО for each part of a file.
drop index profile_place_po;
create index profile_place_po on profile_place (po_id, name_key, profile_id);

-- Words of new names are remembered once for all rows of a statement, in one order: two loads never wait for each other in a ring.
create function names_entered() returns trigger language plpgsql as $$
begin
  insert into name_word (word) select distinct word from entered, regexp_split_to_table(entered.name_key, '[\s-]+') as word where length(word) > 2
  order by word on conflict do nothing;
  return null;
end $$;
drop trigger profile_name_changed on profile;
create trigger profile_name_entered after insert on profile referencing new table as entered for each statement execute function names_entered();
create trigger profile_name_changed after update of last_name, first_name, father_name, merged_into on profile
  for each row execute function name_changed();
