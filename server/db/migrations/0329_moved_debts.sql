-- Debts that were moved are looked at anew when a line comes before them: every posting asks whether there are any.
create index balance_operation_moved on balance_operation (garage_id, on_date) where origin_id is not null;
