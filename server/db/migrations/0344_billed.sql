-- What the operator himself says a message cost, beside what was counted; empty where he says nothing.
alter table outbox add column billed_kopecks int;
alter table notification_message add column billed_kopecks int;
