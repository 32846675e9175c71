import { type CosDirect, Dict, resolve, Stream } from "@quire/cos";
import { describe, expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { validate } from "../runner/validate.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import type { Validation } from "../validation.ts";
import { embeddedFiles } from "./embedded-files.ts";
import type { RuleGroup } from "./rule-group.ts";

/** A group without rules that emits dictionaries, as the walk over all objects does. */
const objects: RuleGroup = {
  name: "objects",
  rules: [],
  begin: ({ document }: Validation) => ({
    walk(emit) {
      const visit = (value: CosDirect): void => {
        const dict = value instanceof Stream ? value.dict : value;
        if (dict instanceof Dict) {
          emit("dictionary", dict, {});
        }
        const inner = dict instanceof Dict ? [...dict.entries.values()] : Array.isArray(dict) ? dict : [];
        for (const element of inner.filter((found) => resolve(found) === found)) {
          visit(resolve(element));
        }
      };
      for (const number of document.objectNumbers()) {
        visit(document.object(number)?.value ?? null);
      }
    },
  }),
};

const FILE: MadeObject = { dict: "/Type /EmbeddedFile /Subtype /text#2Fplain", stream: "text" };
const SPECIFICATION = "<< /Type /Filespec /F (a) /UF (a) /EF << /F 11 0 R >> /AFRelationship /Data >>";

function broken(flavour: Flavour, made: Readonly<Record<number, MadeObject>>, options: BuildOptions = {}) {
  const catalog = "/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >> /AF [10 0 R]";
  const file = buildPdf({ 10: SPECIFICATION, 11: FILE, ...made }, { flavour, catalog, ...options });
  return brokenRules(file, { flavour, groups: [objects, embeddedFiles] });
}

test("part 1 has no embedded files", () => {
  expect(broken("1b", {})).toEqual(["no-embedded-file", "no-embedded-files"]);
  expect(broken("1b", {}, { catalog: "" })).toEqual(["no-embedded-file"]);
  expect(broken("1b", { 10: "<< /Type /Filespec /F (a) >>" }, { catalog: "" })).toEqual([]);
});

test("part 3 has any files, with all that is said of them", () => {
  expect(broken("3b", {})).toEqual([]);
  expect(broken("3b", { 10: SPECIFICATION.replace("/F (a)", "") })).toEqual(["embedded-file-names"]);
  expect(broken("3b", { 10: SPECIFICATION.replace("/UF (a)", "") })).toEqual(["embedded-file-names"]);
  expect(broken("3b", { 10: SPECIFICATION.replace("/UF (a)", "/UF /a") })).toEqual(["embedded-file-names"]);
  const relationship = (entry: string) => ({ 10: SPECIFICATION.replace("/AFRelationship /Data", entry) });
  expect(broken("3b", relationship("/AFRelationship /Own"))).toEqual([]);
  expect(broken("3b", relationship(""))).toEqual(["embedded-file-relationship"]);
  expect(broken("3b", relationship("/AFRelationship (Data)"))).toEqual(["embedded-file-relationship"]);
});

test.each<[string, boolean]>([
  ["/Subtype /application#2Fvnd.ms-excel", true],
  ["/Subtype /image#2Fsvg+xml", true],
  ["", false],
  ["/Subtype /text", false],
  ["/Subtype /text#2Fplain;#20charset=utf-8", false],
])("media types: %s: %s", (subtype, isKept) => {
  const made = { 11: { dict: `/Type /EmbeddedFile ${subtype}`, stream: "" } };
  expect(broken("3b", made)).toEqual(isKept ? [] : ["embedded-file-media-type"]);
  expect(broken("4f", made)).toEqual(isKept ? [] : ["embedded-file-media-type"]);
});

test("a file specification has its Type, or is in the catalog's names", () => {
  const untyped = { 10: "<< /EF << /F 11 0 R >> >>" };
  expect(broken("3b", untyped, { catalog: "" })).toEqual([]);
  expect(broken("4f", untyped)).toEqual(["embedded-file-names", "embedded-file-relationship"]);
  // In part 3, those of other files have a relationship as well.
  const outer = { 12: "<< /Type /Filespec /F (a) /UF (a) >>" };
  expect(broken("3b", outer)).toEqual(["embedded-file-association", "embedded-file-relationship"]);
  expect(broken("4f", outer)).toEqual([]);
});

test("files are associated in part 3, with anything", () => {
  const names = "/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>";
  expect(broken("3b", {}, { catalog: names })).toEqual(["embedded-file-association"]);
  expect(broken("3b", {}, { catalog: names, page: "/AF 10 0 R" })).toEqual([]);
  expect(broken("3b", { 12: "<< /S /P /AF [10 0 R] >>" }, { catalog: names })).toEqual([]);
  expect(broken("3b", { 12: "<< /MCAF [10 0 R] >>" }, { catalog: names })).toEqual([]);
  const direct = { 10: "<< /S /P >>", 12: `<< /S /P /AF [${SPECIFICATION}] >>` };
  expect(broken("3b", direct, { catalog: "" })).toEqual(["embedded-file-association"]);
  expect(broken("3b", {}, { catalog: names, resources: "/Properties << /P [10 0 R] >>" })).toEqual([]);
});

test("only what the standard names in an EF dictionary is a file", () => {
  const made = { 10: SPECIFICATION.replace("/F 11 0 R", "/Other 11 0 R"), 11: { dict: "", stream: "" } };
  expect(broken("3b", made)).toEqual([]);
  expect(broken("3b", { ...made, 10: SPECIFICATION })).toEqual(["embedded-file-media-type"]);
});

test("4f has embedded files", () => {
  expect(broken("4f", {})).toEqual([]);
  expect(broken("4f", {}, { catalog: "" })).toEqual(["embedded-files-present"]);
  expect(broken("4e", {}, { catalog: "" })).toEqual([]);
});

const embed = (flavour: Flavour, stream: string | Uint8Array): readonly string[] =>
  broken(flavour, { 11: { dict: "/Subtype /application#2Fpdf", stream } });

describe("conformance", () => {
  test("a file that is no PDF/A may not be embedded in parts 2 and 4", () => {
    for (const file of ["text", "%PDF-1.4 and nothing else", buildPdf({}, { xmp: null })]) {
      expect(embed("2b", file)).toEqual(["embedded-file-conformance"]);
      expect(embed("4", file)).toEqual(["embedded-file-conformance"]);
      expect(embed("3b", file)).toEqual([]);
      expect(embed("4f", file)).toEqual([]);
    }
  });

  test.each<[Flavour, Flavour, boolean]>([
    ["2b", "1b", true],
    ["2b", "2u", true],
    ["2b", "3b", false],
    ["2b", "4", false],
    ["4", "2b", true],
    ["4", "4", true],
    ["4", "3b", false],
  ])("in %s, a file of %s: %s", (flavour, embedded, isKept) => {
    const expected = isKept ? [] : ["embedded-file-conformance"];
    expect(embed(flavour, buildPdf({}, { flavour: embedded }))).toEqual(expected);
  });

  test("a file that breaks the rules of its claimed flavour may not be embedded", () => {
    const withFile = buildPdf({}, { flavour: "1b", catalog: "/Names << /EmbeddedFiles << >> >>" });
    expect(embed("2b", withFile)).toEqual(["embedded-file-conformance"]);
  });

  test("files in files are validated to some depth", () => {
    let file = buildPdf();
    for (let depth = 0; depth < 12; depth++) {
      const specification = "<< /Type /Filespec /F (a) /UF (a) /EF << /F 11 0 R >> >>";
      file = buildPdf({ 10: specification, 11: { dict: "", stream: file } });
    }
    const report = validate(file, { flavour: "2b", groups: [objects, embeddedFiles] });
    expect(report.findings).toEqual([]);
    expect(report.inconclusive).not.toEqual([]);
  });
});
