import { Bounds, CosDocument, readPageTree } from "@quire/cos";
import type { AccessibilityFlavour, Flavour } from "../flavours.ts";
import type { Report } from "../report.ts";
import { GROUPS } from "../rules/groups.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import { readClaim } from "../xmp/claim.ts";
import { checkAccessibility } from "./check-accessibility.ts";
import { checkFlavour } from "./check-flavour.ts";

export interface ValidateOptions {
  /** The flavour to check instead of the claimed one. */
  readonly flavour?: Flavour | undefined;
  /** The standard of accessibility to check besides; none if absent. */
  readonly accessibility?: AccessibilityFlavour | undefined;
  readonly bounds?: Bounds | undefined;
  readonly password?: string | undefined;
  /** The groups of rules to check; all of the validator unless a test needs only some. */
  readonly groups?: readonly RuleGroup[];
  /** The number of validated files around this one; 0 for a file that is not embedded in another. */
  readonly depth?: number;
}

/** The flavour to check where none is claimed, so that the findings are useful. */
const FLAVOUR_WITHOUT_CLAIM: Flavour = "2b";
/** The depth to which embedded files are validated. */
const MAX_DEPTH = 8;

/**
 * Validates a document against the flavour that it claims, or a chosen one, and against a standard of accessibility
 * where one is asked for.
 * @throws CosError where the bytes cannot be read as a PDF at all, or need a password
 */
export function validate(bytes: Uint8Array, options: ValidateOptions = {}): Report {
  const { bounds = new Bounds(), groups = GROUPS, depth = 0, accessibility } = options;
  const document = CosDocument.open(bytes, {
    bounds,
    keepsFacts: true,
    readsStreamsLiterally: true,
    password: options.password,
  });
  const claimed = readClaim(document);
  const flavour = options.flavour ?? claimed?.flavour ?? FLAVOUR_WITHOUT_CLAIM;
  // The pages are counted first, as the rules may use up the time for it.
  const pages = readPageTree(document).pages.length;
  const { findings, inconclusive, coverage } = checkFlavour(document, flavour, {
    bounds,
    groups,
    validateEmbedded: (embedded, validation) => {
      if (depth >= MAX_DEPTH) {
        validation.inconclusive(`Files are embedded in each other more than ${MAX_DEPTH} deep.`);
        return undefined;
      }
      return validate(embedded, { bounds, groups, depth: depth + 1 });
    },
  });
  return {
    isCompliant: findings.length === 0 && inconclusive.length === 0,
    claimed,
    checkedAs: flavour,
    findings,
    inconclusive,
    coverage,
    pages,
    pdfVersion: document.version,
    isEncrypted: document.security !== undefined,
    ...(accessibility && { accessibility: checkAccessibility(document, accessibility, { bounds, groups }) }),
  };
}
