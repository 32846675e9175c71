import { CosString, type CosValue, Dict, decodeTextString, resolve } from "@quire/cos";
import { expect, test } from "vitest";
import {
  merged,
  partOf,
  pdfOf,
  rendered,
  reported,
  sourceOf,
  streamOf,
  type Written,
} from "../testing/catalog-documents.ts";

const square = (name: string, x: number) => `/OC /${name} BDC ${x} 20 25 25 re f EMC `;

/**
 * Makes two pages with a square for each of the groups 10 and 11 on the first, and one for the group 12 on the second.
 */
function layered(configuration: string, entries = ""): Buffer {
  return pdfOf({
    catalog: `/OCProperties<</OCGs[10 0 R 11 0 R 12 0 R]/D<<${configuration}>>${entries}>>`,
    pages: [
      "/Contents 20 0 R/Resources<</Properties<</A 10 0 R/B 11 0 R>>>>",
      "/Contents 21 0 R/Resources<</XObject<</X 22 0 R>>>>",
    ],
    objects: {
      10: "<</Type/OCG/Name(Dimensions)>>",
      11: "<</Type/OCG/Name(Notes)>>",
      12: "<</Type/OCG/Name(Notes)>>",
      20: streamOf(`${square("A", 10)}${square("B", 60)}`),
      21: streamOf("/X Do"),
      22: streamOf("30 30 40 40 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/OC 12 0 R"),
    },
  });
}

const ALL_ON = "/Order[10 0 R 11 0 R 12 0 R]";
const SOME_OFF = "/OFF[11 0 R]/Order[10 0 R[11 0 R]12 0 R]";
/** The same states by the opposite base state, with the form on the second page hidden, too. */
const MOSTLY_OFF = "/BaseState/OFF/ON[10 0 R]/Order[10 0 R[11 0 R]12 0 R]";

const properties = ({ catalog }: Written): Dict | undefined => catalog.dict("OCProperties");
const configuration = (written: Written) => properties(written)?.dict("D");

/** Returns names in place of the groups, and labels in quotation marks. */
function named(value: CosValue | undefined): unknown {
  const direct = resolve(value);
  if (Array.isArray(direct)) {
    return direct.map(named);
  }
  if (direct instanceof Dict) {
    return decodeTextString(direct.bytes("Name") ?? Buffer.from("?"));
  }
  return direct instanceof CosString ? `"${decodeTextString(direct.bytes)}"` : (direct ?? undefined);
}

test.each([
  ["all shown", ALL_ON],
  ["some hidden", SOME_OFF],
  ["hidden unless said otherwise", MOSTLY_OFF],
])("pages look as in their own document: %s", (_, states) => {
  const source = layered(states);
  const other = layered(MOSTLY_OFF);
  const { pdf } = merged([other, source]);
  const part = partOf(source, [1]).pdf;
  expect([3, 4].map((page) => rendered(pdf, page))).toEqual([1, 2].map((page) => rendered(source, page)));
  expect([1, 2].map((page) => rendered(pdf, page))).toEqual([1, 2].map((page) => rendered(other, page)));
  expect(rendered(part, 1)).toBe(rendered(source, 2));
});

test("what is hidden makes the difference", () => {
  expect(rendered(layered(ALL_ON), 1)).not.toBe(rendered(layered(SOME_OFF), 1));
  expect(rendered(layered(ALL_ON), 2)).not.toBe(rendered(layered(MOSTLY_OFF), 2));
});

test("groups of the same name stay apart; states are given for each", () => {
  const written = merged([layered(SOME_OFF), layered(MOSTLY_OFF)]);
  expect(named(properties(written)?.array("OCGs"))).toHaveLength(6);
  expect(configuration(written)?.name("BaseState")).toBe("ON");
  expect(named(configuration(written)?.array("ON"))).toEqual(["Dimensions", "Notes", "Dimensions"]);
  expect(named(configuration(written)?.array("OFF"))).toEqual(["Notes", "Notes", "Notes"]);
});

test("titles separate the groups of several documents in the list", () => {
  const labelled = layered("/Order[(Plan)10 0 R]");
  const written = merged([
    { pdf: layered(SOME_OFF), title: "First" },
    { pdf: pdfOf({}), title: "Without" },
    { pdf: labelled, title: "Zweites über" },
  ]);
  expect(named(configuration(written)?.array("Order"))).toEqual([
    ['"First"', "Dimensions", ["Notes"], "Notes"],
    ['"Zweites über"', ['"Plan"', "Dimensions"]],
  ]);
  const one = merged([layered(SOME_OFF), pdfOf({})]);
  expect(named(configuration(one)?.array("Order"))).toEqual(["Dimensions", ["Notes"], "Notes"]);
});

const form = (entries: string) => streamOf("", `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${entries}`);

