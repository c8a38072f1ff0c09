-- Keys of writes that happen once: whose each is, a digest of what was asked with it, what was answered.
create table operation_key (
  key text primary key,
  user_id int not null references app_user,
  asked text not null,
  answer json,
  created_at timestamptz not null default now()
);

-- Clicks of «Провести» and background runs keep their keys there too; a run that failed gives its key back.
drop table bank_post;
drop index background_job_once;
