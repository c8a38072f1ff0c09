-- Work beside the requests that does not succeed: a row for each kind, gone when its next turn goes well.
create table work_fault (
  what text primary key,
  failure text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1
);
