import { expect, test } from "vitest";
import { assert } from "../../../kernel/assert.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type DeliveryState,
  WEBHOOK_EVENTS,
  type WebhookEndpoint,
} from "../webhook-store.ts";
import {
  claimed,
  claimOf,
  completeWith,
  DAY,
  ELSEWHERE,
  failedWith,
  HERE,
  jsonAnswer,
  MINUTE,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "./scene.ts";

const attemptAt = (at: number) => ({ at, durationMs: 12, status: 500, error: null, response: "no" }) as const;

export function webhookTests(store: () => Store): void {
  const newEndpoint = async (
    accountId: string,
    changes: Partial<Parameters<Store["webhooks"]["create"]>[0]> = {},
  ): Promise<WebhookEndpoint> => {
    const created = await store().webhooks.create({
      id: newId.webhook(),
      accountId,
      url: "https://example.com/hook",
      events: WEBHOOK_EVENTS,
      description: "Ours",
      sealed: "sealed one",
      maxEndpoints: 20,
      now: NOW,
      ...changes,
    });
    assert(created.kind === "created", "there is room");
    return created.endpoint;
  };

  const claim = async (changes: Partial<Parameters<Store["webhooks"]["claim"]>[0]> = {}) =>
    store().webhooks.claim({ instance: HERE, exceptHosts: [], exceptAccounts: [], now: NOW, ...changes });

  const claimOne = async (now = NOW): Promise<ClaimedDelivery> => {
    const delivery = await claim({ now });
    assert(delivery !== undefined, "a delivery is due");
    return delivery;
  };

  const finish = (id: string, outcome: AttemptOutcome, now = NOW) =>
    store().webhooks.finishAttempt({ id, instance: HERE, attempt: attemptAt(now), outcome, now });

  const all = (accountId: string) => store().webhooks.deliveries({ accountId, limit: 100 });

  test("endpoints are made, found, listed oldest first, changed and removed", async () => {
    const { id: accountId } = await newAccount(store());
    const first = await newEndpoint(accountId);
    const second = await newEndpoint(accountId, { url: "http://other.example/", events: ["job.failed"] });
    expect(first).toEqual({
      id: first.id,
      accountId,
      url: "https://example.com/hook",
      events: [...WEBHOOK_EVENTS],
      description: "Ours",
      enabled: true,
      disabledReason: null,
      createdAt: NOW,
      updatedAt: NOW,
    });
    const { webhooks } = store();
    expect(await webhooks.find({ accountId, id: second.id })).toEqual(second);
    expect(await webhooks.list({ accountId, limit: 1 })).toEqual([first]);
    expect(await webhooks.list({ accountId, limit: 9, after: first.id })).toEqual([second]);
    const change = { accountId, id: first.id, events: ["job.failed"], enabled: false, now: NOW + 1 } as const;
    const changed = { events: ["job.failed"], enabled: false, disabledReason: "by_request", updatedAt: NOW + 1 };
    expect(await webhooks.change(change)).toEqual({ ...first, ...changed });
    expect(await webhooks.change({ accountId, id: first.id, enabled: true, now: NOW + 2 })).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    expect(await webhooks.remove({ accountId, id: first.id, now: NOW })).toBe(true);
    expect(await webhooks.remove({ accountId, id: first.id, now: NOW })).toBe(false);
    expect(await webhooks.list({ accountId, limit: 9 })).toEqual([second]);
  });

  test("another account's endpoint is as one that is not there", async () => {
    const [{ id: accountId }, other] = [await newAccount(store()), await newAccount(store())];
    const { id } = await newEndpoint(accountId);
    const foreign = { accountId: other.id, id, now: NOW };
    const { webhooks } = store();
    expect(await webhooks.find(foreign)).toBeUndefined();
    expect(await webhooks.change({ ...foreign, enabled: false })).toBeUndefined();
    expect(await webhooks.rotate({ ...foreign, sealed: "x", oldExpireAt: NOW })).toBeUndefined();
    expect(await webhooks.test({ ...foreign, endpointId: id })).toBeUndefined();
    expect(await webhooks.remove(foreign)).toBe(false);
    expect(await webhooks.find({ accountId, id })).toMatchObject({ enabled: true });
  });

  test("an account has so many endpoints and no more; the same request again makes no second one", async () => {
    const { id: accountId } = await newAccount(store());
    const once = await newEndpoint(accountId, { maxEndpoints: 2, origin: "o1" });
    await newEndpoint(accountId, { maxEndpoints: 2 });
    const again = { id: newId.webhook(), accountId, url: "https://e.com/", events: WEBHOOK_EVENTS, description: "" };
    const bounds = { sealed: "sealed two", maxEndpoints: 2, now: NOW };
    expect(await store().webhooks.create({ ...again, ...bounds })).toEqual({ kind: "too_many" });
    expect(await store().webhooks.create({ ...again, ...bounds, origin: "o1" })).toEqual({
      kind: "created",
      endpoint: once,
    });
    await store().webhooks.test({ accountId, endpointId: once.id, now: NOW });
    expect((await claimOne()).secrets).toEqual([{ sealed: "sealed two", expiresAt: null }]);
  });

  test("the end of a job is enqueued in the transaction that ends it, to subscribed endpoints and to its URL", async () => {
    const { id: accountId } = await newAccount(store());
    const endpoint = await newEndpoint(accountId);
    await newEndpoint(accountId, { events: ["job.failed"] });
    await newEndpoint((await newAccount(store())).id);
    const disabled = await newEndpoint(accountId);
    await store().webhooks.change({ accountId, id: disabled.id, enabled: false, now: NOW });
    const webhookUrl = "https://per-request.example/x";
    await submitted(store(), newJob(accountId, { webhookUrl, baseUrl: "https://pdf.example" }));
    expect(await all(accountId)).toEqual([]);
    const job = await claimed(store());
    const finishing = { ...claimOf(job), message: "Done.", now: NOW + 5 };
    const ended = await store().jobs.finish({ ...finishing, outcome: completeWith(jsonAnswer) });
    const [toUrl, toEndpoint, ...none] = await all(accountId);
    expect(none).toEqual([]);
    const same = { accountId, event: "job.complete", jobId: job.id, state: "pending", step: 0, attempts: [] };
    const times = { createdAt: NOW + 5, nextAttemptAt: NOW + 5, completedAt: null, reason: null };
    expect(toUrl).toEqual({ ...same, ...times, id: toUrl?.id, endpointId: null, url: webhookUrl });
    expect(toEndpoint).toEqual({ ...same, ...times, id: toEndpoint?.id, endpointId: endpoint.id, url: endpoint.url });
    expect(toUrl?.id).toMatch(/^msg_[a-z0-9]{24}$/);
    const delivery = await claimOne(NOW + 5);
    expect(delivery.subject).toEqual({ kind: "job", job: { ...ended, answer: null }, baseUrl: "https://pdf.example" });
    // A second end that comes too late ends nothing, and enqueues nothing.
    expect(await store().jobs.finish({ ...finishing, outcome: failedWith })).toBeUndefined();
    expect(await all(accountId)).toHaveLength(2);
  });

  test("failed, cancelled and given up jobs are enqueued as well", async () => {
    const { id: accountId } = await newAccount(store());
    await newEndpoint(accountId);
    await submitted(store(), newJob(accountId));
    const failing = await claimed(store());
    await store().jobs.finish({ ...claimOf(failing), outcome: failedWith, message: "Failed.", now: NOW });
    const cancelled = await submitted(store(), newJob(accountId));
    await store().jobs.cancel({ jobId: cancelled.id, now: NOW });
    await store().jobs.cancel({ jobId: cancelled.id, now: NOW });
    await submitted(store(), newJob(accountId));
    const lost = await claimed(store(), ELSEWHERE);
    await store().recover({ instance: HERE, isAlone: true, maxAttempts: 1, now: NOW });
    expect((await all(accountId)).map(({ event, jobId }) => [event, jobId])).toEqual([
      ["job.failed", lost.id],
      ["job.cancelled", cancelled.id],
      ["job.failed", failing.id],
    ]);
  });

  test("a delivery is claimed by one process, when it is due, and not while its host has enough", async () => {
    const { id: accountId } = await newAccount(store());
    const one = await newEndpoint(accountId);
    const two = await newEndpoint(accountId, { url: "https://two.example:8443/" });
    await store().webhooks.test({ accountId, endpointId: one.id, now: NOW });
    await store().webhooks.test({ accountId, endpointId: two.id, now: NOW });
    expect(await store().webhooks.nextDueAt()).toBe(NOW);
    expect(await claim({ now: NOW - 1 })).toBeUndefined();
    const second = await claim({ exceptHosts: ["example.com"] });
    expect(second).toMatchObject({
      endpointId: two.id,
      host: "two.example",
      state: "delivering",
      event: "webhook.test",
    });
    expect(second?.secrets).toEqual([{ sealed: "sealed one", expiresAt: null }]);
    expect(await claim()).toMatchObject({ endpointId: one.id });
    expect(await claim()).toBeUndefined();
    expect(await store().webhooks.nextDueAt()).toBeNull();
    expect(await store().webhooks.counts()).toEqual({ pending: 2, oldestDueAt: null });
  });

  test("a delivery is claimed of no account that has enough", async () => {
    const accounts = [await newAccount(store()), await newAccount(store())];
    const endpoints = [await newEndpoint(accounts[0]?.id ?? ""), await newEndpoint(accounts[1]?.id ?? "")];
    for (const { accountId, id } of endpoints) {
      await store().webhooks.test({ accountId, endpointId: id, now: NOW });
    }
    expect(await claim({ exceptAccounts: [accounts[0]?.id ?? ""] })).toMatchObject({ endpointId: endpoints[1]?.id });
    expect(await claim({ exceptAccounts: [accounts[0]?.id ?? ""] })).toBeUndefined();
    expect(await claim()).toMatchObject({ endpointId: endpoints[0]?.id });
  });

  test("attempts are kept; another comes when it is due, and the last one ends it", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: endpointId } = await newEndpoint(accountId);
    await store().webhooks.test({ accountId, endpointId, now: NOW });
    const { id } = await claimOne();
    expect(await finish(id, { kind: "retry", at: NOW + 5000 })).toBe(true);
    expect(await finish(id, { kind: "delivered" })).toBe(false);
    expect(await claim({ now: NOW + 4999 })).toBeUndefined();
    expect(await claimOne(NOW + 5000)).toMatchObject({ id, step: 1, attempts: [attemptAt(NOW)] });
    await finish(id, { kind: "delivered" }, NOW + 5000);
    expect(await store().webhooks.findDelivery({ accountId, id })).toMatchObject({
      state: "delivered",
      reason: null,
      step: 2,
      nextAttemptAt: null,
      completedAt: NOW + 5000,
      attempts: [attemptAt(NOW), attemptAt(NOW + 5000)],
    });
    const again = await store().webhooks.redeliver({ accountId, id, now: NOW + 9000 });
    expect(again).toMatchObject({ state: "pending", step: 0, nextAttemptAt: NOW + 9000, completedAt: null });
    await claimOne(NOW + 9000);
    await finish(id, { kind: "failed", reason: "exhausted" }, NOW + 9000);
    expect(await all(accountId)).toMatchObject([{ id, state: "failed", reason: "exhausted" }]);
  });

  test("an attempt of a process that is gone is made again, one of this process is not", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: endpointId } = await newEndpoint(accountId);
    await store().webhooks.test({ accountId, endpointId, now: NOW });
    const theirs = await claim({ instance: ELSEWHERE });
    await store().recover({ instance: HERE, isAlone: true, maxAttempts: 3, now: NOW + 1 });
    const ours = await claimOne(NOW + 1);
    expect([ours.id, ours.step]).toEqual([theirs?.id, 0]);
    await store().recover({ instance: HERE, isAlone: true, maxAttempts: 3, now: NOW + 2 });
    expect(await claim({ now: NOW + 2 })).toBeUndefined();
    await store().webhooks.giveBack({ id: ours.id, instance: HERE, now: NOW + 3 });
    expect(await claimOne(NOW + 3)).toMatchObject({ id: ours.id, step: 0, attempts: [] });
  });

  test.each(["delete", "disable"])("what is on its way ends with its endpoint: %s", async (how) => {
    const { id: accountId } = await newAccount(store());
    const { id: endpointId } = await newEndpoint(accountId);
    const { webhooks } = store();
    await webhooks.test({ accountId, endpointId, now: NOW });
    await webhooks.test({ accountId, endpointId, now: NOW });
    const { id } = await claimOne();
    await (how === "delete"
      ? webhooks.remove({ accountId, id: endpointId, now: NOW + 1 })
      : webhooks.change({ accountId, id: endpointId, enabled: false, now: NOW + 1 }));
    const reason = how === "delete" ? "endpoint_deleted" : "endpoint_disabled";
    expect((await all(accountId)).map((one) => [one.state, one.reason, one.completedAt])).toEqual([
      ["failed", reason, NOW + 1],
      ["failed", reason, NOW + 1],
    ]);
    expect(await finish(id, { kind: "delivered" })).toBe(false);
    expect(await webhooks.redeliver({ accountId, id, now: NOW })).toBeUndefined();
    expect(await webhooks.test({ accountId, endpointId, now: NOW })).toBeUndefined();
  });

  test("a new address holds for what is on its way", async () => {
    const { id: accountId } = await newAccount(store());
    const { id } = await newEndpoint(accountId);
    await store().webhooks.test({ accountId, endpointId: id, now: NOW });
    await store().webhooks.change({ accountId, id, url: "https://new.example/", now: NOW });
    expect(await claimOne()).toMatchObject({ url: "https://new.example/", host: "new.example" });
  });

  test("410 disables an endpoint, and so do ten failures in a row over five days", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: endpointId } = await newEndpoint(accountId);
    const { webhooks } = store();
    const failOne = async (now: number, outcome: AttemptOutcome) => {
      await webhooks.test({ accountId, endpointId, now });
      await finish((await claimOne(now)).id, outcome, now);
      return webhooks.find({ accountId, id: endpointId });
    };
    const exhausted = { kind: "failed", reason: "exhausted" } as const;
    for (let failures = 1; failures <= 9; failures++) {
      expect(await failOne(NOW, exhausted)).toMatchObject({ enabled: true });
    }
    expect(await failOne(NOW + 5 * DAY - 1, exhausted)).toMatchObject({ enabled: true });
    // After one success the count starts again.
    expect(await failOne(NOW + 5 * DAY, { kind: "delivered" })).toMatchObject({ enabled: true });
    for (let failures = 1; failures <= 9; failures++) {
      await failOne(NOW + 5 * DAY, exhausted);
    }
    expect(await failOne(NOW + 10 * DAY, exhausted)).toMatchObject({ enabled: false, disabledReason: "failing" });
    await webhooks.change({ accountId, id: endpointId, enabled: true, now: NOW });
    expect(await failOne(NOW, { kind: "failed", reason: "gone" })).toMatchObject({
      enabled: false,
      disabledReason: "gone",
    });
  });

  test("after a rotation the older secrets sign until their end", async () => {
    const { id: accountId } = await newAccount(store());
    const { id } = await newEndpoint(accountId);
    const { webhooks } = store();
    await webhooks.rotate({ accountId, id, sealed: "two", oldExpireAt: NOW + 2 * MINUTE, now: NOW });
    await webhooks.rotate({ accountId, id, sealed: "three", oldExpireAt: NOW + 9 * MINUTE, now: NOW });
    const secretsAt = async (now: number) => {
      await webhooks.test({ accountId, endpointId: id, now });
      return (await claimOne(now)).secrets;
    };
    expect(await secretsAt(NOW + MINUTE)).toEqual([
      { sealed: "three", expiresAt: null },
      { sealed: "two", expiresAt: NOW + 9 * MINUTE },
      { sealed: "sealed one", expiresAt: NOW + 2 * MINUTE },
    ]);
    expect((await secretsAt(NOW + 2 * MINUTE)).map(({ sealed }) => sealed)).toEqual(["three", "two"]);
    expect((await secretsAt(NOW + 9 * MINUTE)).map(({ sealed }) => sealed)).toEqual(["three"]);
  });

  test("an account's secret for URLs of requests is made once, and rotated", async () => {
    const { id: accountId } = await newAccount(store());
    const { webhooks } = store();
    const secrets = (sealed: string) => webhooks.accountSecrets({ accountId, sealed, now: NOW });
    expect(await secrets("first")).toEqual([{ sealed: "first", expiresAt: null }]);
    expect(await secrets("second")).toEqual([{ sealed: "first", expiresAt: null }]);
    await webhooks.rotateAccountSecret({ accountId, sealed: "third", oldExpireAt: NOW + 1, now: NOW });
    expect(await secrets("fourth")).toEqual([
      { sealed: "third", expiresAt: null },
      { sealed: "first", expiresAt: NOW + 1 },
    ]);
    await submitted(store(), newJob(accountId, { webhookUrl: "https://example.com/" }));
    await store().jobs.finish({
      ...claimOf(await claimed(store())),
      outcome: failedWith,
      message: "Failed.",
      now: NOW,
    });
    expect((await claimOne()).secrets).toHaveLength(2);
  });

  test("low credits are reported once for each time that they come below", async () => {
    const { id: accountId } = await newAccount(store(), 1500);
    await newEndpoint(accountId);
    const adjust = (amount: number) =>
      store().accounts.adjust({ accountId, amount, reason: "test", by: null, now: NOW });
    const events = async (creditsLow: number | null = null) => {
      await store().webhooks.notice({ creditsLow, now: NOW });
      return (await all(accountId)).length;
    };
    expect(await events()).toBe(0);
    await adjust(-501);
    expect([await events(), await events()]).toEqual([1, 1]);
    expect((await claimOne()).subject).toEqual({ kind: "credits", accountId, balance: 999, threshold: 1000 });
    await adjust(1);
    expect(await events()).toBe(1);
    await adjust(-1);
    expect(await events()).toBe(2);
    expect(await events(999)).toBe(2);
    expect(await events(1000)).toBe(3);
  });

  test("an account that never had so much has not come below; one that spends it before it is looked at has", async () => {
    const [poor, quick] = [await newAccount(store(), 999), await newAccount(store(), 1000)];
    for (const { id: accountId } of [poor, quick]) {
      await newEndpoint(accountId);
      await store().accounts.adjust({ accountId, amount: -1, reason: "test", by: null, now: NOW });
    }
    await store().webhooks.notice({ creditsLow: null, now: NOW });
    expect([await all(poor.id), (await all(quick.id)).length]).toEqual([[], 1]);
    const grant = { accountId: poor.id, reason: "test", by: null, now: NOW };
    await store().accounts.adjust({ ...grant, amount: 500 });
    await store().webhooks.notice({ creditsLow: null, now: NOW });
    await store().accounts.adjust({ ...grant, amount: -500 });
    await store().webhooks.notice({ creditsLow: null, now: NOW });
    expect(await all(poor.id)).toMatchObject([{ event: "credits.low" }]);
  });

  test("the threshold of an account with a monthly grant is a tenth of it", async () => {
    const first = { id: newId.account(), name: "first", monthlyGrant: 100, now: NOW };
    const { id: accountId } = await store().accounts.openFirst(first);
    await newEndpoint(accountId);
    await store().accounts.adjust({ accountId, amount: -90, reason: "test", by: null, now: NOW });
    await store().webhooks.notice({ creditsLow: null, now: NOW });
    expect(await all(accountId)).toEqual([]);
    await store().accounts.adjust({ accountId, amount: -1, reason: "test", by: null, now: NOW });
    await store().webhooks.notice({ creditsLow: null, now: NOW });
    expect(await all(accountId)).toMatchObject([{ event: "credits.low" }]);
  });

  test("a key that expires is reported 14 days before and one day before, once each", async () => {
    const { id: accountId } = await newAccount(store());
    await newEndpoint(accountId, { events: ["key.expiring"] });
    const newKey = async (days: number, id: string) => {
      const bounds = { rateLimit: null, concurrency: null, allowedAddresses: null, expiresAt: NOW + days * DAY };
      const secret = { hash: Buffer.from(id), display: "quire_live_abc…wxyz" };
      await store().keys.create({
        id,
        accountId,
        name: id,
        mode: "live",
        scopes: ["*"],
        createdBy: null,
        ...bounds,
        secret,
        now: NOW,
      });
    };
    await newKey(30, "key_30");
    await newKey(10, "key_10");
    await newKey(0.5, "key_half");
    await newKey(400, "key_revoked");
    await store().keys.revoke({ id: "key_revoked", now: NOW });
    const reportedAt = async (days: number) => {
      const before = (await all(accountId)).length;
      await store().webhooks.notice({ creditsLow: 0, now: NOW + days * DAY });
      const reported = (await all(accountId)).slice(0, -before || undefined);
      const subjects = [];
      for (const _ of reported) {
        subjects.push((await claimOne(NOW + days * DAY)).subject);
      }
      return subjects.map((subject) => (subject.kind === "key" ? subject.keyId : subject));
    };
    expect(await reportedAt(0.1)).toEqual([]);
    expect(await reportedAt(8.9)).toEqual([]);
    expect(await reportedAt(9)).toEqual(["key_10"]);
    expect(await reportedAt(16)).toEqual(["key_30"]);
    expect(await reportedAt(17)).toEqual([]);
    expect(await reportedAt(29.1)).toEqual(["key_30"]);
    expect(await reportedAt(29.5)).toEqual([]);
    expect(await reportedAt(399)).toEqual([]);
  });

  test("deliveries are read in pages, and swept when they have ended and are old", async () => {
    const { id: accountId } = await newAccount(store());
    const { id: endpointId } = await newEndpoint(accountId);
    const { webhooks } = store();
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.unshift((await webhooks.test({ accountId, endpointId, now: NOW }))?.id ?? "");
    }
    const page = { accountId, endpointId, limit: 2 };
    const idsOf = async (before?: string) => (await webhooks.deliveries({ ...page, before })).map(({ id }) => id);
    expect([await idsOf(), await idsOf(ids[1])]).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(await webhooks.deliveries({ ...page, accountId: (await newAccount(store())).id })).toEqual([]);
    await finish((await claimOne()).id, { kind: "delivered" });
    const inState = async (state: DeliveryState, before?: string) =>
      (await webhooks.deliveries({ ...page, state, before })).map(({ id }) => id);
    expect([await inState("delivered"), await inState("failed")]).toEqual([ids.slice(2), []]);
    expect([await inState("pending"), await inState("pending", ids[0])]).toEqual([ids.slice(0, 2), ids.slice(1, 2)]);
    await store().jobs.sweep({ now: NOW, recordsBefore: NOW + 1 });
    expect(await idsOf()).toEqual(ids.slice(0, 2));
  });
}
