import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Bounds, CosDocument } from "@quire/cos";
import type { AccessibilityFlavour } from "../../../packages/pdfa/src/flavours.ts";
import { GROUPS } from "../../../packages/pdfa/src/rules/groups.ts";
import { checkAccessibility } from "../../../packages/pdfa/src/runner/check-accessibility.ts";
import { Dice } from "../../fuzz/dice.ts";
import { corpusFiles } from "../corpus.ts";
import { MUTATIONS } from "./mutations.ts";
import { TaggedFile } from "./tagged-file.ts";

/*
 * Changes passing documents for PDF/UA, and lets veraPDF judge them as well. Usage: node test/pdfa/tagged/differ.ts
 * [--seed 1] [--count 200]. QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_VERAPDF the program that
 * asks veraPDF, which else is looked for beside that folder.
 */

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "200" } },
});
const root = process.env["QUIRE_TEST_CORPORA"] ?? "";
const program = process.env["QUIRE_TEST_VERAPDF"] ?? join(root, "../shared/score/verapdf/judge");
const bases = (corpusFiles(root, "pdfua") ?? []).filter(({ expected }) => expected === "pass");
if (bases.length === 0 || !existsSync(program)) {
  throw new Error("The corpora or veraPDF are not at hand.");
}

interface Asked {
  readonly path: string;
  readonly flavour: AccessibilityFlavour;
  readonly what: string;
}

const folder = mkdtempSync(join(tmpdir(), "quire-tagged-"));
const asked = [...mutated(Number(values.seed), Number(values.count))];
const counts = { files: 0, refused: 0, equalVerdicts: 0, equalRules: 0 };
for (const [index, answer] of (await answersOf(asked)).entries()) {
  const file = asked[index];
  if (file !== undefined) {
    compare(file, answer.split("\t"));
  }
}
rmSync(folder, { recursive: true });
console.log(values, counts);

function* mutated(seed: number, count: number): Generator<Asked> {
  const kinds = Object.entries(MUTATIONS);
  for (let index = 0, made = 0; made < count; index++) {
    const dice = new Dice(seed * 1_000_003 + index);
    const [kind, mutate] = kinds[index % kinds.length] ?? dice.pick(kinds);
    const base = dice.pick(bases);
    const file = new TaggedFile(readFileSync(join(root, "pdfa", base.path)));
    if (mutate(file, dice)) {
      const path = join(folder, `${made++}.pdf`);
      writeFileSync(path, file.write());
      yield {
        path,
        flavour: base.flavour === "ua1" ? "ua1" : dice.pick(["ua2", "wt1r"]),
        what: `${kind} ${base.path}`,
      };
    }
  }
}

async function answersOf(files: readonly Asked[]): Promise<readonly string[]> {
  const judge = spawn(program, { stdio: ["pipe", "pipe", "ignore"] });
  judge.stdin.end(files.map(({ path, flavour }) => `${path}\t${flavour}\n`).join(""));
  return Array.fromAsync(createInterface({ input: judge.stdout }));
}

function compare({ path, flavour, what }: Asked, [, judgedAs, isCompliant, rules = ""]: readonly string[]): void {
  if (judgedAs !== flavour) {
    counts.refused += 1;
    return;
  }
  const bounds = new Bounds({ timeoutMs: 20_000 });
  const document = CosDocument.open(readFileSync(path), { bounds, keepsFacts: true });
  const report = checkAccessibility(document, flavour, { bounds, groups: GROUPS });
  const theirs = new Set(rules.match(/Table 5\. \S+|\S+/gu));
  const ours = new Set(report.findings.map(({ id }): string => id));
  const differing = [...new Set([...theirs, ...ours])].filter((id) => theirs.has(id) !== ours.has(id));
  counts.files += 1;
  counts.equalVerdicts += report.isCompliant === (isCompliant === "true") ? 1 : 0;
  counts.equalRules += differing.length === 0 ? 1 : 0;
  if (differing.length > 0) {
    console.log(
      `${flavour} ${what}: ${differing.map((id) => `${theirs.has(id) ? "missed" : "invented"} ${id}`).join(", ")}`,
    );
  }
}
