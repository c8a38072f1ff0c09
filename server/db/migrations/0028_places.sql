-- Balances by place: what a place owes is read without those of all other places. Balances themselves stand in no index, so
-- that a posting changes them in place.
create index garage_balance_po on garage_balance (po_id);
create index garage_balance_mo on garage_balance (mo_id);
create index garage_balance_region on garage_balance (region_id);
