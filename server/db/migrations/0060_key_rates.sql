-- Key rates since 2022; a rate stays in force until the next one, so those that were known already keep their words.
select setval(pg_get_serial_sequence('key_rate', 'id'), (select greatest(max(id), 1) from key_rate));
insert into key_rate (since, percent) values ('2022-02-28', 20), ('2022-04-11', 17), ('2022-05-04', 14), ('2022-05-27', 11), ('2022-06-14', 9.5),
  ('2022-07-25', 8), ('2022-09-19', 7.5), ('2023-07-24', 8.5), ('2023-08-15', 12), ('2023-09-18', 13), ('2023-10-30', 15), ('2023-12-18', 16),
  ('2024-07-29', 18), ('2024-09-16', 19), ('2024-10-28', 21), ('2025-06-09', 20), ('2025-07-28', 18), ('2025-09-15', 17), ('2025-10-27', 16.5),
  ('2025-12-22', 16)
on conflict (since) do nothing;
