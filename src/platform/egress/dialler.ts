import { isIP, type Socket } from "node:net";
import { type Connect, connectTcp, connectToFirst } from "./connecting.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { judgeAddresses, judgeTarget, type OutboundRules } from "./outbound-rules.ts";
import { type Resolve, resolveName } from "./resolver.ts";
import type { Target } from "./target.ts";

/**
 * Opens a connection to `target`, or refuses. The socket has an error listener; its user learns of an error by "close".
 * @throws OutboundFailure; the reason of `signal`
 */
export type Dial = (target: Target, signal: AbortSignal) => Promise<Socket>;

export interface DiallerDeps {
  readonly rules: OutboundRules;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** The time limit for resolving and connecting together, in milliseconds. */
  readonly timeoutMs?: number;
}

const DIAL_TIMEOUT_MS = 10_000;

/**
 * Creates the dialler, the only way out of the service. A name is resolved once; all of its addresses are judged, and
 * the connection goes to one of exactly these: there is no second lookup that could answer differently. Nothing is kept
 * from one call to the next, so that every request, redirect and tunnel is judged by what its name means now.
 */
export function createDialler({
  rules,
  resolve = resolveName,
  connect = connectTcp,
  timeoutMs = DIAL_TIMEOUT_MS,
}: DiallerDeps): Dial {
  return async (target, callerSignal) => {
    callerSignal.throwIfAborted();
    judgeTarget(rules, target);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(OutboundFailure.failed("timeout", target.host)), timeoutMs);
    const cancel = (): void => limit.abort(callerSignal.reason);
    callerSignal.addEventListener("abort", cancel, { once: true });
    try {
      const addresses = await addressesOf(target.host, resolve, limit.signal);
      judgeAddresses(rules, target, addresses);
      return await connectToFirst({ addresses, port: target.port, connect }, limit.signal).catch((cause: unknown) => {
        limit.signal.throwIfAborted();
        throw OutboundFailure.failed("unreachable", target.host, { cause });
      });
    } finally {
      clearTimeout(timer);
      callerSignal.removeEventListener("abort", cancel);
    }
  };
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) {
    return [host];
  }
  const addresses = await unlessAborted(resolve(host, signal), signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw OutboundFailure.failed("name_unknown", host, { cause });
  });
  if (addresses.length === 0) {
    throw OutboundFailure.failed("name_unknown", host);
  }
  return addresses;
}

/**
 * Settles as `promise` does, or rejects once `signal` is aborted: a resolver that cannot be cancelled is no longer
 * waited for.
 */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", abort));
}
