-- A limit of SMS of a ПО is read as that of an МО: empty none, 0 no SMS. Until now 0 stood for «no limit».
alter table po alter column sms_limit_month drop not null, alter column sms_limit_month drop default;
update po set sms_limit_month = null where sms_limit_month = 0;
