// Letters about accounts, as they are read: what happened, what the link does, what to do when it was not you.
import type { Letter } from '../ports/mailer.ts';

const PRODUCT = '«Реестр гаражей»';
type Text = Omit<Letter, 'to'>;

export const inviteLetter = (by: string, organisation: string, address: string): Text => ({
  subject: `Приглашение в ${PRODUCT}`,
  text: `${by} приглашает вас работать в системе ${PRODUCT}.\nОрганизация: ${organisation}\n\nЧтобы задать пароль и войти, откройте ссылку в течение семи дней:\n${address}\n\nЕсли вы не ждали приглашения, ничего делать не нужно.`,
});

export const resetLetter = (address: string): Text => ({
  subject: `Новый пароль для «Реестра гаражей»`,
  text: `Чтобы задать новый пароль, откройте ссылку в течение часа:\n${address}\n\nЕсли вы об этом не просили, ничего делать не нужно: пароль останется прежним.`,
});

interface NewDevice {
  device: string;
  ip: string;
  at: Date;
  confirm: string;
  deny: string;
}
export const newDeviceLetter = ({ device, ip, at, confirm, deny }: NewDevice): Text => ({
  subject: 'Вход с нового устройства',
  text: `Кто-то входит в «Реестр гаражей» с вашей почтой и паролем.\nУстройство: ${device}\nАдрес: ${ip}\nВремя: ${moment(at)} МСК\n\nЭто вы — подтвердите вход в течение часа:\n${confirm}\n\nЭто не вы — отклоните вход и смените пароль:\n${deny}\n`,
});

const moment = (at: Date) =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Moscow' }).format(at);
