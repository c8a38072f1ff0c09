-- People of a place in the order of their names: a page is read from where it begins.
create index profile_place_region_names on profile_place (region_id, name_key, profile_id);
create index profile_place_mo_names on profile_place (mo_id, name_key, profile_id);
