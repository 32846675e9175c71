/** The part of its price that a request pays. */
export interface PaymentTerms {
  /** Whether nothing is paid: metering is off, the key is one for tests, or the same request was paid for before. */
  readonly isFree: boolean;
  /** The credits that the same request has paid before. */
  readonly paidCredits: number;
}

/** Returns what is paid for work that costs `credits`. */
export const amountDue = ({ isFree, paidCredits }: PaymentTerms, credits: number): number =>
  isFree ? 0 : Math.max(0, credits - paidCredits);
