import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withoutChromium } from "../api/html-to-pdf.ts";
import { Connection, jsonContent } from "./connection.ts";
import type { Milestone } from "./milestones.ts";
import { type RunningService, startToKill } from "./running-service.ts";
import { contradictions, isUnfinished, readStoreContents } from "./store-contents.ts";

/*
 * The hold of a printed document is raised when its pages are known. A service that is killed between that and the
 * charge leaves no wrong balance: a request gives everything back, a job is done again and charged once.
 */

const ADMIN_KEY = `crash-${crypto.randomUUID()}`;
const CREDITS = 5;
/** 26 pages: one more than the base price is for. */
const TEXT = Array(26).fill("x").join("\f");

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "quire-crash-"));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

/** Starts the service, which kills itself at `milestone`. */
async function start(milestone?: Milestone): Promise<RunningService> {
  const crashPoint = milestone && { milestone, probability: 1, seed: 1 };
  const service = await startToKill({ dataDirectory, adminKey: ADMIN_KEY, workers: 1, crashPoint });
  if (service === undefined) {
    throw new Error("The service was killed before a request came.");
  }
  return service;
}

async function clientOf({ port }: RunningService): Promise<{ readonly id: string; readonly key: string }> {
  using connection = new Connection(port);
  const post = (path: string, value: object) =>
    connection.ask({ method: "POST", path, key: ADMIN_KEY, content: jsonContent(value) }, 201);
  const { account_id: id } = await post("/api/v1/accounts", { name: "Printing", credits: CREDITS });
  const { key } = await post("/api/v1/keys", { name: "Printing", account_id: id });
  return { id: String(id), key: String(key) };
}

/** Sends a document that the service is killed over. */
async function print({ port, ended }: RunningService, { key, query }: { key: string; query: string }): Promise<void> {
  using connection = new Connection(port);
  const content = jsonContent({ text: TEXT });
  await connection.send({ method: "POST", path: `/api/v1/convert/text-to-pdf${query}`, key, content });
  await ended;
}

const accountOf = (id: string) => readStoreContents(dataDirectory).accounts.find((account) => account.id === id);

describe.skipIf(withoutChromium)("a service that is killed when a hold has been raised", () => {
  test("gives a request everything back", async () => {
    const killed = await start("result_ready");
    const { id, key } = await clientOf(killed);
    await print(killed, { key, query: "" });
    expect(accountOf(id)).toMatchObject({ balance: CREDITS, held: 2 });
    const next = await start();
    expect(accountOf(id)).toMatchObject({ balance: CREDITS, held: 0 });
    expect(contradictions(readStoreContents(dataDirectory))).toEqual([]);
    await next.stop();
  });

  test("does a job again, and charges it once", async () => {
    const killed = await start("job_result_kept");
    const { id, key } = await clientOf(killed);
    await print(killed, { key, query: "?async=true" });
    expect(accountOf(id)).toMatchObject({ balance: CREDITS, held: 2 });
    const next = await start();
    await expect.poll(() => readStoreContents(dataDirectory).jobs.filter(isUnfinished)).toEqual([]);
    expect(accountOf(id)).toMatchObject({ balance: CREDITS - 2, held: 0 });
    expect(contradictions(readStoreContents(dataDirectory))).toEqual([]);
    await next.stop();
  });
});
