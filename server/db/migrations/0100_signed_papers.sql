-- Signed papers that came back: when, who filed the sheet, its pages.
alter table document add column received_at timestamptz, add column received_by int references app_user,
  add column scan_file_id int references stored_file;
