import { Bounds } from "@quire/cos";
import { describe, expect, test } from "vitest";
import {
  assembleWithin,
  madeForm,
  mergedForms,
  outputOf,
  partsOf,
  textField,
  widget,
} from "../testing/forms-documents.ts";
import { fieldsOf, QpdfObjects } from "../testing/forms-qpdf.ts";

const part = (pdf: Uint8Array, ...pages: number[]): Uint8Array => partsOf(pdf, pages)[0]?.bytes ?? pdf;

describe("loops", () => {
  const loops = madeForm({
    form: "<< /Fields [10 0 R 13 0 R 10 0 R 12 0 R] >>",
    pages: ["/Annots [12 0 R 15 0 R]", "/Annots [16 0 R]"],
    objects: {
      // These kids list the field itself and the one above it.
      10: "<< /T (a) /FT /Tx /Kids [11 0 R 10 0 R] >>",
      11: "<< /T (b) /Parent 10 0 R /Kids [10 0 R 11 0 R 12 0 R 12 0 R] >>",
      12: widget("/Parent 11 0 R /T (c) /V (1)"),
      // These fields are each other's parents.
      13: "<< /T (x) /FT /Tx /Parent 14 0 R /Kids [15 0 R] >>",
      14: "<< /T (y) /FT /Tx /Parent 13 0 R >>",
      15: widget("/Parent 13 0 R /V (2)", 60),
      16: textField("/T (other) /Parent 16 0 R"),
    },
  });

  test("end where they begin", () => {
    expect(fieldsOf(part(loops, 0))).toEqual(["a.b.c (Tx) on page 1: 1", "y.x (Tx) on page 1: 2"]);
    const { bytes } = mergedForms({ pdf: loops }, { pdf: loops });
    expect(new QpdfObjects(bytes).at("Root", "AcroForm", "Fields")).toHaveLength(6);
    // For loops qpdf ends with a status that is an error here.
    expect(fieldsOf(bytes)).toContain("a_2.b.c (Tx) on page 3: 1");
  });

  test("do not bring fields along that are left out", () => {
    const objects = new QpdfObjects(part(loops, 1));
    expect(objects.at("Root", "AcroForm", "Fields", "0", "T")).toBe("u:other");
    expect(objects.text.match(/\/Widget/gu)).toHaveLength(1);
  });
});

