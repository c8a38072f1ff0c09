-- A name in the cases that papers need, as people wrote it: the program's own declension is only a hint.
alter table profile add column name_genitive text, add column name_dative text, add column name_instrumental text;

-- What was written of another name is not of this one, whoever changes it: a form, a case, an import, a merge.
create function forget_name_cases() returns trigger language plpgsql as $$
begin
  if new.name_genitive is not distinct from old.name_genitive then new.name_genitive := null; end if;
  if new.name_dative is not distinct from old.name_dative then new.name_dative := null; end if;
  if new.name_instrumental is not distinct from old.name_instrumental then new.name_instrumental := null; end if;
  return new;
end $$;
create trigger profile_name_cases before update of last_name, first_name, father_name on profile for each row
  when ((old.last_name, old.first_name, old.father_name) is distinct from (new.last_name, new.first_name, new.father_name)
    and (old.name_genitive is not null or old.name_dative is not null or old.name_instrumental is not null))
  execute function forget_name_cases();
