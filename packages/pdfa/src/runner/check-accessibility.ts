import type { Bounds, CosDocument } from "@quire/cos";
import type { AccessibilityFlavour } from "../flavours.ts";
import type { AccessibilityReport } from "../report.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import { accessibilityClaim } from "../xmp/accessibility-claim.ts";
import { documentPacket } from "../xmp/metadata.ts";
import { checkFlavour } from "./check-flavour.ts";
import { HumanChecks } from "./human-checks.ts";

/** Checks a document against a standard of accessibility, and lists what a person has to look at besides. */
export function checkAccessibility(
  document: CosDocument,
  flavour: AccessibilityFlavour,
  { bounds, groups }: { readonly bounds: Bounds; readonly groups: readonly RuleGroup[] },
): AccessibilityReport {
  const humanChecks = new HumanChecks();
  const { findings, inconclusive, coverage } = checkFlavour(document, flavour, {
    bounds,
    groups: [...groups, humanChecks.group],
  });
  return {
    checkedAs: flavour,
    isCompliant: findings.length === 0 && inconclusive.length === 0,
    claimed: accessibilityClaim(documentPacket(document)),
    findings,
    inconclusive,
    coverage,
    humanChecks: humanChecks.list,
  };
}
