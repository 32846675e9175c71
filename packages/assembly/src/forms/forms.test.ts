import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  madeForm,
  mergedForms,
  outputOf,
  partsOf,
  stream,
  textField,
  widget,
} from "../testing/forms-documents.ts";
import { fieldsOf, QpdfObjects } from "../testing/forms-qpdf.ts";

const features = readFileSync(new URL("../../../../test/fixtures/features.pdf", import.meta.url));

/**
 * A document of two pages. /person has the kids /first (a widget on each page) and /last (one on page 2); /alone is on
 * page 1; /hidden has no widget.
 */
const tree = madeForm({
  form: "<< /Fields [10 0 R 15 0 R 16 0 R] /DA (/Helv 10 Tf 0 g) /CO [14 0 R 15 0 R] >>",
  pages: ["/Annots [12 0 R 15 0 R]", "/Annots [13 0 R 14 0 R]"],
  objects: {
    10: "<< /T (person) /FT /Tx /Kids [11 0 R 14 0 R] >>",
    11: "<< /T (first) /Parent 10 0 R /V (Ada) /Kids [12 0 R 13 0 R] >>",
    12: widget("/Parent 11 0 R /P 4 0 R"),
    13: widget("/Parent 11 0 R /P 5 0 R"),
    14: widget("/T (last) /V (Lovelace) /Parent 10 0 R /P 5 0 R", 60),
    15: textField("/T (alone) /V (one)", 60),
    16: "<< /T (hidden) /FT /Tx /V (secret) >>",
  },
});

describe("fields", () => {
  test("a merge keeps the tree, the values and the fields without widgets of whole documents", () => {
    const { bytes } = mergedForms({ pdf: features }, { pdf: tree });
    expect(fieldsOf(bytes)).toEqual([
      "name (Tx) on page 1: Ada Lovelace",
      "person.first (Tx) on page 3: Ada",
      "alone (Tx) on page 3: one",
      "person.first (Tx) on page 4: Ada",
      "person.last (Tx) on page 4: Lovelace",
    ]);
    expect(new QpdfObjects(bytes).at("Root", "AcroForm", "Fields", "3", "V")).toBe("u:secret");
  });

  test("a part has the fields with widgets on its pages, and nothing of the others", () => {
    const [first, second] = partsOf(tree, [0], [1]);
    expect(fieldsOf(first?.bytes ?? tree)).toEqual(["person.first (Tx) on page 1: Ada", "alone (Tx) on page 1: one"]);
    expect(fieldsOf(second?.bytes ?? tree)).toEqual([
      "person.first (Tx) on page 1: Ada",
      "person.last (Tx) on page 1: Lovelace",
    ]);
    const text = new QpdfObjects(first?.bytes ?? tree).text;
    expect(text).not.toContain("Lovelace");
    expect(text).not.toContain("secret");
    expect(text.match(/\/Widget/gu)).toHaveLength(2);
  });

  test("parts leave the source as it was: pages taken again are whole", () => {
    const [, whole] = partsOf(tree, [1], [0, 1]);
    expect(fieldsOf(whole?.bytes ?? tree)).toEqual(fieldsOf(tree));
  });

  test("a part without fields has no form", () => {
    const pdf = madeForm({
      form: "<< /Fields [10 0 R] >>",
      pages: ["/Annots [10 0 R]", ""],
      objects: { 10: textField("/T (a)") },
    });
    const [part] = partsOf(pdf, [1]);
    expect(new QpdfObjects(part?.bytes ?? pdf).at("Root", "AcroForm")).toBeNull();
  });

  test("a page that is taken twice has separate fields", () => {
    const { bytes } = mergedForms({ pdf: tree, pages: [0, 0] });
    expect(fieldsOf(bytes)).toEqual([
      "person.first (Tx) on page 1: Ada",
      "alone (Tx) on page 1: one",
      "person_2.first (Tx) on page 2: Ada",
      "alone_2 (Tx) on page 2: one",
    ]);
  });

  test("widgets that no field lists become fields, or kids of the field that they name as their parent", () => {
    const pdf = madeForm({
      form: "<< /Fields [] >>",
      pages: ["/Annots [10 0 R 11 0 R]"],
      objects: {
        10: textField("/T (loose) /V (x)"),
        11: widget("/Parent 12 0 R", 60),
        12: "<< /T (lost) /FT /Tx /V (y) >>",
      },
    });
    const expected = ["loose (Tx) on page 1: x", "lost (Tx) on page 1: y"];
    const { bytes } = mergedForms({ pdf }, { pdf: madeForm({ pages: [""] }) });
    expect(fieldsOf(bytes).toSorted()).toEqual(expected);
    const objects = new QpdfObjects(bytes);
    expect(objects.at("Root", "AcroForm", "Fields")).toHaveLength(2);
    expect(objects.at("Root", "AcroForm", "Fields", "1", "Kids")).toHaveLength(1);
  });

  test("documents without a form get none", () => {
    const pdf = madeForm({ pages: ["/Annots [10 0 R]"], objects: { 10: textField("/T (loose)") } });
    const { bytes } = mergedForms({ pdf }, { pdf });
    expect(new QpdfObjects(bytes).at("Root", "AcroForm")).toBeNull();
  });

  test("of a document without a form, a part has no widgets of other pages", () => {
    const pdf = madeForm({
      pages: ["/Annots [10 0 R]", "/Annots [11 0 R]"],
      objects: {
        10: widget("/Parent 12 0 R"),
        11: widget("/Parent 12 0 R /Contents (of page 2)"),
        12: "<< /T (a) /FT /Tx /Kids [10 0 R 11 0 R] >>",
      },
    });
    const [part] = partsOf(pdf, [0]);
    const objects = new QpdfObjects(part?.bytes ?? pdf);
    expect(objects.at("Root", "Pages", "Kids", "0", "Annots", "0", "Parent", "Kids")).toHaveLength(1);
    expect(objects.text).not.toContain("of page 2");
  });
});

