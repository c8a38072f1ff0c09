-- What a register has seen after years of work and the demo world has not: what is out of use, taken back, ended, refused, empty or
-- filled where it is never so there. Every condition of a query has something on both of its sides.

-- Another region, of which nobody here may see anything.
insert into region (id, name, short_name, address, inn, sort_pinned) values (90, 'Псковское региональное отделение', null, 'г Псков, ул Мира, д 1', '6027000000', true);
insert into mo (id, region_id, name, short_name, address, email, inn, kpp, bank_name, bik, account, corr_account, payee_name, phone, chairman_phone, chairman_email, treasurer_name, sort_pinned, sms_limit_month, approve_above, time_zone)
  values (90, 90, 'Псковское МО', 'Псков', 'г Псков, ул Мира, д 2', 'mo90@example.ru', '6027000001', '602701001', 'Банк', '044525225', '40703810900000090001', '30101810400000000225', 'МО', null, '+79005550900', 'ch90@example.ru', 'Казначеева О. О.', true, 500, 100, 'Europe/Kaliningrad');
insert into po (id, region_id, mo_id, name, code, org_form, sort_pinned) values (90, 90, 90, 'ПО № 90', 9001, 'gsk', true);
insert into section (po_id, name) values (90, 'А');
insert into garage (id, region_id, mo_id, po_id, section, number, account_no, note) values (9001, 90, 90, 90, 'А', '12', '9001000012', 'Чужой'), (9002, 90, 90, 90, '', '45а', '9001000045', null);
insert into profile (id, region_id, mo_id, po_id, last_name, first_name, father_name, phones, phones_key, email, registration_address)
  values (9001, 90, 90, 90, 'Иванов', 'Анна', 'Ильич', '{+79007654321}', '79007654321', 'ivanov@example.ru', 'г Псков, ул Ленина, д 3');
insert into ownership (garage_id, profile_id, is_primary, started_on) values (9001, 9001, true, '2020-01-01');

-- Places of the own region out of use, and such as work otherwise.
insert into mo (id, region_id, name, is_active, mailing_enabled) values (91, 1, 'Упразднённое МО', false, false);
insert into po (id, region_id, mo_id, name, code, is_active, mailing_enabled) values (91, 1, 91, 'ПО упразднённое', 9002, false, false), (92, 1, 1, 'ПО закрытое', 9003, false, true);
update mo set short_name = 'Второе', address = 'г Тверь, ул Мира, д 4', email = 'mo2@example.ru', (inn, kpp, bank_name, bik, account, corr_account) = (select inn, '690101001', bank_name, bik, account, corr_account from po where id = 1),
  payee_name = 'Второе МО', chairman_phone = '+79005550002', chairman_email = 'ch2@example.ru',
  treasurer_name = 'Казначеева О. О.', phone = null, chairman_name = null, sms_limit_month = 1000, approve_above = 0, reregistration_notices = 'email' where id = 2;
update mo set address = 'г Тверь, ул Мира, д 3', period_closed_until = '2022-12-31', sms_limit_month = 100000 where id = 1;
update po set phone = null, address = null, inn = null, bank_name = null, bik = null, account = null, corr_account = null, payee_name = null, cadastral_number = null, lease_contract = null,
  lease_until = null, chairman_name = null, treasurer_name = null, ogrn = null, okpo = null, email = 'po2@example.ru', kpp = '690101002', chairman_phone = '+79005550022',
  chairman_email = 'chpo2@example.ru', sms_limit_month = 10, po_can_complete = true where id = 2;
update po set mailing_trial = true, sort_pinned = true where id = 3;
update po set lease_until = '2026-01-31' where id = 4;

-- Reference books.
insert into accrual_type (id, name, unit, period, privilege_applies, is_service, sort, is_active) values (90, 'Вступительный прежних лет', 'person', 'once', true, false, 90, false);
insert into payment_type (id, name, sort, is_active) values (90, 'Талон прежних лет', 90, false);
insert into garage_type (id, name, is_capital, has_size, sort, is_active) values (90, 'Навес прежних лет', false, false, 90, false);
insert into privilege (id, name, is_health, needs_certificate, discount_percent, sort, is_active) values (90, 'Льгота прежних лет', true, false, 25, 90, false);
insert into document_type (id, name, contexts, is_manual_numerated, date_mode, sort, is_active, levels) values (90, 'Справка прежних лет', '{garage}', true, 'period', 90, false, '{mo}');
insert into accrual_discount (privilege_id, accrual_type_id, percent, amount_kopecks) values (1, 1, 50, null), (2, 1, null, 10000);
insert into message_template (id, region_id, mo_id, po_id, template_name, kind, sms_text, email_text, is_personal, color, is_active, created_by, meeting) values
  (90, 1, null, null, 'Региона', 'news', 'Новость', null, false, 'red', true, 1, null), (91, null, 1, null, 'МО', 'ads', 'Реклама', null, true, 'blue', true, 1, null),
  (92, null, null, 1, 'ПО', 'meeting', 'Собрание', null, false, 'green', true, 2, null), (93, null, 1, null, 'Прежний', 'news', 'Было', null, false, 'white', false, 1, null),
  (94, null, 2, null, 'Чужого МО', 'news', 'Чужое', null, false, 'white', true, 1, null), (95, null, null, 2, 'Чужого ПО', 'debt', 'Чужое', null, false, 'white', true, 1, null);
