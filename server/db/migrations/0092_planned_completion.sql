-- A case whose day is ahead is completed by itself on that day; who said so, and why it came back to work if it could not be.
alter table reregistration add column planned_at timestamptz, add column planned_by int references app_user, add column plan_failure text;