describe("names", () => {
  test("those of later documents that are used already are new ones, which no document has", () => {
    const two = madeForm({
      form: "<< /Fields [10 0 R 11 0 R] >>",
      pages: ["/Annots [10 0 R 11 0 R]"],
      objects: { 10: textField("/T (name_2) /V (b)"), 11: textField("/T <FEFF006E0061006D0065> /V (c)", 60) },
    });
    const { bytes } = mergedForms({ pdf: features }, { pdf: two }, { pdf: features });
    expect(fieldsOf(bytes).map((field) => field.replace(/ \(.*:/u, ":"))).toEqual([
      "name: Ada Lovelace",
      "name_2: b",
      "name_3: c",
      "name_4: Ada Lovelace",
    ]);
  });

  test("are compared up to the first point, and kids of roots without a name are renamed in their place", () => {
    const flat = madeForm({
      form: "<< /Fields [10 0 R] >>",
      pages: ["/Annots [10 0 R]"],
      objects: { 10: textField("/T (person.first) /V (flat)") },
    });
    const nameless = madeForm({
      form: "<< /Fields [10 0 R] >>",
      pages: ["/Annots [11 0 R]"],
      objects: { 10: "<< /FT /Tx /Kids [11 0 R] >>", 11: widget("/T (person) /V (z) /Parent 10 0 R") },
    });
    const { bytes } = mergedForms({ pdf: tree }, { pdf: flat }, { pdf: nameless });
    const names = fieldsOf(bytes).map((field) => field.replace(/ .*:/u, ":"));
    expect(names.slice(-2)).toEqual(["person_2.first: flat", "person_3: z"]);
  });

  test("a document's own fields of one name still have one name", () => {
    const twice = madeForm({
      form: "<< /Fields [10 0 R 11 0 R] >>",
      pages: ["/Annots [10 0 R 11 0 R]"],
      objects: { 10: textField("/T (name) /V (x)"), 11: textField("/T (name) /V (x)", 60) },
    });
    const { bytes } = mergedForms({ pdf: features }, { pdf: twice });
    expect(fieldsOf(bytes).slice(1)).toEqual(["name_2 (Tx) on page 3: x", "name_2 (Tx) on page 3: x"]);
  });
});

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const times = "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>";
const withFont = (font: string, options: { defaults?: string; entries?: string } = {}) =>
  madeForm({
    form: `<< /Fields [10 0 R] /DR << /Font << /F 20 0 R /ZaDb 21 0 R >> >> ${options.defaults ?? "/DA (/F 10 Tf 0 g)"} >>`,
    pages: ["/Annots [10 0 R]"],
    objects: {
      10: textField(`/T (a) /V (Text) ${options.entries ?? ""}`),
      20: font,
      21: "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>",
    },
  });

describe("defaults", () => {
  test("fonts of one name are joined when they are the same, and get a new name when not", () => {
    const { bytes } = mergedForms(
      { pdf: withFont(helvetica) },
      { pdf: withFont(times, { entries: "/DA (0.5 g /F 8 Tf)" }) },
      { pdf: withFont(times) },
      { pdf: withFont(helvetica) },
    );
    const objects = new QpdfObjects(bytes);
    const form = ["Root", "AcroForm"];
    expect(Object.keys(Object(objects.at(...form, "DR", "Font"))).toSorted()).toEqual(["/F", "/F_2", "/ZaDb"]);
    expect(objects.at(...form, "DR", "Font", "F", "BaseFont")).toBe("/Helvetica");
    expect(objects.at(...form, "DR", "Font", "F_2", "BaseFont")).toBe("/Times-Roman");
    expect(objects.at(...form, "DA")).toBe("u:/F 10 Tf 0 g");
    const appearances = ["0", "1", "2", "3"].map((index) => objects.at(...form, "Fields", index, "DA"));
    expect(appearances).toEqual([null, "u:0.5 g /F_2 8 Tf", "u:/F_2 10 Tf 0 g", null]);
  });

  test("fields that inherited an alignment or an appearance from their form have it as before", () => {
    const { bytes } = mergedForms(
      { pdf: withFont(helvetica, { defaults: "/DA (/F 10 Tf 0 g) /Q 1" }) },
      { pdf: withFont(helvetica, { defaults: "/DA (/F 9 Tf 1 0 0 rg)" }) },
      { pdf: withFont(helvetica, { defaults: "/Q 2", entries: "/Q 0" }) },
    );
    const objects = new QpdfObjects(bytes);
    expect(objects.at("Root", "AcroForm", "DA")).toBeNull();
    expect(objects.at("Root", "AcroForm", "Q")).toBe(1);
    const inherited = ["0", "1", "2"].map((index) =>
      ["DA", "Q"].map((key) => objects.at("Root", "AcroForm", "Fields", index, key)),
    );
    expect(inherited).toEqual([
      ["u:/F 10 Tf 0 g", null],
      ["u:/F 9 Tf 1 0 0 rg", 0],
      [null, 0],
    ]);
  });

  test("fields that a reader is to draw look the same after the merge", () => {
    const needed = { defaults: "/DA (/F 14 Tf 0 0 1 rg) /Q 1 /NeedAppearances true" };
    const other = { defaults: "/DA (/F 9 Tf 1 0 0 rg) /NeedAppearances true" };
    const documents = [withFont(helvetica, needed), withFont(times, other)];
    const { bytes } = mergedForms(...documents.map((pdf) => ({ pdf })));
    expect(new QpdfObjects(bytes).at("Root", "AcroForm", "NeedAppearances")).toBe(true);
    for (const [index, pdf] of documents.entries()) {
      expect(imageOf(bytes, index + 1)).toEqual(imageOf(pdf, 1));
      expect(new Set(imageOf(pdf, 1)).size).toBeGreaterThan(2);
    }
  });

  test("a part has the fonts that its fields name, and those that readers know", () => {
    const fonts = "/F 20 0 R /G 21 0 R /Helv 20 0 R /Unused 20 0 R";
    const pdf = madeForm({
      form: `<< /Fields [10 0 R 11 0 R] /DA (/F 9 Tf) /DR << /Font << ${fonts} >> /Encoding << /E /MacRomanEncoding >> >> >>`,
      pages: ["/Annots [10 0 R]", "/Annots [11 0 R]"],
      objects: { 10: textField("/T (a)"), 11: textField("/T (b) /DA (/G 1 Tf)"), 20: helvetica, 21: times },
    });
    const [first, second, whole] = partsOf(pdf, [0], [1], [0, 1]).map(({ bytes }) => {
      const objects = new QpdfObjects(bytes);
      expect(objects.at("Root", "AcroForm", "DR", "Encoding", "E")).toBe("/MacRomanEncoding");
      return Object.keys(Object(objects.at("Root", "AcroForm", "DR", "Font"))).toSorted();
    });
    expect(first).toEqual(["/F", "/Helv"]);
    expect(second).toEqual(["/F", "/G", "/Helv"]);
    expect(whole).toEqual(["/F", "/G", "/Helv", "/Unused"]);
  });

  test("the order of calculation is that of the documents, of the fields that are left", () => {
    const { bytes } = mergedForms({ pdf: tree, pages: [0] }, { pdf: tree });
    const objects = new QpdfObjects(bytes);
    expect(["0", "1", "2"].map((index) => objects.at("Root", "AcroForm", "CO", index, "T"))).toEqual([
      "u:alone",
      "u:last",
      "u:alone_2",
    ]);
    expect(objects.at("Root", "AcroForm", "CO")).toHaveLength(3);
  });
});

describe("what a new file cannot have", () => {
  const signature = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";
  const signed = madeForm({
    form: "<< /Fields [10 0 R] /SigFlags 3 >>",
    pages: ["/Annots [11 0 R]", ""],
    objects: {
      10: "<< /T (approval) /FT /Sig /V 12 0 R /Kids [11 0 R] >>",
      11: widget("/Parent 10 0 R /AP << /N 13 0 R >>"),
      12: signature,
      13: stream("/Type /XObject /Subtype /Form /BBox [0 0 160 20]", "1 0 0 rg 0 0 160 20 re f"),
    },
  });

  test("signatures are removed from their fields, which look as before, and that is reported", () => {
    const { bytes, warnings } = mergedForms({ pdf: features }, { pdf: signed });
    expect(warnings).toEqual(["signatures_removed 1"]);
    expect(fieldsOf(bytes).at(-1)).toBe("approval (Sig) on page 3: null");
    expect(new QpdfObjects(bytes).at("Root", "AcroForm", "SigFlags")).toBeNull();
    expect(new QpdfObjects(bytes).text).not.toContain("ByteRange");
    expect(imageOf(bytes, 3)).toEqual(imageOf(signed, 1));
    const [without] = partsOf(signed, [1]);
    expect(without?.warnings).toEqual([]);
  });

  test("an XFA form is left out, and that is reported", () => {
    const xfa = madeForm({
      form: "<< /Fields [10 0 R] /XFA 12 0 R >>",
      pages: ["/Annots [10 0 R]"],
      objects: { 10: textField("/T (a) /V (b)"), 12: stream("/Marker /Xfa", "<xdp/>") },
    });
    const { bytes, warnings } = mergedForms({ pdf: xfa });
    expect(warnings).toEqual(["form_xfa_dropped 0"]);
    expect(fieldsOf(bytes)).toEqual(["a (Tx) on page 1: b"]);
    expect(new QpdfObjects(bytes).text).not.toContain("Marker");
  });
});

function imageOf(pdf: Uint8Array, page: number): Buffer {
  return bytesOf("pdftoppm", ["-r", "72", "-f", String(page), "-l", String(page), "%"], pdf);
}

test("the whole is a file without faults", () => {
  const { bytes } = mergedForms({ pdf: tree }, { pdf: features }, { pdf: tree, pages: [1] });
  expect(outputOf("qpdf", ["--check", "%"], bytes)).toContain("No syntax or stream encoding errors found");
});
