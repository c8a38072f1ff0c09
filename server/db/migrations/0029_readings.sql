-- Meter readings that charges were made by: of a garage for one accrual type, by the line that charged the difference.
-- A reversed line takes its reading back.
create table meter_reading (
  operation_id bigint primary key references balance_operation,
  garage_id int not null references garage,
  accrual_type_id int not null references accrual_type,
  on_date date not null,
  previous numeric(12, 2) not null check (previous >= 0),
  current numeric(12, 2) not null,
  check (current > previous)
);
create index meter_reading_garage on meter_reading (garage_id, accrual_type_id, on_date desc, operation_id desc);
create trigger meter_reading_append_only before update or delete on meter_reading for each row execute function refuse_change();
