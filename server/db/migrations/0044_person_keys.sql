-- Keys of people: personal values of the action log are sealed with them. A destroyed key leaves its row behind.
create table person_key (
  kind text not null check (kind in ('profile', 'user')),
  person_id int not null,
  -- Sealed with the key of the installation; null once destroyed.
  key_cipher bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  primary key (kind, person_id),
  check ((key_cipher is null) = (destroyed_at is not null))
);
