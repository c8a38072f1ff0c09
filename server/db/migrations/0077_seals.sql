-- Seals cover whole documents: what changes leaves the sealed tables, and tables that only grow refuse everything else.

-- Words of a document. A change of words is a row of its own; the last one counts.
create table contribution_words (
  contribution_id int not null references contribution,
  version int not null check (version > 0),
  basis_document text, comment text,
  created_by int references app_user, created_at timestamptz not null,
  primary key (contribution_id, version)
);
insert into contribution_words (contribution_id, version, basis_document, comment, created_by, created_at)
  select id, version, basis_document, comment, created_by, created_at from contribution
  where basis_document is not null or comment is not null or version > 1;
-- A reversal that undoes all that was left of its document; the document is undone by it.
alter table contribution add column undoes_whole boolean not null default false;
update contribution r set undoes_whole = true where exists (select 1 from contribution c where c.reversed_by = r.id);
alter table contribution drop column reversed_by, drop column basis_document, drop column comment, drop column version;

-- `what`: the posting of a document, a change of its words, the parts of its penalties. `prints`: 12 bytes of the hash of each
-- line, in the order of lines. `fields`: a sum of each column, so that the changed one can be named. `document`: the document as it was
-- posted; null on seals made before this. `lines_hash` is that of all these, `hash` joins it to the seal before.
alter table ledger_seal add column what text not null default 'posting' check (what in ('posting', 'words', 'parts')),
  add column prints bytea, add column fields jsonb, add column document jsonb;
create function seal_next(before bytea, body bytea) returns bytea language sql immutable
  as $$ select case when before is null then body else sha256(before || body) end $$;
create aggregate seal_chain(bytea) (sfunc = seal_next, stype = bytea);

-- ПО whose books were sealed before: proved and sealed anew at the next start; one that does not agree keeps its old seals.
create table ledger_old_books (po_id int primary key, tried_at timestamptz, faults jsonb);
insert into ledger_old_books (po_id) select distinct po_id from ledger_seal;

-- Last seals of all ПО as a day ends: those that moved since the day before, and one hash joined to that of the day before.
create table ledger_day (
  day date primary key, pos int not null, seals bigint not null, hash bytea not null, created_at timestamptz not null
);
create table ledger_day_head (
  day date not null references ledger_day, po_id int not null, seq int not null, hash bytea not null, primary key (po_id, day)
);

create trigger contribution_append_only before update or delete on contribution for each row execute function refuse_change();
create trigger contribution_no_truncate before truncate on contribution for each statement execute function refuse_change();
create trigger contribution_words_append_only before update or delete on contribution_words for each row execute function refuse_change();
create trigger contribution_words_no_truncate before truncate on contribution_words for each statement execute function refuse_change();
create trigger ledger_seal_no_truncate before truncate on ledger_seal for each statement execute function refuse_change();
create trigger penalty_part_no_truncate before truncate on penalty_part for each statement execute function refuse_change();
create trigger ledger_day_append_only before update or delete on ledger_day for each row execute function refuse_change();
create trigger ledger_day_no_truncate before truncate on ledger_day for each statement execute function refuse_change();
create trigger ledger_day_head_append_only before update or delete on ledger_day_head for each row execute function refuse_change();
create trigger ledger_day_head_no_truncate before truncate on ledger_day_head for each statement execute function refuse_change();
create trigger meter_reading_no_truncate before truncate on meter_reading for each statement execute function refuse_change();
