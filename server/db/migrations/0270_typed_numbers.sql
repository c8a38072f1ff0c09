-- A number that people type may stand on several papers: extracts of one protocol carry its number, and what was cancelled gives its number free.
-- A number that the program gives is one for ever. A paper stands in one of the two.
drop index document_number_once;
create unique index document_number_once on document (po_id, type_id, year, number) where copy_of is null and number like '%/%';
create index document_typed_number on document (po_id, type_id, year, number) where copy_of is null and number not like '%/%';

-- Paper 10 is one sheet for one kind of consent; those printed before were of the processing of data.
alter table document add column consent_kind text
  check (consent_kind in ('pd_processing', 'health', 'sms_info', 'email_info', 'ads'));
update document d set consent_kind = 'pd_processing' from document_type t where t.id = d.type_id and t.code = 'consent_pd';
