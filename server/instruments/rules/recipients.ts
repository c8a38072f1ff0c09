// Whom personal data are given to outside, by what this installation has set.
import type { Settings } from '../../kernel/settings.ts';

/** Services that get data of people, each with what it gets. */
export const recipientsOf = (
  settings: Pick<Settings, 'SMTP_URL' | 'SMS_URL' | 'ADDRESS_SERVICE_URL' | 'ADDRESS_CLEANER_URL'>,
): string[] => [
  ...(settings.SMTP_URL ? ['Почтовая служба: адрес e-mail и текст письма'] : []),
  ...(settings.SMS_URL ? ['Шлюз SMS: телефон и текст сообщения'] : []),
  ...(settings.ADDRESS_SERVICE_URL || settings.ADDRESS_CLEANER_URL ? ['Служба адресов: адрес без имени'] : []),
];