insert into reregistration_tariff (tariff_group, reason_id, region_id, mo_id, po_id, is_member, min_years, valid_from, valid_to, amount_kopecks, is_active, created_by) values
  ('full', 1, null, null, 1, true, 5, '2025-01-01', null, 77700, true, 1), ('full', null, null, 1, null, false, null, '2024-01-01', '2025-12-31', 88800, true, 1),
  ('full', 1, 1, null, null, null, null, '2024-01-01', null, 99900, false, 1), ('full', 1, null, 2, null, null, null, '2024-01-01', null, 11100, true, 1);
insert into tutorial (id, kind, title, lead, topic, body, plain, file_id, pages, sort, is_active, checked_on) values
  (90, 'pdf', 'Памятка', 'Печатная', 'start', null, '', (select min(id) from stored_file), '{garages}', 90, true, null), (91, 'article', 'Прежняя статья', '', 'start', '{"v":1,"doc":[]}', 'было', null, '{}', 91, false, null);
insert into gallery_item (title, caption, file_id, sort, is_active) values ('Ворота', 'Въезд', (select min(id) from stored_file), 1, true), ('Старые ворота', null, (select min(id) from stored_file), 2, false);

-- Those who work here: one who left, one who has not come yet, a second factor, other places beside the own one.
insert into app_user (id, email, password_hash, last_name, first_name, father_name, phone, role, is_active, last_seen_at, must_reset_password, totp_cipher, capabilities) values
  (9001, 'left@example.ru', 'x', 'Ушедшев', 'Иван', '', '+79005551001', 'clerk', false, '2026-01-10T09:00:00Z', false, null, '{1}'),
  (9002, 'invited@example.ru', null, '', '', '', null, 'treasurer', true, null, true, null, '{}'),
  (9003, 'factor@example.ru', 'x', 'Осторожнова', 'Анна', 'Ильинична', null, 'chairman', true, '2026-11-19T09:00:00Z', false, '\x01', '{1,2,3}'),
  (9004, 'far@example.ru', 'x', 'Далёкова', 'Анна', '', null, 'chairman', true, '2026-11-18T09:00:00Z', false, null, '{1,2,3}');
insert into user_right (user_id, region_id, mo_id, po_id, is_default, role) values (9001, null, 1, null, true, null), (9001, null, null, 2, false, null), (9002, null, null, 1, true, null),
  (9003, null, null, 1, true, 'chairman'), (9003, null, 2, null, false, 'clerk'), (9004, 90, null, null, true, null);
insert into account_past (user_id, until, role, is_active, is_superuser, rights) values (9001, '2026-02-01T09:00:00Z', 'treasurer', true, 0, '[]');
insert into device (user_id, fingerprint, label, status) values (1, 'чужой', 'Firefox, Linux', 'waiting'), (2, 'отказано', '', 'denied');
insert into session (user_id, refresh_hash, mo_id, ip, user_agent, expires_at, ended_at, end_reason, view_as_user_id) values
  (2, '\x9001', 1, '10.0.0.9', null, '2099-01-01', '2026-11-10T09:00:00Z', 'signed_out', null), (1, '\x9002', 1, null, 'Mozilla/5.0', '2099-01-01', null, null, 2);
insert into login_attempt (email_key, ip, ok, at) values ('mo@example.ru', '10.0.0.9', false, '2026-11-19T09:00:00Z');
insert into user_setting (user_id, key, value) values (2, 'density', '"compact"');

-- Garages: one that a load brought and its way back took, archived ones with and without words, restrictions that ended.
insert into garage (id, region_id, mo_id, po_id, section, number, account_no, is_active, archive_reason, archived_at, archive_comment, is_withdrawn) values
  (9010, 1, 1, 1, 'А', '12', '9001009010', false, 'mistake', '2026-03-01T09:00:00Z', 'Отмена загрузки', true),
  (9011, 1, 1, 1, 'А', '45а', '9001009011', false, 'demolished', '2026-03-02T09:00:00Z', 'Снесён по решению собрания', false);
update garage set pib_file_id = (select min(id) from stored_file), pib_number = '7-12', pib_date = '2020-05-05' where id = 2;
insert into ownership (garage_id, profile_id, is_primary, started_on, ended_on, end_reason) values (9010, 1, true, '2024-01-01', null, null), (9011, 2, true, null, '2026-03-02', null);
update ownership set documents_checked = true, owner_initials = 'И. И.', primary_since = '2021-01-01' where id in (select id from ownership where ended_on is null order by id limit 3);
update ownership set start_reason = null, started_on = null where id = (select id from ownership where ended_on is null order by id offset 5 limit 1);
update ownership set is_transit = true where id = (select id from ownership where ended_on is not null order by id limit 1);
insert into primary_period (ownership_id, garage_id, since, until) select id, garage_id, '2020-01-01', '2021-01-01' from ownership where ended_on is null order by id limit 2;
insert into share_period (ownership_id, garage_id, since, until, share_num, share_den) select id, garage_id, '2019-01-01', '2020-01-01', 1, 2 from ownership where ended_on is null order by id limit 2;
insert into garage_restriction (garage_id, region_id, mo_id, po_id, kind, ground, since, until, set_by, lifted_at, lifted_by, lift_ground) values
  (1, 1, 1, 1, 'pledge', 'Договор залога', '2024-01-01', '2025-01-01', null, null, null, null), (1, 1, 1, 1, 'dispute', 'Иск', '2024-01-01', null, 1, '2025-06-01T09:00:00Z', 2, 'Решение суда'),
  (3, 1, 1, 1, 'objection', 'Заявление', '2026-11-01', '2027-01-01', 1, null, null, null);
