import { CosDocument, readPageTree } from "@quire/cos";
import { expect, test } from "vitest";
import { FLAVOURS } from "../flavours.ts";
import { validate } from "../runner/validate.ts";
import { buildPdf } from "./pdf-builder.ts";

test("a built file is read without repairs, with objects where the table says", () => {
  const file = buildPdf({ 10: "(ten)", 13: { dict: "/A 1", stream: "\u00ff\n" } }, { outputIntent: "RGB" });
  const document = CosDocument.open(file, { mode: "strict" });
  expect(readPageTree(document)).toMatchObject({ pages: [{ index: 0 }], damage: [] });
  expect([...document.objectNumbers()]).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 13]);
  expect(document.object(13)?.location).toMatchObject({ stream: { declaredLength: 2, actualLength: 2 } });
  expect(document.repairs).toEqual([]);
});

test.each(FLAVOURS)("a built file claims %s", (flavour) => {
  expect(validate(buildPdf({}, { flavour }), { groups: [] })).toMatchObject({
    claimed: { flavour },
    checkedAs: flavour,
  });
});

test("objects of the skeleton can be replaced, and left out", () => {
  const document = CosDocument.open(buildPdf({ 2: "<< /Kids [3 0 R] /Count 1 /Own true >>" }, { xmp: null, id: null }));
  expect(document.catalog.dict("Pages")?.boolean("Own")).toBe(true);
  expect(document.catalog.has("Metadata")).toBe(false);
  expect(document.trailer.has("ID")).toBe(false);
});
