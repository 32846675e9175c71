import { CosError } from "@quire/cos";
import type { RuleFlavour } from "../flavours.ts";
import type { Place } from "../place.ts";
import type { Coverage, Finding } from "../report.ts";
import { type AnyRule, idIn } from "../rules/rule.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import type { Subjects } from "../subjects.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { Findings } from "./findings.ts";

type Kind = keyof Subjects;
type Listener = (subject: never, place: Place) => void;

/** The rules and listeners for the subjects of one kind. */
interface Audience {
  readonly rules: { readonly rule: AnyRule; readonly group: Tally }[];
  readonly listeners: Listener[];
}

interface Tally {
  readonly name: string;
  rules: number;
  tests: number;
}

export interface GroupsResult {
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
}

/**
 * Lets all parts walk the document, and tests each subject against the rules that apply to it in the flavour, in one
 * pass.
 */
export function runGroups(groups: readonly RuleGroup[], validation: Validation): GroupsResult {
  const findings = new Findings(validation.flavour);
  const { audiences, tallies } = audiencesOf(groups, validation.flavour);
  const parts = groups.map((group) => group.begin(validation));
  addListeners(audiences, parts);
  const emit: Emit = (kind, subject, place) => {
    validation.bounds.step();
    const audience = audiences.get(kind);
    if (audience === undefined) {
      return;
    }
    for (const { rule, group } of audience.rules) {
      group.tests += 1;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rules are kept by the kind of their subjects
      const outcome = rule.test(subject as never, validation);
      if (outcome === true) {
        continue;
      }
      if ("broken" in outcome) {
        findings.add(rule, place, outcome);
      } else {
        validation.inconclusive(outcome.unknown, place);
      }
    }
    for (const listener of audience.listeners) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- listeners are kept by kind as well
      listener(subject as never, place);
    }
  };
  bounded(validation, () => {
    for (const part of parts) {
      part.walk?.(emit);
    }
    for (const part of parts) {
      part.end?.(emit);
    }
  });
  return { findings: findings.list, coverage: { groups: tallies } };
}

function audiencesOf(
  groups: readonly RuleGroup[],
  flavour: RuleFlavour,
): { readonly audiences: Map<Kind, Audience>; readonly tallies: readonly Tally[] } {
  const audiences = new Map<Kind, Audience>();
  const tallies: Tally[] = [];
  for (const { name, rules } of groups) {
    const group = { name, rules: 0, tests: 0 };
    tallies.push(group);
    for (const rule of rules.filter((candidate) => idIn(candidate, flavour) !== undefined)) {
      group.rules += 1;
      audienceOf(audiences, rule.on).rules.push({ rule, group });
    }
  }
  return { audiences, tallies };
}

function addListeners(audiences: Map<Kind, Audience>, parts: readonly ValidationPart[]): void {
  for (const { subscribes } of parts) {
    for (const [kind, listener] of Object.entries(subscribes ?? {})) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `subscribes` are kinds
      audienceOf(audiences, kind as Kind).listeners.push(listener);
    }
  }
}

function audienceOf(audiences: Map<Kind, Audience>, kind: Kind): Audience {
  const found = audiences.get(kind) ?? { rules: [], listeners: [] };
  audiences.set(kind, found);
  return found;
}

/** Runs the walk. The findings up to a bound that is met remain; that there may be more is noted as inconclusive. */
function bounded(validation: Validation, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof CosError)) {
      throw error;
    }
    validation.inconclusive(error.message);
  }
}
