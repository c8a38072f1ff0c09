// A small ledger in memory: documents with lines, what is undone, sums by every level. Knows nothing of the real one.

export interface Place {
  region: number;
  mo: number;
  po: number;
}
export interface RefGarage extends Place {
  id: number;
  balance: number;
  /** Present owners, the primary one first. */
  owners: number[];
  /** Whose it was until today: garages change hands on the last day of the soak's calendar. */
  first: number;
  /** Those to whom a debt was left when they went. */
  formers: Set<number>;
}
export interface RefLine {
  garage: number;
  owner: number;
  sign: 1 | -1;
  amount: number;
  type: number | null;
  year: number;
  isUndone: boolean;
  /** Number in the real ledger, where the answer tells it. */
  id: number | null;
}
export type RefKind = 'charge' | 'payment' | 'offset' | 'special' | 'penalty' | 'reversal';
export interface RefDocument {
  id: number;
  kind: RefKind;
  /** Who entered it, by number of the user. */
  author: number;
  /** At which level: a ПО may not undo what its МО charged. */
  level: 'po' | 'mo';
  mo: number;
  lines: RefLine[];
}

export class Reference {
  readonly garages = new Map<number, RefGarage>();
  readonly documents = new Map<number, RefDocument>();
  /** Charges that stand, by garage, type and year. */
  private readonly charged = new Map<string, number>();

  add(garage: Omit<RefGarage, 'balance' | 'first' | 'formers'>): void {
    this.garages.set(garage.id, { ...garage, balance: 0, first: garage.owners[0]!, formers: new Set() });
  }

  isCharged(garage: number, type: number, year: number): boolean {
    return (this.charged.get(`${garage} ${type} ${year}`) ?? 0) > 0;
  }

  post(document: RefDocument): void {
    this.documents.set(document.id, document);
    for (const line of document.lines) this.count(document, line, 1);
  }

  /** Undoes what stands of a document by a reversal of its own; answers the sum of the lines. */
  undo(document: RefDocument, reversal: number, author: number, only?: RefLine): number {
    const open = document.lines.filter((line) => !line.isUndone && (!only || line === only));
    for (const line of open) {
      this.count(document, line, -1);
      line.isUndone = true;
    }
    this.documents.set(reversal, { ...document, id: reversal, kind: 'reversal', author, lines: [] });
    return open.reduce((sum, line) => sum + line.amount, 0);
  }

  /** Penalties that stand. */
  penalties(): RefLine[] {
    const documents = [...this.documents.values()].filter(({ kind }) => kind === 'penalty');
    return documents.flatMap(({ lines }) => lines.filter((line) => !line.isUndone));
  }

  /** Penalties that went with the charge they stood on, or lost their ground. */
  undoPenalties(gone: ReadonlySet<number>): void {
    for (const document of this.documents.values())
      if (document.kind === 'penalty')
        for (const line of document.lines)
          if (!line.isUndone && gone.has(line.id!)) {
            this.count(document, line, -1);
            line.isUndone = true;
          }
  }

  private count(document: RefDocument, line: RefLine, times: 1 | -1): void {
    this.garages.get(line.garage)!.balance += times * line.sign * line.amount;
    if (document.kind !== 'charge') return;
    const key = `${line.garage} ${line.type} ${line.year}`;
    this.charged.set(key, (this.charged.get(key) ?? 0) + times);
  }

  /** Sums of balances by a level. */
  sums(level: keyof Place): Map<number, number> {
    const sums = new Map<number, number>();
    for (const garage of this.garages.values())
      sums.set(garage[level], (sums.get(garage[level]) ?? 0) + garage.balance);
    return sums;
  }

  /** What stands, by the person it was entered for. */
  byOwner(): Map<number, number> {
    const sums = new Map<number, number>();
    for (const { lines } of this.documents.values())
      for (const line of lines)
        if (!line.isUndone) sums.set(line.owner, (sums.get(line.owner) ?? 0) + line.sign * line.amount);
    return sums;
  }
}
