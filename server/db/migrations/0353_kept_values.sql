-- What a load keeps of people lives no longer than its workbook: sentences with whole values, former values of cards, settled texts.
delete from garage_attention where settled_at is not null;
-- Texts that may tell of those who are destroyed: of garages that were theirs when the texts were loaded.
delete from garage_attention a using ownership o, profile p
  where o.garage_id = a.garage_id and p.id = o.profile_id and p.is_anonymised and p.withdrawn_key is null
    and coalesce(o.started_on, a.created_at::date) <= a.created_at::date and coalesce(o.ended_on, a.created_at::date) >= a.created_at::date
    and a.field not in ('section', 'number', 'place', 'type', 'size', 'sizeX', 'sizeY', 'sizeZ', 'dateOfConstruction', 'pib', 'basis', 'share',
      'debt', 'credit', 'balance', 'signedDebt', 'voaEntryDate');
drop index garage_attention_open;
alter table garage_attention drop column settled_at, drop column settled_by;
create index garage_attention_garage on garage_attention (garage_id);

update import_row set result_text = null where result_text is not null
  and batch_id in (select id from import_batch where file_id is null);
update import_row set result_text = regexp_replace(result_text, '[.] (Отличается от реестра, не изменено|Проверьте): .*$', '')
  where result_text ~ '[.] (Отличается от реестра, не изменено|Проверьте): ';
update import_row set result_text = 'Не загружено' where result_text like 'Не загружено: %';
update import_effect e set before = '{"is_forgotten": true}'
  where before is not null and (table_name = 'profile' and (
      batch_id in (select id from import_batch where file_id is null)
      or row_id in (select id from profile where is_anonymised))
    or table_name = 'garage' and before ->> 'note' <> '' and batch_id in (select id from import_batch where file_id is null));
