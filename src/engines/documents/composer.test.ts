import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { ComposerDesk, describeComposer, htmlOf, SNAPSHOT, work } from "../conformance/composer.ts";
import { createWorkerPool, type EnginePool } from "../pool/pool.ts";
import type { TierName } from "../pool/sandbox/sandbox.ts";
import { testTiers } from "../pool/testing/test-tiers.ts";
import { createComposer } from "./composer.ts";

const directory = await mkdtemp(join(tmpdir(), "quire-documents-worker-"));
const createPool = (slots: string, tier?: TierName): Promise<EnginePool> =>
  createWorkerPool({
    entry: join(import.meta.dirname, "../workers/documents-worker.ts"),
    size: 1,
    kept: 0,
    tier,
    queueLimit: 8,
    slotsDirectory: join(directory, slots),
    memoryBytes: 2 ** 27,
    tasksPerWorker: 1000,
    growthBytes: 2 ** 28,
  });
const pool = await createPool("slots");
const desk = new ComposerDesk();

afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
  desk.remove();
});

describeComposer("a documents worker", () => createComposer(pool));

describe("a documents worker", () => {
  const composer = createComposer(pool);

  /** A pattern of catastrophic backtracking: a match would practically never end. */
  const endless = { type: "object", properties: { name: { type: "string", pattern: "^(a+)+$" } } };
  const name = `${"a".repeat(60)}!`;

  test("ends a check that does not end by itself, and serves the next call", async () => {
    const job = desk.template({ variablesSchema: endless }, JSON.stringify({ name }), work(60_000));
    await expect(composer.template(job)).rejects.toMatchObject({ code: "document_too_complex" });
    // The time that it took is charged to the request, and is no more than a template may take.
    expect(job.engineTime.remainingMs).toBeGreaterThan(50_000);
    expect(job.engineTime.remainingMs).toBeLessThan(60_000);
    expect(htmlOf(await composer.template(desk.template({}, '{"name":"A"}')))).toContain("Dear A");
  });

  test("is ended when the request's own time is over", async () => {
    const job = desk.template({ variablesSchema: endless }, JSON.stringify({ name }), work(100));
    await expect(composer.template(job)).rejects.toMatchObject({ facts: { reason: "time" } });
    expect(job.engineTime.remainingMs).toBe(0);
  });

  test("is ended over content that needs more memory than there is, and the next call is served", async () => {
    const variables = `{"many":[${"{},".repeat(5_000_000)}{}]}`;
    // Near its end the collector takes most of the time: a template's time may be over before its memory is.
    await expect(composer.template(desk.template({}, variables))).rejects.toMatchObject({
      code: "document_too_complex",
      facts: { reason: expect.stringMatching(/^(?:memory|time)$/) },
    });
    expect(htmlOf(await composer.text(desk.text("after")))).toContain("after");
  });

  test.each([
    ["partials without an end", { content: "{{> a}}", partials: { a: "{{> b}}", b: "{{> a}}" } }],
    ["deep blocks", { content: `${"{{#if a}}".repeat(50_000)}${"{{/if}}".repeat(50_000)}` }],
    ["brackets without an end", { content: "{".repeat(1_000_000) }],
  ])("outlives a template of %s", async (_, snapshot) => {
    await expect(composer.template(desk.template(snapshot, '{"a":1}'))).rejects.toBeInstanceOf(Failure);
    await expect(composer.checkTemplate({ snapshot: SNAPSHOT, ...work() })).resolves.toBeUndefined();
  });
});

test.each(testTiers)("all that documents need can be loaded behind the walls: %s", async (tier) => {
  const walled = await createPool(tier, tier);
  try {
    const composer = createComposer(walled);
    const code = ["haskell", "cobol"].map((language) => `\`\`\`${language}\nmain = return ()\n\`\`\`\n`).join("\n");
    const made = await composer.markdown(desk.markdown(`${code}\n$$\\sqrt{2}$$\n`));
    expect(made.warnings).toEqual([]);
    expect(htmlOf(made)).toMatch(/<span[^>]*class="?s\d/);
    expect(htmlOf(await composer.report(desk.report('[{"at":"2026-02-01","sum":1.5}]')))).toContain("1.5");
    const german = { locale: "de-DE", timezone: "Europe/Berlin" };
    const letter = desk.template({ content: "{{number sum}}" }, '{"sum":1234.5}', german);
    expect(htmlOf(await composer.template(letter))).toContain("1.234,5");
  } finally {
    await walled.close();
  }
});
