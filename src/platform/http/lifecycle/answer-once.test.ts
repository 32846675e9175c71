import { describe, expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import type { ResourceAnswer } from "../resource/resource.ts";
import { faultsOf } from "../resources/testing/resource-service.ts";
import { type Handle, serve, thing } from "../resources/testing/things.ts";

const key = { "idempotency-key": "once-1" };

/** Starts a service with a resource that counts its answers. */
async function counted(handle: (count: number, request: Parameters<Handle>[0]) => ReturnType<Handle>) {
  let count = 0;
  const service = await serve(
    thing((request) => {
      count += 1;
      return handle(count, request);
    }),
  );
  return { ...service, countOf: () => count };
}
const number = (count: number): ResourceAnswer => ({
  kind: "json",
  status: 201,
  value: { count },
  headers: { "x-a": "b" },
});

describe("an Idempotency-Key", () => {
  test("has the answer given again, with its headers", async () => {
    const { ask, countOf } = await counted(number);
    const first = await ask("POST /things/a", { name: "n", colour: 1 }, key);
    const again = await ask("POST /things/a/", { colour: 1, name: "n" }, key);
    expect([again.status, again.body, countOf()]).toEqual([201, { count: 1 }, 1]);
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect([first, again].map(({ headers }) => headers.get("x-a"))).toEqual(["b", "b"]);
    expect(again.headers.get("x-warnings")).toBe("unknown_field;name=colour");
  });

  test.each([
    ["POST /things/b", { name: "n" }],
    ["POST /things/a?size=1", { name: "n" }],
    ["POST /things/a", { name: "m" }],
  ] as const)("is refused for %s %j, another request", async (request, body) => {
    const { ask, countOf } = await counted(number);
    await ask("POST /things/a", { name: "n" }, key);
    const other = await ask(request, body, key);
    expect([other.status, other.body.code, countOf()]).toEqual([422, "idempotency_mismatch", 1]);
    expect(faultsOf(other)).toEqual([["value_error", "header", "Idempotency-Key"]]);
  });

  test("is each account's own", async () => {
    const { ask, newAccount, newCaller } = await counted(number);
    await ask("POST /things/a", {}, key);
    const stranger = await newCaller(await newAccount("Other"));
    expect((await stranger.ask("POST /things/a", {}, key)).body).toEqual({ count: 2 });
  });

  test("names the request to the store, the same each time", async () => {
    const origins: (string | undefined)[] = [];
    const { ask } = await counted((_count, { origin }) => {
      origins.push(origin);
      throw new Failure("storage_unavailable", "The disk is full.");
    });
    await ask("POST /things/a", {}, key);
    await ask("POST /things/a", {}, key);
    await ask("POST /things/a", {}, { "idempotency-key": "once-2" });
    const [first, second, third] = origins;
    expect([typeof first, second, third === first]).toEqual(["string", first, false]);
  });

  test("while the request is under way is 409, and the answer comes after all", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const { ask } = await counted(async (count) => {
      begin();
      await end;
      return number(count);
    });
    const first = ask("POST /things/a", {}, key);
    await begun;
    const early = await ask("POST /things/a", {}, key);
    expect([early.status, early.body.code]).toEqual([409, "idempotency_in_progress"]);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
    finish();
    expect([(await first).status, (await ask("POST /things/a", {}, key)).body]).toEqual([201, { count: 1 }]);
  });

  test("remembers a failure that would come again, with a new request id", async () => {
    const { ask, countOf } = await counted(() => {
      throw new Failure("invalid_pdf", "no");
    });
    const [first, again] = [await ask("POST /things/a", {}, key), await ask("POST /things/a", {}, key)];
    const { request_id: firstId, ...members } = first.body;
    const { request_id: secondId, ...replayed } = again.body;
    expect([again.status, replayed, countOf()]).toEqual([400, members, 1]);
    expect([typeof secondId, secondId === firstId]).toEqual(["string", false]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test.each(["validation_error", "insufficient_credits", "not_found", "name_taken", "storage_unavailable"] as const)(
    "does not remember %s: a retry is a real one",
    async (code) => {
      const { ask } = await counted((count) => {
        if (count === 1) {
          throw new Failure(code, "Not now.");
        }
        return number(count);
      });
      await ask("POST /things/a", {}, key);
      expect(await ask("POST /things/a", {}, key)).toMatchObject({ status: 201, body: { count: 2 } });
    },
  );

  test("has no meaning for other methods", async () => {
    let count = 0;
    const { ask } = await serve(thing(() => number(++count), "PATCH"));
    await ask("PATCH /things/a", {}, key);
    expect((await ask("PATCH /things/a", {}, key)).body).toEqual({ count: 2 });
  });
});
