-- Codes that a full register gives to people: whom each was loaded as, so that the lines of one person in all sheets of a book, and of the same book
-- brought again, meet in one card.
create table import_person (
  batch_id int not null references import_batch on delete cascade,
  code text not null,
  profile_id int not null references profile on delete cascade,
  primary key (batch_id, code)
);
create index import_person_code on import_person (code);
create index import_person_profile on import_person (profile_id);
