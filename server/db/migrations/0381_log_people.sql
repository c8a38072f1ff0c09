-- Lines of one person in the order of the log, and how many they are: of a long log a page of them was looked for among all others.
create index action_log_person on action_log (user_id, at, id) where verb <> 'sign.refresh';
drop index action_log_user;
create index log_day_person on log_day (user_id, day);
create index log_month_person on log_month (user_id, month);