insert into garage_attention (garage_id, field, title, text_cipher) select 3, 'note', 'Примечание', text_cipher from garage_attention limit 1;

-- People: bounced letters, an organisation, cases of names, addresses that are known, one made anonymous, consents that ended.
update profile set email = 'gone@example.ru', bounced_key = 'gone@example.ru', bounced_at = '2026-10-01T09:00:00Z', bounce_reason = 'Ящика нет' where id = 11;
insert into profile (id, region_id, mo_id, po_id, last_name, kind, inn, phones, phones_key, voa_status_id) values (9010, 1, 1, 1, 'ООО «Ромашка»', 'organisation', '7707083893', '{+79007654321}', '79007654321', 1);
insert into profile (id, region_id, mo_id, po_id, last_name, first_name, is_anonymised) values (9011, 1, 1, 1, 'Уничтожено', '', true);
insert into profile (id, region_id, mo_id, po_id, last_name, first_name, merged_into) values (9012, 1, 1, 1, 'Иванов', 'Двойник', 1);
insert into profile (id, region_id, mo_id, po_id, last_name, first_name, father_name, email, ticket_number, ticket_issued_at, is_voa_member, voa_entry_date, confirmed_at, birthday) values
  (9013, 1, 1, 2, 'Иванова', 'Анна', 'Соседская', 'ivanov@example.ru', '777', '2024-02-02', true, '2020-02-02', '2026-01-01', '1970-02-02');
update profile set name_genitive = 'Иванова Ивана', name_dative = 'Иванову Ивану', name_instrumental = 'Ивановым Иваном',
  registration_fias = '{"fias_id":"c2deb16a-0330-4f05-821f-1d09c93331e6","postal_code":"180000"}' where id = 2;
insert into profile_privilege (profile_id, privilege_id, seria, number, issued_text, issued_on, end_date, is_current, replaced_on) values (3, 2, null, null, null, null, '2024-01-01', false, '2025-05-05');
update consent set revoked_at = '2026-05-05' where id = (select min(id) from consent);
insert into consent (profile_id, kind, doc_no, signed_at, file_id, source, created_by) values (4, 'ads', null, '2026-02-01', (select min(id) from stored_file), 'electronic', 1), (5, 'ads', null, '2026-02-01', null, 'meeting', 1),
  (7, 'ads', null, '2025-02-01', null, 'application', null);
insert into unsubscription (profile_id, kind, channel, source, created_by) values (7, 'news', 'mail', 'letter', null);
insert into unsubscription_lift (profile_id, kind, channel, source, at, created_by, said_on, ground, doc_no, lifted_by) values (7, 'debt', 'sms', 'phone', '2026-01-01T09:00:00Z', 1, '2026-02-01', 'application', null, 1);
insert into processing_demand (profile_id, region_id, mo_id, po_id, kind, on_date, ground, due_on, state, destroy_on, created_by, created_at, withdrawn_by, withdrawn_at, withdraw_reason) values
  (8, 1, 1, 1, 'revoked', '2026-05-01', 'Заявление', '2026-06-01', 'withdrawn', null, null, '2026-05-01T09:00:00Z', 1, '2026-05-10T09:00:00Z', 'Передумал'),
  (9, 1, 1, 1, 'reached', '2026-11-01', 'Заявление', '2026-12-01', 'scheduled', '2026-12-01', 1, '2026-11-01T09:00:00Z', null, null, null);
update profile set restricted_at = '2026-11-01T09:00:00Z' where id = 9;
insert into merge_different (one_id, other_id, decided_by, decided_at) values (3, 4, 1, '2026-05-01T09:00:00Z');
insert into merge_candidate (one_id, other_id, score, parts, found_at) values (5, 6, 80, '[]', '2026-05-01T09:00:00Z'), (3, 4, 90, '[]', '2026-05-01T09:00:00Z'), (10, 9013, 70, '[]', '2026-05-01T09:00:00Z');

-- What was written and taken back.
insert into comment (object_type, object_id, region_id, mo_id, po_id, text, author_id, created_at, edited_at, deleted_at) values
  ('garage', 1, 1, 1, 1, 'Исправлено', 2, '2026-11-01T09:00:00Z', '2026-11-02T09:00:00Z', null), ('garage', 1, 1, 1, 1, 'Удалено', 2, '2026-11-01T09:00:00Z', null, '2026-11-02T09:00:00Z'),
  ('profile', 1, 1, 1, 1, 'Удалено', 1, '2026-11-01T09:00:00Z', null, '2026-11-02T09:00:00Z');
