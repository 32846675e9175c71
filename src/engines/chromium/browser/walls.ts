import { type BrowserTier, isRoot, possibleTiers } from "./command.ts";

/*
 * What stands around documents, in words for operators. `auto` takes the strongest of all that works; `strict` takes none
 * without Chromium's own sandbox; `off` turns that sandbox off.
 */

export type SandboxChoice = "auto" | "strict" | "off";

/** Returns the tiers to try, best first: `only` if given. */
export function tiersFor(sandbox: SandboxChoice, only: BrowserTier | undefined): readonly BrowserTier[] {
  const tiers = only === undefined ? possibleTiers() : [only];
  return sandbox === "auto" || (sandbox === "off" && only !== undefined)
    ? tiers
    : tiers.filter((tier) => tier !== "confined");
}

/** Says which wall stands and what it does not stop. */
export function wallSentence(tier: BrowserTier, hasSandbox: boolean): string {
  if (tier === "confined") {
    return `confined: no namespaces are possible here, so ${isRoot() ? "a user of the browser's own, " : ""}Landlock and a system-call filter stand around a browser for each document. They do not stop a page that takes over its renderer from having that whole browser, nor a fault of the kernel.`;
  }
  const sandbox = hasSandbox ? "Chromium's own sandbox" : "its own sandbox is turned off";
  const leaves = hasSandbox ? "a page that breaks out of it" : "a page that takes over its renderer";
  switch (tier) {
    case "bubblewrap":
      return hasSandbox ? `bubblewrap, and ${sandbox}` : `bubblewrap; ${sandbox}: ${leaves} has what other pages print`;
    case "own-uid":
      return `own-uid; ${sandbox}: ${leaves} reads what every user may read, and reaches the network`;
    case "plain":
      return `plain; ${sandbox}: ${leaves} does what the service's user may do`;
  }
}

/** What an operator does for a stronger wall, and where `strict` refuses to print. */
export const NAMESPACES_REMEDY = "Let the service make user namespaces: docs/printing-sandbox.md says how.";
export const STRICT_REMEDY = `${NAMESPACES_REMEDY} Or set QUIRE_CHROMIUM_SANDBOX=auto.`;
export const STRICT_REFUSAL = "This service prints only in Chromium's own sandbox.";
