import { type BrowserTier, isRoot, possibleTiers } from "../browser/command.ts";
import { hasNamespaces } from "../browser/namespaces.ts";
import { TEST_UID } from "./test-printer.ts";

const withNamespaces = await hasNamespaces(isRoot() ? { uid: TEST_UID, gid: TEST_UID } : undefined);

/** The tiers that work here. */
export const testTiers: readonly BrowserTier[] = possibleTiers().filter(
  (tier) => tier === "confined" || withNamespaces,
);

if (!withNamespaces) {
  process.stderr.write("Tests of browsers in namespaces are left out: this system refuses namespaces.\n");
}
