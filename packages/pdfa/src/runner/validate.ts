import { Bounds, CosDocument, readPageTree } from "@quire/cos";
import { type Flavour, partOf } from "../flavours.ts";
import type { Report } from "../report.ts";
import { GROUPS } from "../rules/groups.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import type { Validation } from "../validation.ts";
import { readClaim } from "../xmp/claim.ts";
import { runGroups } from "./run-groups.ts";

export interface ValidateOptions {
  /** The flavour to check instead of the claimed one. */
  readonly flavour?: Flavour | undefined;
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
const MAX_REASONS = 20;

/**
 * Validates a document against the flavour that it claims, or a chosen one.
 * @throws CosError where the bytes cannot be read as a PDF at all, or need a password
 */
export function validate(bytes: Uint8Array, options: ValidateOptions = {}): Report {
  const bounds = options.bounds ?? new Bounds();
  const document = CosDocument.open(bytes, { bounds, keepsFacts: true, password: options.password });
  const claimed = readClaim(document);
  const flavour = options.flavour ?? claimed?.flavour ?? FLAVOUR_WITHOUT_CLAIM;
  const inconclusive: Report["inconclusive"][number][] = [];
  const depth = options.depth ?? 0;
  const groups = options.groups ?? GROUPS;
  const shared = new Map<unknown, unknown>();
  const validation: Validation = {
    document,
    flavour,
    part: partOf(flavour),
    bounds,
    shared<Value>(key: (validation: Validation) => Value): Value {
      if (!shared.has(key)) {
        shared.set(key, key(validation));
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value that the key made has its type
      return shared.get(key) as Value;
    },
    inconclusive(reason, place = {}) {
      if (inconclusive.length < MAX_REASONS) {
        inconclusive.push({ reason, place });
      }
    },
    validateEmbedded(embedded) {
      if (depth >= MAX_DEPTH) {
        validation.inconclusive(`Files are embedded in each other more than ${MAX_DEPTH} deep.`);
        return undefined;
      }
      return validate(embedded, { bounds, groups, depth: depth + 1 });
    },
  };
  // The pages are counted first, as the rules may use up the time for it.
  const pages = readPageTree(document).pages.length;
  const { findings, coverage } = runGroups(groups, validation);
  if (findings.length === 0) {
    noteUnsound(document, validation);
  }
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
  };
}

/** Notes the facts that rule out compliance, whichever rules were run. */
function noteUnsound({ isRebuilt, security }: CosDocument, validation: Validation): void {
  if (isRebuilt) {
    // An object that no cross-reference leads to may not be what the document's author meant.
    validation.inconclusive("The cross-reference sections are damaged: the whole file was searched for objects.");
  }
  if (security !== undefined) {
    validation.inconclusive("The document is encrypted, which no part of PDF/A permits.");
  }
}
