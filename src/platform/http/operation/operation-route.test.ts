import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { post, servicesPerTest } from "../testing/service.ts";

const start = servicesPerTest();

test("a repeated request whose kept result vanishes at that moment is answered so, and is not charged", async () => {
  const running = await start();
  const once = { headers: { "idempotency-key": "once-1" } };
  expect((await post(running, undefined, once)).status).toBe(200);
  const again = await post(running, undefined, once);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(again.headers.get("x-credits-charged")).toBe("0");

  // This is what the sweep does when it removes the result just after the store has given the answer.
  const results = join(running.dataDirectory, "results");
  for (const name of await readdir(results)) {
    await rm(join(results, name));
  }
  const gone = await post(running, undefined, once);
  expect([gone.status, await gone.json()]).toEqual([410, expect.objectContaining({ code: "result_expired" })]);
  expect(gone.headers.get("x-credits-remaining")).toBe(again.headers.get("x-credits-remaining"));
  expect(running.logLines.filter(({ level }) => level === "error")).toEqual([]);
});
