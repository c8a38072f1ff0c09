// What is chosen on the page of the check beside the mailing itself.
/** Choices that are made here and sent with the mailing. */
export interface Choices {
  /** SMS wait for the morning, everything does, or they go at night for a reason. */
  night: 'sms' | 'all' | 'urgent';
  reason: string;
  /** Moment by the clock of Moscow, as `datetime-local` writes it; empty: now. */
  later: string;
  typed: string;
  /** So many people with an empty value were seen and let pass. */
  emptySeen: number | null;
}
