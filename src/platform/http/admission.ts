import type { FastifyRequest } from "fastify";
import { Failure } from "../../kernel/failure.ts";
import { secondsToReset } from "../rate-limit/fixed-windows.ts";
import type { OperationSlots } from "../rate-limit/operation-slots.ts";
import { bodyTooLarge } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import { InvalidRequest, itemFor } from "./validation.ts";

export interface AdmissionRules {
  readonly slots: OperationSlots;
  readonly uploadBytes: number;
  /** How long a request that found no place should wait. */
  retryAfterSeconds(): number;
  isShuttingDown(): boolean;
}

/**
 * Steps 2 to 5 of the order of checks (contract §2), for a request whose path and method are known: all that can be said
 * before the body is read. Taking the rate window and the slot is one step, so that a refused request uses neither.
 */
export function admitOperation(exchange: Exchange, request: FastifyRequest, rules: AdmissionRules): void {
  const key = requireKey(exchange);
  if (rules.isShuttingDown()) {
    throw new Failure("shutting_down", "The service is going down; another instance may take the request.");
  }
  if (exchange.window.remaining === 0) {
    throw windowUsedUp(exchange);
  }
  const refusal = rules.slots.refusal(key.id, key.concurrency);
  if (refusal !== undefined) {
    throw noSlot(refusal, key.concurrency, rules.retryAfterSeconds());
  }
  exchange.countRequest();
  exchange.slot = rules.slots.take(key.id);
  checkBodyLength(request, rules.uploadBytes);
  checkIdempotencyKey(request);
}

/** The same for a read of the service's own resources, which needs no slot and has no body. */
export function admitRead(exchange: Exchange): void {
  requireKey(exchange);
  if (!exchange.countRequest()) {
    throw windowUsedUp(exchange);
  }
}

function requireKey(exchange: Exchange) {
  const { lookup } = exchange;
  if (lookup.kind === "accepted") {
    return lookup.key;
  }
  if (!exchange.countRequest()) {
    throw windowUsedUp(exchange);
  }
  throw lookup.code === "missing_api_key"
    ? new Failure("missing_api_key", "The request has no API key; send it in the header X-API-Key.")
    : new Failure("invalid_api_key", "The API key is not valid.");
}

const windowUsedUp = ({ window }: Exchange): Failure =>
  new Failure("rate_limited", `All ${window.limit} requests of this minute are used up.`, {
    facts: { retryAfterSeconds: secondsToReset(window, Date.now()) },
  });

const noSlot = (refusal: "too_many_concurrent" | "queue_full", concurrency: number, retryAfterSeconds: number) =>
  refusal === "too_many_concurrent"
    ? new Failure("too_many_concurrent", `This key already has ${concurrency} requests under way.`, {
        facts: { retryAfterSeconds },
      })
    : new Failure("queue_full", "Too many requests are waiting for a worker.", { facts: { retryAfterSeconds } });

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
