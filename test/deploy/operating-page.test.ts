import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fencesOf } from "../docs/page-samples.ts";
import { checkout, composeFile, manifests } from "./deploy-files.ts";

/* What docs/operating.md says of deploy/: its commands name what there is, and its table of capacity is what was measured. */

const page = readFileSync(join(checkout, "docs/operating.md"), "utf8");
const commands = (await fencesOf("docs/operating.md"))
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.split("\n"));

test("the commands name files, services and options that there are", () => {
  const files = [...page.matchAll(/(?<!test\/)(deploy\/[\w./@-]*\w)/g)].map(([, file = ""]) => file);
  // What deploy/make-env makes is not part of the repository.
  const ours = [...new Set(files)].filter((file) => !file.startsWith("deploy/env"));
  expect(ours.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
  const compose = commands.filter((line) => line.includes("docker compose"));
  expect(compose.length).toBeGreaterThan(3);
  for (const line of compose) {
    const [, file = "", action = "", rest = ""] = / -f deploy\/(\S+) (\w+)(.*)$/.exec(line) ?? [];
    expect(["up", "build", "exec", "logs"], line).toContain(action);
    const { services } = composeFile(file);
    const named = rest.match(/(?<= )(?:api|worker)-[a-z0-9]+/g) ?? [];
    expect(
      named.filter((name) => !(name in services)),
      line,
    ).toEqual([]);
  }
  const loop = /^for node in (.+); do$/.exec(commands.find((line) => line.startsWith("for node")) ?? "")?.[1] ?? "";
  const { services } = composeFile("compose.scaled.yaml");
  expect(loop.split(" ")).toEqual(Object.keys(services).filter((name) => /^(?:api|worker)-/.test(name)));
  const deployments = manifests().filter(({ kind }) => kind === "Deployment");
  const rolled = /deployment\/(\S+)/.exec(commands.find((line) => line.includes("rollout")) ?? "")?.[1];
  expect(deployments.map(({ metadata }) => metadata.name)).toContain(rolled);
});

test("the commands are shell, and make-env is run as it is printed", () => {
  expect(commands).toContain("deploy/make-env");
  const { status } = spawnSync("sh", ["-n", join(checkout, "deploy/make-env")]);
  expect(status).toBe(0);
});

const AVERAGE_SECONDS = 2_630_000;
const PEAK = 4;

/** Returns the rows of a table of the page whose first cell has `words`. */
const rowsWith = (words: string): string[][] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("|") && line.includes(words))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const numberIn = (cell: string | undefined): number => Number((cell ?? "").replaceAll(",", ""));

test.each(["drawn at 150 dpi", "invoice without", "invoice with script", "refused", "`simple`", "`advanced`"])(
  "the cores for a page %s are those of its cost",
  (words) => {
    const [row = []] = rowsWith(words).filter((cells) => cells.length === 6);
    const [, cost, ...cores] = row.map(numberIn);
    const expected = [1e6, 1e7, 1e8, 1e9].map((pages) => ((pages * PEAK) / AVERAGE_SECONDS) * (cost ?? 0));
    expect(cores.length).toBe(4);
    for (const [index, each] of cores.entries()) {
      // As it is rounded in the table.
      expect(Math.abs(each - (expected[index] ?? 0))).toBeLessThan(Math.max(0.06, 0.05 * each));
    }
  },
);

test("the costs are those of bench/results.md", () => {
  const results = readFileSync(join(checkout, "bench/results.md"), "utf8");
  const measured = (start: string): number =>
    Number(/^\| [^|]+ \| ([\d.]+)/.exec(results.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "")?.[1]);
  const costs: Readonly<Record<string, number>> = {
    // Two cores are busy with them.
    "drawn at 150 dpi": 2 / measured("50 clients, a page at 150 dpi"),
    "invoice without": 2 / measured("invoices from 4 clients"),
    "invoice with script": measured("an invoice with script, CPU of all processes") / 1000,
  };
  for (const [words, cost] of Object.entries(costs)) {
    const written = numberIn(rowsWith(words)[0]?.[1]);
    // A later run of the benches may differ by what machines differ by.
    expect([written / cost > 0.67, written / cost < 1.5], words).toEqual([true, true]);
  }
});
