import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { call, moneyOf, newClient } from "../api/accounts.ts";
import { cancel, endlessJob, jobOf, resultOf, submitted, untilFinal } from "../api/jobs.ts";
import { expectOk } from "../api/reply.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* Nodes whose clocks are an hour off, by libfaketime (Debian's package of that name): the database's time is what counts. */

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const offBy = (seconds: string): readonly string[] => [
  `LD_PRELOAD=${LIBRARY}`,
  `FAKETIME=${seconds}`,
  "FAKETIME_DONT_FAKE_MONOTONIC=1",
];
const HOUR_MS = 3_600_000;
/** Longer than a lease, and than the time until another node looks for what has been left. */
const LEASE_MS = 42_000;
const LIMIT = 50;

test.skipIf(!hasPostgres || !existsSync(LIBRARY))(
  "nodes whose clocks are an hour ahead and behind keep windows, leases, expiry and idempotency as others do",
  { timeout: 240_000 },
  async () => {
    const topology = await startTopology({ QUIRE_WORKERS: "2", QUIRE_RESULT_RETENTION_SECONDS: "600" });
    const right = await topology.api();
    const ahead = await topology.api({}, offBy("+3600"));
    const behind = await topology.worker(["pdf"], {}, offBy("-3600"));
    const { key, accountId } = await newClient(right, 100);
    const nowHere = Date.parse((await fetch(`${ahead.baseUrl}/health/live`)).headers.get("date") ?? "");
    expect(Math.abs(nowHere - Date.now() - HOUR_MS), "the clock of the node is an hour ahead").toBeLessThan(60_000);

    // A lease: nobody takes over what the worker does.
    const inWork = await endlessJob(ahead, { key });
    const begunAt = Date.now();

    // Times and expiry.
    const id = await submitted(ahead, { key });
    const job = await untilFinal(ahead, id, key);
    expect(job).toMatchObject({ status: "complete", attempts: 1 });
    for (const time of [job.created_at, job.started_at, job.completed_at]) {
      expect(Math.abs(Date.parse(time ?? "") - Date.now())).toBeLessThan(60_000);
    }
    expect(Date.parse(job.expires_at ?? "") - Date.parse(job.completed_at ?? "")).toBe(600_000);
    const results = await Promise.all([right, ahead].map((node) => resultOf(node, id, key)));
    expect(results.map(({ status }) => status)).toEqual([200, 200]);

    // A window of requests, and its end.
    const limited = await newClient(right, 100, { rate_limit: LIMIT });
    const replies = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_, index) =>
        call(index % 2 === 0 ? right : ahead, "POST", "/api/v1/convert/text-to-pdf", { value: {}, key: limited.key }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 429)).toHaveLength(LIMIT);
    expect(new Set(replies.map(({ headers }) => headers["x-ratelimit-reset"])).size).toBe(1);

    // A repetition, on each of them.
    const again = { value: { text: "Once" }, key, headers: { "idempotency-key": "once" } };
    for (const [node, replayed] of [
      [ahead, undefined],
      [right, "true"],
      [ahead, "true"],
    ] as const) {
      const reply = expectOk(await call(node, "POST", "/api/v1/convert/text-to-pdf", again));
      expect(reply.headers["idempotency-replayed"]).toBe(replayed);
    }

    await sleep(Math.max(0, LEASE_MS - (Date.now() - begunAt)));
    expect(await jobOf(right, inWork, key)).toMatchObject({ status: "processing", attempts: 1 });
    expectOk(await cancel(right, inWork, key));
    expect(await moneyOf(right, accountId)).toEqual([98, 0, 98]);
    await behind.stop();
  },
);
