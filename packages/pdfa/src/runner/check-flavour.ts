import type { Bounds, CosDocument } from "@quire/cos";
import { isAccessibility, partOf, type RuleFlavour } from "../flavours.ts";
import type { Coverage, Finding, Report } from "../report.ts";
import { groupsIn } from "../rules/groups.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import type { Validation } from "../validation.ts";
import { runGroups } from "./run-groups.ts";

export interface CheckOptions {
  readonly bounds: Bounds;
  readonly groups: readonly RuleGroup[];
  /** Validates an embedded file; where it is absent, no rule of the flavour concerns these. */
  readonly validateEmbedded?: (bytes: Uint8Array, validation: Validation) => Report | undefined;
}

/** What a document breaks in one flavour. */
export interface Check {
  readonly findings: readonly Finding[];
  readonly inconclusive: Report["inconclusive"];
  readonly coverage: Coverage;
}

const MAX_REASONS = 20;

/** Checks a document against the rules of one flavour. */
export function checkFlavour(document: CosDocument, flavour: RuleFlavour, options: CheckOptions): Check {
  const { bounds, groups, validateEmbedded } = options;
  const inconclusive: Report["inconclusive"][number][] = [];
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
    validateEmbedded: (bytes) => validateEmbedded?.(bytes, validation),
  };
  const { findings, coverage } = runGroups(groupsIn(flavour, groups), validation);
  if (findings.length === 0) {
    noteUnsound(document, validation);
  }
  return { findings, inconclusive, coverage };
}

/** Notes the facts that rule out compliance, whichever rules were run. */
function noteUnsound({ isRebuilt, security }: CosDocument, validation: Validation): void {
  if (isRebuilt) {
    // An object that no cross-reference leads to may not be what the document's author meant.
    validation.inconclusive("The cross-reference sections are damaged: the whole file was searched for objects.");
  }
  if (security !== undefined && !isAccessibility(validation.flavour)) {
    validation.inconclusive("The document is encrypted, which no part of PDF/A permits.");
  }
}
