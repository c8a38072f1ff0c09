-- Transfers are documents of a kind of their own; a charge may have its own due day.
alter table contribution drop constraint contribution_kind_check,
  add constraint contribution_kind_check check (kind in ('accrual', 'payment', 'reversal', 'transfer'));
alter table contribution add column due_on date;
