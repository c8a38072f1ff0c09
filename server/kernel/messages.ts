// What is wrong with a field, in Russian: one table for every schema that says nothing of its own.
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const ofType: Record<string, string> = {
  string: 'Введите текст',
  number: 'Введите число',
  int: 'Введите целое число',
  boolean: 'Выберите «да» или «нет»',
  date: 'Введите дату',
  array: 'Ожидается список',
  tuple: 'Ожидается список',
  object: 'Заполните поля',
  record: 'Заполните поля',
  null: 'Оставьте поле пустым',
};
const ofFormat: Record<string, string> = {
  email: 'Неверный адрес e-mail',
  uuid: 'Неверный ключ',
  guid: 'Неверный ключ',
  url: 'Неверный адрес страницы',
  date: 'Введите корректную дату',
  datetime: 'Введите корректные дату и время',
};
const EMPTY = 'Заполните поле';
const WRONG = 'Неверное значение';

const units: Record<string, [string, string, string]> = {
  string: ['знака', 'знаков', 'знаков'],
  array: ['значения', 'значений', 'значений'],
  set: ['значения', 'значений', 'значений'],
};
/** Genitive of a number: «1 знака», «21 знака», «5 знаков». */
const counted = (n: number | bigint, origin: string) => {
  const [one, , many] = units[origin]!;
  const isOne = Number(n) % 10 === 1 && Number(n) % 100 !== 11;
  return `${n} ${isOne ? one : many}`;
};

/** The text of an issue; every code of the library has one. */
export function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? EMPTY : (ofType[issue.expected] ?? WRONG);
    case 'too_big':
      if (issue.origin in units) return `Не больше ${counted(issue.maximum, issue.origin)}`;
      return issue.inclusive === false ? `Должно быть меньше ${issue.maximum}` : `Не больше ${issue.maximum}`;
    case 'too_small':
      if (issue.origin in units)
        return issue.minimum === 1 ? EMPTY : `Не меньше ${counted(issue.minimum, issue.origin)}`;
      return issue.inclusive === false ? `Должно быть больше ${issue.minimum}` : `Не меньше ${issue.minimum}`;
    case 'invalid_format':
      return ofFormat[issue.format] ?? WRONG;
    case 'not_multiple_of':
      return `Должно делиться на ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Неизвестное поле: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? EMPTY : 'Выберите значение из списка';
    case 'invalid_key':
      return 'Неверное имя поля';
    case 'invalid_union':
      return issue.input === undefined || issue.input === null ? EMPTY : WRONG;
    case 'invalid_element':
    case 'custom':
      return WRONG;
  }
}

/** Makes the table the voice of all schemas of the process. */
export const speakRussian = (): void => void z.config({ customError: messageOf });
