// The word of a message says what became of it: who was skipped is not called unsubscribed.
import { expect, it } from 'vitest';
import { isLeftOut, messageFate } from '../../contract/notifications/fates.ts';

it('who was left out is told why, an unsubscribed one and every sent one by the status', () => {
  expect(messageFate(9, 'repeated')).toBe('Не отправлено: уже писали за сутки');
  expect(messageFate(9, 'trial')).toBe('Не отправлено: пробный режим');
  expect(messageFate(9, 'had_template')).toBe('Не отправлено: уже получил этот шаблон');
  expect(messageFate(9, 'former')).toBe('Не отправлено: связь с вашей организацией прекращена');
  expect(messageFate(7, 'deceased')).toBe('Не отправлено: умер');
  expect(messageFate(9, null)).toBe('Отписан/запрет у оператора');
  expect(messageFate(9, 'unsubscribed')).toBe('Отписан/запрет у оператора');
  expect(messageFate(7, 'bounced')).toBe('Нет контакта');
  expect(messageFate(10, 'отмечено вручную')).toBe('Вручено на бумаге');
  expect(messageFate(4, 'repeated')).toBe('Не доставлено');
  expect([isLeftOut(9, 'trial'), isLeftOut(9, null), isLeftOut(2, 'trial')]).toEqual([true, false, false]);
});
