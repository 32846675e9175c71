import { join } from "node:path";
import { expect, test } from "vitest";
import { GROUPS } from "../../../packages/pdfa/src/rules/groups.ts";
import { idIn } from "../../../packages/pdfa/src/rules/rule.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeValidator } from "../conformance/validator.ts";
import { type ConformanceReport, PDFA_FLAVOURS } from "./port.ts";
import { createPdfaValidator } from "./validator.ts";
import { MAX_CHARACTERS, MAX_RULES, VALIDATE } from "./wire.ts";
import { pdfaMethods } from "./worker/methods.ts";
import { conformanceName, reportAnswer } from "./worker/report-answer.ts";

describeValidator("@quire/pdfa", () => createPdfaValidator(createInProcessPool(pdfaMethods)));

const answer: ConformanceReport = {
  isCompliant: true,
  claimedConformance: "PDF/A-2b",
  checkedAs: "2b",
  brokenRules: [],
  unchecked: [],
  coverage: [],
  pages: 1,
  pdfVersion: "1.7",
  isEncrypted: false,
};

const answering = (item: object) => createPdfaValidator(createInProcessPool({ "pdfa.validate": () => [item] }));
const job = {
  input: join(import.meta.dirname, "../../../test/fixtures/features.pdf"),
  signal: new AbortController().signal,
  engineTime: new TimeBudget(10_000),
};

test("what the worker says is the report", async () => {
  expect(await answering(answer).validate(job)).toEqual(answer);
});

const broken = {
  clause: "6.1",
  test: 1,
  message: "m",
  requirement: "r",
  hint: "h",
  count: 1,
  pages: [],
  occurrences: [],
};

test.each([
  {},
  { ...answer, isCompliant: "yes" },
  { ...answer, claimedConformance: "ISO 32000" },
  { ...answer, claimedConformance: `PDF/A-${"2".repeat(100)}` },
  { ...answer, checkedAs: "5" },
  { ...answer, pdfVersion: "1.7\u001b[2J" },
  { ...answer, pages: -1 },
  { ...answer, isCompliant: false, brokenRules: [{ ...broken, clause: "<b>" }] },
  { ...answer, isCompliant: false, brokenRules: [{ ...broken, count: 0 }] },
  { ...answer, isCompliant: false, brokenRules: [{ ...broken, pages: [0] }] },
  {
    ...answer,
    isCompliant: false,
    brokenRules: [{ ...broken, occurrences: [{ place: {}, values: "x".repeat(301) }] }],
  },
  { ...answer, isCompliant: false, brokenRules: Array.from({ length: 401 }, () => broken) },
  { ...answer, brokenRules: [broken] },
  { ...answer, unchecked: [{ reason: "Time is up.", place: {} }] },
  { ...answer, isEncrypted: true },
  { ...answer, claimedConformance: null },
])("what no worker says of a document is the document's doing: %#", async (item) => {
  await expect(answering(item).validate(job)).rejects.toMatchObject({ code: "document_too_complex" });
});

const report = {
  isCompliant: false,
  claimed: null,
  checkedAs: "2b",
  findings: [],
  inconclusive: [],
  coverage: { groups: [] },
  pages: 1,
  pdfVersion: "1.7",
  isEncrypted: false,
} as const;

const reported = (reason: string) =>
  reportAnswer({ ...report, inconclusive: [{ reason, place: { at: reason } }] }).unchecked[0];

test("text of a document is reported on one line, up to a number of characters", () => {
  expect(reported("a\n\u001b[31mb\ud800")).toEqual({ reason: "a [31mb\ufffd", place: { at: "a [31mb\ufffd" } });
  const long = reported("😀".repeat(MAX_CHARACTERS))?.reason ?? "";
  expect([long.length, long.isWellFormed(), long.at(-1)]).toEqual([MAX_CHARACTERS, true, "…"]);
});

test("whatever a document claims is reported", () => {
  const claimed = { part: "2", conformance: `${"İ".repeat(18)}\u001b\n`, flavour: null };
  const { claimedConformance } = VALIDATE.item.parse(reportAnswer({ ...report, claimed }));
  expect(claimedConformance).toMatch(/^PDF\/A-2i[^\p{Cc}]+$/u);
});

test.each(PDFA_FLAVOURS)("all rules of %s can be reported at once", (flavour) => {
  const rules = GROUPS.flatMap((group) => group.rules).filter((rule) => idIn(rule, flavour) !== undefined);
  expect(rules.length).toBeGreaterThan(80);
  expect(rules.length).toBeLessThanOrEqual(MAX_RULES);
  const findings = rules.map((rule) => ({
    ...rule,
    id: idIn(rule, flavour) ?? "6-1",
    count: 1,
    pages: [],
    occurrences: [],
  }));
  const groups = GROUPS.map(({ name }) => ({ name, rules: 1, tests: 1 }));
  const { brokenRules } = VALIDATE.item.parse(reportAnswer({ ...report, findings, coverage: { groups } }));
  expect(brokenRules).toHaveLength(rules.length);
});

test.each([
  [{ part: "2", conformance: "B" }, "PDF/A-2b"],
  [{ part: "4", conformance: null }, "PDF/A-4"],
  [{ part: "4", conformance: "F" }, "PDF/A-4f"],
])("%j is called %s", (claim, name) => {
  expect(conformanceName(claim)).toBe(name);
});
