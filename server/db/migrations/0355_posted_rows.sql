-- A row of a statement of which a document was made stays: without it the same payment of another file would be taken for a new one.
alter table bank_row_document drop constraint bank_row_document_row_id_fkey;
alter table bank_row_document add constraint bank_row_document_row_id_fkey foreign key (row_id) references bank_row on delete restrict;
