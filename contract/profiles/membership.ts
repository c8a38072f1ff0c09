// The membership in ВОА: states that rules know by their numbers (all of them are rows of the reference), the age of entry.
import { OF_AGE, plusYears } from '../kernel/ages.ts';

/** «Умер»: from the day and by the paper of the line in the history. */
export const DEAD = 8;

/** Entered before the eighteenth birthday; that day itself is well. Both days `YYYY-MM-DD`. */
export const isEnteredTooYoung = (birthday: string, entry: string): boolean => entry < plusYears(birthday, OF_AGE);
