-- What the browser said of itself, in words, is kept with the line: a session goes, its line stays true.
alter table action_log add column device_name text;