insert into attachment (object_type, object_id, region_id, mo_id, po_id, kind, title, file_id, created_by, deleted_at) values
  ('garage', 1, 1, 1, 1, 'photo', 'Фасад', (select min(id) from stored_file), null, null), ('garage', 1, 1, 1, 1, 'file', 'Убрано', (select min(id) from stored_file), 1, '2026-11-02T09:00:00Z'),
  ('profile', 1, 1, 1, 1, 'file', 'Заявление', (select min(id) from stored_file), 2, null);
insert into background_job (kind, title, user_id, region_id, mo_id, po_id, status, failure, finished_at, started_at, result, can_retry, cancel, cancel_asked_at, capability, summary, done, total, errors) values
  ('registry-export', 'Выгрузка', 2, null, 1, null, 'failed', 'Не хватило места', '2026-11-19T09:10:00Z', '2026-11-19T09:00:00Z', null, true, 'running', null, null, null, 3, 10, 1),
  ('registry-export', 'Выгрузка', 2, null, null, 1, 'queued', null, null, null, null, false, 'queued', null, 3, null, 0, 0, 0),
  ('registry-export', 'Выгрузка', 2, 1, null, null, 'running', null, null, '2026-11-20T08:50:00Z', null, false, 'running', '2026-11-20T08:55:00Z', null, 'Идёт', 3, 10, 0),
  ('registry-export', 'Выгрузка', null, null, 1, null, 'cancelled', null, '2026-11-19T09:10:00Z', null, null, true, 'queued', null, null, null, 0, 0, 0);
insert into news (id, title, body, plain, author_id, region_id, mo_id, po_id, for_all, roles, is_pinned, asks_ack, published_at, withdrawn_at) values
  (90, 'Черновик', '{"v":1,"doc":[]}', 'Черновик', 1, null, 1, null, false, '{}', false, false, null, null), (91, 'Отозвана', '{"v":1,"doc":[]}', 'Отозвана', 1, null, 1, null, false, '{}', false, false, '2026-11-01T09:00:00Z', '2026-11-02T09:00:00Z'),
  (92, 'Всем', '{"v":1,"doc":[]}', 'Всем', 3, 1, null, null, true, '{}', true, true, '2026-11-03T09:00:00Z', null), (93, 'Для ПО', '{"v":1,"doc":[]}', 'Для ПО', 2, null, null, 1, false, '{chairman}', false, true, '2026-11-04T09:00:00Z', null),
  (94, 'Скоро', '{"v":1,"doc":[]}', 'Скоро', 1, null, 1, null, false, '{}', false, false, '2026-12-04T09:00:00Z', null);
insert into news_place (news_id, region_id, mo_id, po_id) values (93, null, null, 1), (91, null, 1, null), (90, null, 1, null), (94, null, 1, null);
insert into news_file (news_id, file_id) select 92, min(id) from stored_file;
insert into news_read (news_id, user_id, read_at, ack_at) values (92, 2, '2026-11-05T09:00:00Z', null), (92, 1, '2026-11-05T09:00:00Z', '2026-11-05T09:01:00Z'), (93, 2, '2026-11-05T09:00:00Z', '2026-11-05T09:02:00Z');
insert into saved_view (user_id, resource, name, state) values (2, 'profiles', 'Без телефона', '{"filter":{"no":["phone"]}}'), (9001, 'garages', 'Прежний', '{}');
insert into task (region_id, mo_id, po_id, list, author_id, assignee_id, due_on, note, created_at, done_at, done_by, done_note, withdrawn_at, kind, object_type, object_id, state) values
  (1, null, null, 'no_phone', 3, 1, '2026-11-25', null, '2026-11-01T09:00:00Z', null, null, null, null, 'list', null, null, 'open'),
  (1, 1, 1, 'no_phone', 1, 2, '2026-10-25', 'Срочно', '2026-10-01T09:00:00Z', '2026-10-20T09:00:00Z', 2, 'Готово', null, 'list', null, null, 'done'),
  (1, 1, 1, null, 2, null, null, 'Исправить номер', '2026-10-01T09:00:00Z', '2026-10-20T09:00:00Z', 1, 'Не подтвердилось', null, 'request', 'garage', 1, 'declined'),
  (1, 1, 1, null, 2, null, null, 'Лишнее', '2026-10-02T09:00:00Z', null, null, null, '2026-10-03T09:00:00Z', 'request', 'garage', 1, 'open');
insert into support_thread (user_id, role, mo_id, status, title, last_seq, asker_seq, staff_seq, waiting_since, answered_at, solved_at, assignee_id) values
  (2, 'clerk', 1, 'solved', 'Прежний вопрос', 2, 2, 1, null, '2026-10-01T10:00:00Z', '2026-10-01T11:00:00Z', 4), (9001, 'clerk', 1, 'taken', 'Вопрос ушедшего', 1, 1, 1, null, '2026-10-01T10:00:00Z', null, 4);
