-- Years of a garage were taken as they stood when a charge that had been undone was made anew while a payment names it: its money goes
-- back. Those that may be so are counted again from their lines.
update garage_balance b set years = null where years is not null and exists (select 1 from balance_operation o
  where o.garage_id = b.garage_id and o.sign > 0 and o.payment_type_id is null and o.reversal_of is not null)
