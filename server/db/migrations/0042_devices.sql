-- A session knows its family of refresh cookies and the fingerprint it works with; a device is known by a cookie of its own.
alter table session
  add column family_hash bytea,
  add column fingerprint text,
  add column previous_fingerprint text,
  add column fingerprint_changed_at timestamptz;
create unique index session_family on session (family_hash) where family_hash is not null;
update session s set fingerprint = case when d.fingerprint = 'unknown' then '' else d.fingerprint end
  from device d where d.id = s.device_id;
alter table device drop constraint device_user_id_fingerprint_key;
alter table device add column cookie_hash bytea;
create unique index device_cookie on device (user_id, cookie_hash) where cookie_hash is not null;
create index device_of_user on device (user_id);
