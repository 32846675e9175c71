import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn } from "../../testing/tagged-pdf.ts";

test.each<[string, AccessibilityFlavour, string[]]>([
  ["Figure", "ua1", ["figure-alternative"]],
  ["Figure{/Alt ()}", "ua1", ["figure-alternative"]],
  ["Figure{/Alt (a)}", "ua1", []],
  ["Figure{/ActualText ()}", "ua1", []],
  ["Figure", "ua2", ["figure-alternative-present"]],
  ["Figure{/Alt ()}", "ua2", []],
  ["Figure", "wt1r", []],
  ["Formula", "ua1", ["formula-alternative"]],
  ["Formula{/Alt (a)}", "ua1", []],
  ["P{/ActualText <FEFFE000>}", "ua2", ["actualtext-private-use"]],
  ["P{/Alt <FEFFE000>}", "ua2", ["alt-private-use"]],
  ["P{/Alt <FEFFDBC0DC00>}", "wt1a", ["alt-private-use"]],
  ["P{/Alt <FEFFE000>}", "wt1r", []],
])("Document(%s) in %s", (kids, flavour, keys) => {
  expect(brokenIn(flavour, { tree: `Document(${kids})` })).toEqual(keys);
});

test.each([
  ["ActualText", "element-actualtext-language"],
  ["Alt", "element-alt-language"],
  ["E", "element-e-language"],
])("the language of %s is known", (entry, key) => {
  const catalog = "/MarkInfo << /Marked true >> /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>";
  const without = { bare: true, catalog };
  expect(brokenIn("ua1", { ...without, tree: `Document(P{/${entry} (a)})` })).toEqual([key]);
  expect(brokenIn("ua1", { ...without, tree: `Document(P{/${entry} (a) /Lang (en)})` })).toEqual([]);
  expect(brokenIn("ua1", { ...without, tree: `Document{/Lang (en)}(P{/${entry} (a)})` })).toEqual([]);
  expect(brokenIn("ua1", { tree: `Document(P{/${entry} (a)})` })).toEqual([]);
});
