-- An urgent mailing goes at night, for a reason that is kept; what the gateway of SMS said of the money left there.
alter table notification add column urgent_reason text check (length(urgent_reason) between 5 and 200);
create table gateway_balance (
  channel text primary key check (channel in ('sms')),
  kopecks bigint not null,
  at timestamptz not null
);
