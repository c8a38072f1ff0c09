-- Contributions: discounts by accrual type, links between a correction and what it corrects, indexes of the accrual list.
create table accrual_discount (
  privilege_id int not null references privilege on delete cascade,
  accrual_type_id int not null references accrual_type on delete cascade,
  percent int check (percent between 0 and 100),
  amount_kopecks bigint check (amount_kopecks > 0),
  primary key (privilege_id, accrual_type_id),
  check (num_nonnulls(percent, amount_kopecks) = 1)
);
-- Where a privilege has no discount of its own for a type, its general percent counts for the types that privileges apply to.

alter table contribution add column corrects int references contribution;
alter table contribution add column request jsonb;
alter table contribution add column version int not null default 1;
alter table privilege add column version int not null default 1;
alter table accrual_type add column version int not null default 1;
alter table payment_type add column version int not null default 1;

create index contribution_charges_mo on contribution (mo_id, on_date desc, id desc) where kind <> 'payment';
create index contribution_charges_region on contribution (region_id, on_date desc, id desc) where kind <> 'payment';
create index contribution_reversal on contribution (reversal_of) where reversal_of is not null;
create index contribution_corrects on contribution (corrects) where corrects is not null;
create index ledger_seal_contribution on ledger_seal (contribution_id);

-- A run that was asked for twice with one key is one job.
create unique index background_job_once on background_job ((payload ->> 'idempotencyKey')) where payload ->> 'idempotencyKey' is not null;

-- The year that forms of charges start with.
insert into app_setting (key, value) values ('contribution_year', '2025') on conflict do nothing;
