-- A letter that was refused waits longer before each new attempt.
alter table mail_outbox add column next_attempt_at timestamptz not null default now();
