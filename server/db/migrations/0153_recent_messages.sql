-- What was written to people of late is found by its day: a mailing asks for all of its receivers at once.
create index notification_message_recent on notification_message (created_at);
