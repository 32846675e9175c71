import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { type Config, ConfigError } from "../config/config.ts";
import { isPublicAddress } from "./addresses.ts";
import { type AllowList, parseAllowList } from "./allow-list.ts";
import { isInternalName } from "./host-names.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import type { Target } from "./target.ts";

export interface OutboundRules {
  readonly isOn: boolean;
  readonly allowList: AllowList;
  /**
   * Returns the addresses of this machine: a firewall may shield what listens there from the internet, but not from
   * here.
   */
  readonly ownAddresses: () => readonly string[];
}

/**
 * Reads the rules for outbound requests from the settings.
 * @throws ConfigError when QUIRE_OUTBOUND_ALLOW is wrong
 */
export function outboundRules(config: Pick<Config, "QUIRE_OUTBOUND" | "QUIRE_OUTBOUND_ALLOW">): OutboundRules {
  try {
    return {
      isOn: config.QUIRE_OUTBOUND === "on",
      allowList: parseAllowList(config.QUIRE_OUTBOUND_ALLOW),
      ownAddresses: addressesOfInterfaces,
    };
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ConfigError(`QUIRE_OUTBOUND_ALLOW: ${error.message}, such as app.example.com:3000 or 10.0.0.0/8.`);
    }
    throw error;
  }
}

/** The ports of plain and of secure HTTP, and the usual second ones. Other ports belong to other protocols. */
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/**
 * Judges what is known before the name is resolved.
 * @throws OutboundFailure `url_blocked`
 */
export function judgeTarget({ isOn, allowList }: OutboundRules, target: Target): void {
  if (!isOn) {
    throw OutboundFailure.blocked("outbound_off", target.host);
  }
  if (allowList.permitsHost(target) || allowList.hasAddresses) {
    return;
  }
  judgeByName(target);
}

/**
 * Judges all addresses of a host together: one that is refused refuses the host. Dialling only the others would be safe
 * too, since exactly the judged address is dialled. But a name with public and private addresses is either set up to
 * get inside or is meant for those who are inside, and the outcome should not depend on which address is up.
 * @throws OutboundFailure `url_blocked`
 */
export function judgeAddresses(
  { allowList, ownAddresses }: OutboundRules,
  target: Target,
  addresses: readonly string[],
): void {
  if (allowList.permitsHost(target)) {
    return;
  }
  const others = addresses.filter((address) => !allowList.permitsAddress(address, target.port));
  if (others.length === 0 && addresses.length > 0) {
    return;
  }
  judgeByName(target);
  const own = ownAddresses();
  if (!others.every((address) => isPublicAddress(address) && !own.includes(address))) {
    throw OutboundFailure.blocked("not_public", target.host);
  }
}

function judgeByName({ host, port }: Target): void {
  if (isIP(host) === 0 ? isInternalName(host) : !isPublicAddress(host)) {
    throw OutboundFailure.blocked("not_public", host);
  }
  if (!USUAL_PORTS.has(port)) {
    throw OutboundFailure.blocked("port", host);
  }
}

const addressesOfInterfaces = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
