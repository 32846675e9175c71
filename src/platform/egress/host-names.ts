/*
 * Names that mean something inside a network only. Most would be refused by their addresses anyway; refused by name they
 * are not even asked for, so that nobody learns from an answer which of them exist.
 */

/** Special-use names (RFC 6761, 6762, 7686, 8375), ICANN's .internal, and what private networks commonly use. */
const INTERNAL_SUFFIXES: ReadonlySet<string> = new Set([
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "onion",
]);

/** RFC 1035, 2.3.4, without the trailing dot. */
const MAX_NAME_LENGTH = 253;

/** Whether `host` (as in a Target, not an address) is no name of the public DNS. */
export function isInternalName(host: string): boolean {
  const labels = host.split(".");
  return (
    // A name of one label is completed by the resolver's search domains.
    labels.length < 2 ||
    host.length > MAX_NAME_LENGTH ||
    INTERNAL_SUFFIXES.has(labels.slice(-1).join(".")) ||
    INTERNAL_SUFFIXES.has(labels.slice(-2).join("."))
  );
}
