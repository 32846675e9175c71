import { readFile } from "node:fs/promises";
import { join } from "node:path";

/*
 * Holds docs/openapi.json against the recommended rules of Redocly and, with --all, of Spectral, which takes half a
 * minute. A warning counts as an error.
 */

const description = join(import.meta.dirname, "../docs/openapi.json");

/** Returns what Redocly's recommended rules find, a line each. */
export async function redoclyFindings(): Promise<string[]> {
  const { createConfig, lint } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: description, config });
  return problems.map(({ severity, ruleId, message, location }) => {
    return `Redocly ${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ""})`;
  });
}

/** Returns what Spectral's recommended rules find, a line each. */
export async function spectralFindings(): Promise<string[]> {
  const [{ default: core }, { oas }] = await Promise.all([
    import("@stoplight/spectral-core"),
    import("@stoplight/spectral-rulesets"),
  ]);
  const spectral = new core.Spectral();
  // @ts-expect-error -- the types of the two packages, of one maker, do not know each other's rulesets
  spectral.setRuleset({ extends: [[oas, "recommended"]] });
  const document: object = JSON.parse(await readFile(description, "utf8"));
  const problems = await spectral.run({ ...document });
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${message} (${path.join("/")})`);
}

if (import.meta.main) {
  const findings = [...(await redoclyFindings()), ...(process.argv.includes("--all") ? await spectralFindings() : [])];
  for (const finding of findings) {
    console.error(finding);
  }
  process.exitCode = findings.length === 0 ? 0 : 1;
}
