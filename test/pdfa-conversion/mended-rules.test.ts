import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CosError } from "../../packages/cos/src/index.ts";
import { FLAVOURS, type Flavour } from "../../packages/pdfa/src/flavours.ts";
import { GROUPS } from "../../packages/pdfa/src/rules/groups.ts";
import { validate } from "../../packages/pdfa/src/runner/validate.ts";
import type { Target } from "../../packages/pdfa-conversion/src/options.ts";
import { CORPORA, corpusFiles } from "../pdfa/corpus.ts";
import { sampled } from "../running/sampling.ts";
import { converted } from "./converted.ts";

/*
 * What the hints of rules promise, held against documents that break them: that a conversion mends it, and that a command with
 * qpdf does. QUIRE_TEST_CORPORA names the folder with the corpora; without it the suite is left out.
 */

const root = process.env["QUIRE_TEST_CORPORA"] ?? "";
const TARGETS: Readonly<Record<Flavour, Target>> = {
  "1a": "1b",
  "1b": "1b",
  "2a": "2u",
  "2b": "2b",
  "2u": "2u",
  "3a": "3u",
  "3b": "3b",
  "3u": "3u",
  "4": "4",
  "4e": "4",
  "4f": "4",
};

const brokenBefore = new Map<string, readonly string[]>();

/** Returns a predicate for documents that break a rule. */
const breaks =
  (key: string) =>
  ({ path, flavour }: { readonly path: string; readonly flavour: Flavour }): boolean => {
    const known = brokenBefore.get(path) ?? brokenBy(readFileSync(path), flavour);
    brokenBefore.set(path, known);
    return known.includes(key);
  };

const RULES = new Map(GROUPS.flatMap(({ rules }) => rules).map((rule) => [rule.key, rule]));
const brokenBy = (bytes: Uint8Array, flavour: Flavour): readonly string[] =>
  validate(bytes, { flavour }).findings.map(({ key }) => key);

const documents = CORPORA.flatMap((name) => (root === "" ? undefined : corpusFiles(root, name)) ?? []).flatMap(
  ({ corpus, path, flavour, expected }) => {
    const known = FLAVOURS.find((one) => one === flavour);
    return expected === "pass" || known === undefined ? [] : [{ path: join(root, corpus, path), flavour: known }];
  },
);

describe.skipIf(documents.length === 0)("documents that break a rule", () => {
  test("do not when they are converted, where the rule says so", { timeout: 300_000 }, () => {
    const left: string[] = [];
    for (const { path, flavour } of sampled(documents, 20)) {
      const bytes = readFileSync(path);
      const promised = brokenBy(bytes, flavour).filter((key) =>
        /^(?:mends|drops)$/.test(RULES.get(key)?.conversion ?? ""),
      );
      if (promised.length > 0) {
        const after = brokenAfter(bytes, TARGETS[flavour]);
        left.push(...promised.filter((key) => after.includes(key)).map((key) => `${key}: ${path} as ${flavour}`));
      }
    }
    expect(left).toEqual([]);
  });

  describe("when qpdf rewrites them as the hint says", () => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), "quire-hints-"));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    const commands = [...RULES.values()].flatMap(({ key, hint }) => {
      const [, options] = /qpdf ((?:-\S+ )*)in\.pdf out\.pdf/.exec(hint) ?? [];
      return options === undefined ? [] : [{ key, options: options.split(" ").filter((one) => one !== "") }];
    });

    test.each(commands)("$key with $options", ({ key, options }) => {
      const isMeant = (flavour: Flavour): boolean => !(flavour.startsWith("4") && options.join().includes("version=1"));
      const breaking = documents.filter(({ flavour }) => isMeant(flavour)).filter(breaks(key));
      const left = breaking.slice(0, 5).filter(({ path, flavour }) => {
        const output = join(directory, "out.pdf");
        execFileSync("qpdf", [...options, "--warning-exit-0", path, output], { stdio: "ignore" });
        return brokenBy(readFileSync(output), flavour).includes(key);
      });
      expect(left).toEqual([]);
    });
  });
});

function brokenAfter(bytes: Uint8Array, target: Target): readonly string[] {
  try {
    const attachments = target.startsWith("3") ? "keep" : "drop";
    return brokenBy(converted(bytes, { target, attachments }).bytes, target);
  } catch (error) {
    // What cannot be opened is not converted.
    if (error instanceof CosError) {
      return [];
    }
    throw error;
  }
}
