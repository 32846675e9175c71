import type { WindowState } from "../../rate-limit/fixed-windows.ts";
import type { Cors } from "./cors.ts";

/** The label of the published interface that this service is compatible with (contract §13). */
const API_VERSION = "2.5.1";

export interface ResponseState {
  readonly window: WindowState;
  /** The credits that the account has left; 0 when no account is known. */
  readonly creditsRemaining: number;
  readonly requestId: string;
  /** The request's Origin header. */
  readonly origin: string | undefined;
}

export type StandardHeaders = (state: ResponseState) => Record<string, string>;

/** Makes the headers that every answer of the server carries, whatever the request (contract §4). */
export function createStandardHeaders({ cors, version }: { cors: Cors; version: string }): StandardHeaders {
  return ({ window, creditsRemaining, requestId, origin }) => ({
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining),
    "x-ratelimit-reset": String(window.resetSeconds),
    "x-credits-remaining": String(creditsRemaining),
    "ratelimit-policy": `"default";q=${window.limit};w=${window.windowSeconds}`,
    ratelimit: `"default";r=${window.remaining};t=${window.secondsToReset}`,
    "x-request-id": requestId,
    "x-api-version": API_VERSION,
    "x-server-version": version,
    "x-content-type-options": "nosniff",
    ...cors.headers(origin),
  });
}
