import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { commonService } from "../api/service.ts";
import { runSample, samplesOf } from "./generated-samples.ts";

/* The samples of the API description as a shell reads them, and some of them run; operations.test.ts runs them all. */

const service = commonService();

/** Returns the arguments that curl gets from each command, as bash reads them. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${commands.join("\n")}\n`;
  const printed = execFileSync("bash", ["--norc", "-eu"], { input: script, encoding: "utf8" });
  return printed
    .split("\u0001\0")
    .slice(0, -1)
    .map((list) => list.split("\0").slice(0, -1));
}

test("a shell reads each as one call with a key, of the address that the client used", async () => {
  const samples = await samplesOf(service());
  const calls = argumentsOf(samples.map(({ source }) => source));
  expect(calls.length).toBe(samples.length);
  for (const [index, sample] of samples.entries()) {
    const words = calls[index] ?? [];
    const url = new URL(String(words.find((word) => word.startsWith("http"))));
    expect([sample.name, url.origin]).toEqual([sample.name, service().baseUrl]);
    expect([sample.name, words]).toEqual([sample.name, expect.arrayContaining(["-H", "X-API-Key: YOUR_API_KEY"])]);
    // What is no option, no address and no value of an option is a word that was meant to be part of another.
    const strays = words.filter(
      (word, at) => !word.startsWith("-") && word !== url.href && !/^-[XHFd]$/.test(words[at - 1] ?? ""),
    );
    expect([sample.name, strays]).toEqual([sample.name, []]);
    const body = words[words.indexOf("-d") + 1];
    expect(
      words.includes("-d") ? z.record(z.string(), z.unknown()).safeParse(JSON.parse(String(body))).error : undefined,
    ).toBe(undefined);
  }
});

const letter = readFileSync(join(import.meta.dirname, "../../docs/samples/letter.pdf"));
const files = { "document.pdf": letter, "first.pdf": letter, "second.pdf": letter };

test.skipIf(noChromium !== undefined).each(["add_watermark", "merge_pdfs", "preview_template"])(
  "%s runs as it is printed",
  async (id) => {
    const samples = (await samplesOf(service())).filter(({ operationId }) => operationId === id);
    expect(samples.length).toBe(1);
    for (const sample of samples) {
      const { printed, files: written } = await runSample(sample, { files, words: { YOUR_API_KEY: service().key } });
      expect(printed).toMatch(/\n200 application\/pdf$/);
      expect(Object.values(written).map((file) => file.toString("latin1", 0, 5))).toEqual(["%PDF-"]);
    }
  },
);
