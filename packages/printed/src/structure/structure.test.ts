import { CosDocument, type CosValue, Dict, NameTree, Ref, resolve } from "@quire/cos";
import { expect, test } from "vitest";
import { finished } from "../testing/finished.ts";
import { fixture } from "../testing/printing.ts";
import { outputOf } from "../testing/programs.ts";

/** Returns the elements of the structure tree as Poppler lists them, indented by two spaces per level. */
const tags = (name: string): string => outputOf("pdfinfo", ["-struct-text", "%"], finished(fixture(name)));

test("text stands in the elements that mean something; types of PDF 2.0 have a role", () => {
  expect(tags("structure")).toContain(`
    P (block)
      "Not "
      Span (inline)
        "here"
      " or "
      Span (inline)
        "there"
      ", but "
      Link (inline)
        "so"
`);
  expect(outputOf("pdfinfo", ["-struct-text", "%"], fixture("structure"))).not.toContain('"there"');
});

test("adjacent blocks stay separate", () => {
  expect(tags("structure")).toContain(`
  NonStruct
    NonStruct
      "One"
    NonStruct
      "Two"
    P (block)
`);
});

test("what list items have besides their labels is a body", () => {
  const text = tags("structure").replaceAll(/ *Object \d+ 0\n/g, "");
  expect(text).toContain(`
    L (block):
       /ListNumbering /Decimal
      LI (block)
        Lbl (block)
          "1. "
        LBody (block)
          NonStruct
            "one "
          Link (inline)
            "end"
      LI (block)
        Lbl (block)
          "2. "
        LBody (block)
          P (block)
            "the"
          P (block)
            "rest"
          L (block):
             /ListNumbering /Circle
            LI (block)
              Lbl (block)
                ""
              LBody (block)
                "sub"
      LI (block)
        Lbl (block)
          "3. "
        LBody (block)
          "net"
`);
});

test("cells have the attributes that are not the default, and headers by short identifiers", () => {
  expect(tags("structure")).toContain(`
    TR
      TH <1>:
         /Scope /Row
         /RowSpan 2
        "Ab"
      TD:
         /Headers [(1)]
         /ColSpan 2
        "both"
    TR
      TD:
         /Headers [(1)]
        "or"
      TD:
         /Headers [(1)]
        "not"
`);
});

test.each(["invoice", "structure"])("elements and their identifiers lead to each other: %s", (name) => {
  const { catalog, bounds } = CosDocument.open(finished(fixture(name)));
  const root = catalog.dict("StructTreeRoot") ?? new Dict();
  const named = [...new NameTree(root.dict("IDTree") ?? new Dict(), bounds).entries()];
  expect(named.length).toBeGreaterThan(0);
  for (const [identifier, element] of named) {
    const dict = resolve(element);
    expect(dict instanceof Dict && Buffer.from(dict.bytes("ID") ?? [])).toEqual(Buffer.from(identifier));
  }
  expect(strayKids(root)).toEqual([]);
});

/** Returns the elements whose /P is not the element that holds them. */
function strayKids(parent: Dict): unknown[] {
  const kids = parent.get("K");
  return (Array.isArray(kids) ? kids : [parent.raw("K") ?? null]).flatMap((kid: CosValue) => {
    const dict = resolve(kid);
    if (!(dict instanceof Dict) || dict.name("Type") !== "StructElem") {
      return [];
    }
    const isStray = !(dict.raw("P") instanceof Ref) || dict.get("P") !== parent;
    return [...(isStray ? [dict.name("S")] : []), ...strayKids(dict)];
  });
}
