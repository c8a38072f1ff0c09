-- Months of a region or an МО are found by their place: figures and pivots read nothing of other places.
create index ledger_month_region on ledger_month (region_id, month);
create index ledger_month_mo on ledger_month (mo_id, month);
