import { checkTemplate, fillTemplate } from "@quire/documents";
import { expect, test } from "vitest";
import { sampleIn } from "./samples.ts";
import { bareSnapshotOf } from "../../src/platform/templates/template-snapshots.ts";
import { starterPicture } from "../../src/platform/templates/starter-pictures.ts";
import { LANGUAGES } from "../../src/platform/templates/starters/labels/translations.ts";
import { type Starter, starters } from "../../src/platform/templates/starters/starters.ts";

const filledIn = async (starter: Starter, variables: object, language: string): Promise<string> => {
  const snapshot = bareSnapshotOf({ ...starter, version: 1 });
  const made = await fillTemplate(snapshot, JSON.stringify(variables), {
    missing: "error",
    locale: language,
    language,
  });
  return [...made.sections, made.headerHtml, made.footerHtml].join("");
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns what a schema requires of a value, and nothing else. */
function required(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => required(schema["items"], item));
  }
  const names: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const { properties } = schema;
  return isObject(value) && isObject(properties) && names.length > 0
    ? Object.fromEntries(names.map((name) => [name, required(properties[String(name)], value[String(name)])]))
    : value;
}

/** An element with nothing in it, of those that would be seen; a list of facts without any is not shown. */
const EMPTY = /<(p|h1|h2|dt|dd|div|th|small|bdi)\b[^>]*>\s*<\/\1>/g;
const MEANT: readonly RegExp[] = [/class="(?:label|room|written)"/, /<div class="sender">/];

test("there are twelve, in the order of their slugs, each with a picture", () => {
  const slugs = starters.map(({ slug }) => slug);
  expect(slugs).toHaveLength(12);
  expect(slugs).toEqual(slugs.toSorted());
  expect(slugs).toEqual(expect.arrayContaining(["invoice-standard", "receipt-minimal"]));
  expect(slugs.filter((slug) => (starterPicture(slug)?.sizeBytes ?? 0) < 1000)).toEqual([]);
});

test.each(starters)("$slug has all its texts in five languages", (starter) => {
  checkTemplate(bareSnapshotOf({ ...starter, version: 1 }));
  expect(Object.keys(starter.labels ?? {})).toEqual(LANGUAGES);
  const blank = Object.values(starter.labels ?? {}).flatMap((texts) =>
    Object.values(texts).filter((text) => text === ""),
  );
  expect(blank).toEqual([]);
});

test.each(starters)("$slug fills its sample in, in five languages", async (starter) => {
  for (const language of LANGUAGES) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- few, and short
    const html = await filledIn(starter, sampleIn(language, starter), language);
    expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
    expect(html).not.toMatch(/undefined|\{\{|\[object|NaN/);
  }
});

test.each(starters)("$slug with what it requires alone leaves nothing empty", async (starter) => {
  const html = await filledIn(starter, Object(required(starter.variablesSchema, starter.sample)), "en");
  const empty = [...html.matchAll(EMPTY)].map(([element]) => element);
  expect(empty.filter((element) => MEANT.every((meant) => !meant.test(element)))).toEqual([]);
});
