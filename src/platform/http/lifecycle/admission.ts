import type { FastifyRequest } from "fastify";
import { Failure } from "../../../kernel/failure.ts";
import type { Caller, KeyRefusal } from "../../auth/callers.ts";
import { secondsToReset } from "../../rate-limit/fixed-windows.ts";
import type { OperationSlots } from "../../rate-limit/operation-slots.ts";
import type { KeyScope } from "../../store/key-store.ts";
import { bodyTooLarge } from "../body/body.ts";
import { InvalidRequest, itemFor } from "../body/validation.ts";
import type { Exchange } from "./exchange.ts";

export interface AdmissionRules {
  readonly slots: OperationSlots;
  /** Returns how long a request that found no place should wait. */
  retryAfterSeconds(): number;
  isShuttingDown(): boolean;
}

/**
 * Admits a request to an operation, or refuses it: steps 2 to 5 of the order of checks (contract §2), all that can be
 * checked before the body is read, for a request whose path and method are known. Taking the rate window and the slot
 * is one step, so that a refused request uses neither.
 */
export function admitOperation(
  exchange: Exchange,
  request: FastifyRequest,
  { scopes, rules }: { readonly scopes: readonly KeyScope[]; readonly rules: AdmissionRules },
): void {
  const caller = requireCaller(exchange, scopes);
  if (rules.isShuttingDown()) {
    throw new Failure(
      "shutting_down",
      "The service is shutting down; send the request again, to another instance if there is one.",
    );
  }
  if (exchange.window.remaining === 0) {
    throw windowUsedUp(exchange);
  }
  const refusal = rules.slots.refusal(caller.key.id, caller.concurrency);
  if (refusal !== undefined) {
    throw noSlot(refusal, caller.concurrency, rules.retryAfterSeconds());
  }
  exchange.countRequest();
  exchange.slot = rules.slots.take(caller.key.id);
  checkBodyLength(request, caller.uploadBytes);
  checkIdempotencyKey(request);
}

/** Admits a request to the service's own resources in the same way; these need no slot, and their bodies are small. */
export function admitRead(
  exchange: Exchange,
  request: FastifyRequest,
  { scopes }: { readonly scopes: readonly KeyScope[] },
): void {
  requireCaller(exchange, scopes);
  if (!exchange.countRequest()) {
    throw windowUsedUp(exchange);
  }
  checkIdempotencyKey(request);
}

/** Returns the caller, whose key must have one of `scopes`; when `scopes` is empty, any key is enough. */
function requireCaller(exchange: Exchange, scopes: readonly KeyScope[]): Caller {
  const { identity } = exchange;
  if (identity.kind === "failed") {
    throw identity.error;
  }
  if (identity.kind === "refused") {
    throw exchange.countRequest() ? new Failure(identity.code, REFUSALS[identity.code]) : windowUsedUp(exchange);
  }
  const { caller } = identity;
  if (caller.account.state === "disabled") {
    throw new Failure("account_disabled", "The account of this API key has been disabled.");
  }
  if (scopes.length > 0 && !scopes.some((scope) => caller.may(scope))) {
    throw new Failure("insufficient_scope", `This API key lacks the scope: ${scopes.join(" or ")}.`);
  }
  return caller;
}

const REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  missing_api_key: "The request has no API key; send one in the header X-API-Key.",
  invalid_api_key: "The API key is not valid.",
  expired_api_key: "This API key has expired.",
  revoked_api_key: "This API key has been revoked.",
};

const windowUsedUp = ({ window }: Exchange): Failure =>
  new Failure(
    "rate_limited",
    `All ${window.limit} requests of this minute are used up; Retry-After says when to try again.`,
    {
      facts: { retryAfterSeconds: secondsToReset(window, Date.now()) },
    },
  );

const noSlot = (refusal: "too_many_concurrent" | "queue_full", concurrency: number, retryAfterSeconds: number) =>
  refusal === "too_many_concurrent"
    ? new Failure(
        "too_many_concurrent",
        `This API key already has ${concurrency} requests running, the most that it may have; try again when one has ` +
          "ended.",
        {
          facts: { retryAfterSeconds },
        },
      )
    : new Failure("queue_full", "Too many requests are waiting for a worker; try again later.", {
        facts: { retryAfterSeconds },
      });

function checkBodyLength({ headers }: FastifyRequest, limitBytes: number): void {
  if (Number(headers["content-length"] ?? 0) > limitBytes) {
    throw bodyTooLarge(limitBytes);
  }
}

function checkIdempotencyKey({ headers }: FastifyRequest): void {
  const key = headers["idempotency-key"];
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(String(key))) {
    const fault = {
      type: "string_pattern_mismatch",
      message: "String should be 1 to 255 visible ASCII characters",
      context: { pattern: "^[\\x21-\\x7e]{1,255}$" },
    } as const;
    throw new InvalidRequest([itemFor(fault, ["header", "Idempotency-Key"])]);
  }
}
