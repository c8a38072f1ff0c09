-- A load taken back leaves rows that only reversed lines of the ledger name: nobody sees them, and the same file takes them again.
alter table garage add column is_withdrawn boolean not null default false check (not (is_withdrawn and is_active));
create index garage_withdrawn on garage (po_id, section, number) where is_withdrawn;
-- Keyed hash of who a withdrawn person was; nothing else of him is left.
alter table profile add column withdrawn_key text;
create index profile_withdrawn on profile (po_id, withdrawn_key) where withdrawn_key is not null;
