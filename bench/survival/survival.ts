/*
 * Merges documents that have the same names for different things with several programs, asks other programs what is
 * left of the documents, and writes survival.md. Usage: node bench/survival/survival.ts
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collidingDocuments } from "./documents.ts";
import { CELLS, type Cell, judge } from "./judges.ts";
import type { Score } from "./scores.ts";
import { type MergingTool, OTHERS, OURS } from "./tools.ts";

type Column = Readonly<Record<Cell, Score>> | "failed";

const directory = await mkdtemp(join(tmpdir(), "quire-survival-"));
try {
  const documents = collidingDocuments();
  const inputs = await Promise.all(
    documents.map(async ({ key, bytes }) => {
      const path = join(directory, `${key}.pdf`);
      await writeFile(path, bytes);
      return path;
    }),
  );
  const tools = [OURS, ...OTHERS];
  const columns: Column[] = [];
  for (const [index, tool] of tools.entries()) {
    columns.push(await columnOf(tool, inputs, join(directory, `merged-${index}.pdf`)));
  }
  const report = await reportOf(tools, columns);
  console.log(report);
  await writeFile(new URL("survival.md", import.meta.url), report);

  async function columnOf(tool: MergingTool, files: readonly string[], output: string): Promise<Column> {
    try {
      await tool.merge(files, output);
      return await judge(
        output,
        documents.map(({ facts }) => facts),
      );
    } catch (error) {
      console.error(`${tool.name}: ${String(error)}`);
      return "failed";
    }
  }
} finally {
  await rm(directory, { recursive: true });
}

async function reportOf(tools: readonly MergingTool[], columns: readonly Column[]): Promise<string> {
  const versions = await Promise.all(tools.map(async ({ name, version }) => `${name}: ${await version()}`));
  const rows = CELLS.map((cell) => {
    const scores = columns.map((column) => (column === "failed" ? "failed" : show(column[cell])));
    return `| ${cell} | ${scores.join(" | ")} |`;
  });
  return `# What survives a merge

Written by \`node bench/survival/survival.ts\`. Three documents of four pages are merged. They have the same names for different
things: outline titles, named destinations (in one of them those of PDF 1.1), fields, font resources, roles, classes,
identifiers of elements, attachments, layers; and page labels of different styles. What is left is counted by qpdf, by
Poppler, and by a walk over what qpdf read (survival-merged-document.ts), which find everything in each of the documents alone.

| | ${tools.map(({ name }) => name).join(" | ")} |
|---|${tools.map(() => "---|").join("")}
${rows.join("\n")}

Versions: ${versions.join("; ")}.
`;
}

function show({ found, of }: Score): string {
  return `${found} of ${of}`;
}
