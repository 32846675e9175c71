import { expect, test } from "vitest";
import type { Engines } from "../../engines/engines.ts";
import type { BrokenRule, ConformanceReport } from "../../engines/pdfa/port.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";
import { notConvertible, requireConformance } from "./require-conformance.ts";

const rule = (changes: Partial<BrokenRule> = {}): BrokenRule => ({
  clause: "6.2.11.8",
  test: 1,
  message: "Text shows the .notdef glyph",
  requirement: "No text does.",
  hint: "Use another font.",
  count: 1,
  pages: [3, 4],
  occurrences: [],
  ...changes,
});

test.each([
  [[rule()], [], "[6.2.11.8-1] Text shows the .notdef glyph, first on page 3."],
  [[rule({ pages: [] })], [], "[6.2.11.8-1] Text shows the .notdef glyph."],
  [
    [rule({ pages: [] }), rule({ clause: "6.6.4", test: 2, message: "Other", pages: [1] })],
    [],
    "[6.2.11.8-1] Text shows the .notdef glyph; [6.6.4-2] Other, first on page 1.",
  ],
  [[], [{ reason: "Time is up.", place: {} }], "Time is up."],
  [[rule({ pages: [] })], [{ reason: "Time is up.", place: {} }], "[6.2.11.8-1] Text shows the .notdef glyph."],
])("the failure names the clauses: %#", (brokenRules, unchecked, end) => {
  const failure = notConvertible({ brokenRules, unchecked }, "PDF/A-2b");
  expect(failure.code).toBe("not_convertible");
  expect(failure.message).toBe(`The document cannot be made to conform to PDF/A-2b: ${end}`);
});

test("ten rules are named, the others counted; the log has all", () => {
  const brokenRules = Array.from({ length: 13 }, (_, index) => rule({ test: index + 1 }));
  const { message, facts } = notConvertible({ brokenRules, unchecked: [] }, "PDF/A-3b");
  expect(message.match(/\[6\.2\.11\.8-/g)).toHaveLength(10);
  expect(message).toMatch(/; 3 more\.$/);
  expect(facts["clauses"]).toHaveLength(13);
});

/** Makes a validator that reports this of every document, and records its calls. */
function contextSaying(report: Partial<ConformanceReport>) {
  const asked: object[] = [];
  const engines = {
    validator: {
      validate({ input, flavour }) {
        asked.push({ input, flavour });
        return Promise.resolve({ isCompliant: true, brokenRules: [], unchecked: [], ...report } as ConformanceReport);
      },
    },
  } satisfies Partial<Engines>;
  const work = { signal: new AbortController().signal, engineTime: new TimeBudget(1000) };
  return { asked, context: { engines, ...work } as unknown as Context };
}

test("what is asked for is checked, whatever the document claims", async () => {
  const { asked, context } = contextSaying({});
  await requireConformance("/a.pdf", { pdfa: "3b" }, context);
  expect(asked).toEqual([{ input: "/a.pdf", flavour: "3b" }]);
});

test("what could not be checked wholly is not delivered either", async () => {
  const { context } = contextSaying({ isCompliant: false, unchecked: [{ reason: "Time is up.", place: {} }] });
  await expect(requireConformance("/a.pdf", { pdfa: "2b" }, context)).rejects.toMatchObject({
    code: "not_convertible",
  });
});
