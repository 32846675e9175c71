import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "../src/kernel/assert.ts";
import { operations } from "../src/operations/index.ts";
import { configSchema, readConfig } from "../src/platform/config/config.ts";
import { limitsOf } from "../src/platform/config/limits.ts";
import { type FieldSchema, inputSchema } from "../src/platform/http/openapi/json.ts";
import { openApiDocument } from "../src/platform/http/openapi/openapi.ts";
import { version } from "../src/version.ts";
import { pdfaRulesText, type RuleUse } from "./pdfa-rules-page.ts";

/*
 * Writes the documents that are derived from the code: docs/openapi.json, docs/configuration.md, docs/pdfa-rules.md and
 * the table of operations in README.md. With --check nothing is written; it fails when they are out of date.
 */

async function main(): Promise<void> {
  const checkOnly = process.argv.includes("--check");
  const directory = join(import.meta.dirname, "../docs");
  const documents = {
    "openapi.json": openApiText(),
    "configuration.md": configurationText(),
    "pdfa-rules.md": pdfaRulesText(await readRuleUses()),
    "../README.md": withOperations(await readFile(join(directory, "../README.md"), "utf8")),
  };
  for (const [name, text] of Object.entries(documents)) {
    const path = join(directory, name);
    const present = existsSync(path) ? await readFile(path, "utf8") : undefined;
    if (present === text) {
      continue;
    }
    if (checkOnly) {
      console.error(`${nameOf(name)} is out of date: run scripts/generate-docs.ts`);
      process.exitCode = 1;
    } else {
      await mkdir(directory, { recursive: true });
      await writeFile(path, text);
      console.log(`${nameOf(name)} written`);
    }
  }
}

const nameOf = (name: string): string => join("docs", name);

/** Reads the uses of rules in the corpora, as of the last time the scores were written. */
async function readRuleUses(): Promise<Readonly<Record<string, RuleUse>>> {
  const path = join(import.meta.dirname, "../test/pdfa/scores/rules.json");
  return JSON.parse(await readFile(path, "utf8")) as Readonly<Record<string, RuleUse>>;
}

function openApiText(): string {
  const limits = limitsOf(readConfig({}));
  return `${JSON.stringify(openApiDocument({ operations, version, limits }), null, 2)}\n`;
}

/** Returns the text of README.md with the table of operations as it is now. */
function withOperations(readme: string): string {
  const [before, , after] = readme.split(/(?<=<!-- operations: .* -->\n)([^]*?)(?=<!-- end of operations -->)/);
  assert(before !== undefined && after !== undefined, "README.md has the place of the table");
  const rows = operations.map(({ path, summary, price }) => [`\`POST ${path}\``, summary, briefly(price)]);
  return `${before}${alignedTable([["Path", "What it does", "Credits"], ...rows])}${after}`;
}

/** Returns a table as the formatter writes it; the first row is its head. */
function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return [head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("");
}

/** Returns a price without what is only charged on top of it: `GET /api/v1/pricing` lists that too. */
const briefly = (price: string): string => price.replace(/(?:;|, and|, 1 more) .*|\.$/, "");

function configurationText(): string {
  const { properties } = inputSchema(configSchema);
  const rows = Object.entries(properties).map(([key, schema]) => {
    const heading = HEADINGS[key];
    return `${heading === undefined ? "" : tableHead(heading)}${row(key, schema)}`;
  });
  const strays = Object.keys(HEADINGS).filter((key) => !(key in properties));
  assert(strays.length === 0, `headings stand before settings that exist: ${strays.join()}`);
  return `${INTRODUCTION}${rows.join("")}`;
}

const INTRODUCTION = `# Configuration

The service is configured by environment variables, all optional. They are read once, at the start; a value that is not
taken ends the start with a message that names it. A name that begins with \`QUIRE_\` and is not in this list is ignored
with a warning. \`quire serve\` and \`quire worker\` also take \`--port\`, \`--host\` and \`--data-dir\`, which go before the variables.

A relative path counts from the root of the program, whatever the current directory is; one behind \`--data-dir\` from
the current directory. An empty value counts as absent. Flags are \`true 1 on yes t y\` and \`false 0 off no f n\`, in any case. This page is
generated from \`src/platform/config/config.ts\` by \`npm run docs\`.
`;

/** The headings of the page, by the first setting below each. */
const HEADINGS: Readonly<Record<string, string>> = {
  QUIRE_HOST: "Network",
  QUIRE_DATA_DIR: "Storage, logs and metrics",
  QUIRE_BOOTSTRAP_API_KEY: "Keys, rates and credits",
  QUIRE_MAX_UPLOAD_BYTES: "Limits of a request",
  QUIRE_WORKERS: "Engine processes",
  QUIRE_ENFORCE_PERMISSIONS: "Compatibility",
};

const tableHead = (heading: string): string => `
## ${heading}

| Setting | Default | Values | What it does |
|---|---|---|---|
`;

function row(key: string, schema: FieldSchema): string {
  const { default: fallback, description = "" } = schema;
  const shown = fallback === undefined || fallback === "" ? "none" : code(fallback);
  return `| ${code(key)} | ${shown} | ${values(key, schema)} | ${description.replaceAll("|", "\\|")} |\n`;
}

const code = (value: unknown): string => `\`${String(value)}\``;

function values(key: string, schema: FieldSchema): string {
  if (schema.enum !== undefined) {
    return schema.enum.map(code).join(", ");
  }
  if (schema.type === "boolean") {
    return "flag";
  }
  return schema.type === "integer"
    ? `integer${unit(key)}${bounds(schema.minimum, schema.maximum)}`
    : `text${bounds(schema.minLength, schema.maxLength, " characters")}`;
}

const UNITS = [
  ["_BYTES_PER_SECOND", " bytes per second"],
  ["_BYTES", " bytes"],
  ["_MS", " milliseconds"],
  ["_PIXELS", " pixels"],
] as const;

const unit = (key: string): string => UNITS.find(([ending]) => key.endsWith(ending))?.[1] ?? "";

function bounds(min: number | undefined, max: number | undefined, of = ""): string {
  if (min === undefined) {
    return max === undefined ? "" : `, at most ${max}${of}`;
  }
  return max === undefined ? `, at least ${min}${of}` : `, ${min} to ${max}${of}`;
}

await main();
