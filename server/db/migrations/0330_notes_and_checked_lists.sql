-- What a person should know of a suggestion: a type named without a year, a day that the registry did not say.
alter table bank_row add column note text;
-- Until which day a list kept by hand was compared with its source.
create table checked_list (
  name text primary key,
  checked_until date not null,
  checked_by int references app_user,
  checked_at timestamptz
);
insert into checked_list (name, checked_until) values ('key_rates', '2025-12-22');
