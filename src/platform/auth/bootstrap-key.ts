import { BlockList, isIP } from "node:net";
import { type Config, ConfigError } from "../config/config.ts";

/** The length from which a random key cannot be found by trying. */
const MIN_CHARACTERS = 24;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Returns a warning when the configured key of the first account, which may do everything, is so short that it can be found
 * by trying; undefined when it is not, or none is configured.
 * @throws ConfigError for such a key of a service that listens on other addresses than loopback
 */
export function bootstrapKeyWarning({
  QUIRE_BOOTSTRAP_API_KEY: key,
  QUIRE_HOST: host,
}: Pick<Config, "QUIRE_BOOTSTRAP_API_KEY" | "QUIRE_HOST">): string | undefined {
  if (key === undefined || key.length >= MIN_CHARACTERS) {
    return undefined;
  }
  const fault = `QUIRE_BOOTSTRAP_API_KEY has ${key.length} characters; a key with fewer than ${MIN_CHARACTERS} can be found by trying`;
  if (!isLoopback(host)) {
    throw new ConfigError(`${fault}, so the service does not start with it on ${host}.`);
  }
  return `${fault}. The service starts with it on a loopback address only.`;
}

function isLoopback(host: string): boolean {
  const version = isIP(host);
  return version === 0 ? host === "localhost" : loopback.check(host, version === 6 ? "ipv6" : "ipv4");
}
