// Fields of the kinds of papers.
import { defineFields } from '../kernel/fields.ts';

export const dateModes = { day: 'день', period: 'период' } as const;

export const documentKindFields = defineFields({
  name: { label: 'Название', kind: 'text', column: 'name', logged: 'value', max: 80 },
  sort: { label: 'Порядок', kind: 'number', column: 'sort', logged: 'value' },
  is_po_specific: { label: 'Выбор ПО', kind: 'flag', column: 'is_po_specific', logged: 'value' },
  is_manual_numerated: { label: 'Номер вручную', kind: 'flag', column: 'is_manual_numerated', logged: 'value' },
  date_mode: { label: 'Дата', kind: 'choice', column: 'date_mode', logged: 'value', words: dateModes },
  warns_of_repeat: { label: 'Предупреждать о повторе', kind: 'flag', column: 'warns_of_repeat', logged: 'value' },
  is_personal: { label: 'Только с правом «Ведение реестра»', kind: 'flag', column: 'is_personal', logged: 'value' },
  levels: { label: 'Уровни', kind: 'text', column: 'levels', logged: 'name' },
  contexts: { label: 'Где печатают', kind: 'text', column: 'contexts', logged: 'name' },
  is_active: { label: 'Используется', kind: 'flag', column: 'is_active', logged: 'value' },
});
