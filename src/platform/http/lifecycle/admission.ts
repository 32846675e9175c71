import type { FastifyRequest } from "fastify";
import { Failure } from "../../../kernel/failure.ts";
import { isInNetworks } from "../../../kernel/ip-networks.ts";
import type { FairPlaces } from "../../../kernel/timing/fair-places.ts";
import type { Caller, KeyRefusal } from "../../auth/callers.ts";
import { plainAddress } from "../../rate-limit/client-address.ts";
import type { RequestCounts } from "../../rate-limit/request-counts.ts";
import type { KeyScope } from "../../store/key-store.ts";
import { bodyTooLarge } from "../body/body.ts";
import { InvalidRequest, itemFor } from "../body/validation.ts";
import type { Exchange } from "./exchange.ts";
import type { LoadShedding } from "./load-shedding.ts";

export interface AdmissionRules {
  readonly counts: RequestCounts;
  /** The places of all requests whose work is under way or waits for a worker, which accounts share. */
  readonly places: FairPlaces;
  readonly shedding: LoadShedding;
  /** Whether the disk has too little free space to begin anything. */
  isDiskLow(): boolean;
  /** Returns how long a request that found no place should wait. */
  retryAfterSeconds(): number;
  isShuttingDown(): boolean;
}

/**
 * Admits a request to an operation, or refuses it: steps 2 to 5 of the order of checks (contract §2), all that can be
 * checked before the body is read, for a request whose path and method are known. Taking the rate window and the slot
 * is one step, so that a refused request uses neither. An upload that is under way takes nothing that others wait for:
 * the server's own places are taken when the body is complete, by `takePlace`. Only under overload, which `LoadShedding`
 * tells, is the place taken here already, so that who finds none costs neither a count nor a body; a request that may be
 * the repetition of an answered one is let through all the same.
 */
export async function admitOperation(
  exchange: Exchange,
  request: FastifyRequest,
  { scopes, rules }: { readonly scopes: readonly KeyScope[]; readonly rules: AdmissionRules },
): Promise<void> {
  const caller = requireCaller(exchange, request, scopes);
  if (rules.isShuttingDown()) {
    throw new Failure(
      "shutting_down",
      "The service is shutting down; send the request again, to another instance if there is one.",
    );
  }
  if (rules.isDiskLow()) {
    throw new Failure("storage_unavailable", "The service has too little free disk space; try again later.");
  }
  if (rules.shedding.isOverload && !isRepeatable(request)) {
    takePlace(exchange, caller, rules, rules.shedding.approaching);
  } else {
    exchange.approachPlace(rules.shedding.approach());
  }
  const bounds = {
    keyId: caller.key.id,
    ofKey: caller.concurrency,
    accountId: caller.account.id,
    ofAccount: caller.accountBounds.concurrency,
  };
  const admission = await rules.counts.admit(exchange.callerWindow, bounds);
  if (admission.kind === "window_used_up") {
    throw windowUsedUp(exchange);
  }
  if (admission.kind === "exhausted") {
    const { whose } = admission;
    throw tooManyConcurrent(whose, whose === "key" ? bounds.ofKey : bounds.ofAccount, rules);
  }
  exchange.takeSlot(admission.slot);
  checkBodyLength(request, caller.uploadBytes);
  checkIdempotencyKey(request);
}

/**
 * Takes the request's place in the server's queue, where it has none yet: the end of step 8. It is given back with the
 * answer. An account that fills the queue leaves others their share of it.
 * @throws Failure `queue_full`
 */
export function takePlace(exchange: Exchange, { account }: Caller, rules: QueueRules, promised = 0): void {
  if (exchange.hasPlace) {
    return;
  }
  const place = rules.places.take(account.id, promised);
  if (place === undefined) {
    throw queueFull(rules);
  }
  exchange.takePlace(place);
}

export type QueueRules = Pick<AdmissionRules, "places" | "shedding" | "retryAfterSeconds">;

function queueFull(rules: QueueRules): Failure {
  rules.shedding.noteRefusal();
  const facts = { retryAfterSeconds: rules.retryAfterSeconds() };
  return new Failure("queue_full", "Too many requests are waiting for a worker; try again later.", { facts });
}

/** Admits a request to the service's own resources in the same way; these need no slot, and their bodies are small. */
export async function admitRead(
  exchange: Exchange,
  request: FastifyRequest,
  { scopes, rules }: { readonly scopes: readonly KeyScope[]; readonly rules: Pick<AdmissionRules, "counts"> },
): Promise<void> {
  requireCaller(exchange, request, scopes);
  if (!(await rules.counts.count(exchange.callerWindow))) {
    throw windowUsedUp(exchange);
  }
  checkIdempotencyKey(request);
}