test("a part has the groups that its pages use, wherever they use them", () => {
  const uses: Record<string, string> = {
    annotation: "/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/OC 10 0 R>>]",
    appearance: "/Annots[<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/AP<</N<</On 30 0 R/Off 31 0 R>>>>>>]",
    action: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/SetOCGState/State[/Toggle 10 0 R]>>>>]",
    membership: "/Resources<</Properties<</M<</Type/OCMD/OCGs[10 0 R]>>>>>>",
    expression: "/Resources<</Properties<</M<</Type/OCMD/VE[/And[/Not 10 0 R]]>>>>>>",
    image: "/Resources<</XObject<</I<</OC 10 0 R>>/F 32 0 R>>>>",
    pattern: "/Resources<</Pattern<</P 32 0 R>>>>",
    mask: "/Resources<</ExtGState<</G<</SMask<</S/Alpha/G 32 0 R>>>>>>>>",
    glyph: "/Resources<</Font<</F<</Type/Font/Subtype/Type3/Resources<</XObject<</F 32 0 R>>>>>>>>>>",
    nothing: "",
  };
  const pdf = pdfOf({
    catalog: "/OCProperties<</OCGs[10 0 R 11 0 R]/D<</OFF[10 0 R 11 0 R]/Order[11 0 R[(in)10 0 R][10 0 R]]>>>>",
    pages: Object.values(uses),
    objects: {
      10: "<</Type/OCG/Name(Used)>>",
      11: "<</Type/OCG/Name(Unused)>>",
      30: form("/OC 10 0 R"),
      31: form(""),
      32: form("/Resources<</XObject<</Self 32 0 R/Deeper 33 0 R>>>>"),
      33: form("/OC 10 0 R"),
    },
  });
  const source = sourceOf(pdf);
  for (const [index, use] of Object.keys(uses).entries()) {
    const part = partOf(source, [index]);
    expect.soft(named(properties(part)?.array("OCGs")), use).toEqual(use === "nothing" ? undefined : ["Used"]);
  }
  const [used] = [partOf(source, [0])];
  expect(named(configuration(used)?.array("OFF"))).toEqual(["Used"]);
  expect(named(configuration(used)?.array("Order"))).toEqual([['"in"', "Used"], "Used"]);
  expect(reported("mutool", ["show", "%", "trailer/Root/OCProperties"], used.pdf)).not.toContain("Unused");
  expect(used.pdf.includes("Unused")).toBe(false);
});

test("radio groups, locks and usage are joined, as far as the groups are there", () => {
  const states = `${ALL_ON}/RBGroups[[10 0 R 11 0 R][11 0 R 12 0 R]]/Locked[11 0 R 12 0 R]/ListMode/VisiblePages/AS[<</Event/View/OCGs[10 0 R]/Category[/Zoom]>><</Event/Print/OCGs[12 0 R]/Category[/Print]>>]`;
  const lists = (written: Written) => ["RBGroups", "Locked"].map((key) => named(configuration(written)?.array(key)));
  expect(lists(partOf(layered(states), [0]))).toEqual([[["Dimensions", "Notes"]], ["Notes"]]);
  const written = merged([layered(states), layered(states)]);
  expect(lists(written)).toEqual([
    [
      ["Dimensions", "Notes"],
      ["Notes", "Notes"],
      ["Dimensions", "Notes"],
      ["Notes", "Notes"],
    ],
    ["Notes", "Notes", "Notes", "Notes"],
  ]);
  expect(configuration(written)?.array("AS")).toHaveLength(4);
  expect(configuration(partOf(layered(states), [1]))?.array("AS")).toHaveLength(1);
  expect(configuration(written)?.name("ListMode")).toBe("VisiblePages");
  expect(configuration(merged([layered(states), layered(ALL_ON)]))?.has("ListMode")).toBe(false);
});

test("a document that is written whole, and alone, keeps all that it says", () => {
  const source = layered(`${SOME_OFF}/Name(Default)`, "/Configs[<</Name(Print)>>]");
  const written = partOf(source, [1, 0]);
  expect(properties(written)?.array("Configs")).toHaveLength(1);
  expect(configuration(written)?.has("ON")).toBe(false);
  expect(properties(merged([source, pdfOf({})]))?.has("Configs")).toBe(false);
});

test.each([
  ["properties that are none", "/OCProperties 5"],
  ["groups that are none", "/OCProperties<</OCGs[5 null 99 0 R<<>>[]]/D 5>>"],
  [
    "lists of wrong types",
    "/OCProperties<</OCGs[10 0 R 10 0 R]/D<</ON 5/OFF[5[]]/Order[5[[]](x)[(y)]]/AS[5<<>>]/RBGroups[5[5]]/Locked<<>>/BaseState 7>>>>",
  ],
  ["an order in itself", "/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>"],
])("%s: skipped", (_, catalog) => {
  const odd = pdfOf({
    catalog,
    pages: [
      "/Resources<</Properties[]/XObject<</X 5/Y 12 0 R>>/Font 5/Pattern<</P[]>>/ExtGState<</G<</SMask/None>>>>>>/Annots[5[]]",
      "/Resources 13 0 R/Annots[<</AP<</N<</A 12 0 R>>/D 5>>/A[]/OC 14 0 R>>]",
    ],
    objects: {
      10: "<</Type/OCG/Name 5>>",
      11: "[11 0 R 10 0 R[11 0 R]]",
      12: streamOf("", "/Subtype/Form/OC 5/Resources 13 0 R/Alternates[5<</Image 12 0 R>>]"),
      13: "<</XObject<</Y 12 0 R>>/Properties<</M 14 0 R>>>>",
      14: "<</Type/OCMD/OCGs 15 0 R/VE 15 0 R>>",
      15: "[/And 15 0 R 14 0 R 5]",
    },
  });
  expect(merged([odd, odd]).document.isRepaired).toBe(false);
  expect(partOf(odd, [1]).catalog.has("OCProperties")).toBe(false);
});
