// What a charge answers, and what a run adds to its transaction.
import type { AccrualAnswer } from '../../../contract/books.ts';
import type { Write } from '../../kernel/act.ts';

/** What was done by a charge, or by its undoing. */
export type Charged = Omit<AccrualAnswer, 'isRepeat'>;

/** What else a run does in the transaction of its posting. */
export type Finish = (write: Write, charged: Charged) => Promise<void>;
