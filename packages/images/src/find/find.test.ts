import { expect, test } from "vitest";
import { extracted, ImageDocument, summaryOf } from "../testing/image-document.ts";
import { dict, name } from "../testing/objects.ts";

const gray = (width: number) => ({ Width: width, Height: 1, ColorSpace: name("DeviceGray") });
/** Makes an image that its width identifies. */
const image = (document: ImageDocument, width: number) => document.image(gray(width), "x".repeat(width));
const widths = (document: ImageDocument, options = {}) =>
  extracted(document, options).map((one) => `${one.page}.${one.number}: ${summaryOf(one)}`);

test("images come in the order of the content, then those of annotations, then those that are only stored", () => {
  const document = new ImageDocument();
  const group = document.stream(
    { Subtype: name("Form"), Resources: dict({ XObject: dict({ A: image(document, 3) }) }) },
    "/A Do",
  );
  const pattern = document.stream(
    { PatternType: 1, Resources: dict({ XObject: dict({ A: image(document, 4) }) }) },
    "/A Do",
  );
  const glyph = document.stream({}, "10 0 0 0 1 1 d0 /A Do BI /W 9 /H 1 /IM true ID xx EI");
  const font = dict({
    Subtype: name("Type3"),
    CharProcs: dict({ a: glyph }),
    Resources: dict({ XObject: dict({ A: image(document, 5) }) }),
  });
  const form = document.stream(
    { Subtype: name("Form"), Resources: dict({ XObject: dict({ A: image(document, 6) }) }) },
    "/A Do",
  );
  const appearance = (width: number) =>
    document.stream(
      { Subtype: name("Form"), Resources: dict({ XObject: dict({ A: image(document, width) }) }) },
      "/A Do",
    );
  const annotations = [
    dict({ Subtype: name("Widget"), AP: dict({ N: dict({ On: appearance(10), Off: appearance(11) }) }) }),
    dict({ Subtype: name("Stamp"), AP: dict({ N: appearance(12) }) }),
  ];
  document.page(
    "/B Do /G gs /Pattern cs /P scn /F 12 Tf BI /W 7 /H 1 /CS /G /BPC 8 ID xxxxxxx EI /X Do /A Do",
    dict({
      XObject: dict({ Z: image(document, 13), A: image(document, 2), B: image(document, 1), X: form }),
      ExtGState: dict({ G: dict({ SMask: dict({ G: group }) }) }),
      Pattern: dict({ P: pattern }),
      Font: dict({ F: font }),
    }),
    { Annots: annotations },
  );
  const expected = [1, 3, 4, 5, 7, 6, 2, 10, 11, 12, 13];
  expect(widths(document)).toEqual(expected.map((width, index) => `1.${index + 1}: ${width} x 1`));
});

test("an image that two pages have is extracted once, or with each page", () => {
  const document = new ImageDocument();
  const shared = image(document, 5);
  document.pageOf(shared, shared);
  document.pageOf(image(document, 6), shared, document.image(gray(5), "xxxxx"), document.image(gray(5), "yyyyy"));
  expect(widths(document)).toEqual(["1.1: 5 x 1", "2.1: 6 x 1", "2.2: 5 x 1"]);
  expect(widths(document, { dedupe: false })).toEqual([
    "1.1: 5 x 1",
    "2.1: 6 x 1",
    "2.2: 5 x 1",
    "2.3: 5 x 1",
    "2.4: 5 x 1",
  ]);
});

test("what another page draws is not an image of all pages that have the same resources", () => {
  const document = new ImageDocument();
  const resources = dict({ XObject: dict({ A: image(document, 1), B: image(document, 2), C: image(document, 3) }) });
  document.page("/A Do", resources);
  document.page("/B Do", resources);
  expect(widths(document)).toEqual(["1.1: 1 x 1", "1.2: 3 x 1", "2.1: 2 x 1"]);
});

test("small images have no number", () => {
  const document = new ImageDocument();
  document.pageOf(image(document, 1), image(document, 20), image(document, 2), image(document, 30));
  expect(widths(document, { minWidthPx: 3 })).toEqual(["1.1: 20 x 1", "1.2: 30 x 1"]);
});

test("forms that draw each other, ten thousand of them, are each read once", () => {
  const document = new ImageDocument();
  const forms = dict({});
  for (let index = 0; index < 10_000; index++) {
    const content = `/F${(index + 1) % 10_000} Do /F${(index * 7) % 10_000} Do /I Do`;
    forms.set(`F${index}`, document.stream({ Subtype: name("Form") }, content));
  }
  forms.set("I", image(document, 4));
  document.page("/F0 Do", dict({ XObject: forms }));
  expect(widths(document)).toEqual(["1.1: 4 x 1"]);
});

test("names that mean nothing, and resources of other types, are skipped", () => {
  const document = new ImageDocument();
  const resources = dict({ XObject: dict({ A: 7, B: dict({}), C: image(document, 2) }), Font: 3, ExtGState: [1] });
  document.page("/A Do /B Do /None Do Do /F Tf 5 Do (x) Do /G gs /C Do /P scn", resources, {
    Annots: [1, dict({ AP: 2 })],
  });
  expect(widths(document)).toEqual(["1.1: 2 x 1"]);
});
