import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BACKGROUND_PATIENCE_MS } from "./fair-queue.ts";
import { type Claimant, type Lease, places, Semaphore } from "./semaphore.ts";

const { signal } = new AbortController();

/** A semaphore whose time stands still, and the names of those that were granted a permit, in that order. */
function scene({ permits = 1, queueLimit }: { permits?: number; queueLimit?: number } = {}) {
  let nowMs = 0;
  const semaphore = new Semaphore({
    permits: places(permits),
    ...(queueLimit !== undefined && { queueLimit }),
    nowMs: () => nowMs,
    retryAfterSeconds: () => 7,
  });
  const granted: string[] = [];
  const refused: string[] = [];
  const held: number[] = [];
  const ask = (name: string, claimant: Partial<Claimant> = {}) =>
    semaphore.request(
      { signal: new AbortController().signal, tenant: name.charAt(0), ...claimant },
      {
        grant: (permit) => void [granted.push(name), held.push(permit)],
        refuse: () => refused.push(name),
      },
    );
  return {
    semaphore,
    granted,
    refused,
    held,
    ask,
    pass: (ms: number) => {
      nowMs += ms;
    },
    releaseOne: () => {
      const permit = held.shift();
      if (permit !== undefined) {
        semaphore.release(permit);
      }
    },
  };
}

const background = { isBackground: true };

describe("a semaphore", () => {
  test("serves tenants in turns, and each tenant's own in their order", () => {
    const { ask, granted, releaseOne } = scene();
    for (const name of ["a0", "a1", "a2", "a3", "b1", "b2", "c1"]) {
      ask(name);
    }
    for (let turn = 0; turn < 7; turn++) {
      releaseOne();
    }
    expect(granted).toEqual(["a0", "a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("ends a tenant's work that has begun before it begins what came later", () => {
    const { ask, granted, releaseOne, pass } = scene();
    ask("x");
    pass(10);
    ask("a, new", { beganMs: 10 });
    ask("a, newer", { beganMs: 12 });
    ask("b");
    ask("a, second part", { beganMs: 5 });
    ask("a, as new", { beganMs: 10 });
    for (let turn = 0; turn < 5; turn++) {
      releaseOne();
    }
    expect(granted).toEqual(["x", "a, second part", "b", "a, new", "a, as new", "a, newer"]);
  });

  test("lets background work of a tenant go on in the order in which it asks, whenever it began", () => {
    const { ask, granted, releaseOne, pass } = scene();
    ask("x");
    pass(10);
    ask("a, short", { ...background, beganMs: 8 });
    ask("a, long", { ...background, beganMs: 1 });
    releaseOne();
    releaseOne();
    expect(granted).toEqual(["x", "a, short", "a, long"]);
  });

  test("serves background work after other work, but every fourth turn once it has waited for long", () => {
    const { ask, granted, releaseOne, pass } = scene();
    ask("x");
    for (let number = 0; number < 9; number++) {
      ask(`a${number}`);
      ask(`b${number}`, background);
    }
    releaseOne();
    expect(granted).toEqual(["x", "a0"]);
    pass(BACKGROUND_PATIENCE_MS);
    for (let turn = 0; turn < 8; turn++) {
      releaseOne();
    }
    expect(granted.slice(2)).toEqual(["b0", "a1", "a2", "a3", "b1", "a4", "a5", "a6"]);
  });

  test("refuses one more than may wait, with a time to come back", async () => {
    const { semaphore, ask } = scene({ queueLimit: 1 });
    ask("a0");
    ask("a1");
    await expect(semaphore.acquire({ signal, tenant: "a" })).rejects.toMatchObject({
      code: "queue_full",
      facts: { retryAfterSeconds: 7 },
    });
  });

  test("lets no tenant fill the queue for others: the last of the one with most gives way", () => {
    const { ask, granted, refused, releaseOne } = scene({ queueLimit: 4 });
    for (const name of ["a0", "a1", "a2", "a3", "a4", "b1", "b2"]) {
      ask(name);
    }
    expect(refused).toEqual(["a4", "a3"]);
    expect(() => ask("b3")).toThrow("more work than it can accept");
    expect(() => ask("a5")).toThrow("more work than it can accept");
    for (let turn = 0; turn < 4; turn++) {
      releaseOne();
    }
    expect(granted).toEqual(["a0", "a1", "b1", "a2", "b2"]);
  });

  test("closes for those who wait and those who come; permits may still be given back", async () => {
    const { semaphore, ask, refused, releaseOne } = scene();
    ask("a0");
    const waiting = semaphore.acquire({ signal });
    semaphore.close(new Error("closed"));
    await expect(waiting).rejects.toThrow("closed");
    await expect(semaphore.acquire({ signal })).rejects.toThrow("closed");
    releaseOne();
    expect([semaphore.free, semaphore.waiting, refused]).toEqual([1, 0, []]);
  });

  test("grants permits that are added, and none that was withdrawn", () => {
    const { semaphore, ask, granted, held } = scene({ permits: 0 });
    ask("a0");
    semaphore.release(7);
    expect([granted, held]).toEqual([["a0"], [7]]);
    semaphore.release(8);
    semaphore.withdraw(8);
    ask("a1");
    expect([granted, semaphore.waiting]).toEqual([["a0"], 1]);
  });

  test("takes back a lease once", async () => {
    const { semaphore } = scene({ permits: 2 });
    const lease = await semaphore.acquire({ signal });
    lease.release();
    lease[Symbol.dispose]();
    expect(semaphore.free).toBe(2);
    expect((await semaphore.acquire({ signal })).permit).toBe(1);
  });

  test("gives the place back when the work fails, or is no longer wanted when its turn has come", async () => {
    const { semaphore } = scene();
    await expect(semaphore.run({ signal }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const leaving = new AbortController();
    const turn = semaphore.run({ signal: leaving.signal }, () => Promise.resolve("never"));
    leaving.abort(new Error("left"));
    await expect(turn).rejects.toThrow("left");
    expect(semaphore.free).toBe(1);
  });
});

type Step =
  | { readonly kind: "ask"; readonly tenant: string; readonly isBackground: boolean }
  | { readonly kind: "abort" | "release"; readonly at: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "settle" };

const steps = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        kind: fc.constant("ask" as const),
        tenant: fc.constantFrom("a", "b", "c"),
        isBackground: fc.boolean(),
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({ kind: fc.constantFrom("abort" as const, "release" as const), at: fc.nat(20) }),
      weight: 4,
    },
    fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(4000) }),
    fc.constant({ kind: "settle" as const }),
  ),
  { maxLength: 60 },
);

