import { expect, test } from "vitest";
import { type AccountObject, as, call, grant, moneyOf, newAccount, newClient, remainingBy, spend } from "./accounts.ts";
import { toImages } from "./client.ts";
import { cancel, endlessJob, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk } from "./reply.ts";
import { commonService, onOneDirectory, withService } from "./service.ts";

/* Contract, section 5: what adds credits to accounts and takes them away, and metering switched off. */

const service = commonService({ keepsResults: true });
const plain = fixture("four-colours.pdf");

test("grants and takings: every amount by its own", async () => {
  const { account_id } = await newAccount(service(), 10);
  const granted = as<AccountObject>(await grant(service(), account_id, 5));
  expect([granted.account_id, granted.balance, granted.available]).toEqual([account_id, 15, 15]);
  expect(as<AccountObject>(await grant(service(), account_id, -4)).balance).toBe(11);
  const short = await grant(service(), account_id, -12);
  const body = expectFailure(short, 402, "insufficient_credits");
  expect([body.required, body.available]).toEqual([12, 11]);
  expect(as<AccountObject>(await grant(service(), account_id, -11)).balance).toBe(0);
  expectFailure(await grant(service(), account_id, -1), 402, "insufficient_credits");
  expect(await moneyOf(service(), account_id)).toEqual([0, 0, 0]);
});

test("a grant to one's own account shows in its own answer", async () => {
  const own = as<{ account_id: string; available: number }>(await call(service(), "GET", "/api/v1/account"));
  const reply = await grant(service(), own.account_id, 5);
  expect(remainingBy(reply)).toBe(as<AccountObject>(reply).available);
  expect(remainingBy(reply)).toBe(own.available + 5);
});

test("what is held cannot be taken", async () => {
  const client = await newClient(service(), 5);
  const id = await endlessJob(service(), { key: client.key });
  const short = expectFailure(await grant(service(), client.accountId, -5), 402, "insufficient_credits");
  expect([short.required, short.available]).toEqual([5, 4]);
  expect(as<AccountObject>(await grant(service(), client.accountId, -4)).available).toBe(0);
  await cancel(service(), id, client.key);
  expect(await moneyOf(service(), client.accountId)).toEqual([1, 0, 1]);
});

test.each([0, 0.5, -0.5, "5 credits", null, true, 2 ** 53, -(2 ** 53), 1e300, [5]])(
  "an amount of %j is refused",
  async (amount) => {
    const { account_id } = await newAccount(service(), 10);
    expectFault(await grant(service(), account_id, amount), { loc: ["body", "amount"] });
    expect(await moneyOf(service(), account_id)).toEqual([10, 0, 10]);
  },
);

test("a grant needs an amount and a reason", async () => {
  const { account_id } = await newAccount(service(), 10);
  const path = `/api/v1/accounts/${account_id}/credits`;
  expectFault(await call(service(), "POST", path, { value: { amount: 5 } }), {
    type: "missing",
    loc: ["body", "reason"],
  });
  expectFault(await call(service(), "POST", path, { value: { amount: 5, reason: "" } }), { loc: ["body", "reason"] });
  expectFault(await call(service(), "POST", path, { value: { reason: "x" } }), {
    type: "missing",
    loc: ["body", "amount"],
  });
  expect(await moneyOf(service(), account_id)).toEqual([10, 0, 10]);
});

test("grants that add up to more than an integer holds never break the balance", async () => {
  const { account_id } = await newAccount(service(), 0);
  let expected = 0;
  for (let count = 0; count < 12; count += 1) {
    const amount = 900_000_000_000_000;
    const reply = await grant(service(), account_id, amount);
    expect([200, 422]).toContain(reply.status);
    expected += reply.status === 200 ? amount : 0;
    const [balance] = await moneyOf(service(), account_id);
    expect(balance).toBe(expected);
    expect(Number.isSafeInteger(balance)).toBe(true);
  }
});

test("the first account has 1,000,000, and a restart in the same month gives nothing more", async () => {
  await onOneDirectory(async (start) => {
    const first = await start();
    const before = as<AccountObject & { monthly_grant: number }>(await call(first, "GET", "/api/v1/account"));
    expect([before.balance, before.monthly_grant]).toEqual([1_000_000, 1_000_000]);
    expectOk(await toImages(first, plain, { dpi: 72 }));
    const month = new Date().getUTCMonth();
    await first.stop();
    const second = await start();
    const after = as<AccountObject>(await call(second, "GET", "/api/v1/account"));
    expect(after.account_id).toBe(before.account_id);
    // A new month may begin in between.
    expect(after.balance).toBe(new Date().getUTCMonth() === month ? 999_999 : 1_999_999);
    await second.stop();
  });
});

test.each([
  { monthly: "0", statuses: [402] },
  { monthly: "2", statuses: [200, 200, 402] },
])("QUIRE_MONTHLY_GRANT=$monthly is what the first account has", async ({ monthly, statuses }) => {
  await withService({ QUIRE_MONTHLY_GRANT: monthly }, async (own) => {
    const seen = [];
    for (const _ of statuses) {
      seen.push((await spend(own, own.key)).status);
    }
    expect(seen).toEqual(statuses);
  });
});

test("QUIRE_METERING=off: nothing is held or charged, and the balance is the constant", async () => {
  const options = { keepsResults: true };
  await withService(
    { QUIRE_METERING: "off" },
    async (own) => {
      const client = await newClient(own, 0);
      const reply = expectOk(await spend(own, client.key, { pages: 21 }));
      expect([reply.headers["x-credits-charged"], remainingBy(reply)]).toEqual(["0", 999_999_999]);
      const job = await untilFinal(own, await submitted(own, { key: client.key }), client.key);
      expect([job.status, job.credits]).toEqual(["complete", { held: 0, charged: 0 }]);
      const account = await call(own, "GET", "/api/v1/account", { key: client.key });
      expect(as<object>(account)).toMatchObject({ metering: "off" });
      const kinds = [
        await spend(own, client.key),
        await toImages(own, plain, { dpi: 1 }),
        await call(own, "GET", "/api/v1/nowhere"),
        await call(own, "GET", "/api/v1/pricing"),
        account,
      ];
      expect(kinds.map(remainingBy)).toEqual(Array(5).fill(999_999_999));
    },
    options,
  );
});
