-- Ready texts begin with the word of the association's form: a ГСК does not write as ВОА.
update message_template set sms_text = replace(replace(sms_text, 'ВОА {ПО}:', '{ОтКого}:'), 'ВОА: собрание {ПО} ', '{ОтКого}: собрание ')
  where region_id is null and sms_text like 'ВОА%';
