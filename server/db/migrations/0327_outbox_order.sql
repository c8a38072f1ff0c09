-- A letter that somebody waits for (a way in, a new device) goes before the thousands of a mailing.
alter table outbox add column is_bulk boolean not null generated always as (what like 'notification:%') stored;
drop index outbox_turn;
create index outbox_turn on outbox (channel, is_bulk, next_attempt_at, id) where state = 'queued';
-- Gateways that do not tell by themselves are asked about each message in turn.
alter table outbox add column receipt_asked_at timestamptz;
-- The mail server itself refused the address: it is put on its person.
alter table outbox add column is_bad_address boolean not null default false;
create index outbox_bad_address on outbox (id) where is_bad_address;
