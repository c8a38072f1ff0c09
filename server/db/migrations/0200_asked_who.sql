-- Who was to get a mailing when it was left to a second person: he agrees to these people and to no others.
alter table notification add column asked_who text;