insert into support_event (thread_id, seq, kind, author_id, is_staff, text, client_key, at, file_id) select id, 1, 'message', user_id, false, title, 'прежний ' || id, '2026-10-01T09:00:00Z', (select min(id) from stored_file) from support_thread where status <> 'waiting';
insert into support_event (thread_id, seq, kind, author_id, is_staff, text, client_key, at) select id, 2, 'note', 4, true, 'Между нами', 'заметка ' || id, '2026-10-01T09:30:00Z' from support_thread where status = 'solved';
insert into report (id, region_id, mo_id, po_id, owner_id, name, source, conditions, format, every, on_day, at_hour, skips_empty, is_paused, pause_reason, next_at, is_withdrawn, created_at, updated_at)
  select 90 + nth, 1, case when nth < 2 then 1 end, null, owner, 'Отчёт ' || nth, source, 'Условия', 'pdf', 'week', 1, 8, true, nth = 1, case when nth = 1 then 'Владелец отключён' end, '2026-11-23T05:00:00Z', nth = 0, '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z'
  from (select source from report order by id limit 1) as one, (values (0, 1), (1, 1), (2, 3)) as made(nth, owner);
insert into report_sending (report_id, due_at, user_id, at, reason, row_count) values (91, '2026-11-16T05:00:00Z', 1, '2026-11-16T05:01:00Z', null, 12), (91, '2026-11-09T05:00:00Z', 1, '2026-11-09T05:01:00Z', 'Пусто', 0);
insert into debt_rule (region_id, mo_id, po_id, name, is_on, min_kopecks, min_days, every, on_day, at_hour, template_id, channel, repeat_days, pay_days, enabled_by, last_run_at, last_note, is_withdrawn, created_by)
  select region_id, mo_id, null, made.name, made.is_on, 50000, 30, 'week', 2, 10, template_id, 'both', 30, 14, 1, '2026-11-17T07:00:00Z', 'Ушло 3', not made.is_on, 1
  from (select * from debt_rule order by id limit 1) as one, (values ('Идёт', true), ('Снято', false)) as made(name, is_on);

-- Mailings: by letters, in part; some wait for a word, some are over.
insert into notification (id, region_id, mo_id, po_id, title, kind, status, channel, sms_text, email_text, selection, one_per_person, skip_repeated, created_by, sent_from, started_at, finished_at, people, garages, total, delivered, failed, pause_reason, awaits_approval, approved_by, urgent_reason, skip_template, shown_people, shown_cost_kopecks, shown_empty, shown_typed)
  select 90 + nth, 1, case when nth < 2 then 1 end, case when nth = 0 then 2 end, 'Письма ' || nth, 'news', case nth when 0 then 5 when 1 then 0 else 5 end, 'email', '', '{"v":1,"doc":[]}', selection, false, false, case when nth = 2 then null else 1 end, 'ПО', '2026-11-01T09:00:00Z', case when nth <> 1 then '2026-11-01T10:00:00Z'::timestamptz end, 3, 3, 3, 1, 1, case when nth = 0 then 'Шлюз молчит' end, nth = 1, case when nth = 0 then 3 end, case when nth = 0 then 'Авария на сетях' end, nth = 0, 3, 300, 0, nth = 0
  from (select selection from notification order by id limit 1) as one, generate_series(0, 2) as nth;
insert into notification_file (notification_id, file_id) select 90, min(id) from stored_file;
insert into notification_message (notification_id, receiver, profile_id, user_id, garage_ids, person_name, channel, address, subject, body, html, status, reason, attempt, superseded, handed_at, changed_at, marked_by, handed_on, billed_kopecks) values
  (90, 'p:1', 1, null, '{1}', 'Первый', 'mail', 'one@example.ru', 'Тема', 'Текст', '<p>Текст</p>', 4, null, 1, true, '2026-11-01T09:10:00Z', '2026-11-01T09:11:00Z', null, null, null),
  (90, 'p:1', 1, null, '{1}', 'Первый', 'mail', 'one@example.ru', 'Тема', 'Текст', '<p>Текст</p>', 3, null, 2, false, '2026-11-01T09:20:00Z', '2026-11-01T09:21:00Z', null, null, 250),
  (90, 'p:2', 2, null, '{2}', 'Второй', null, null, null, 'Текст', null, 7, 'нет адреса', 1, false, null, '2026-11-01T09:21:00Z', 2, '2026-11-05', null),
  (90, 'u:2', null, 2, '{}', 'Сотрудник', 'mail', 'po@example.ru', 'Тема', 'Текст', '<p>Текст</p>', 2, null, 1, false, '2026-11-01T09:20:00Z', null, null, null, null);
insert into outbox (recipient, subject, body_text, body_html, sent_at, attempts, failure, next_attempt_at, channel, what, receiver, state, receipt, withdrawn, is_bad_address, billed_kopecks) values
  ('one@example.ru', 'Тема', 'Текст', '<p>Текст</p>', '2026-11-01T09:20:00Z', 1, null, '2026-11-01T09:10:00Z', 'mail', 'notification:90', 'p:1', 'sent', 2, null, false, 250),
  ('bad@example.ru', 'Тема', 'Текст', null, null, 5, '550 нет ящика', '2026-11-01T09:10:00Z', 'mail', 'notification:90', 'p:2', 'failed', null, null, true, null),
  ('two@example.ru', 'Тема', 'Текст', null, null, 1, null, '2026-11-01T09:10:00Z', 'mail', 'notification:90', 'p:3', 'unknown', null, 'отозвано', false, null);
