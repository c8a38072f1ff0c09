-- Who wrote a refusal of mailings down, and refusals that were taken back: by whose word, on what ground.

alter table unsubscription add column created_by int references app_user;

create table unsubscription_lift (
  id int generated always as identity primary key,
  profile_id int not null references profile on delete cascade,
  kind text not null check (kind in ('debt', 'meeting', 'news', 'ads')),
  channel text not null check (channel in ('mail', 'sms')),
  source text not null,
  at timestamptz not null,
  created_by int references app_user,
  lifted_at timestamptz not null default now(),
  said_on date not null,
  ground text not null,
  doc_no text,
  lifted_by int references app_user
);
create index unsubscription_lift_person on unsubscription_lift (profile_id);
