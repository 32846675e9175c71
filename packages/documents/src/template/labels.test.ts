import { describe, expect, test } from "vitest";
import { checkTemplate, fillTemplate } from "./fill-template.ts";
import { faultsOf, filled, templateOf } from "./testing/filled.ts";

const labels = {
  en: { due: "Due", by: "by {date}, {count} days", level_1: "First", level_2: "Second" },
  ar: { due: "مستحق", by: "قبل {date}، {count} أيام", level_1: "أول", level_2: "ثانٍ" },
};

describe("labels", () => {
  test.each([
    ['{{t "due"}}', "en", "en", "Due"],
    ['{{t "due"}}', "ar-EG", "ar", "مستحق"],
    ["{{t key}}", "en", "en", "Due"],
    ['{{t "level" level}}', "en", "en", "Second"],
    ['{{t "level" (default none 1)}}', "en", "en", "First"],
    ['{{t "by" date=(date day "long") count=1234.5}}', "en-GB", "en", "by 2 March 2026, 1,234.5 days"],
    ['{{t "by" date=(date day "long") count=3}}', "ar-EG", "ar", "قبل ٢ مارس ٢٠٢٦، ٣ أيام"],
    ['{{t "by"}}', "en", "en", "by {date}, {count} days"],
    ['{{upper (t "due")}}', "en", "en", "DUE"],
    ["{{#each list}}{{@locale}} {{@direction}};{{/each}}", "ar-EG", "ar", "ar-EG rtl;ar-EG rtl;"],
    ["{{@locale}} {{@direction}}", "en-GB", "en", "en-GB ltr"],
  ])("%s in %s", async (template, locale, language, expected) => {
    const variables = { key: "due", level: 2, day: "2026-03-02", list: [1, 2] };
    expect(await filled(template, variables, { labels, locale, language })).toBe(expected);
  });

  test.each(['{{t "nothing"}}', '{{t "level" 3}}', '{{t "toString"}}'])("%s has to be there", async (template) => {
    expect(await faultsOf(filled(template, {}, { labels, language: "en" }))).toEqual(["template_error"]);
    expect(await faultsOf(filled(template))).toEqual(["template_error"]);
  });

  test("a template whose languages have different texts is refused", () => {
    const lacking = { en: { a: "A", b: "B" }, de: { a: "A" }, fr: { a: "A", b: "B", c: "C" } };
    expect(() => checkTemplate(templateOf("x", { labels: lacking }))).toThrow(/labels of en have "b".*de have not/);
    const { fr } = lacking;
    expect(() => checkTemplate(templateOf("x", { labels: { en: lacking.en, fr } }))).toThrow(
      /fr have "c".*en have not/,
    );
    checkTemplate(templateOf("x", { labels }));
  });

  test("a fragment in a language that runs from right to left does so", async () => {
    const { sections } = await fillTemplate(templateOf("<p>x"), "{}", { missing: "error", locale: "ar-EG" });
    expect([...sections].join("")).toContain('<html lang="ar-EG" dir="rtl">');
  });
});

describe("parts of texts", () => {
  test.each([
    ["{{join a}}", { a: "x\n\n y \nz" }, "x, y, z"],
    ['{{join a " · "}}', { a: ["x", 2] }, "x · 2"],
    ["{{join a}}", { a: 5 }, "5"],
    ["{{#each (paragraphs a)}}[{{this}}]{{/each}}", { a: "x\ny\n \n\n\nz" }, "[x\ny][z]"],
    ["{{#each (paragraphs a)}}[{{this}}]{{/each}}", { a: "" }, ""],
  ])("%s of %j", async (template, variables, expected) => {
    expect(await filled(template, variables)).toBe(expected);
  });

  test.each([
    ["{{#if a}}x{{else}}y{{/if}}", "y"],
    ["{{#if a includeZero=true}}x{{else}}y{{/if}}", "x"],
    ["{{#if b includeZero=true}}x{{else}}y{{/if}}", "y"],
    ["{{#unless a includeZero=true}}x{{else}}y{{/unless}}", "y"],
    ["{{#if a includeZero=false}}x{{else}}y{{/if}}", "y"],
  ])("%s", async (template, expected) => {
    expect(await filled(template, { a: 0, b: "" })).toBe(expected);
  });
});
