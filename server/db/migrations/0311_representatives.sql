-- Who is written to in place of a child or of an estate: another card of the register, with contacts and consents of its own.
alter table profile add column representative_id int references profile;
create index profile_representative on profile (representative_id) where representative_id is not null;

-- Of a case: the card of a parent or a guardian; older ones have a name only.
alter table reregistration_representative add column profile_id int references profile;

-- In whose place a message is written to its receiver.
alter table notification_message add column ward_ids int[] not null default '{}';
create index notification_message_wards on notification_message using gin (ward_ids) where ward_ids <> '{}';
