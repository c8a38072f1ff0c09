-- Payments of every ПО by method, kept in the transaction that posts them: how many and how much were taken, and what of it was undone.
create table payment_sum (
  po_id int not null references po on delete cascade, payment_type_id int not null references payment_type,
  lines int not null, kopecks bigint not null,
  undone_lines int not null, undone_kopecks bigint not null,
  primary key (po_id, payment_type_id)
) with (fillfactor = 50);

-- For lines that came past postings. What undoes a payment repeats its method and its sum with the other sign.
create function fill_payment_sums() returns void language sql as $$
  delete from payment_sum;
  insert into payment_sum (po_id, payment_type_id, lines, kopecks, undone_lines, undone_kopecks)
  select po_id, payment_type_id, count(*) filter (where reversal_of is null), coalesce(sum(sign * amount_kopecks) filter (where reversal_of is null), 0),
    count(*) filter (where reversal_of is not null), coalesce(-sum(sign * amount_kopecks) filter (where reversal_of is not null), 0)
  from balance_operation where payment_type_id is not null group by 1, 2 order by 1, 2;
$$;
select fill_payment_sums();
