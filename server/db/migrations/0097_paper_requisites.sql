-- Codes of an organisation that its papers name: ОГРН in the head, ОКПО on a cash order.
alter table region add column ogrn text, add column okpo text;
alter table mo add column ogrn text, add column okpo text;
alter table po add column ogrn text, add column okpo text;
