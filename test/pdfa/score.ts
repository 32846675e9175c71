import { parseArgs } from "node:util";
import { GROUPS } from "../../packages/pdfa/src/rules/groups.ts";
import { ALL_CORPORA, corpusFiles, type FileResult, validateFile } from "./corpus.ts";
import { hasExactRules, readScores, ruleUsesOf, scoreOf, verdictOf, writeRuleUses, writeScores } from "./scores.ts";

/*
 * Prints where verdicts differ, and counts; --write keeps the scores of whole corpora. Usage:
 * node test/pdfa/score.ts [corpus…] [--group NAME,…] [--clause REGEX] [--flavour 1b] [--path PART] [--verbose]
 * [--write]
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    group: { type: "string" },
    clause: { type: "string" },
    flavour: { type: "string" },
    path: { type: "string" },
    verbose: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const root = process.env["QUIRE_TEST_CORPORA"];
const groups =
  values.group === undefined ? GROUPS : GROUPS.filter(({ name }) => values.group?.split(",").includes(name));
const isPart = [values.group, values.clause, values.flavour, values.path].some((value) => value !== undefined);
const clause = new RegExp(values.clause ?? "");
const everything: FileResult[] = [];

for (const name of ALL_CORPORA.filter((one) => positionals.length === 0 || positionals.includes(one))) {
  const files = corpusFiles(root, name);
  if (root === undefined || files === undefined) {
    console.warn(`${name} is left out: QUIRE_TEST_CORPORA does not lead to it.`);
    continue;
  }
  const chosen = files.filter(
    (file) =>
      clause.test(file.clause ?? "") &&
      (values.flavour ?? file.flavour) === file.flavour &&
      file.path.includes(values.path ?? ""),
  );
  const results = chosen.map((file) => validateFile(root, file, groups));
  everything.push(...results);
  for (const result of results) {
    const { file, report, error } = result;
    const verdict = verdictOf(result);
    const isExact = file.expected === "pass" || file.rules.length === 0 || hasExactRules(result);
    if (values.verbose === true || verdict !== file.expected || !isExact) {
      const found = report?.findings.map(({ id, key, occurrences }) => `${id} ${key} ${occurrences[0]?.values}`);
      const why =
        error === undefined ? (found ?? []).join(" | ") : error instanceof Error ? error.message : "not an error";
      console.log(
        `${file.flavour} ${file.path}: expected ${file.expected} ${file.rules.join(" ")}, got ${verdict} ${why}`,
      );
    }
  }
  const score = scoreOf(results);
  console.log(name, { ...score, clauses: Object.keys(score.clauses).length });
  if (values.write === true && !isPart) {
    writeScores({ ...readScores(), [name]: score });
  }
}

if (values.write === true && !isPart && positionals.length === 0) {
  writeRuleUses(ruleUsesOf(everything));
}
