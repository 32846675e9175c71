import { expect, test } from "vitest";
import { writtenLanguage } from "./written-language.ts";

const template = (languages: readonly string[], page = {}) => ({
  page,
  labels: Object.fromEntries(languages.map((language) => [language, { a: language }])),
});

test.each([
  [["en", "de"], undefined, {}, "en", "en"],
  [["de", "en"], undefined, {}, "en", "en"],
  [["de", "fr"], undefined, {}, "de", "de"],
  [["en", "de"], undefined, { language: "de" }, "de", "de"],
  [["en", "de"], undefined, { language: "de-AT" }, "de-AT", "de"],
  [["en", "de"], undefined, { language: "pt" }, "en", "en"],
  [["en", "de"], "de-AT", {}, "de-AT", "de"],
  [["en", "de", "de-CH"], "de-ch", {}, "de-ch", "de-CH"],
  [["en", "pt-BR"], "pt", {}, "pt", "pt-BR"],
  [["en", "ar"], "ar-EG", { language: "en" }, "ar-EG", "ar"],
  [[], "pt-BR", {}, "pt-BR", undefined],
  [[], undefined, { language: "de" }, undefined, undefined],
])("of %j, asked for %s: %j", (languages, asked, page, locale, language) => {
  expect(writtenLanguage(template(languages, page), asked)).toEqual({ locale, language, lacksLabels: false });
});

test.each([
  ["pt-BR", {}, "pt-BR", "en"],
  ["pt-BR", { language: "de" }, "pt-BR", "de"],
])("for %s, which the template has not: %j", (asked, page, locale, language) => {
  expect(writtenLanguage(template(["en", "de"], page), asked)).toEqual({ locale, language, lacksLabels: true });
});
