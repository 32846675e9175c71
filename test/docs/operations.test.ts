import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { operations } from "../../src/operations/index.ts";
import { as, call, type KeyObject } from "../api/accounts.ts";
import { sharedService } from "../api/service.ts";
import { runSample, type Sample, samplesOf } from "./generated-samples.ts";

/* Every sample of an operation in the API description runs as it is printed, with a key in place of YOUR_API_KEY. */

// Pages for a test key are read by no model, but only where one is configured.
const service = sharedService({
  QUIRE_VISION_PROVIDER: "openai-compatible",
  QUIRE_VISION_BASE_URL: "http://127.0.0.1:9/v1",
  QUIRE_VISION_MODEL_ACCURATE: "none",
});

const LETTER = join(import.meta.dirname, "../../docs/samples/letter.pdf");
const letter = readFileSync(LETTER);
const locked = () => execFileSync("qpdf", ["--encrypt", "secret", "owner", "256", "--", LETTER, "-"]);

const EXTENSIONS = ["html", "txt", "md", "json"];

/** Returns the files that a sample names, with content of their kind. */
function filesOf({ path, operationId }: Sample): Record<string, Buffer> {
  const operation = operations.find((each) => each.path === path);
  const pdf = operationId === "remove_password" ? locked() : letter;
  if (operation?.kind !== "content") {
    return { "document.pdf": pdf, "first.pdf": pdf, "second.pdf": pdf };
  }
  const sources = Object.keys(operation.content.sources).filter((name) => name in operation.example);
  return Object.fromEntries(
    sources.flatMap((name) => {
      const value = operation.example[name];
      const content = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
      return [[`${name}.json`, content], ...EXTENSIONS.map((extension) => [`document.${extension}`, content] as const)];
    }),
  );
}

test.skipIf(noChromium !== undefined)(
  "all of them are answered with what they are for",
  { timeout: 180_000 },
  async () => {
    const paths = [...operations.map(({ path }) => path), "/api/v1/estimate", "/api/v1/templates/{slug}/preview"];
    const samples = (await samplesOf(service())).filter(({ path }) => paths.includes(path));
    expect(new Set(samples.map(({ path }) => path)).size).toBe(paths.length);
    const { key: testKey = "" } = as<KeyObject>(
      await call(service(), "POST", "/api/v1/keys", { value: { name: "test", mode: "test", scopes: ["vision"] } }),
      201,
    );
    for (const sample of samples) {
      expect(sample.source, sample.name).toContain(` ${service().baseUrl}/api/v1/`);
      const key = sample.operationId === "extract_text_vision" ? testKey : service().key;
      const { printed, files } = await runSample(sample, { files: filesOf(sample), words: { YOUR_API_KEY: key } });
      expect([sample.name, printed]).toEqual([sample.name, expect.stringMatching(/\n200 (application|image)\/\w+$/)]);
      const isSaved = sample.source.includes("-OJ");
      expect([sample.name, Object.keys(files).length]).toEqual([sample.name, isSaved ? 1 : 0]);
      const misnamed = Object.keys(files).filter((name) => !/\.(pdf|zip|png)$/.test(name));
      expect([sample.name, misnamed]).toEqual([sample.name, []]);
    }
  },
);
