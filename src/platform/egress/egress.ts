import type { Config } from "../config/config.ts";
import { createDialler, type DiallerParts } from "./dialler.ts";
import { createFetch, type Fetch } from "./fetching.ts";
import { outboundRules } from "./outbound-rules.ts";
import { type OutboundProxy, type ProxyPlace, startProxy } from "./proxy.ts";

/** Everything by which the service reaches other hosts; all of it dials by the same rules. */
export interface Egress {
  readonly fetch: Fetch;
  /** For programs that are given no other way out. */
  startProxy(place?: ProxyPlace): Promise<OutboundProxy>;
}

/** @throws ConfigError for a wrong QUIRE_OUTBOUND_ALLOW */
export function createEgress(
  config: Pick<Config, "QUIRE_OUTBOUND" | "QUIRE_OUTBOUND_ALLOW">,
  { trusted, ...parts }: Partial<DiallerParts> & { readonly trusted?: string } = {},
): Egress {
  const dial = createDialler({ rules: outboundRules(config), ...parts });
  return {
    fetch: createFetch({ dial, trusted }),
    startProxy: (place) => startProxy(dial, place),
  };
}
