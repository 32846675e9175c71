import { asDict, type Dict, pagesOf, resolve } from "@quire/cos";
import { expect, test } from "vitest";
import { merged, partOf, pdfOf, reported, streamOf, type Written } from "../testing/catalog-documents.ts";

const plain = pdfOf({ pages: ["", ""] });
const merging = (catalog: string, other = plain) => merged([pdfOf({ catalog }), other]).catalog;
const textAt = (dict: Dict | undefined, key: string) => {
  const bytes = dict?.bytes(key);
  return bytes && Buffer.from(bytes).toString("latin1");
};

test("language, layout, preferences and base are those of the first document", () => {
  const first =
    "/Lang(de-AT)/PageLayout/TwoColumnLeft/URI<</Base(http://one.example/)>>/ViewerPreferences<</DisplayDocTitle true/Direction/R2L/Enforce[/PrintScaling]/PrintPageRange[1 1]/NumCopies 2/Private 11 0 R>>";
  const other = pdfOf({ catalog: "/Lang(fr)/PageLayout/OneColumn/URI<</Base(http://two.example/)>>" });
  const catalog = merging(first, other);
  expect(textAt(catalog, "Lang")).toBe("de-AT");
  expect(catalog.name("PageLayout")).toBe("TwoColumnLeft");
  expect(textAt(catalog.dict("URI"), "Base")).toBe("http://one.example/");
  expect([...(catalog.dict("ViewerPreferences")?.keys() ?? [])]).toEqual(["DisplayDocTitle", "Direction", "NumCopies"]);
  const alone = partOf(pdfOf({ catalog: first }), [0]).catalog;
  expect(alone.dict("ViewerPreferences")?.array("PrintPageRange")).toEqual([1, 1]);
});

test("a panel is opened when there is something in it", () => {
  const file = {
    10: "<</Type/Filespec/F(f)/EF<</F 11 0 R>>>>",
    11: streamOf("x", "/Type/EmbeddedFile"),
    12: "<</Type/OCG/Name(g)>>",
  };
  const layers = "/OCProperties<</OCGs[12 0 R]/D<<>>>>";
  const files = "/Names<</EmbeddedFiles<</Names[(f)10 0 R]>>>>";
  const mode = (catalog: string) => merged([pdfOf({ catalog, objects: file }), plain]).catalog.name("PageMode");
  expect(mode(`/PageMode/UseOC${layers}`)).toBe("UseOC");
  expect(mode("/PageMode/UseOC")).toBeUndefined();
  expect(mode(`/PageMode/UseAttachments${files}`)).toBe("UseAttachments");
  expect(mode("/PageMode/UseAttachments")).toBeUndefined();
  expect(mode("/PageMode/UseOutlines")).toBeUndefined();
  expect(mode("/PageMode/UseNone")).toBeUndefined();
  expect(mode("/PageMode/FullScreen")).toBe("FullScreen");
});

/** Returns the index, from 0, of the page that a destination array leads to. */
const pageAt = ({ catalog, document }: Written, destination = catalog.array("OpenAction")) => {
  const target = asDict(resolve(destination?.[0]));
  return pagesOf(document).findIndex(({ dict }) => dict === target);
};

test("the document opens where the first one does, when that page is there", () => {
  const opening = pdfOf({ catalog: "/OpenAction[101 0 R/Fit]", pages: ["", "", ""] });
  expect(pageAt(merged([opening, opening]))).toBe(1);
  expect(pageAt(partOf(opening, [2, 1]))).toBe(1);
  expect(partOf(opening, [0, 2]).catalog.has("OpenAction")).toBe(false);
  expect(merged([plain, opening]).catalog.has("OpenAction")).toBe(false);
});

test("actions other than to go to a page are those of one document", () => {
  const script = "/S/JavaScript/JS(app.alert\\(1\\))";
  const goTo = pdfOf({ catalog: `/OpenAction<</S/GoTo/D[101 0 R/Fit]/Next<<${script}>>>>`, pages: ["", ""] });
  const written = merged([goTo, plain]);
  const action = written.catalog.dict("OpenAction");
  expect(action?.name("S")).toBe("GoTo");
  expect(pageAt(written, action?.array("D"))).toBe(1);
  expect(action?.has("Next")).toBe(false);
  const scripted = pdfOf({ catalog: `/OpenAction<<${script}>>/AA<</WC<<${script}>>>>`, pages: ["", ""] });
  expect(merged([scripted, plain]).pdf.includes("app.alert")).toBe(false);
  expect(partOf(scripted, [1]).catalog.has("AA")).toBe(false);
  const alone = partOf(scripted, [1, 0]).catalog;
  expect(alone.dict("OpenAction")?.name("S")).toBe("JavaScript");
  expect(alone.dict("AA")?.has("WC")).toBe(true);
});

const beads = ({ document }: Written) => pagesOf(document).map(({ dict }) => dict.array("B")?.length);

test("article threads stay with their document alone; no bead keeps pages that are left out", () => {
  const articles = pdfOf({
    catalog: "/Threads[10 0 R]",
    pages: ["/B[11 0 R]", "/B[12 0 R]"],
    objects: {
      10: "<</F 11 0 R>>",
      11: "<</T 10 0 R/N 12 0 R/V 12 0 R/P 100 0 R/R[0 0 9 9]>>",
      12: "<</T 10 0 R/N 11 0 R/V 11 0 R/P 101 0 R/R[0 0 9 9]>>",
    },
  });
  expect(beads(partOf(articles, [0, 1]))).toEqual([1, 1]);
  expect(partOf(articles, [0, 1]).catalog.array("Threads")).toHaveLength(1);
  for (const written of [partOf(articles, [1]), merged([articles, plain])]) {
    expect(beads(written).every((count) => count === undefined)).toBe(true);
    expect(written.catalog.has("Threads")).toBe(false);
  }
});

test("what depends on signatures, document parts and private data is left out; pages keep their private data", () => {
  const gone =
    "/Perms<<>>/DSS<<>>/Legal<<>>/DPartRoot<<>>/NeedsRendering true/Version/1.3/PieceInfo<<>>/SpiderInfo<<>>/Requirements[]";
  const page =
    "/DPart<<>>/SeparationInfo<<>>/TemplateInstantiated/T/Tabs/S/Dur 3/Trans<<>>/PieceInfo<<>>/VP[]/Group<<>>";
  const { catalog, document } = merged([pdfOf({ catalog: gone, pages: [page] }), plain]);
  expect([...catalog.keys()]).toEqual(["Type", "Pages"]);
  const [first] = pagesOf(document);
  const kept = ["Tabs", "Dur", "Trans", "PieceInfo", "VP", "Group"];
  expect([...(first?.dict.keys() ?? [])].filter((key) => page.includes(`/${key}`))).toEqual(kept);
});

const extended = (level: number, other: string) =>
  pdfOf({
    catalog: `/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel ${level}>>${other}/ISO_[<</BaseVersion/2.0/ExtensionLevel 24064/URL(u)/X 100 0 R>>]>>`,
  });

test("of each developer's extensions the highest level is kept", () => {
  const { pdf } = merged([extended(3, ""), extended(8, "/Odd 5/Odder<<>>/XX<</BaseVersion/1.7/ExtensionLevel 1>>")]);
  expect(reported("mutool", ["show", "%", "trailer/Root/Extensions"], pdf).replaceAll(/\s+/g, "")).toBe(
    "<</ADBE<</BaseVersion/1.7/ExtensionLevel8>>/ISO_<</BaseVersion/2.0/ExtensionLevel24064/URL(u)>>/XX<</BaseVersion/1.7/ExtensionLevel1>>>>",
  );
});
