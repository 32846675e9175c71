import { expect, test, vi } from "vitest";
import { describeLanguage, parseLanguages } from "./languages.ts";

test.each([
  ["eng", "English", "en"],
  ["deu", "German", "de"],
  ["fra", "French", "fr"],
  ["ces", "Czech", "cs"],
  ["chi_sim", "Simplified Chinese", "zh"],
  ["chi_tra_vert", "Traditional Chinese (vertical)", "zh"],
  ["srp_latn", "Serbian (Latin)", "sr"],
  ["ita_old", "Italian (old)", "it"],
  ["deu_latf", "German (Fraktur)", "de"],
  ["frk", "German (Fraktur)", "de"],
  ["grc", "Ancient Greek", null],
  ["equ", "equ", null],
  ["Fraktur", "Fraktur (script)", null],
  ["script/HanS_vert", "HanS vert (script)", null],
  ["my own data", "my own data", null],
])("%s is %s", (code, name, iso639_1) => {
  expect(describeLanguage(code)).toEqual({ code, name, iso639_1 });
});

const INSTALLED = ["chi_sim", "chi_tra", "deu", "deu_latf", "eng", "fra", "ita_old", "osd2"];

test.each([
  ["eng", ["eng"]],
  ["ENG", ["eng"]],
  ["eng+deu", ["eng", "deu"]],
  ["deu, eng", ["deu", "eng"]],
  ["de+deu+ger+DE", ["deu"]],
  ["fre", ["fra"]],
  ["zh", ["chi_sim"]],
  ["zh-Hant", ["chi_tra"]],
  ["it", ["ita_old"]],
  ["chi_tra+chi_sim", ["chi_tra", "chi_sim"]],
  ["osd2", ["osd2"]],
  ["Auto", "auto"],
])("%s means %j", (text, expected) => {
  expect(parseLanguages(text, INSTALLED)).toEqual({ value: expected });
});

const WITH_SCRIPTS = ["Fraktur", "Lao", "eng", "frk", "lao", "script/HanS_vert"];

test.each([
  ["script/Fraktur", "Fraktur"],
  ["Fraktur", "Fraktur"],
  ["fraktur", "Fraktur"],
  ["Lao", "Lao"],
  ["script/lao", "Lao"],
  ["lao", "lao"],
  ["lo", "lao"],
  ["LAO", "lao"],
  ["HanS_vert", "script/HanS_vert"],
  ["script/HanS_vert", "script/HanS_vert"],
  ["deu_latf", "frk"],
  ["de-Latf", "frk"],
  ["frk", "frk"],
])("%s means %s of scripts and languages", (text, expected) => {
  expect(parseLanguages(text, WITH_SCRIPTS)).toEqual({ value: [expected] });
});

test.each(["xyz", "e", "eng deu", "eng+klingon", "en-GB", "eng+auto", "../eng", "+eng", "eng,,deu", "ja", " "])(
  "'%s' is refused, with those that there are",
  (text) => {
    expect(parseLanguages(text, INSTALLED)).toEqual({
      fault: {
        type: "value_error",
        message: expect.stringContaining("chi_sim, chi_tra, deu"),
        context: { error: expect.any(String), installed: INSTALLED },
        advice: ["en-GB", "../eng"].includes(text)
          ? "Did you mean eng?"
          : "The operator of the service can install others (docs/ocr.md).",
      },
    });
  },
);

test("a language that comes again is looked up once", () => {
  const looked = vi.spyOn(Intl, "getCanonicalLocales");
  expect(parseLanguages("en,".repeat(50_000) + "de", ["deu", "eng"])).toEqual({ value: ["eng", "deu"] });
  expect(looked.mock.calls.length).toBeLessThan(50);
  looked.mockRestore();
});
