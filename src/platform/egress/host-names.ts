/*
 * Names that mean something only inside a network. Most would be refused by their addresses anyway; refused by name
 * they are not even looked up, so that no answer reveals which of them exist.
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

/** The largest length of a name, without the trailing dot (RFC 1035, 2.3.4). */
const MAX_NAME_LENGTH = 253;

/** Returns whether `host` (as in a Target, not an address) is not a name of the public DNS. */
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
