import { expect, test } from "vitest";
import { classesFault, classesIn } from "./work-classes.ts";

test("classes are named in any order and case, or none of them", () => {
  expect([classesIn("browser, PDF"), classesIn("none"), classesIn("pdf,ocr,browser")]).toEqual([
    ["pdf", "browser"],
    [],
    ["pdf", "ocr", "browser"],
  ]);
  expect(["browser, PDF", "none", "ocr"].map(classesFault)).toEqual([undefined, undefined, undefined]);
});

test("what is no class is named, with what may stand there", () => {
  expect(classesFault("pdf,docs")).toBe(
    '"docs" is no class of work; it takes one or more of pdf, ocr, browser, separated by commas, or none alone.',
  );
  expect(classesFault("pdf,none")).toContain('"none" is no class of work');
  expect(classesFault("pdf,")).toContain('"" is no class of work');
});
