import { expect, test } from "vitest";
import type { BrokenRule } from "../../engines/pdfa/port.ts";
import { issuesOf, ruleIssue } from "./issues.ts";

const rule = (changes: Partial<BrokenRule> = {}): BrokenRule => ({
  clause: "6.2.11.4.1",
  test: 1,
  message: "The font program is not embedded",
  requirement: "Fonts are embedded.",
  hint: "Embed them.",
  count: 3,
  pages: [2, 5],
  occurrences: [{ place: { page: 2, object: 7 }, values: "Helvetica" }],
  ...changes,
});

const report = { claimedConformance: "PDF/A-2b", checkedAs: "2b", brokenRules: [], unchecked: [] } as const;

test.each([
  [{}, "(3 occurrences, first on page 2: Helvetica)"],
  [{ count: 1 }, "(1 occurrence, on page 2: Helvetica)"],
  [{ occurrences: [{ place: { object: 7 }, values: "" }] }, "(3 occurrences, first in object 7)"],
  [
    { count: 1, occurrences: [{ place: { at: "xmp:CreateDate" }, values: "x" }] },
    "(1 occurrence, at xmp:CreateDate: x)",
  ],
  [{ occurrences: [{ place: {}, values: "none" }] }, "(3 occurrences: none)"],
  [{ occurrences: [] }, "(3 occurrences)"],
])("an issue names clause, test, count and first place: %j", (changes, end) => {
  expect(ruleIssue(rule(changes))).toBe(`[6.2.11.4.1-1] The font program is not embedded ${end}`);
});

test("a document without problems has no issues", () => {
  expect(issuesOf(report)).toEqual([]);
});

test.each([
  ["1b", "6.7.11"],
  ["2b", "6.6.4"],
  ["3a", "6.6.4"],
  ["4", "6.7.3"],
] as const)("that nothing is claimed comes first and once: %s", (checkedAs, clause) => {
  const brokenRules = [rule(), rule({ clause, test: 1, message: "Says nothing" }), rule({ clause, test: 2 })];
  const issues = issuesOf({ ...report, claimedConformance: null, checkedAs, brokenRules });
  expect(issues).toHaveLength(3);
  expect(issues[0]).toBe(
    `[${clause}-1] The document does not say that it is PDF/A; it was checked as PDF/A-${checkedAs}`,
  );
  expect(issues.slice(1).map((issue) => issue.split(" ")[0])).toEqual(["[6.2.11.4.1-1]", `[${clause}-2]`]);
});

test("what could not be checked comes last, each reason once", () => {
  const unchecked = [
    { reason: "The font program cannot be read.", place: { page: 3 } },
    { reason: "Time is up.", place: {} },
    { reason: "The font program cannot be read.", place: { page: 4 } },
  ];
  expect(issuesOf({ ...report, brokenRules: [rule()], unchecked }).slice(1)).toEqual([
    "Not everything could be checked: The font program cannot be read. (2 occurrences, first on page 3)",
    "Not everything could be checked: Time is up.",
  ]);
});

const rules = (count: number) => Array.from({ length: count }, (_, index) => rule({ test: index + 1 }));

test("after two hundred issues one line says how many more there are", () => {
  expect(issuesOf({ ...report, brokenRules: rules(200) })).toHaveLength(200);
  const one = issuesOf({ ...report, brokenRules: rules(200 + 1) });
  expect([one.length, one.at(-2)?.slice(0, 17), one.at(-1)]).toEqual([201, "[6.2.11.4.1-200] ", "1 more problem."]);
  expect(issuesOf({ ...report, brokenRules: rules(200 + 30) }).at(-1)).toBe("30 more problems.");
});
