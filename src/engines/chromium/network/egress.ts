import type { PrintJob } from "../port.ts";

/** The way out for pages: a proxy of the service, which resolves, checks and counts. */
export interface EgressProxy {
  /** As `http://127.0.0.1:9000`. It answers 407 to a request without the credentials of an open budget. */
  readonly url: string;
  /** What one job may fetch; its requests bear the credentials that are returned. */
  openBudget(job: Pick<PrintJob, "signal" | "isBackground">): EgressBudget;
}

export interface EgressBudget {
  readonly username: string;
  readonly password: string;
  /** What the proxy answers itself, to whoever has credentials. */
  readonly ownUrl?: string;
  /** What was refused. */
  readonly blocked: readonly NotFetched[];
  /** What was let through and could not be reached. */
  readonly failures: readonly NotFetched[];
  /** Ends all that is still being fetched with its credentials, which are worth nothing from then on. */
  close(): void;
}

export interface NotFetched {
  /** Of `https`: the origin, as `https://example.com:443/`. */
  readonly url: string;
  /** For the caller. */
  readonly message: string;
}
