import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ACCESSIBILITY_FLAVOURS, FLAVOURS } from "../../packages/pdfa/src/flavours.ts";
import { GROUPS } from "../../packages/pdfa/src/rules/groups.ts";
import { idIn } from "../../packages/pdfa/src/rules/rule.ts";
import { CORPORA, corpusFiles } from "./corpus.ts";

const rules = GROUPS.flatMap((group) => group.rules);
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) < index);

test("keys are unique, and in kebab case", () => {
  const keys = rules.map(({ key }) => key);
  expect(repeated(keys)).toEqual([]);
  expect(keys.filter((key) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key))).toEqual([]);
});

test.each([...FLAVOURS, ...ACCESSIBILITY_FLAVOURS])("numbers of %s are well-formed", (flavour) => {
  const ids = rules.map((rule) => idIn(rule, flavour)).filter((id) => id !== undefined);
  expect(ids.filter((id) => !/^(?:\d+(\.\d+)*|Table 5(?:\. StructTreeRoot-\w+)?)-\d+$/.test(id))).toEqual([]);
});

test("each rule has a hint of its own, of one sentence or a few", () => {
  const isLimit = ({ key }: (typeof rules)[number]): boolean => /limit|^hex-string/.test(key);
  expect(repeated(rules.filter((rule) => !isLimit(rule)).map(({ hint }) => hint))).toEqual([]);
  expect(rules.filter(({ hint }) => !/^[A-Z].{10,270}\.$/.test(hint)).map(({ key }) => key)).toEqual([]);
});

const PACKAGE = fileURLToPath(new URL("../../packages/pdfa/src/", import.meta.url));

test("each rule is named, by its key or a number, by a test of small documents that break it", () => {
  const tests = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts"));
  const text = tests.map((path) => readFileSync(join(PACKAGE, path), "utf8")).join("\n");
  const named = new Set(text.match(/[a-z0-9]+(?:[-.][a-z0-9]+)*/g));
  // The limits of values are the same in several places, whose test ids are put together with the names of the limits.
  const isPutTogether = (key: string): boolean => {
    const [, limit = "", place = ""] = /^(.+?)-(in-.+)$/.exec(key) ?? [];
    return named.has(limit) && named.has(place);
  };
  const missing = rules.filter(
    ({ key, ids }) => !isPutTogether(key) && ![key, ...Object.values(ids)].some((name) => named.has(name ?? "")),
  );
  expect(missing.map(({ key }) => key)).toEqual([]);
});

const root = process.env["QUIRE_TEST_CORPORA"];
const files = CORPORA.flatMap((name) => corpusFiles(root, name) ?? []);

test.skipIf(files.length === 0)("each number that a corpus names is that of a rule", () => {
  const missing = files.flatMap(({ flavour, rules: named }) => {
    const ids = new Set<string | undefined>(rules.map((rule) => idIn(rule, flavour)));
    return named.filter((id) => !ids.has(id)).map((id) => `${flavour} ${id}`);
  });
  expect([...new Set(missing)]).toEqual([]);
});
