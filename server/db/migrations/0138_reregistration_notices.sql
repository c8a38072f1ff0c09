-- Notices to the people of a re-registration: whether an МО sends them and by what; each event makes one mailing at most.
alter table mo add column reregistration_notices text not null default 'off'
  check (reregistration_notices in ('off', 'email', 'email_else_sms'));
alter table notification add column reregistration_event_id int references reregistration_event on delete set null;
create unique index notification_event on notification (reregistration_event_id);
