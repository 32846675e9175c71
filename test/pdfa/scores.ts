import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FileResult } from "./corpus.ts";

/** Counts of documents. */
interface Tally {
  readonly files: number;
  readonly agree: number;
  readonly falseFail: number;
  readonly falsePass: number;
  readonly exceptions: number;
}

export interface Score extends Tally {
  readonly good: number;
  readonly bad: number;
  /** The mean of the agreement of each flavour and clause, in percent. */
  readonly macroAgreement: number;
  /** The number of documents, among those whose broken rules are known, with exactly these reported. */
  readonly exactRules: number;
  readonly withRules: number;
  /** The counts by flavour and clause. */
  readonly clauses: Readonly<Record<string, Tally>>;
}

export type Scores = Readonly<Record<string, Score>>;

const PATH = fileURLToPath(new URL("scores/pdfa.json", import.meta.url));

export const readScores = (): Scores => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Scores) : {});

export const writeScores = (scores: Scores): void => writeFileSync(PATH, `${JSON.stringify(scores, null, 2)}\n`);

/** Returns the verdict of a report; undefined where the validator threw. */
export const verdictOf = ({ report }: FileResult): "pass" | "fail" | undefined =>
  report === undefined ? undefined : report.isCompliant ? "pass" : "fail";

function tallyOf(results: readonly FileResult[]): Tally {
  const count = (expected: "pass" | "fail", got: "pass" | "fail" | undefined): number =>
    results.filter((one) => one.file.expected === expected && verdictOf(one) === got).length;
  return {
    files: results.length,
    agree: count("pass", "pass") + count("fail", "fail"),
    falseFail: count("pass", "fail"),
    falsePass: count("fail", "pass"),
    exceptions: count("pass", undefined) + count("fail", undefined),
  };
}

export function hasExactRules({ file, report }: FileResult): boolean {
  const found = new Set(report?.findings.map(({ id }): string => id));
  const reported = new Set(file.rules);
  return found.size === reported.size && [...reported].every((rule) => found.has(rule));
}

export function scoreOf(results: readonly FileResult[]): Score {
  const byClause = Object.groupBy(results, ({ file }) => `${file.flavour} ${file.clause ?? "unknown clause"}`);
  const clauses = Object.fromEntries(
    Object.entries(byClause)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, members]) => [name, tallyOf(members ?? [])]),
  );
  const shares = Object.values(clauses).map(({ agree, files }) => agree / files);
  const reported = results.filter(({ file }) => file.expected === "fail" && file.rules.length > 0);
  const good = results.filter(({ file }) => file.expected === "pass").length;
  return {
    ...tallyOf(results),
    good,
    bad: results.length - good,
    macroAgreement: Number(((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(2)),
    exactRules: reported.filter(hasExactRules).length,
    withRules: reported.length,
    clauses,
  };
}

/** The number of documents that break a rule, and the number of these that are known not to conform. */
interface RuleUse {
  readonly files: number;
  readonly agree: number;
}

/** The uses of rules, by the keys of rules in alphabetical order. */
export type RuleUses = Readonly<Record<string, RuleUse>>;

export function ruleUsesOf(results: readonly FileResult[]): RuleUses {
  const uses = new Map<string, { files: number; agree: number }>();
  for (const { file, report } of results) {
    for (const { key } of report?.findings ?? []) {
      const use = uses.get(key) ?? { files: 0, agree: 0 };
      uses.set(key, use);
      use.files += 1;
      use.agree += file.expected === "fail" ? 1 : 0;
    }
  }
  return Object.fromEntries([...uses].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

const RULES_PATH = fileURLToPath(new URL("scores/rules.json", import.meta.url));

export const readRuleUses = (): RuleUses => JSON.parse(readFileSync(RULES_PATH, "utf8")) as RuleUses;

export const writeRuleUses = (uses: RuleUses): void => writeFileSync(RULES_PATH, `${JSON.stringify(uses, null, 2)}\n`);

/** Returns the rules that fewer non-conforming documents break than before. */
export const lostRules = (kept: RuleUses, now: RuleUses): string[] =>
  Object.entries(kept).flatMap(([key, { agree }]) =>
    (now[key]?.agree ?? 0) < agree ? [`${key}: ${now[key]?.agree ?? 0}, were ${agree}`] : [],
  );

/** Returns where a run was worse than the one that is kept. */
export function losses(kept: Score, now: Score): string[] {
  const lost = Object.entries(kept.clauses).flatMap(([name, before]) => {
    const agree = now.clauses[name]?.agree ?? 0;
    return agree < before.agree ? [`${name}: ${agree} agree, were ${before.agree}`] : [];
  });
  return now.exactRules < kept.exactRules ? [...lost, `exact rules: ${now.exactRules}, were ${kept.exactRules}`] : lost;
}
