import { isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { createDialler, type Dial, type DiallerDeps } from "./dialler.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { judgeAddresses, judgeTarget, type OutboundRules, outboundRules } from "./outbound-rules.ts";
import { type OutboundProxy, type ProxyPlace, startProxy } from "./proxy.ts";
import { targetOf } from "./target.ts";
import { createWebFetch } from "./web-fetch.ts";

/** Everything by which the service reaches other hosts; all of it dials by the same rules. */
export interface Egress {
  /**
   * Returns a function that behaves as the platform's own `fetch`, for libraries that need one: it dials by the same
   * rules, redirects are answers, and nothing but open connections is kept between calls. `allowed` is an origin that
   * may be reached although it is not public.
   */
  webFetch(options?: { readonly allowed?: URL | undefined }): typeof globalThis.fetch;
  /**
   * Returns why `url` is refused, as far as that is known before its name is looked up; undefined when it is not known.
   */
  refusalOf(url: URL): OutboundFailure | undefined;
  /** Starts a proxy for programs that are given no other way out. */
  startProxy(place?: ProxyPlace): Promise<OutboundProxy>;
}

/**
 * Creates the service's egress from its settings.
 * @throws ConfigError when QUIRE_OUTBOUND_ALLOW is wrong
 */
export function createEgress(
  config: Pick<Config, "QUIRE_OUTBOUND" | "QUIRE_OUTBOUND_ALLOW">,
  { trusted, ...deps }: Partial<DiallerDeps> & { readonly trusted?: string } = {},
): Egress {
  const rules = outboundRules(config);
  const dial = createDialler({ rules, ...deps });
  return {
    webFetch: ({ allowed } = {}) =>
      createWebFetch({ dial, trusted, allowed: allowed && allowedOrigin(allowed, { rules, ...deps }) }),
    refusalOf: (url) => refusalOf(url, rules),
    startProxy: (place) => startProxy(dial, place),
  };
}

/**
 * Returns how `url`'s origin is dialled: its host and port whatever it resolves to, for this origin alone, and not
 * where outbound requests are off.
 */
function allowedOrigin(url: URL, deps: DiallerDeps): { readonly origin: string; readonly dial: Dial } {
  const allowList = { permitsHost: () => true, permitsAddress: () => true, hasAddresses: true };
  return { origin: url.origin, dial: createDialler({ ...deps, rules: { ...deps.rules, allowList } }) };
}

function refusalOf(url: URL, rules: OutboundRules): OutboundFailure | undefined {
  const target = targetOf(url);
  try {
    if (target === undefined || url.username !== "" || url.password !== "") {
      return OutboundFailure.blocked("bad_url", url.hostname);
    }
    judgeTarget(rules, target);
    if (isIP(target.host) !== 0) {
      judgeAddresses(rules, target, [target.host]);
    }
    return undefined;
  } catch (error) {
    if (error instanceof OutboundFailure) {
      return error;
    }
    throw error;
  }
}
