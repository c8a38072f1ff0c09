-- Settings of mailings: a second approver, quiet hours, the trial of a new ПО; letters on paper; where a consent came from.
alter table mo
  add column approve_above int check (approve_above >= 0),
  add column quiet_from int not null default 21 check (quiet_from between 18 and 21),
  add column quiet_to int not null default 9 check (quiet_to between 9 and 12);
-- A ПО in trial writes to its own officials only.
alter table po add column mailing_trial boolean not null default false;

alter table notification
  add column skip_template boolean not null default false,
  -- Somebody else has to agree before it starts.
  add column awaits_approval boolean not null default false,
  add column approved_by int references app_user;
alter table notification_message
  add column letter_printed_at timestamptz,
  -- The day on which it was handed over on paper.
  add column handed_on date;

alter table consent add column source text not null default 'paper' check (source in ('paper', 'application', 'meeting', 'electronic'));
