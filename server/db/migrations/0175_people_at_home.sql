-- People by the place that keeps their card: who has no garage there is known without reading everybody.
create index profile_home_po on profile (po_id);
create index profile_home_mo on profile (mo_id);
