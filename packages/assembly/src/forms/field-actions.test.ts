import { describe, expect, test } from "vitest";
import { madeForm, mergedForms, outputOf, partsOf, stream, textField } from "../testing/forms-documents.ts";
import { fieldsOf, QpdfObjects } from "../testing/forms-qpdf.ts";

const button = (entries: string): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /F 4 /Rect [20 150 90 170] /T (reset) ${entries} >>`;

/** Makes a document with a button and /a on the first page, /b on the second, and /c without a widget. */
const withActions = (entries: string, objects: Record<number, string> = {}): Uint8Array =>
  madeForm({
    form: "<< /Fields [10 0 R 11 0 R 12 0 R 13 0 R] >>",
    pages: ["/Annots [10 0 R 11 0 R]", "/Annots [12 0 R 14 0 R]"],
    objects: {
      10: button(entries),
      11: textField("/T (a)"),
      12: textField("/T (b) /V (of page 2)"),
      13: "<< /T (c) /FT /Tx /V (hidden) >>",
      14: "<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] /Contents (square) >>",
      ...objects,
    },
  });

const annotation = ["Root", "Pages", "Kids", "2", "Annots", "0"];

test("actions that name fields of a renamed document have the new names, the following ones, too", () => {
  const next = "/Next [<< /S /Hide /T (b.kid) /Next 20 0 R >> << /S /SubmitForm /F (x) /Fields [11 0 R (unknown)] >>]";
  const pdf = withActions(`/A << /S /ResetForm /Fields [(a) 12 0 R (c)] ${next} >> /AA << /D 20 0 R /U 20 0 R >>`, {
    20: "<< /S /Hide /T [(a) (b)] /H true /Next 20 0 R >>",
  });
  const { bytes } = mergedForms({ pdf }, { pdf });
  const objects = new QpdfObjects(bytes);
  expect(objects.at(...annotation, "A", "Fields")).toEqual(["u:a_2", expect.stringMatching(/^\d+ 0 R$/u), "u:c_2"]);
  expect(objects.at(...annotation, "A", "Fields", "1", "T")).toBe("u:b_2");
  expect(objects.at(...annotation, "A", "Next", "0", "T")).toBe("u:b_2.kid");
  expect(objects.at(...annotation, "A", "Next", "1", "Fields", "1")).toBe("u:unknown");
  expect(objects.at(...annotation, "A", "Next", "1", "Fields", "0", "T")).toBe("u:a_2");
  expect(objects.at(...annotation, "AA", "U", "T")).toEqual(["u:a_2", "u:b_2"]);
  expect(objects.at("Root", "Pages", "Kids", "0", "Annots", "0", "A", "Fields", "0")).toBe("u:a");
});

test("fields that a signature is to lock are named as they are now", () => {
  const pdf = withActions("/Lock << /Action /Include /Fields [(a)] >>");
  const { bytes } = mergedForms({ pdf }, { pdf });
  expect(new QpdfObjects(bytes).at(...annotation, "Lock", "Fields")).toEqual(["u:a_2"]);
});

test("actions do not bring along fields and annotations that are left out", () => {
  const pdf = withActions("/A << /S /ResetForm /Fields [11 0 R 12 0 R 13 0 R] /Next << /S /Hide /T 14 0 R >> >>");
  const [part, whole] = partsOf(pdf, [0], [0, 1]);
  expect(fieldsOf(part?.bytes ?? pdf)).toHaveLength(2);
  const { text } = new QpdfObjects(part?.bytes ?? pdf);
  for (const leftOut of ["of page 2", "hidden", "square"]) {
    expect(text).not.toContain(leftOut);
    expect(new QpdfObjects(whole?.bytes ?? pdf).text).toContain(leftOut);
  }
});

test("actions of links and pages do not bring them along either, to a part without fields", () => {
  const link = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /ResetForm /Fields [11 0 R] >> >>";
  const pdf = madeForm({
    form: "<< /Fields [11 0 R] >>",
    pages: ["/Annots [10 0 R] /AA << /O << /S /Hide /T 11 0 R >> >>", "/Annots [11 0 R]"],
    objects: { 10: link, 11: textField("/T (a) /V (of page 2)") },
  });
  const [part] = partsOf(pdf, [0]);
  expect(new QpdfObjects(part?.bytes ?? pdf).text).not.toContain("of page 2");
});

test("actions that refer to pages or to objects of other kinds leave them alone", () => {
  const pdf = withActions("/A << /S /Hide /T [4 0 R 1 0 R 20 0 R 10 0 R] >>", { 20: "<< /Some /Thing >>" });
  const [part] = partsOf(pdf, [0]);
  expect(fieldsOf(part?.bytes ?? pdf)).toHaveLength(2);
});

test("chains of actions may loop and be very long", () => {
  const length = 5_000;
  const chain = Array.from({ length }, (_, index) => [20 + index, `<< /S /Hide /T (a) /Next ${21 + index} 0 R >>`]);
  const pdf = withActions("/A 20 0 R", { ...Object.fromEntries(chain), [20 + length]: "<< /S /Hide /Next 20 0 R >>" });
  const { bytes } = mergedForms({ pdf }, { pdf });
  expect(new QpdfObjects(bytes).at(...annotation, "A", "T")).toBe("u:a_2");
});

const withScripts = (objects: Record<number, string>): QpdfObjects => {
  const pdf = withActions("/AA 20 0 R", objects);
  return new QpdfObjects(mergedForms({ pdf }, { pdf }).bytes);
};

describe("scripts", () => {
  const sum = "AFSimple_Calculate('SUM', new Array('a', 'b.kid', 'of another'));";
  test("that find and add up fields of a renamed document name them as they are now", () => {
    const objects = withScripts({
      20: `<< /C << /S /JavaScript /JS (${sum.replace(/[()]/gu, (bracket) => `\\${bracket}`)}) >> >>`,
      13: `<< /T (c) /FT /Tx /AA << /K << /S /JavaScript /JS (getField\\("a"\\).value = "a"; x = 'b' + AFSimple_Calculate\\("AVG", "a , b,z"\\)) >> >> >>`,
    });
    expect(objects.at(...annotation, "AA", "C", "JS")).toBe(
      "u:AFSimple_Calculate('SUM', new Array('a_2', 'b_2.kid', 'of another'));",
    );
    expect(objects.at("Root", "AcroForm", "Fields", "7", "AA", "K", "JS")).toBe(
      `u:getField("a_2").value = "a"; x = 'b' + AFSimple_Calculate("AVG", "a_2 , b_2,z")`,
    );
  });

  test("may be streams that several actions share", () => {
    const pdf = withActions("/AA << /C 20 0 R /K << /S /JavaScript /JS 21 0 R >> >>", {
      20: "<< /S /JavaScript /JS 21 0 R >>",
      21: stream("", "getField('a').value = getField('reset').name"),
    });
    const { bytes } = mergedForms({ pdf }, { pdf });
    const shown = outputOf("qpdf", ["--qdf", "--object-streams=disable", "%", "-"], bytes);
    expect(shown.match(/getField\('\w+'\)\.value = getField\('\w+'\)/gu)).toEqual([
      "getField('a').value = getField('reset')",
      "getField('a_2').value = getField('reset_2')",
    ]);
  });
});
