import { expect, test } from "vitest";
import { merged, partOf, pdfOf, qpdfJson, streamOf } from "../testing/catalog-documents.ts";

const KEYS =
  "PageLabels Names OCProperties Metadata OutputIntents AF Collection Lang ViewerPreferences PageLayout PageMode OpenAction AA URI Extensions Threads Requirements PieceInfo SpiderInfo".split(
    " ",
  );
const NESTED =
  "EmbeddedFiles JavaScript AP Nums Kids Limits OCGs D Configs Order OFF ON AS RBGroups Locked ADBE Base S DestOutputProfile EF F".split(
    " ",
  );
const VALUES: Readonly<Record<string, string>> = {
  null: "null",
  boolean: "true",
  number: "1e30",
  name: "/Name",
  string: "(string)",
  array: "[null 5 /N (s) [] <<>> 10 0 R 100 0 R 99 0 R]",
  dictionary: "<<>>",
  stream: "11 0 R",
  missing: "99 0 R",
  page: "100 0 R",
  "its own catalog": "1 0 R",
  "itself, over and over": "10 0 R",
  "an array in itself": "12 0 R",
};

/** Returns a document in which every key has the value, also the keys that are looked up in such values. */
function odd(value: string): Buffer {
  const nested = NESTED.map((key) => `/${key} ${value}`).join("");
  const entries = KEYS.map((key) => `/${key} ${value}`).join("");
  return pdfOf({
    catalog: entries,
    pages: [`/AF ${value}/Annots ${value}/Resources ${value}/B ${value}/OutputIntents ${value}`, ""],
    objects: {
      10: `<<${KEYS.map((key) => `/${key} 10 0 R`).join("")}${NESTED.map((key) => `/${key} 10 0 R`).join("")}>>`,
      11: streamOf("stream", nested.replaceAll("11 0 R", "5")),
      12: "[12 0 R 10 0 R [12 0 R]]",
    },
  });
}

test.each(Object.entries(VALUES))("a catalog of nothing but %s is no reason to fail", (_, value) => {
  const document = odd(value);
  const deeper = odd(`<<${NESTED.map((key) => `/${key} ${value}`).join("")}>>`);
  const metadata = { title: "Title" };
  for (const { pdf } of [
    merged([document, deeper, pdfOf({})], metadata),
    merged([pdfOf({}), deeper, document]),
    partOf(document, [1]),
    partOf(deeper, [0]),
    partOf(deeper, [1, 0]),
  ]) {
    expect(qpdfJson("pages", pdf)).not.toHaveLength(0);
  }
});
