import { expect, test } from "vitest";
import { assert } from "../../../kernel/assert.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { ELSEWHERE, HERE, jsonAnswer, MINUTE, NOW } from "./scene.ts";

/** Tests synchronous requests that one node hands to others. */
export function handedRequestTests(store: () => Store): void {
  async function handed(accountId = "acc_one", workClass: "pdf" | "ocr" = "ocr", maxWaiting = 10): Promise<string> {
    const id = newId.job();
    const request = { id, operation: "ocr-extract-simple", workClass, accountId, requester: HERE };
    expect(await store().handed.hand({ ...request, maxWaiting, now: NOW })).toBe(true);
    return id;
  }
  async function claimed(instance = ELSEWHERE) {
    const request = await store().handed.claim({ instance, classes: ["ocr", "pdf"] });
    assert(request !== undefined, "a request waits");
    return { ...request, instance };
  }
  const complete = { kind: "complete", answer: jsonAnswer, cost: 3, pages: null } as const;

  test("a request is claimed once, by who has its class, and its outcome is read by who handed it over", async () => {
    const id = await handed();
    expect(await store().handed.waitingClasses(["pdf", "ocr"])).toEqual(["ocr"]);
    expect(await store().handed.claim({ instance: ELSEWHERE, classes: ["pdf"] })).toBeUndefined();
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => store().handed.claim({ instance: ELSEWHERE, classes: ["ocr"] })),
    );
    expect(claims.filter((each) => each !== undefined)).toEqual([
      { id, operation: "ocr-extract-simple", workClass: "ocr", accountId: "acc_one", attempt: 1 },
    ]);
    const claim = { id, instance: ELSEWHERE, attempt: 1 };
    expect(await store().handed.find(id)).toEqual({ credits: 0, pages: 0, outcome: null });
    expect(await store().handed.finish({ ...claim, instance: HERE, outcome: complete })).toBe(false);
    expect([await store().handed.held([claim]), await store().handed.owe({ ...claim, credits: 4, pages: 2 })]).toEqual([
      [claim],
      true,
    ]);
    expect(await store().handed.finish({ ...claim, outcome: complete })).toBe(true);
    expect([await store().handed.held([claim]), await store().handed.find(id)]).toEqual([
      [],
      { credits: 4, pages: 2, outcome: complete },
    ]);
    expect(await store().handed.withdraw(id)).toEqual({ credits: 4, pages: 2 });
    expect([await store().handed.find(id), await store().handed.withdraw(id)]).toEqual([
      undefined,
      { credits: 0, pages: 0 },
    ]);
  });

  test("no more wait than may, and accounts take turns", async () => {
    const [a1, a2] = [await handed("acc_one"), await handed("acc_one")];
    const b1 = await handed("acc_two");
    const request = { id: newId.job(), operation: "merge", accountId: "acc_one", requester: HERE, now: NOW };
    expect(await store().handed.hand({ ...request, workClass: "ocr", maxWaiting: 3 })).toBe(false);
    expect(await store().handed.hand({ ...request, workClass: "pdf", maxWaiting: 3 })).toBe(true);
    const ocr = () => store().handed.claim({ instance: ELSEWHERE, classes: ["ocr"] });
    expect([(await ocr())?.id, (await ocr())?.id, (await ocr())?.id, await ocr()]).toEqual([a1, b1, a2, undefined]);
  });

  test("what is withdrawn, or given back, is no longer its claimant's", async () => {
    const id = await handed();
    const first = await claimed();
    await store().handed.giveBack(first);
    expect(await store().handed.held([first])).toEqual([]);
    const again = await claimed();
    expect(again).toMatchObject({ id, attempt: 1 });
    await store().handed.withdraw(id);
    expect([
      await store().handed.held([again]),
      await store().handed.owe({ ...again, credits: 1, pages: 1 }),
      await store().handed.finish({ ...again, outcome: complete }),
    ]).toEqual([[], false, false]);
  });

  test("a request of a lost claimant waits again, twice it fails; one of a lost requester is forgotten", async () => {
    const id = await handed();
    await store().renewLease({ instance: HERE, leaseMs: MINUTE, now: NOW });
    const recover = () => store().recover({ instance: "inst_judge", isAlone: false, maxAttempts: 3, now: NOW });
    await claimed();
    await recover();
    expect(await claimed()).toMatchObject({ id, attempt: 2 });
    await recover();
    expect((await store().handed.find(id))?.outcome).toMatchObject({ kind: "failed", code: "internal_error" });
    await store().recover({ instance: "inst_judge", isAlone: false, maxAttempts: 3, now: NOW + MINUTE });
    expect(await store().handed.find(id)).toBeUndefined();
  });
}
