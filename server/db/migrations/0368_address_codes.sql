-- The ФИАС id of an address, with its postal code: {text, fias_id, postal_code}. It belongs to the very text it was chosen with; null is
-- an address that was typed by hand.
alter table profile add column registration_fias jsonb, add column actual_fias jsonb,
  add constraint profile_registration_fias check (registration_fias ->> 'fias_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  add constraint profile_actual_fias check (actual_fias ->> 'fias_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

-- Whoever writes another text (an editor, a registry, a run over addresses) drops the id without naming it.
create function drop_stale_fias() returns trigger language plpgsql as $$
begin
  if new.registration_fias ->> 'text' is distinct from new.registration_address then new.registration_fias := null; end if;
  if new.actual_fias ->> 'text' is distinct from new.actual_address then new.actual_fias := null; end if;
  return new;
end $$;
create trigger profile_fias before insert or update of registration_address, actual_address, registration_fias, actual_fias on profile
  for each row when (new.registration_fias is not null or new.actual_fias is not null) execute function drop_stale_fias();

alter table address_run add column only_without_id boolean not null default false;
-- What the service answered with a spelling; what a card had before, given back with its former text.
alter table address_variant add column fias jsonb;
alter table address_card add column was_fias jsonb;