/** Returns the caller, whose key must have one of `scopes`; when `scopes` is empty, any key is enough. */
function requireCaller(exchange: Exchange, request: FastifyRequest, scopes: readonly KeyScope[]): Caller {
  const { identity } = exchange;
  if (identity.kind === "failed") {
    throw identity.error;
  }
  if (identity.kind === "refused") {
    throw exchange.countRefusal()
      ? new Failure(identity.code, `${REFUSALS[identity.code]}${misplacedKey(identity.code, request)}`)
      : windowUsedUp(exchange);
  }
  const { caller } = identity;
  if (caller.account.state === "disabled") {
    throw new Failure("account_disabled", "The account of this API key has been disabled.");
  }
  const { allowedAddresses } = caller.key;
  if (allowedAddresses !== null && !isInNetworks(allowedAddresses, request.ip)) {
    throw new Failure(
      "address_not_allowed",
      `This API key may not be used from ${plainAddress(request.ip)}, the address that the request came from; use it from an ` +
        "address in its allowed_addresses, or use another key.",
    );
  }
  if (scopes.length > 0 && !scopes.some((scope) => caller.may(scope))) {
    throw new Failure("insufficient_scope", `This API key lacks the scope: ${scopes.join(" or ")}.`);
  }
  return caller;
}

const REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  missing_api_key: 'The request has no API key; send one in the header X-API-Key, with curl: -H "X-API-Key: YOUR_KEY".',
  invalid_api_key:
    "The API key in the header X-API-Key is not valid; check that all of it was sent, without quotation marks.",
  expired_api_key:
    "This API key has expired; make another one, or rotate it before its end (docs/accounts-and-jobs.md).",
  revoked_api_key: "This API key has been revoked; use another one.",
};

/** The headers that other services take keys in, and misspellings of the one here. */
const OTHER_HEADERS = ["api-key", "apikey", "x-apikey", "x_api_key", "x-api-token", "x-auth-token", "x-access-token"];

/**
 * Says where a key was sent instead, in the places where other services take it, or what stands before it in its own;
 * never the key itself.
 */
function misplacedKey(code: KeyRefusal, { headers, url }: FastifyRequest): string {
  if (code === "invalid_api_key") {
    const scheme = /^(Bearer|Basic|Token|ApiKey|Key)[ :]/i.exec(String(headers["x-api-key"]))?.[1];
    return scheme === undefined ? "" : ` Send the key alone, without the word ${scheme} before it.`;
  }
  if (code !== "missing_api_key") {
    return "";
  }
  if (headers.authorization !== undefined) {
    const [scheme = ""] = headers.authorization.split(" ", 1);
    const without = /^\w{1,20}$/.test(scheme) ? `, without the word ${scheme}` : "";
    return ` The header Authorization is not read: move the key from there${without}.`;
  }
  const [other] = OTHER_HEADERS.filter((name) => headers[name] !== undefined);
  if (other !== undefined) {
    return ` The header ${other} is not read.`;
  }
  return /[?&](?:api[_-]?key|key|token|access_token)=/i.test(url)
    ? " A key in the address is not read, and would be written to logs: move it to the header."
    : "";
}

const windowUsedUp = ({ window }: Exchange): Failure =>
  new Failure(
    "rate_limited",
    `All ${window.limit} requests of this minute are used up; Retry-After says when to try again.`,
    {
      facts: { retryAfterSeconds: window.secondsToReset },
    },
  );

const tooManyConcurrent = (whose: "key" | "account", most: number, rules: AdmissionRules): Failure =>
  new Failure(
    "too_many_concurrent",
    `${whose === "key" ? "This API key" : "The account"} already has ${most} requests running, the most that it may ` +
      "have; try again when one has ended.",
    { facts: { retryAfterSeconds: rules.retryAfterSeconds() } },
  );

function checkBodyLength({ headers }: FastifyRequest, limitBytes: number): void {
  if (Number(headers["content-length"] ?? 0) > limitBytes) {
    throw bodyTooLarge(limitBytes, Number(headers["content-length"]));
  }
}

const isRepeatable = ({ headers }: FastifyRequest): boolean => headers["idempotency-key"] !== undefined;

function checkIdempotencyKey({ headers }: FastifyRequest): void {
  const key = headers["idempotency-key"];
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(String(key))) {
    const fault = {
      type: "string_pattern_mismatch",
      message: "String should be 1 to 255 visible ASCII characters",
      context: { expected: "1 to 255 visible ASCII characters" },
      advice: "It has no blanks; a UUID is a good one.",
    } as const;
    throw new InvalidRequest([itemFor(fault, ["header", "Idempotency-Key"])]);
  }
}
