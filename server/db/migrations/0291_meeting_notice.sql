-- How many days before a general meeting its notice is due: the constructor warns when fewer are left.
alter table mo add column meeting_notice_days int not null default 14 check (meeting_notice_days between 0 and 90);
