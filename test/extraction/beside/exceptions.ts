/** A document in which others read text that this service does not deliver, by rule. */
export interface Exception {
  /** The name of the file. */
  readonly file: string;
  /** Why its text is not counted as lost, and what another program says to it. */
  readonly reason: string;
}

/** The most exceptions that there may be. */
export const MOST_EXCEPTIONS = 12;

export const EXCEPTIONS: readonly Exception[] = [];
