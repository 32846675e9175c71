import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { DAY, ELSEWHERE, HERE, MINUTE, NOW } from "./scene.ts";

interface Changes {
  readonly keyId?: string;
  readonly instance?: string;
  readonly ofKey?: number;
  readonly ofAccount?: number;
}

const operation = (id: string, changes: Changes = {}) => ({
  id,
  keyId: "key_one",
  ofKey: 2,
  accountId: "acc_one",
  ofAccount: 3,
  instance: HERE,
  ...changes,
});

export function admissionTests(store: () => Store): void {
  const window = { caller: "key_one", limit: 3, endsAt: NOW + MINUTE };
  const admit = (id: string, changes: Changes = {}) =>
    store().admission.admit({ window: { ...window, limit: 100 }, operation: operation(id, changes) });

  test("a window counts up to its limit, however many ask at the same time; the next begins at nothing", async () => {
    const counted = await Promise.all(Array.from({ length: 8 }, () => store().admission.count(window)));
    expect(
      counted
        .filter(({ isCounted }) => isCounted)
        .map(({ count }) => count)
        .toSorted((one, other) => one - other),
    ).toEqual([1, 2, 3]);
    expect(await store().admission.count(window)).toEqual({ isCounted: false, count: 3 });
    expect(await store().admission.count({ ...window, caller: "key_two" })).toEqual({ isCounted: true, count: 1 });
    const next = { ...window, endsAt: window.endsAt + MINUTE };
    expect(await store().admission.count(next)).toEqual({ isCounted: true, count: 1 });
  });

  test("a key and its account have so many operations under way, and no more", async () => {
    const all = await Promise.all(["a", "b", "c", "d"].map((id) => admit(id)));
    expect(all.filter(({ kind }) => kind === "admitted")).toHaveLength(2);
    expect(all.find(({ kind }) => kind === "exhausted")).toMatchObject({ whose: "key" });
    expect(await admit("e", { keyId: "key_two" })).toMatchObject({ kind: "admitted" });
    expect(await admit("f", { keyId: "key_two" })).toMatchObject({ kind: "exhausted", whose: "account" });
    await store().admission.leave({ ids: ["a", "b", "c", "d"] });
    expect(await admit("g", { keyId: "key_two" })).toMatchObject({ kind: "admitted" });
  });

  test("a bound that is infinite is reached by nobody", async () => {
    const unbounded = { ofKey: Number.POSITIVE_INFINITY, ofAccount: Number.POSITIVE_INFINITY };
    const all = await Promise.all(["a", "b", "c", "d", "e"].map((id) => admit(id, unbounded)));
    expect(all.map(({ kind }) => kind)).toEqual(["admitted", "admitted", "admitted", "admitted", "admitted"]);
  });

  test("what is refused is not counted", async () => {
    await admit("a");
    await admit("b");
    expect(await admit("c")).toEqual({ kind: "exhausted", whose: "key", count: 2 });
    const admission = { window: { ...window, limit: 2 }, operation: operation("d") };
    expect(await store().admission.admit(admission)).toEqual({ kind: "window_used_up", count: 2 });
    await store().admission.leave({ ids: ["a", "b"] });
    expect(await store().admission.admit(admission)).toEqual({ kind: "window_used_up", count: 2 });
    expect(await admit("e")).toEqual({ kind: "admitted", count: 3 });
  });

  test("operations of a process that is gone are not under way", async () => {
    await admit("a", { instance: ELSEWHERE });
    await admit("b", { instance: ELSEWHERE });
    await store().recover({ instance: HERE, isAlone: false, maxAttempts: 3, now: NOW + DAY });
    expect(await admit("c")).toMatchObject({ kind: "admitted" });
  });
}
