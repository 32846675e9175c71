import type { PrintJob } from "../port.ts";

/** The connection of pages to the network: a proxy of the service, which resolves, checks and counts. */
export interface EgressProxy {
  /**
   * The proxy's URL, such as `http://127.0.0.1:9000`. It answers 407 to a request without the credentials of an open
   * budget.
   */
  readonly url: string;
  /**
   * Opens the budget of one job, which limits what it may fetch; its requests bear the credentials that are returned.
   */
  openBudget(job: Pick<PrintJob, "signal" | "isBackground">): EgressBudget;
}

export interface EgressBudget {
  readonly username: string;
  readonly password: string;
  /** A URL that the proxy answers itself, for every request with credentials. */
  readonly ownUrl?: string;
  /** The requests that were refused. */
  readonly blocked: readonly NotFetched[];
  /** The requests that were allowed but whose target could not be reached. */
  readonly failures: readonly NotFetched[];
  /** Ends everything that is still being fetched with the budget's credentials, which are invalid from then on. */
  close(): void;
}

export interface NotFetched {
  /** The URL; of `https` only the origin, such as `https://example.com:443/`. */
  readonly url: string;
  /** A message for the caller. */
  readonly message: string;
}
