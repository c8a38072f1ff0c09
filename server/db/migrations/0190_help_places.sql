-- Places of pages that an instruction points at, in order: [{page, anchor, text}].
alter table tutorial add column steps jsonb not null default '[]';