insert into gateway_balance (channel, kopecks, at) values ('sms', 12300, '2026-11-20T08:00:00Z');
insert into bounce_mailbox (address, validity, last_uid) values ('bounces@example.ru', '1', 7);
insert into mail_bounce (outbox_id, recipient_key, is_hard, code, reason, report, at) select id, 'bad@example.ru', true, '5.1.1', 'Ящика нет', 'r1', '2026-11-01T09:30:00Z' from outbox where receiver = 'p:2' and what = 'notification:90';

-- Cases: answers, shares, papers that were given, words of events, one that lasts.
update reregistration set keep_himself = false, debt_answer = 'stays_old', closed_at = last_event_at, archive_no = '12/4' where id in (select id from reregistration where po_id = 1 order by id limit 2);
update reregistration set debt_answer = 'moves_new', papers_given_to = 'Иванов И. И.', papers_given_on = '2026-10-10', reviewer_id = 1 where id in (select id from reregistration where po_id = 1 order by id offset 2 limit 2);
update reregistration_event set user_id = null, comment = 'Само' where id = (select min(id) from reregistration_event);
update reregistration_party set share_num = 1, share_den = 2, is_primary = true where id in (select id from reregistration_party order by id limit 4);
update reregistration_paper set number = '78 АВ 1', on_date = '2026-10-01' where id in (select id from reregistration_paper order by id limit 5);
update reregistration_paper set received_at = null, received_by = null where id in (select id from reregistration_paper order by id desc limit 3);
insert into reregistration_representative (reregistration_id, side, full_name, number, issued_on, notary, valid_until, powers, is_legal, profile_id) select reregistration_id, 'old', 'Опекун Анна Ильинична', 'б/н', '2026-01-01', null, null, null, true, 2 from reregistration_representative limit 1;

-- Papers: given out, scanned, of another form; loads and statements that were withdrawn.
update document set scan_file_id = (select min(id) from stored_file), scan_pages = '{1,2}' where id in (select id from document where po_id = 1 and state = 'valid' order by id limit 2);
update document set received_at = '2026-11-10T09:00:00Z', received_by = 2 where id = (select id from document where po_id = 1 and state = 'valid' order by id limit 1);
update document set printed_by = null where id = (select id from document where po_id = 1 order by id offset 3 limit 1);
insert into document_template (type_id, nth, state, body, created_by, saved_at, in_force_since, region_id, ended_at) values (1, 91, 'past', '{"v":1,"doc":[{"type":"paragraph","content":[{"type":"text","text":"Прежний"}]}]}', 1, '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z', 1, '2026-05-01T09:00:00Z');
insert into import_book (id, region_id, mo_id, file_name, created_by) values (90, 1, 1, 'книга.xlsx', 1);
insert into import_batch (id, region_id, mo_id, po_id, file_name, file_sha256, status, failure, created_by, rolled_back_at, rolled_back_by, book_id, balance_date, finished_at) values
  (90, 1, 1, 1, 'книга.xlsx', 'x', 'rolled_back', null, 1, '2026-06-01T09:00:00Z', 1, 90, null, '2026-05-01T09:00:00Z'), (91, 1, 1, 1, 'битый.xlsx', 'y', 'failed', 'Лист не читается', 1, null, null, null, null, null);
insert into bank_statement (id, region_id, mo_id, po_id, account, file_id, file_name, date_from, date_to, opening_kopecks, closing_kopecks, incoming_kopecks, outgoing_kopecks, created_by, created_at, withdrawn_at, withdrawn_by) select
  90, 1, 1, null, account, min(file_id), 'отозванная.txt', '2026-10-01', '2026-10-02', 0, 500, 500, 0, 1, '2026-10-03T09:00:00Z', '2026-10-04T09:00:00Z', 1 from bank_statement group by account limit 1;
insert into bank_row (statement_id, nth, region_id, mo_id, po_id, kind, hash, on_date, doc_date, number, amount_kopecks, payer, purpose, certainty, assigned_by, is_skipped, note) select
  id, 90 + nth, region_id, mo_id, case when nth < 3 then 1 end, case when nth = 1 then 'outgoing' when nth = 3 then 'withdrawn' else 'incoming' end, 'прежняя ' || nth, '2026-11-10', '2026-11-10', 'п' || nth, 500 + nth, 'Иванов', 'Возврат', 'none', 2, nth = 0, 'Не наше'
  from bank_statement, generate_series(0, 4) as nth where id = (select min(id) from bank_statement);
