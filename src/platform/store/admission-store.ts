/** A window of a caller in which requests are counted, and the most that it may have. */
export interface CountedWindow {
  readonly caller: string;
  readonly limit: number;
  /** The time at which the window ends, in milliseconds of Unix time; another end than before is a new window. */
  readonly endsAt: number;
}

/** An operation that begins: whose it is, and how many each may have under way. */
interface OperationUnderWay {
  readonly id: string;
  readonly keyId: string;
  readonly ofKey: number;
  readonly accountId: string;
  readonly ofAccount: number;
  readonly instance: string;
}

/** The outcome of an admission; `count` are the requests that the window has counted, this one included where it was. */
export type AdmissionOutcome =
  | { readonly kind: "admitted"; readonly count: number }
  | { readonly kind: "window_used_up"; readonly count: number }
  | { readonly kind: "exhausted"; readonly whose: "key" | "account"; readonly count: number };

/**
 * What requests count for before their body is read, over all processes of a store: requests in windows, operations under
 * way. None of it is durable, since it is worth nothing after a power failure.
 */
export interface AdmissionStore {
  /** Counts a request in its window, or counts nothing when none is left. */
  count(window: CountedWindow): Promise<{ readonly isCounted: boolean; readonly count: number }>;
  /** Counts an operation in its window and as under way, or does neither. */
  admit(admission: {
    readonly window: CountedWindow;
    readonly operation: OperationUnderWay;
  }): Promise<AdmissionOutcome>;
  /** Ends operations that are under way; those of a process whose lease has ended end by `Store.recover`. */
  leave(ended: { readonly ids: readonly string[] }): Promise<void>;
}
