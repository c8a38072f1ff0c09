// States of the membership in ВОА that rules know by their numbers; all of them are rows of the reference.

/** «Умер»: from the day and by the paper of the line in the history. */
export const DEAD = 8;
