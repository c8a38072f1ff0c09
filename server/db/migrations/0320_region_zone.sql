-- The zone of a region's screens. Till now it was that of most of its МО.
alter table region add column time_zone text not null default 'Europe/Moscow';
update region r set time_zone = coalesce((select m.time_zone from mo m where m.region_id = r.id group by m.time_zone order by count(*) desc, m.time_zone limit 1), r.time_zone);
