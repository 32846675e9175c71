import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { versionOf } from "./anchors.ts";

/** The spread of one measurement over its rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export type Unit = "ratio" | "ms" | "s" | "MB" | "per second" | "score";

/** One row of the results: a claim and its figures. */
export interface Row {
  readonly what: string;
  /** Our figure and the one that it is compared with, as they are shown. */
  readonly ours: string;
  readonly beside: string;
  readonly measured: Spread;
  readonly unit: Unit;
  /** The bar. `worst`: every round has to keep it, not only the median. Undefined for a figure that is only shown. */
  readonly bar:
    | undefined
    | { readonly kind: "at most" | "at least"; readonly value: number; readonly judge: "median" | "worst" };
}

export function spreadOf(values: readonly number[]): Spread {
  const ordered = values.toSorted((a, b) => a - b);
  return { median: percentile(ordered, 50), least: percentile(ordered, 0), most: percentile(ordered, 100) };
}

export function median(values: readonly number[]): number {
  return spreadOf(values).median;
}

/** Returns the percentile of values in ascending order, by the nearest rank. */
function percentile(ordered: readonly number[], percent: number): number {
  const value = ordered[Math.round(((ordered.length - 1) * percent) / 100)];
  if (value === undefined) {
    throw new Error("There is no percentile of nothing.");
  }
  return value;
}

export function passes({ bar, measured }: Row): boolean {
  switch (bar?.kind) {
    case undefined:
      return true;
    case "at most":
      return (bar.judge === "worst" ? measured.most : measured.median) <= bar.value;
    case "at least":
      return (bar.judge === "worst" ? measured.least : measured.median) >= bar.value;
  }
}

/** Returns the text of results.md: the machine, the programs and the table. */
export async function reportOf(rows: readonly Row[], rounds: number): Promise<string> {
  return `# Results

Written by \`npm run bench\`. Each figure is taken against its anchor on the same files in one run, the two in turn, over
${rounds} rounds; anchors are whole processes, ours is a request over HTTP to a running service until the last byte. Where
objects are read or rewritten, all are whole processes, each with a library and one document, and their start counts.
Where documents are merged, split or marked, ours is a process that stays, as the service's engines do, and @libpdf/core
marks in the same one. What is left of documents that are merged is reported in [survival.md](survival.md).

Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 1024 ** 3)} GB.
Programs: Node ${process.versions.node}; ${await anchorVersions()}.

| what | ours | beside | median (least-most) | bar | |
|---|---|---|---|---|---|
${rows.map(tableLine).join("\n")}
`;
}

export function tableLine(row: Row): string {
  const bar = row.bar === undefined ? "" : `${row.bar.kind} ${show(row.bar.value, row.unit)}`;
  const verdict = row.bar === undefined ? "" : passes(row) ? "pass" : "**fail**";
  return `| ${row.what} | ${row.ours} | ${row.beside} | ${showSpread(row)} | ${bar} | ${verdict} |`;
}

function showSpread({ measured, unit }: Row): string {
  const [middle, least, most] = [measured.median, measured.least, measured.most].map((value) => show(value, unit));
  return `${middle} (${least}-${most})`;
}

export function show(value: number, unit: Unit): string {
  switch (unit) {
    case "ratio":
      return `${value.toFixed(2)}x`;
    case "per second":
      return `${Math.round(value)}/s`;
    case "ms":
      return `${value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
    case "s":
      return `${value.toFixed(2)} s`;
    case "score":
      return value.toFixed(3);
    case "MB":
      return `${value.toFixed(value < 10 ? 2 : 0)} MB`;
  }
}

async function anchorVersions(): Promise<string> {
  const versions = await Promise.all([
    versionOf("mutool", "-v"),
    versionOf("pdftoppm", "-v"),
    versionOf("qpdf", "--version"),
  ]);
  return [...versions, ...ANCHOR_PACKAGES.map((name) => `${name} ${packageVersion(name)}`)].join("; ");
}

const ANCHOR_PACKAGES = ["pdfjs-dist", "@libpdf/core", "@cantoo/pdf-lib"];

export function packageVersion(name: string): string {
  const root = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    devDependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
  };
  return root.devDependencies[name] ?? root.optionalDependencies[name] ?? "";
}
