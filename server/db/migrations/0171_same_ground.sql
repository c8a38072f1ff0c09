-- Cases that stand on one certificate, court decision or agreement are found by its number.
create function ground_number(reason int, details jsonb) returns text language sql immutable as $$
  select lower(case reason when 3 then details #>> '{fields,inheritanceCertificate}' when 5 then details #>> '{fields,courtDecisionNumber}'
    when 6 then details #>> '{fields,documentNumber}' end)
$$;
create index reregistration_ground on reregistration (mo_id, ground_number(reason_id, details)) where ground_number(reason_id, details) is not null;
