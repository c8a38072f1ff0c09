-- The timeline of everything at a place is read by time: the indexes of one kind of work begin with the kind.
create index action_log_all on action_log (at, id) where verb <> 'sign.refresh';
create index action_log_all_region on action_log (region_id, at, id) where verb <> 'sign.refresh';
create index action_log_all_mo on action_log (mo_id, at, id) where verb <> 'sign.refresh';
create index action_log_all_po on action_log (po_id, at, id) where verb <> 'sign.refresh';
