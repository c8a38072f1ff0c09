-- Whoever works, works in one place: taken for independent, a person and a МО promise too few lines, and a page was found by reading all of the person's.
create statistics log_places (dependencies) on user_id, region_id, mo_id, po_id from action_log;
analyze action_log;
