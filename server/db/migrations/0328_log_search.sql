-- A paper is found by a part of its number: the log is searched by it.
create index document_number_trgm on document using gin (number gin_trgm_ops);
