import { describe, expect, test } from "vitest";
import { addressGroup } from "./client-address.ts";
import { Concurrency } from "./concurrency.ts";
import { FixedWindows } from "./fixed-windows.ts";

const at = (seconds: number) => seconds * 1000;

describe("fixed windows", () => {
  test("count down, refuse without counting, and start again on the minute", () => {
    let nowMs = at(60 * 100 + 59.2);
    const windows = new FixedWindows({ now: () => nowMs });
    expect([windows.take("a", 2), windows.take("a", 2), windows.take("a", 2)]).toEqual([true, true, false]);
    expect(windows.peek("a", 2)).toMatchObject({ limit: 2, remaining: 0, resetSeconds: 60 * 101, windowSeconds: 60 });
    expect(windows.peek("b", 2)).toMatchObject({ remaining: 2 });
    expect(windows.peek("a", 2).secondsToReset).toBe(1);
    nowMs = at(60 * 101);
    expect(windows.peek("a", 2)).toMatchObject({ limit: 2, remaining: 2, resetSeconds: 60 * 102, windowSeconds: 60 });
    expect(windows.peek("a", 2).secondsToReset).toBe(60);
  });

  test("remaining is never negative when a limit has been lowered", () => {
    const windows = new FixedWindows();
    expect([windows.take("a", 3), windows.take("a", 3)]).toEqual([true, true]);
    expect(windows.peek("a", 1).remaining).toBe(0);
  });

  test("a clock that is set back begins a new window", () => {
    let nowMs = at(6000);
    const windows = new FixedWindows({ now: () => nowMs });
    windows.take("a", 1);
    nowMs = at(3000);
    expect(windows.peek("a", 1)).toMatchObject({ limit: 1, remaining: 1, resetSeconds: 3060, windowSeconds: 60 });
  });

  test("are as long as they are set, and aligned to the clock", () => {
    let nowMs = at(1003);
    const windows = new FixedWindows({ windowSeconds: 5, now: () => nowMs });
    expect(windows.take("a", 1)).toBe(true);
    expect(windows.peek("a", 1)).toMatchObject({ limit: 1, remaining: 0, resetSeconds: 1005, windowSeconds: 5 });
    nowMs = at(1005);
    expect(windows.peek("a", 1)).toMatchObject({ limit: 1, remaining: 1, resetSeconds: 1010, windowSeconds: 5 });
  });

  test("callers beyond the bound share one count", () => {
    const windows = new FixedWindows({ maxCallers: 2 });
    for (const caller of ["a", "b", "c", "d"]) {
      expect(windows.take(caller, 2)).toBe(true);
    }
    expect(windows.take("e", 2)).toBe(false);
    expect(windows.take("a", 2)).toBe(true);
  });
});

const of = (keyId: string, accountId = "one") => ({ keyId, ofKey: 2, accountId, ofAccount: 3 });

describe("concurrency", () => {
  test("is bounded per key and per account, and comes back once", () => {
    const concurrency = new Concurrency();
    const first = concurrency.take(of("a"));
    concurrency.take(of("a"));
    expect(concurrency.exhausted(of("a"))).toBe("key");
    expect(concurrency.exhausted(of("b"))).toBeUndefined();
    concurrency.take(of("b"));
    expect(concurrency.exhausted(of("b"))).toBe("account");
    expect(concurrency.exhausted(of("c", "two"))).toBeUndefined();
    first.release();
    first.release();
    expect(concurrency.exhausted(of("a"))).toBeUndefined();
    concurrency.take(of("a"));
    expect(concurrency.exhausted(of("b"))).toBe("account");
  });
});

describe("address groups", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["not an address", "not an address"],
  ])("%s counts as %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
