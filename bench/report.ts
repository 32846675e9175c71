import { cpus, totalmem } from "node:os";
import { versionOf } from "./anchors.ts";

/** The rounds of one measurement. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export type Unit = "ratio" | "ms" | "MB";

/** One thing that is claimed. */
export interface Row {
  readonly what: string;
  /** Our own figure and that of what stands beside it, as they are shown. */
  readonly ours: string;
  readonly beside: string;
  readonly measured: Spread;
  readonly unit: Unit;
  /** `worst`: every round has to keep it, not only the median. */
  readonly bar: { readonly kind: "at most" | "at least"; readonly value: number; readonly judge: "median" | "worst" };
}

export function spreadOf(values: readonly number[]): Spread {
  const ordered = values.toSorted((a, b) => a - b);
  return { median: percentile(ordered, 50), least: percentile(ordered, 0), most: percentile(ordered, 100) };
}

export function median(values: readonly number[]): number {
  return spreadOf(values).median;
}

/** The nearest rank of values in ascending order. */
function percentile(ordered: readonly number[], percent: number): number {
  const value = ordered[Math.round(((ordered.length - 1) * percent) / 100)];
  if (value === undefined) {
    throw new Error("There is no percentile of nothing.");
  }
  return value;
}

export function passes({ bar, measured }: Row): boolean {
  switch (bar.kind) {
    case "at most":
      return (bar.judge === "worst" ? measured.most : measured.median) <= bar.value;
    case "at least":
      return (bar.judge === "worst" ? measured.least : measured.median) >= bar.value;
  }
}

/** results.md: the machine, the programs and the table. */
export async function reportOf(rows: readonly Row[], rounds: number): Promise<string> {
  return `# Results

Written by \`npm run bench\`. Each figure is taken against its anchor on the same files in one run, the two in turn, over
${rounds} rounds; anchors are whole processes, ours is a request over HTTP to a running service until the last byte.

Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 1024 ** 3)} GB.
Programs: Node ${process.versions.node}; ${await anchorVersions()}.

| what | ours | beside | median (least-most) | bar | |
|---|---|---|---|---|---|
${rows.map(tableLine).join("\n")}
`;
}

export function tableLine(row: Row): string {
  const bar = `${row.bar.kind} ${show(row.bar.value, row.unit)}`;
  return `| ${row.what} | ${row.ours} | ${row.beside} | ${showSpread(row)} | ${bar} | ${passes(row) ? "pass" : "**fail**"} |`;
}

function showSpread({ measured, unit }: Row): string {
  const [middle, least, most] = [measured.median, measured.least, measured.most].map((value) => show(value, unit));
  return `${middle} (${least}-${most})`;
}

export function show(value: number, unit: Unit): string {
  switch (unit) {
    case "ratio":
      return `${value.toFixed(2)}x`;
    case "ms":
      return `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
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
  return versions.join("; ");
}
