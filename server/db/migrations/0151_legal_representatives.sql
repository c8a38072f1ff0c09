-- Who acts for a child: a parent or a guardian, by his own paper, not by a power of attorney.
alter table reregistration_representative add column is_legal boolean not null default false;
