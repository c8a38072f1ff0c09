-- Sheets of consents are printed as a pile, one for a person.
alter table document_batch drop constraint document_batch_kind_check;
alter table document_batch add constraint document_batch_kind_check check (kind in ('receipts', 'debt_notices', 'owner_cards', 'consents'));