insert into bank_layout (mo_id, po_id, signature, layout, used_at) values (1, null, 'дата;сумма', '{}', '2026-05-01T09:00:00Z');
insert into cash_day (region_id, mo_id, po_id, on_date, payments, amount_kopecks, closed_by, closed_at, reopened_by, reopened_at, reopen_reason) values
  (1, 1, 1, '2024-05-15', 2, 100, 2, '2024-05-15T15:00:00Z', 1, '2024-05-16T09:00:00Z', 'Ошибка'), (1, 1, 1, '2024-05-14', 1, 50, null, '2024-05-14T15:00:00Z', null, null, null);
update checked_list set checked_by = 3, checked_at = '2026-11-19T09:00:00Z';
insert into night_proof (what, at, faults) values ('log', '2026-11-20T00:30:00Z', 0), ('ledger', '2026-11-20T00:30:00Z', 2);
insert into due_moment (what, object, due_at, state, failure, done_at, decided_by) values ('report.send', '91@2026-11-16T05:00:00.000Z', '2026-11-16T05:00:00Z', 'done', null, '2026-11-16T05:01:00Z', null), ('report.send', '92@2026-11-16T05:00:00.000Z', '2026-11-16T05:00:00Z', 'asks', 'Опоздало', null, null),
  ('report.send', '90@2026-11-16T05:00:00.000Z', '2026-11-16T05:00:00Z', 'failed', 'Нет связи', null, 1);
insert into merge_record (survivor_id, merged_id, choices, sealed_cards, had, merged_by, merged_at, until, undone_by, undone_at) values
  (1, 9012, '{}', null, '{}', 3, '2026-01-10T09:00:00Z', '2026-02-10T09:00:00Z', null, null), (2, 9013, '{}', null, '{}', 3, '2026-11-10T09:00:00Z', '2026-12-10T09:00:00Z', 3, '2026-11-11T09:00:00Z');
insert into meter_reading (operation_id, garage_id, accrual_type_id, on_date, previous, current) select id, garage_id, accrual_type_id, on_date, 100, 150.5 from balance_operation where po_id = 1 and sign < 0 and payment_type_id is null order by id limit 1;

-- What is rarer still: parts and registries of bank rows, copies of papers, acts of destruction, handovers decided, runs over addresses.
update bank_row set has_registry = true where id = (select min(id) from bank_row where kind = 'outgoing');
insert into bank_row (statement_id, parent_id, nth, region_id, mo_id, po_id, kind, hash, on_date, doc_date, number, amount_kopecks, payer, purpose, certainty) select
  statement_id, id, 95, region_id, mo_id, po_id, 'incoming', 'часть реестра', on_date, doc_date, 'ч1', 250, 'Петров', 'Часть', 'none' from bank_row where has_registry;
update bank_row set contribution_id = (select max(id) from contribution where po_id = 1 and kind = 'payment') where hash = 'прежняя 4';
insert into bank_row_document (contribution_id, row_id) select contribution_id, id from bank_row where contribution_id is not null;
insert into bank_layout (mo_id, po_id, signature, layout, used_at) values (1, 1, 'дата;сумма;плательщик', '{}', '2026-06-01T09:00:00Z');
update debt_rule set late_at = '2026-11-16T07:00:00Z', shown_people = 3, shown_cost_kopecks = 300, shown_typed = true where name = 'Идёт';
update document set batch_nth = 1, template_region_id = 1 where id = (select id from document where po_id = 1 and state = 'valid' order by id offset 4 limit 1);
update document set scan_of = (select min(id) from document where po_id = 1 and state = 'valid') where id = (select id from document where po_id = 1 and state = 'valid' order by id offset 5 limit 1);
insert into document_template (type_id, nth, state, body, created_by, saved_at) values (7, 91, 'draft', '{"v":1,"doc":[{"type":"paragraph","content":[{"type":"text","text":"Черновик"}]}]}', null, '2026-11-01T09:00:00Z');
insert into handover (region_id, mo_id, po_id, on_date, state, last_name, first_name, email, phone, figures, asked_at, decided_by, decided_at, decline_reason, new_user_id) values
  (1, 1, 1, '2025-11-01', 'confirmed', 'Прежний', 'Пётр', 'before@example.ru', '+79005551111', '[]', '2025-10-20T09:00:00Z', 1, '2025-10-21T09:00:00Z', null, 2), (1, 1, 2, '2025-12-01', 'declined', 'Несостоявшийся', 'Пётр', 'never@example.ru', null, '[]', '2025-11-20T09:00:00Z', 1, '2025-11-21T09:00:00Z', 'Нет протокола', null);
