import { expect, test } from "vitest";
import { hyphenatorOf } from "./hyphenation.ts";

/** Hyphenations as dictionaries of the languages have them, without those that leave fewer than two letters. */
test.each([
  ["en", "hy-phen-ation"],
  ["en-GB", "rep-res-ent-at-ives"],
  ["de", "Rechts-schutz-ver-si-che-rung"],
  ["de-AT", "Ver-ant-wor-tung"],
  ["fr", "gou-ver-ne-ment"],
  ["es", "ad-mi-nis-tra-cio-nes"],
  ["it", "am-mi-ni-stra-zio-ne"],
  ["nl", "ge-meen-schap-pe-lij-ke"],
  ["pt-BR", "res-pon-sa-bi-li-da-des"],
  ["sv", "järn-vägs-sta-tion"],
  ["da", "for-plig-tel-ser"],
  ["nb", "for-plik-tel-ser"],
  ["fi", "rau-ta-tie"],
  ["pl", "przed-się-bior-stwa"],
  ["ru", "за-ко-но-да-тель-ства"],
  ["tr", "ger-çek-leş-ti-ri-le-bi-lir-lik"],
  ["ca", "pro-ce-di-ments"],
  ["el", "δια-δι-κα-σίες"],
])("in %s: %s", (language, expected) => {
  const word = expected.replaceAll("-", "");
  const hyphenated = hyphenatorOf(language)?.(word) ?? "";
  expect(hyphenated.replaceAll("\u00ad", "")).toBe(word);
  expect(places(hyphenated, "\u00ad")).toEqual(expect.arrayContaining(places(expected, "-").slice(0, 2)));
});

/** Returns where in a word the signs are. */
const places = (text: string, sign: string): number[] =>
  text.split(sign).reduce<number[]>((all, part) => [...all, (all.at(-1) ?? 0) + part.length], []);

test.each(["ja", "ar", "x", "", undefined, "constructor"])("there are no patterns of %s", (language) => {
  expect(hyphenatorOf(language)).toBeUndefined();
});

test.each([
  "https://verantwortung.example/verantwortung",
  "wort_verantwortung",
  "foo.verantwortung",
  "verantwortung@example.org",
  "verantwortung3",
  "Verant\u00adwortung",
  "kurz",
  "v".repeat(80),
  "責任責任責任責任",
])("%s stays as it is", (text) => {
  expect(hyphenatorOf("de")?.(text)).toBe(text);
});

test("signs around words and between them do no harm", () => {
  expect(hyphenatorOf("de")?.("(„Verantwortung“), Ostsee-Verantwortung!").replaceAll("\u00ad", "|")).toBe(
    "(„Ver|ant|wor|tung“), Ost|see-Ver|ant|wor|tung!",
  );
});
