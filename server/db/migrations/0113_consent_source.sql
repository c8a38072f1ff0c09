-- A consent that came with a registry names its load: the customer proves where it is from.
alter table consent add column import_batch_id int references import_batch on delete set null;
