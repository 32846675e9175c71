import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn } from "../../testing/tagged-pdf.ts";

const COLUMN = "TH{/A << /O /Table /Scope /Column >>}";
const span = (type: string, entries: string): string => `${type}{/A << /O /Table ${entries} >>}`;

test.each<[string, AccessibilityFlavour, string[]]>([
  [`Table(TR(${COLUMN} ${COLUMN}) TR(TD TD))`, "ua1", []],
  [`Table(Caption THead(TR(${COLUMN})) TBody(TR(TD)) TFoot(TR(TD)))`, "ua1", []],
  [`Table(NonStruct(TR(Div(${COLUMN}))) TR(TD))`, "ua1", []],
  ["Table(P)", "ua1", ["table-kids"]],
  ["Sect(TR)", "ua1", ["table-row-parent"]],
  ["Sect(THead)", "ua1", ["table-head-parent"]],
  ["Sect(TBody)", "ua1", ["table-body-parent"]],
  ["Sect(TFoot)", "ua1", ["table-foot-parent"]],
  ["Sect(TH)", "ua1", ["header-cell-parent"]],
  ["Sect(TD)", "ua1", ["data-cell-parent"]],
  ["Table(TR(P))", "ua1", ["table-row-kids"]],
  ["Table(THead THead TBody)", "ua1", ["table-head-count"]],
  ["Table(TFoot TFoot TBody)", "ua1", ["table-foot-count"]],
  ["Table(TFoot)", "ua1", ["table-foot-body"]],
  ["Table(THead)", "ua1", ["table-head-body"]],
  ["Table(TR(TD) Caption TR(TD))", "ua1", ["table-caption-place"]],
  ["Table(THead(P) TBody)", "ua1", ["table-head-kids"]],
  ["Table(TBody(P))", "ua1", ["table-body-kids"]],
  ["Table(TFoot(P) TBody)", "ua1", ["table-foot-kids"]],
  ["Table(Caption TR(TD) Caption)", "ua1", ["table-caption-count"]],
  [`Table(TR(TD TD) TR(${span("TD", "/RowSpan 2")} TD) TR(TD))`, "ua1", []],
  [`Table(TR(TD ${span("TD", "/RowSpan 2")}) TR(${span("TD", "/ColSpan 2")}))`, "ua1", ["table-cells-overlap"]],
  [`Table(TR(TD ${span("TD", "/RowSpan 2")}))`, "ua1", ["table-columns-regular"]],
  ["Table(TR(TD TD) TR(TD))", "ua1", ["table-rows-complete"]],
  ["Table(TR(TD) TR)", "ua1", ["table-rows-complete"]],
  ["Table(TR(TD) TR(TD TD))", "ua1", ["table-rows-regular"]],
  ["Table(TR(TH TH) TR(TD TD))", "ua1", ["table-cell-header"]],
  ["Table(TR(TH TH) TR(TD TD))", "ua2", []],
  ["Table(TR(TH{/ID (a)}) TR(TD{/A << /O /Table /Headers [(a)] >>}))", "ua1", []],
  ["Table(TR(TH{/ID (a)}) TR(TD{/A << /O /Table /Headers [(b)] >>}))", "ua1", ["table-cell-headers-known"]],
  ["Table(TR(TH{/ID (a)}) TR(TD{/A << /O /Table /Headers [()] >>}))", "ua1", ["table-cell-header"]],
  [`Table(THead(TR(${span("TD", "/RowSpan 2")} TD)) TBody(TR(TD)))`, "ua2", ["table-columns-regular"]],
])("Document(%s) in %s", (kids, flavour, keys) => {
  const found = brokenIn(flavour, { tree: `Document(${kids})` });
  expect(found.filter((key) => !key.startsWith("element-permitted"))).toEqual(keys);
});

test("attributes are also those of the element's classes", () => {
  const tree = "Document(Table(TR(TH{/C /head}) TR(TD)))";
  expect(brokenIn("ua1", { tree })).toEqual(["table-cell-header"]);
  const root = "/ClassMap << /head << /O /Table /Scope /Column >> >>";
  expect(brokenIn("ua1", { tree, root })).toEqual([]);
});

test("spans of any size are no danger", () => {
  const tree = `Document(Table(TR(${span("TD", "/ColSpan 2000000000 /RowSpan 2000000000")})))`;
  expect(brokenIn("ua1", { tree })).toEqual([]);
});
