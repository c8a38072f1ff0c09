// The refusal of a file of the bank that can not be taken.

/** Thrown instead of returning a file; `message` is Russian and is shown to the person as it is. */
export class StatementProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StatementProblem';
  }
}
