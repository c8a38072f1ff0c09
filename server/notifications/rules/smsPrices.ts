// What a part of an SMS costs: the longest beginning of a number that the list knows.

/** A line of the list: «+7911», kopecks a part. */
export interface SmsPrice {
  prefix: string;
  kopecks: number;
}

export class SmsPrices {
  /** So much of a number tells its price. */
  readonly length: number;
  private readonly byPrefix: ReadonlyMap<string, number>;
  private readonly known = new Map<string, number>();

  constructor(rows: readonly SmsPrice[]) {
    this.byPrefix = new Map(rows.map(({ prefix, kopecks }) => [prefix, kopecks]));
    this.length = rows.reduce((most, { prefix }) => Math.max(most, prefix.length), 0);
  }

  /** Kopecks for a part to a number, or to what it begins with; 0 without a number. */
  of(phone: string | null): number {
    if (!phone) return 0;
    const start = phone.slice(0, this.length);
    let price = this.known.get(start);
    if (price === undefined) this.known.set(start, (price = this.longest(start)));
    return price;
  }

  private longest(start: string): number {
    for (let length = start.length; length > 0; length -= 1) {
      const price = this.byPrefix.get(start.slice(0, length));
      if (price !== undefined) return price;
    }
    return 0;
  }
}
