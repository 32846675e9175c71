import { possibleTiers, type TierName } from "../sandbox/sandbox.ts";
import { isRoot, tiersOf } from "./service-home.ts";

const hasBubblewrap = tiersOf(isRoot ? "root" : "ordinary user").includes("bubblewrap");

/** The tiers that work here. */
export const testTiers: readonly TierName[] = possibleTiers().filter((tier) => tier !== "bubblewrap" || hasBubblewrap);

if (!hasBubblewrap) {
  process.stderr.write("Tests of engine processes in bubblewrap are left out: it does not work here.\n");
}
