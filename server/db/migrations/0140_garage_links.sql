-- What became of a garage that was merged or split: the garages that stand in its place.
create table garage_link (
  old_id int not null references garage (id) on delete cascade,
  new_id int not null references garage (id) on delete cascade,
  primary key (old_id, new_id),
  check (old_id <> new_id)
);
create index garage_link_new on garage_link (new_id);
