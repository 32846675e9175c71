import type { AccessibilityReport, Claim, Finding, Place, Report } from "@quire/pdfa";
import {
  MAX_CHARACTERS,
  MAX_CLAIM_CHARACTERS,
  MAX_OCCURRENCES,
  MAX_PAGES,
  MAX_RULES,
  MAX_UNCHECKED,
  type ReportAnswer,
} from "../wire.ts";

/** Returns a report as it leaves the worker: bounded, whatever the document contains. */
export function reportAnswer(report: Report): ReportAnswer {
  const { isCompliant, claimed, checkedAs, findings, inconclusive, coverage, pages, pdfVersion, isEncrypted } = report;
  const { accessibility } = report;
  return {
    isCompliant,
    claimedConformance: claimed && cut(conformanceName(claimed), MAX_CLAIM_CHARACTERS),
    checkedAs,
    brokenRules: findings.slice(0, MAX_RULES).map(brokenRule),
    unchecked: uncheckedIn(inconclusive),
    // A group that has no rules for this part and level is left out.
    coverage: coverage.groups
      .filter(({ rules }) => rules > 0)
      .map(({ name, rules, tests }) => ({ name, rules, tests })),
    pages,
    pdfVersion,
    isEncrypted,
    ...(accessibility && { accessibility: accessibilityAnswer(accessibility) }),
  };
}

function accessibilityAnswer(report: AccessibilityReport): NonNullable<ReportAnswer["accessibility"]> {
  const { checkedAs, isCompliant, claimed, findings, inconclusive, humanChecks } = report;
  return {
    checkedAs,
    isCompliant,
    claimed: claimed === null ? null : cut(claimed),
    brokenRules: findings.slice(0, MAX_RULES).map(brokenRule),
    unchecked: uncheckedIn(inconclusive),
    humanChecks: humanChecks.map(({ occurrences, ...check }) => ({
      ...check,
      occurrences: boundedPlaces(occurrences),
    })),
  };
}

const uncheckedIn = (inconclusive: Report["inconclusive"]) =>
  inconclusive
    .slice(0, MAX_UNCHECKED)
    .map(({ reason, place }) => ({ reason: cut(reason), place: boundedPlace(place) }));

/**
 * Returns the name of a claim as the standards write it: `PDF/A-2b`, and `PDF/A-4` where there is no level.
 * @internal Exported for its tests alone.
 */
export const conformanceName = ({ part, conformance }: Pick<Claim, "part" | "conformance">): string =>
  `PDF/A-${part}${(conformance ?? "").toLowerCase()}`;

function brokenRule({ id, message, requirement, hint, conversion, count, pages, occurrences }: Finding) {
  const dash = id.lastIndexOf("-");
  return {
    clause: id.slice(0, dash),
    test: Number(id.slice(dash + 1)),
    message,
    requirement,
    hint,
    ...(conversion && { conversion }),
    count,
    pages: pages.slice(0, MAX_PAGES),
    occurrences: boundedPlaces(occurrences),
  };
}

const boundedPlaces = (occurrences: Finding["occurrences"]) =>
  occurrences
    .slice(0, MAX_OCCURRENCES)
    .map(({ place, values }) => ({ place: boundedPlace(place), values: cut(values) }));

function boundedPlace({ page, object, at }: Place) {
  return {
    ...(page !== undefined && { page }),
    ...(object !== undefined && { object }),
    ...(at !== undefined && { at: cut(at) }),
  };
}

/** Returns a text on one line and without control characters, which could steer a terminal, cut to `maxCharacters`. */
function cut(text: string, maxCharacters = MAX_CHARACTERS): string {
  const shown = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return shown.length <= maxCharacters ? shown : `${shown.slice(0, maxCharacters - 1).toWellFormed()}…`;
}
