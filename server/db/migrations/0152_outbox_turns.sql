-- The queue of a channel by whose turn it is; the forms of gateways' numbers are entered once, when there are any.
drop index outbox_waiting;
create index outbox_turn on outbox (channel, next_attempt_at, id) where state = 'queued';
drop index outbox_receipts;
create index outbox_receipts on outbox using gin (gateway_forms) where gateway_forms <> '{}';
-- Why a message that is being handed over must not be tried again: its mailing was recalled or stopped meanwhile.
alter table outbox add column withdrawn text;