interface Asked {
  readonly tenant: string;
  readonly isBackground: boolean;
  readonly aborter: AbortController;
  readonly outcome: Promise<Lease<number> | undefined>;
  state: "waiting" | "held" | "ended";
  lease?: Lease<number>;
}

/** Goes through `history` by `acquire`, as callers do, then releases all that is held until nobody waits. */
async function play(history: readonly Step[], permits: number) {
  let nowMs = 0;
  const semaphore = new Semaphore({ permits: places(permits), nowMs: () => nowMs });
  const all: Asked[] = [];
  const order: Asked[] = [];
  const held = () => all.filter(({ state }) => state === "held");
  const check = (): void => {
    const numbers = held().map(({ lease }) => lease?.permit);
    expect(numbers.length).toBeLessThanOrEqual(permits);
    expect(new Set(numbers).size).toBe(numbers.length);
  };
  const settle = async (): Promise<void> => {
    for (let tick = 0; tick < 5; tick++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- continuations run one after the other
      await Promise.resolve();
    }
    check();
  };
  const ask = (tenant: string, isBackground: boolean): void => {
    const aborter = new AbortController();
    const outcome = semaphore.acquire({ signal: aborter.signal, tenant, isBackground }).then(
      (lease) => {
        order.push(asked);
        asked.lease = lease;
        asked.state = "held";
        return lease;
      },
      (reason: unknown) => {
        expect(reason).toBe(aborter.signal.reason);
        asked.state = "ended";
        return undefined;
      },
    );
    const asked: Asked = { tenant, isBackground, aborter, outcome, state: "waiting" };
    all.push(asked);
  };
  const release = (asked: Asked | undefined): void => {
    asked?.lease?.release();
    if (asked !== undefined) {
      asked.state = "ended";
    }
  };
  for (const step of history) {
    if (step.kind === "ask") {
      ask(step.tenant, step.isBackground);
    } else if (step.kind === "pass") {
      nowMs += step.ms;
    } else if (step.kind === "settle") {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the steps follow each other
      await settle();
    } else if (step.kind === "release") {
      const holding = held();
      release(holding[step.at % Math.max(1, holding.length)]);
    } else {
      // Also those that hold a permit, or are about to.
      all[step.at % Math.max(1, all.length)]?.aborter.abort(new Error("abort"));
    }
  }
  await settle();
  for (let round = 0; round <= all.length && held().length > 0; round++) {
    nowMs += 1000;
    release(held()[0]);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one permit is released after the other
    await settle();
  }
  return { semaphore, all, order };
}

const kindOf = ({ tenant, isBackground }: Asked) => `${tenant} ${isBackground}`;

describe("whatever happens in whatever order", () => {
  test("no permit is lost or held twice, and everyone who was not aborted is served", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (history, permits) => {
        const { semaphore, all } = await play(history, permits);
        expect([semaphore.free, semaphore.waiting]).toEqual([permits, 0]);
        expect(all.every(({ state }) => state === "ended")).toBe(true);
        for (const { lease, aborter } of all) {
          expect(lease !== undefined || aborter.signal.aborted).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a tenant's own are served in their order, in each priority", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (history, permits) => {
        const { all, order } = await play(history, permits);
        for (const kind of new Set(all.map(kindOf))) {
          const came = all.filter((asked) => kindOf(asked) === kind && order.includes(asked));
          expect(order.filter((asked) => kindOf(asked) === kind)).toEqual(came);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a tenant waits for at most one of each other tenant before each of its own", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(counts, (perTenant) => {
        const { ask, granted, releaseOne } = scene();
        ask("z");
        perTenant.forEach((count, tenant) => {
          for (let number = 0; number < count; number++) {
            ask(`${tenant}.${number}`);
          }
        });
        const total = perTenant.reduce((sum, count) => sum + count, 0);
        for (let turn = 0; turn < total; turn++) {
          releaseOne();
        }
        for (const [tenant, count] of perTenant.entries()) {
          const last = granted.indexOf(`${tenant}.${count - 1}`);
          expect(last).toBeLessThanOrEqual(count * perTenant.length);
        }
      }),
    );
  });

  test("background work never starves, however much other work keeps coming", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 }), (waiting, coming) => {
        const { ask, granted, releaseOne, pass } = scene();
        ask("z");
        for (let number = 0; number < waiting; number++) {
          ask(`${number % 3}.${number}`, background);
        }
        for (let turn = 0; turn < 5 + 4 * waiting; turn++) {
          for (let number = 0; number < coming; number++) {
            ask(`i${turn}.${number}`);
          }
          pass(1000);
          releaseOne();
        }
        expect(granted.filter((name) => /^\d/.test(name))).toHaveLength(waiting);
        // What clients wait for keeps three of four turns.
        expect(granted.filter((name) => name.startsWith("i")).length).toBeGreaterThanOrEqual(3 * waiting);
      }),
    );
  });
});
