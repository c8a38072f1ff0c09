-- What a draft saw of its garage, so that it can name what changed since. Drafts from before have nothing to compare.
alter table reregistration add column garage_was jsonb;
