-- A statement loaded by mistake is withdrawn; a payment may have several documents: what of them was undone waits again.
alter table bank_statement add column withdrawn_at timestamptz, add column withdrawn_by int references app_user;
alter table bank_row drop constraint bank_row_kind_check;
alter table bank_row add constraint bank_row_kind_check check (kind in ('incoming', 'outgoing', 'duplicate', 'withdrawn'));

-- Every document that was made of a row; `bank_row.contribution_id` is the one made of the parts as they are now.
create table bank_row_document (
  contribution_id int primary key references contribution,
  row_id int not null references bank_row on delete cascade
);
create index bank_row_document_row on bank_row_document (row_id);
insert into bank_row_document select contribution_id, id from bank_row where contribution_id is not null;

drop function document_stands(int);
-- Money of a document, and of what corrected it, that is not undone, kopecks: line by line through the index, whatever the
-- planner thinks of a recursion.
create function document_standing(document int) returns bigint language sql stable
return (
  with recursive family(id) as (
    select document union select c.id from contribution c join family on c.corrects = family.id
  )
  select coalesce(sum(line.amount), 0)::bigint from family cross join lateral (
    select o.sign * o.amount_kopecks as amount from balance_operation o where o.contribution_id = family.id
      and o.reversal_of is null and not exists (select 1 from balance_operation undone where undone.reversal_of = o.id) offset 0) as line
);
-- Money of a row that stands in the books, kopecks.
create function bank_row_standing(bank_row_id int) returns bigint language sql stable
return (select coalesce(sum(document_standing(d.contribution_id)), 0)::bigint from bank_row_document d where d.row_id = bank_row_id);
