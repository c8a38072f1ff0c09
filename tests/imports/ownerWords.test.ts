// Words of an owner's cell: who is a person though a firm stands beside him, and what only sounds like one.
import { expect, it } from 'vitest';
import { readOwnerCell } from '../../server/imports/rules/ownerWords.ts';

it.each([
  ['ИП Иванов Иван Ильич', 'people'],
  ['ИП Иванов Иван Ильич, автошкола', 'people'],
  ['Индивидуальный предприниматель Иванов Иван Ильич, фирма «Луч»', 'people'],
  ['Ипатов Иван Ильич', 'people'],
  ['ООО «Луч»', 'organisation'],
  ['Ипатов, фирма', 'organisation'],
])('«%s»: %s', (text, kind) => expect(readOwnerCell(text).kind).toBe(kind));