insert into destruction (profile_id, act_no, at, ground, counts, done_by, operator, kept) values (9011, '1', '2026-04-01T09:00:00Z', 'Заявление', '{"Гаражи":1,"Заметки":2}', 1, 'МО', '[]');
insert into import_effect (batch_id, row_no, table_name, row_id, before) values (90, 2, 'garage', 1, '{"note":"было"}');
insert into line_person (line_id, profile_id, merge_id) select (select max(id) from balance_operation), 1, min(id) from merge_record;
insert into page_visit (user_id, page, at) values (2, 'news', '2026-11-02T09:00:00Z'), (1, 'tutorials', '2026-11-02T09:00:00Z');
insert into tutorial_read (tutorial_id, user_id, read_at, helped) select min(id), 2, '2026-11-02T09:00:00Z'::timestamptz, false from tutorial union all select max(id), 1, '2026-11-02T09:00:00Z', null from tutorial;
insert into po_picture (po_id, kind, file_id, set_by, set_at) select 2, kind, min(id), case when kind = 'stamp' then 1 end, '2026-05-05T09:00:00Z'::timestamptz from stored_file, (values ('signature'), ('stamp')) as made(kind) group by kind;
update po set (signature_file_id, stamp_file_id) = (select min(id), min(id) from stored_file) where id = 2;
insert into region (id, name, is_active, mailing_enabled) values (91, 'Упразднённый регион', false, false);
update region set (kpp, bank_name, bik, account, corr_account) = (select '690101003', bank_name, bik, account, corr_account from po where id = 1), payee_name = 'Регион', chairman_phone = '+79005550003',
  chairman_email = 'region-chief@example.ru', treasurer_name = 'Счетова О. О.' where id = 1;
update report_sending set outbox_id = (select min(id) from outbox), file_id = (select min(id) from stored_file) where reason is null;
update reregistration set annul_asked_by = 2, annul_asked_reason = 'Ошиблись гаражом' where id = (select min(id) from reregistration where po_id = 1 and status = 3);
update reregistration set repeats_id = (select min(id) from reregistration where po_id = 1 and status = 4) where id = (select max(id) from reregistration where po_id = 1 and status in (0, 1, 2));
update reregistration set planned_at = '2026-11-25T06:00:00Z', planned_by = 1, plan_failure = 'Нет взноса' where id = (select min(id) from reregistration where po_id = 1 and status = 2);
update reregistration_paper set file_id = (select min(id) from stored_file) where id = (select min(id) from reregistration_paper);
insert into sms_receipt (gateway_id, forms, status, at) values ('неизвестное', '{}', 2, '2026-11-19T09:00:00Z');
update stat_pin set conditions = 'С 1 января' where id = (select min(id) from stat_pin);
update stored_file set thumb_file_id = (select min(id) from stored_file) where id = (select max(id) from stored_file);
update support_thread set consent_until = '2026-11-30T09:00:00Z', context = '{"page":"/garages","screen":"1280×800","refusals":[]}' where status = 'taken';
update unsubscription_lift set doc_no = '7';
insert into unsubscription_lift (profile_id, kind, channel, source, at, said_on, ground) values (8, 'news', 'mail', 'letter', '2026-01-02T09:00:00Z', '2026-02-02', 'mistake');
insert into mail_bounce (outbox_id, recipient_key, is_hard, code, reason, report, at) select id, 'two@example.ru', false, null, 'Ящик полон', 'r2', '2026-11-02T09:30:00Z' from outbox where receiver = 'p:3' and what = 'notification:90';
insert into merge_different (one_id, other_id, decided_by, decided_at) values (10, 12, null, '2026-05-02T09:00:00Z');
insert into account_past (user_id, until, role, is_active, is_superuser, rights) values (9003, '2026-02-01T09:00:00Z', 'clerk', false, 0, '[]');
update notification set rule_id = (select min(id) from debt_rule), rule_run_at = '2026-11-17T07:00:00Z', asked_who = 'Казначеева О. О.' where id = 91;
update outbox set billed_kopecks = 100, receipt_asked_at = '2026-11-02T09:00:00Z' where receiver = 'p:3' and what = 'notification:90';
update background_job set file_id = (select min(id) from stored_file), file_until = '2026-12-01T09:00:00Z' where status = 'failed';
insert into background_job (kind, title, user_id, mo_id, status, finished_at, started_at, result, file_id, file_until, summary) select 'registry-export', 'Готовая выгрузка', 2, null, 'done', '2026-11-19T09:10:00Z', '2026-11-19T09:00:00Z', '{}', min(id), '2026-12-01T09:00:00Z', 'Строк: 12' from stored_file;
insert into address_run (id, region_id, mo_id, po_id, which, source, apply_sure, price_kopecks, asked, created_by, created_at, only_new) values (90, null, 1, null, 'both', 'dictionary', true, 0, 3, 1, '2026-10-01T09:00:00Z', true), (91, null, null, 1, 'actual', 'service', false, 20, 1, null, '2026-10-02T09:00:00Z', false);
insert into address_variant (run_id, was, becomes, quality, remark, is_postal, state, decided_by, decided_at) values (90, 'псков мира 5', 'г Псков, ул Мира, д 5', 'sure', null, true, 'applied', 1, '2026-10-01T10:00:00Z'), (90, 'где-то', null, 'garbage', 'Не адрес', null, 'waiting', null, null),
  (90, 'псков ленина', 'г Псков, ул Ленина', 'leftovers', 'Лишнее: дом', false, 'skipped', 1, '2026-10-01T10:00:00Z'), (91, 'псков мира 7', 'г Псков, ул Мира, д 7', 'variants', null, true, 'returned', 2, '2026-10-02T10:00:00Z');
insert into address_card (variant_id, profile_id, field, is_changed) select id, 10 + row_number() over (order by id), case when state = 'applied' then 'registration' else 'actual' end, state = 'applied' from address_variant;
