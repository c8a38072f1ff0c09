-- Day, time and place of the meeting that a mailing calls; a template keeps them too.
alter table notification add column meeting jsonb;
alter table message_template add column meeting jsonb;
