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
