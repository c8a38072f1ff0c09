-- Reference lists with their stable ids; an administrator may add to them.
insert into garage_type (id, name, is_capital, has_size, sort) values
  (1, 'Кирпич', true, true, 1), (2, 'Металл', false, true, 2), (3, 'Железобетон', true, true, 3), (4, 'Пено-/газобетон', true, true, 4),
  (5, 'Дерево', false, true, 5), (6, 'Комбинированный', true, true, 6), (7, 'Бокс в здании', true, true, 7), (8, 'Машино-место', false, false, 8),
  (9, '«Ракушка»/тент', false, true, 9), (10, 'Открытое место', false, false, 10), (99, 'Иное', false, true, 99);
insert into privilege (id, name, is_health, needs_certificate, discount_percent, sort) values
  (0, 'Нет', false, false, 0, 0), (1, 'Участник/инвалид ВОВ', false, true, 100, 1), (2, 'Житель блокадного города', false, true, 50, 2),
  (3, 'Инвалид I гр.', true, true, 50, 3), (4, 'Инвалид II гр.', true, true, 50, 4), (5, 'Инвалид III гр.', true, true, 30, 5),
  (6, 'Семья с ребёнком-инвалидом', true, true, 50, 6), (7, 'Ветеран боевых действий', false, true, 50, 7), (8, 'Ветеран труда', false, true, 50, 8),
  (9, 'Ветеран военной службы', false, true, 50, 9), (10, 'Многодетная семья', false, true, 50, 10), (11, 'Ликвидатор/пострадавший ЧАЭС', false, true, 50, 11),
  (12, 'Пенсионер', false, true, 50, 12), (13, 'Участник СВО / член семьи', false, true, 50, 13), (14, 'Герой, полный кавалер', false, true, 100, 14),
  (15, 'Ветеран ВОА', false, true, 50, 15), (16, 'Актив ПО', false, false, 50, 16), (99, 'Иная', false, true, 0, 99);
insert into voa_status (id, name, is_member, sort) values
  (1, 'Не член', false, 1), (2, 'Кандидат (заявление подано)', false, 2), (3, 'Член ВОА', true, 3), (4, 'Членство приостановлено', true, 4),
  (5, 'Вышел', false, 5), (6, 'Исключён', false, 6), (7, 'Ветеран/почётный член', true, 7), (8, 'Умер', false, 8);
insert into accrual_type (id, name, unit, period, privilege_applies, penalty_applies, is_service, sort) values
  (1, 'Членский годовой взнос', 'garage', 'year', true, true, false, 1), (2, 'Вступительный', 'person', 'once', false, false, false, 2),
  (3, 'Целевой', 'garage', 'once', false, true, false, 3), (4, 'Содержание КАС', 'garage', 'year', false, true, false, 4),
  (5, 'Земля (аренда/налог)', 'm2', 'year', false, true, false, 5), (6, 'Электроэнергия', 'kwh', 'month', false, true, false, 6),
  (7, 'Охрана', 'garage', 'month', false, true, false, 7), (8, 'Вывоз мусора', 'garage', 'year', false, true, false, 8),
  (9, 'Ремонт и уборка проездов', 'garage', 'once', false, true, false, 9), (10, 'За переоформление', 'garage', 'once', false, false, false, 10),
  (11, 'Пени', 'garage', 'once', false, false, false, 11), (12, 'Паевой', 'person', 'once', false, false, false, 12),
  (13, 'Бланки/билет', 'person', 'once', false, false, true, 13), (14, 'Судебные расходы', 'garage', 'once', false, false, false, 14),
  (15, 'Входящее сальдо', 'garage', 'once', false, false, false, 15), (99, 'Прочее', 'garage', 'once', false, false, false, 99);
insert into payment_type (id, name, sign, sort) values
  (1, 'Касса', 1, 1), (2, 'Банк (расчётный счёт)', 1, 2), (3, 'Терминал (карта)', 1, 3), (4, 'СБП / онлайн', 1, 4), (5, 'Зачёт', 1, 5),
  (6, 'Корректировка', 1, 6), (7, 'Возврат', -1, 7), (8, 'Списание безнадёжного долга', 1, 8), (9, 'Перенос остатка', 1, 9);
insert into privacy_policy (version, approved_at, review_due, body) values (1, '2026-01-15', '2029-01-15',
  'Оператор обрабатывает персональные данные владельцев гаражей и членов общества для ведения реестра, расчёта взносов и оповещения.' || E'\n\n' ||
  'Состав данных: фамилия, имя, отчество, дата рождения, паспортные данные, адреса, телефоны, электронная почта, сведения о льготах и членстве.' || E'\n\n' ||
  'Сведения о здоровье обрабатываются только при письменном согласии. Паспортные данные хранятся в зашифрованном виде, каждый просмотр записывается в журнал действий.' || E'\n\n' ||
  'Данные хранятся на серверах в Российской Федерации и не передаются третьим лицам, кроме случаев, установленных законом. Срок хранения после выбытия последнего гаража: пять лет.' || E'\n\n' ||
  'Запросы о своих данных направляйте по адресу поддержки; ответ даётся в течение десяти рабочих дней.');
