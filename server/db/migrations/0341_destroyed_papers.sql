-- A paper without its pages names the act by which they went: the destroyed person may be another one than the paper is about.
alter table document add column destroyed_for int references profile;
update document d set destroyed_for = d.profile_id
where d.snapshot is null and d.file_id is null and exists (select 1 from destruction a where a.profile_id = d.profile_id);
