-- The studio of papers: texts of a region, who keeps which version, levels that may print a kind.
alter table document_template add column region_id int references region;
alter table document_template drop constraint document_template_type_id_nth_key;
drop index document_template_draft;
drop index document_template_in_force;
-- The common text has no region; it stands in their place of zero.
create unique index document_template_nth on document_template (type_id, coalesce(region_id, 0), nth);
create unique index document_template_draft on document_template (type_id, coalesce(region_id, 0)) where state = 'draft';
create unique index document_template_in_force on document_template (type_id, coalesce(region_id, 0)) where state = 'in_force';
alter table document_template add column version int not null default 1, add column ended_at timestamptz;
-- Which text a paper was made of: beside the number of the version, whose it is.
alter table document add column template_region_id int;
-- Levels at which a kind is printed.
alter table document_type add column levels text[] not null default '{region,mo,po}';
-- A kind that people make is nothing but its text in the common frame.
alter table document_type alter column code set default 'plain';
