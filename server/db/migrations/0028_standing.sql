-- What a document stands for is counted line by line through the index, whatever the planner thinks of a recursion.
create or replace function document_standing(document int) returns bigint language sql stable
return (
  with recursive family(id) as (
    select document union select c.id from contribution c join family on c.corrects = family.id
  )
  select coalesce(sum(line.amount), 0)::bigint from family cross join lateral (
    select o.sign * o.amount_kopecks as amount from balance_operation o where o.contribution_id = family.id
      and o.reversal_of is null and not exists (select 1 from balance_operation undone where undone.reversal_of = o.id) offset 0) as line
);