describe("objects that are no fields", () => {
  const odd = madeForm({
    form: "<< /Fields [1 0 R 2 0 R 3 0 R 4 0 R null 7 (text) [10 0 R] 10 0 R 99 0 R << /T (direct) /Kids [12 0 R] >>] /CO 5 /DR [] /DA 3 >>",
    pages: ["/Annots [11 0 R 12 0 R 7 null 14 0 R]", "/Annots [13 0 R << /Subtype /Widget /Parent 10 0 R >>]"],
    objects: {
      10: "<< /T (field) /FT /Tx /Kids [5 0 R 4 0 R 11 0 R null (x) 13 0 R 20 0 R] /Parent 3 0 R >>",
      11: widget("/Parent 1 0 R /V (1)"),
      12: widget("/FT /Tx /V (2)", 60),
      13: widget("/Parent 10 0 R /T 5"),
      14: "[1 2 3]",
      20: "/Name",
    },
  });

  test("are skipped: pages, the catalog and the form itself do not come along with a part", () => {
    const first = part(odd, 0);
    expect(new QpdfObjects(first).text.match(/\/Type":"\/(?:Page|Catalog)"/gu)).toHaveLength(2);
    expect(fieldsOf(first)).toEqual(["field (Tx) on page 1: 1", "direct (Tx) on page 1: 2"]);
    expect(outputOf("qpdf", ["--check", "%"], first)).toContain("No syntax or stream encoding errors found");
  });

  test("the field above a widget that is direct in its page's array has no other widgets", () => {
    const objects = new QpdfObjects(part(odd, 1));
    expect(objects.at("Root", "AcroForm", "Fields")).toHaveLength(1);
    expect(objects.at("Root", "AcroForm", "Fields", "0", "Kids")).toHaveLength(1);
  });

  test("a field that is direct in its parent's array becomes an object when it changes", () => {
    const nested = madeForm({
      form: "<< /Fields [<< /T (a) /Kids [<< /T (b) /FT /Tx /V (v) /Kids [10 0 R 11 0 R] >>] >>] >>",
      pages: ["/Annots [10 0 R]", "/Annots [11 0 R]"],
      objects: { 10: widget(""), 11: widget("") },
    });
    const { bytes } = mergedForms({ pdf: nested, pages: [1] }, { pdf: nested });
    const objects = new QpdfObjects(bytes);
    const fields = ["Root", "AcroForm", "Fields"];
    expect(objects.at(...fields, "0", "Kids", "0", "Kids")).toHaveLength(1);
    expect([objects.at(...fields, "1", "T"), objects.at(...fields, "1", "Kids", "0", "T")]).toEqual(["u:a_2", "u:b"]);
  });
});

test("a widget that two pages list is in each part once", () => {
  const shared = madeForm({
    form: "<< /Fields [10 0 R] >>",
    pages: ["/Annots [10 0 R 10 0 R]", "/Annots [10 0 R]"],
    objects: { 10: textField("/T (a) /V (b)") },
  });
  for (const pdf of [part(shared, 0), part(shared, 1), mergedForms({ pdf: shared }).bytes]) {
    expect(new QpdfObjects(pdf).at("Root", "AcroForm", "Fields")).toHaveLength(1);
  }
});

describe("size", () => {
  const many = 1_000_000;

  test("a million kids are read once, and a part has only its kids", () => {
    const pdf = madeForm({
      form: "<< /Fields [10 0 R] >>",
      pages: ["/Annots [11 0 R]", "/Annots [12 0 R]"],
      objects: {
        10: `<< /T (a) /FT /Tx /Kids [${"11 0 R ".repeat(many / 2)} ${"<<>>".repeat(many / 2)} 12 0 R] >>`,
        11: widget("/Parent 10 0 R /V (1)"),
        12: widget("/Parent 10 0 R /V (2)"),
      },
    });
    const parts = partsOf(pdf, [0], [1]);
    expect(parts.map(({ bytes }) => fieldsOf(bytes))).toEqual([["a (Tx) on page 1: 1"], ["a (Tx) on page 1: 2"]]);
  });

  test("a chain of parents may be long: nothing recurses", () => {
    const length = 20_000;
    const chain = Object.fromEntries(
      Array.from({ length }, (_, index) => [10 + index, `<< /T (f) /Parent ${11 + index} 0 R >>`]),
    );
    const pdf = madeForm({
      form: "<< /Fields [] >>",
      pages: ["/Annots [9 0 R]"],
      objects: { ...chain, 9: widget("/T (w) /FT /Tx /Parent 10 0 R"), [10 + length]: "<< /T (root) >>" },
    });
    expect(new QpdfObjects(mergedForms({ pdf }).bytes).at("Root", "AcroForm", "Fields", "0", "T")).toBe("u:root");
  });

  test("many fields that share one array of kids cost no more than the array", () => {
    const count = 20_000;
    const fields = Array.from({ length: count }, (_, index) => `${20 + index} 0 R`).join(" ");
    const pdf = madeForm({
      form: `<< /Fields [${fields}] >>`,
      pages: [""],
      objects: {
        10: `[${fields}]`,
        ...Object.fromEntries(Array.from({ length: count }, (_, index) => [20 + index, "<< /T (f) /Kids 10 0 R >>"])),
      },
    });
    const start = performance.now();
    mergedForms({ pdf });
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test("what takes longer than it may is too complex", () => {
    const pdf = madeForm({
      form: `<< /Fields [10 0 R] >>`,
      pages: [""],
      objects: { 10: `<< /T (a) /Kids [${"10 0 R ".repeat(many)}] >>` },
    });
    expect(() => assembleWithin(pdf, new Bounds({ timeoutMs: 1 }))).toThrow(
      expect.objectContaining({ code: "too_complex" }),
    );
  });
});
