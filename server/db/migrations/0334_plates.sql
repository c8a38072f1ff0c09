-- A garage by what is painted on it, however it is typed: «А-12 3», «а123». The search of the log reads no plate one by one.
create function plate(said text) returns text language sql immutable parallel safe
  return fold(regexp_replace(said, '[^[:alnum:]]', '', 'g'));
create index garage_plate on garage (plate(section || number));
create index garage_plate_number on garage (plate(number));
