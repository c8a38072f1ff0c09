-- One action of a place by time: what is done twice a year is not looked for among everything else.
create index action_log_verb on action_log (verb, at, id) where verb <> 'sign.refresh';
create index action_log_verb_region on action_log (region_id, verb, at, id) where verb <> 'sign.refresh';
create index action_log_verb_mo on action_log (mo_id, verb, at, id) where verb <> 'sign.refresh';
create index action_log_verb_po on action_log (po_id, verb, at, id) where verb <> 'sign.refresh';
