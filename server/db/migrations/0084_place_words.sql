-- Words of the names that a place knows: a mistyped word is put right by them alone, so that no search tells who lives elsewhere.
create table place_word (
  po_id int not null references po, mo_id int not null references mo, region_id int not null references region,
  word text not null,
  primary key (po_id, word)
);
create index place_word_mo on place_word (mo_id, word);
create index place_word_region on place_word (region_id, word);

-- Once for all rows of a statement, in one order: two loads never wait for each other in a ring.
create function place_words_entered() returns trigger language plpgsql as $$
begin
  insert into place_word (po_id, mo_id, region_id, word)
  select distinct on (entered.po_id, word) entered.po_id, entered.mo_id, entered.region_id, word
  from entered, regexp_split_to_table(entered.name_key, '[\s-]+') as word where length(word) > 2
  order by entered.po_id, word on conflict do nothing;
  return null;
end $$;
create trigger profile_place_words after insert on profile_place referencing new table as entered for each statement execute function place_words_entered();
create trigger profile_place_renamed after update on profile_place referencing new table as entered for each statement execute function place_words_entered();

insert into place_word (po_id, mo_id, region_id, word)
select distinct on (place.po_id, word) place.po_id, place.mo_id, place.region_id, word
from profile_place as place, regexp_split_to_table(place.name_key, '[\s-]+') as word where length(word) > 2 order by place.po_id, word;
