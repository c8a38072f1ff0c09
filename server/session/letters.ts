// Letters about accounts, as they are read: what happened, what the link does, what to do when it was not you.
import type { Letter } from '../ports/outbox.ts';

const PRODUCT = '«Реестр гаражей»';
type Text = Omit<Letter, 'to'>;

export const inviteLetter = (by: string, organisation: string, address: string): Text => ({
  subject: `Приглашение в ${PRODUCT}`,
  text: `${by} приглашает вас работать в системе ${PRODUCT}.\nОрганизация: ${organisation}\n\nЧтобы задать пароль и войти, откройте ссылку в течение семи дней:\n${address}\n\nЕсли вы не ждали приглашения, ничего делать не нужно.`,
});

export const inviteExpiredLetter = (): Text => ({
  subject: 'Срок приглашения истёк',
  text: `Пароль для входа в ${PRODUCT} ещё не задан, а срок вашего приглашения истёк. Попросите новое приглашение у того, кто вас приглашал.`,
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

export const oldEmailLetter = ({ confirm, deny }: { confirm: string; deny: string }): Text => ({
  subject: 'Смена почты',
  text: `Из вашего сеанса просят сменить почту для входа в «Реестр гаражей».\n\nЭто вы — подтвердите и назовите новый адрес в течение суток:\n${confirm}\n\nЭто не вы — отклоните и смените пароль:\n${deny}\n`,
});

export const newEmailLetter = (address: string): Text => ({
  subject: 'Подтвердите новую почту',
  text: `Чтобы входить в «Реестр гаражей» с этим адресом, откройте ссылку в течение суток:\n${address}\n\nЕсли вы об этом не просили, ничего делать не нужно.`,
});

export const emailTakenLetter = (): Text => ({
  subject: 'Этот адрес уже занят',
  text: 'Кто-то хотел входить в «Реестр гаражей» с этим адресом, но с ним уже есть учётная запись. Если это были вы, войдите с этим адресом или задайте новый пароль.',
});

export const emailChangedLetter = (to: string): Text => ({
  subject: 'Почта для входа изменена',
  text: `Теперь вход в «Реестр гаражей» — с адресом ${to}. Если это были не вы, сообщите администратору.`,
});

export const passwordLetter = (): Text => ({
  subject: 'Пароль изменён',
  text: 'Пароль для входа в «Реестр гаражей» изменён, сеансы на других устройствах завершены. Если это были не вы, задайте новый пароль на странице входа.',
});

export const sessionStolenLetter = (reason: string, ip: string, at: Date): Text => ({
  subject: 'Сеанс завершён: его ключ был использован дважды',
  text: `Ваш сеанс в «Реестре гаражей» завершён: ${reason}.\nАдрес: ${ip}\nВремя: ${moment(at)} МСК\n\nТак бывает, когда ключ сеанса скопировали. Если это были не вы, смените пароль и посмотрите список своих сеансов.`,
});

export const factorLetter = (isOn: boolean): Text => ({
  subject: isOn ? 'Второй фактор включён' : 'Второй фактор выключен',
  text: `${isOn ? 'Теперь при входе в «Реестр гаражей» спрашивается код из приложения на телефоне.' : 'При входе в «Реестр гаражей» больше не спрашивается код из приложения.'} Если это были не вы, смените пароль.`,
});

export const recoveryUsedLetter = (left: number): Text => ({
  subject: 'Вход по резервному коду',
  text: `В «Реестр гаражей» вошли по резервному коду. Осталось кодов: ${left}. Если это были не вы, смените пароль и выдайте новые коды.`,
});

const moment = (at: Date) =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Moscow' }).format(at);
