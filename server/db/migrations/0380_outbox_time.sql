-- When a message may leave is said by the clock of the program: a row that does not say it is a fault.
alter table outbox alter column next_attempt_at drop default;
