import { expect, test } from "vitest";
import { resourceService } from "./testing/resource-service.ts";

test("an administrator sees causes, queues and settings, and of secrets only that they are set", async () => {
  const service = await resourceService();
  const account = await service.newAccount("Acme", 0);
  const admin = await service.newCaller(account, { scopes: ["*", "admin"] });
  const answer = await admin.ask("GET /system");
  expect(answer).toMatchObject({
    status: 200,
    body: {
      versions: { quire: "9.9.9" },
      settings: { QUIRE_BOOTSTRAP_API_KEY: "(set)", QUIRE_METRICS_TOKEN: null, QUIRE_PORT: 8080 },
      engines: [{ name: "chromium", state: "degraded", cause: "There is no Chromium." }],
      queues: [{ name: "pdf", workers: 2, busy: 1, waiting: 0, limit: 200, restarts: 3 }],
      jobs: { pending: 0, processing: 0, oldest_pending_at: null },
      webhooks: { pending: 0, oldest_due_at: null },
      languages: ["chi_sim", "deu"],
      isolation: { tier: "plain" },
    },
  });
  expect(JSON.stringify(answer.body)).not.toContain("a-secret-of-tests");
});

test("no other key sees it", async () => {
  const service = await resourceService();
  const caller = await service.newCaller(await service.newAccount("Acme", 0), { scopes: ["*"] });
  expect(await caller.ask("GET /system")).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
});
