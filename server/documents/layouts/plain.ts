// A kind that people made: nothing but its text in the frame.
import { richLines } from '../paper/richLines.ts';
import { chairman, type Layout } from './layout.ts';

export const plain: Layout = {
  code: 'plain',
  frame: 'letter',
  text: richLines(`
    # ДОКУМЕНТ
    Выдан {ФИОкому}.`),
  signatures: (facts) => [chairman(facts)],
};
