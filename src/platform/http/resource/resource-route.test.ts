import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../resources/testing/resource-service.ts";
import { common, type Handle, serve, thing } from "../resources/testing/things.ts";
import { resource } from "./resource.ts";

/** Answers with the parts of the request to a `thing`. */
const echo: Handle = ({ path, body, query, baseUrl, origin }) => ({
  kind: "json",
  status: 200,
  value: { path, body, query, baseUrl, hasOrigin: origin !== undefined },
});

describe("a request", () => {
  test("is bound to path, query and body", async () => {
    const { ask } = await serve(thing(echo));
    const answer = await ask("POST /things/a%20b?size=1&size=7&other=x", { name: "n", size: null });
    expect(answer).toMatchObject({ status: 200, body: { path: { id: "a b" }, query: { size: 7 }, hasOrigin: false } });
    expect(answer.body.body).toEqual({ name: "n" });
    expect(answer.body.baseUrl).toBe("https://pdf.example");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-warnings")).toBeNull();
  });

  test("without a body has an empty one", async () => {
    const { ask } = await serve(thing(echo));
    expect((await ask("POST /things/a")).body.body).toEqual({});
  });

  test("reports unknown members in X-Warnings", async () => {
    const { ask } = await serve(thing(echo));
    const { headers } = await ask("POST /things/a", { name: "n", colour: "red", ünder: 1 });
    expect(headers.get("x-warnings")).toBe('unknown_field;name=colour, unknown_field;name="?nder"');
  });

  test("reports the faults of query and body together", async () => {
    const { ask } = await serve(thing(echo));
    const answer = await ask("POST /things/a?size=", { name: "too long", size: "2" });
    expect(faultsOf(answer)).toEqual([
      ["value_error", "query", "size"],
      ["string_too_long", "body", "name"],
      ["int_parsing", "body", "size"],
    ]);
    expect(answer.body.detail[1].input).toBe("too long");
    expect(faultsOf(await ask("POST /things/a", "{nonsense"))).toEqual([["json_invalid", "body", 1]]);
  });
});

describe("an answer", () => {
  test("of nothing is 204", async () => {
    const { ask } = await serve(thing(() => ({ kind: "nothing" }), "DELETE"));
    expect(await ask("DELETE /things/a")).toMatchObject({ status: 204, body: undefined });
  });

  test("that was kept is sent as it was, and its sending is reported", async () => {
    const ended = Promise.withResolvers<boolean>();
    const service = await serve(
      resource({
        ...common,
        method: "GET",
        path: "/api/v1/kept",
        operationId: "get_kept",
        handle: () =>
          Promise.resolve({
            kind: "kept",
            answer: {
              status: 200,
              headers: { "content-type": "application/pdf", "x-credits-charged": "4" },
              body: { kind: "file", path: join(service.directory, "kept"), sizeBytes: 7 },
            },
            ended: (isWhole) => {
              if (isWhole) {
                ended.resolve(isWhole);
              }
              return Promise.resolve();
            },
          }),
      }),
    );
    await writeFile(join(service.directory, "kept"), "content");
    const get = (method: string) =>
      fetch(`${service.url}/api/v1/kept`, { method, headers: { "x-api-key": service.secret } });
    const head = await get("HEAD");
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["7", ""]);
    let hasEnded = false;
    void ended.promise.then(() => (hasEnded = true));
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    const answer = await get("GET");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("x-credits-charged")).toBe("4");
    expect(await answer.text()).toBe("content");
    await ended.promise;
  });

  test("that is a kept error has the id of the request that reads it", async () => {
    const members = { detail: "It is broken.", code: "invalid_pdf" };
    const { ask } = await serve(
      thing(() => ({
        kind: "kept",
        answer: {
          status: 400,
          headers: { "content-type": "application/json" },
          body: { kind: "problem", code: "invalid_pdf", members },
        },
      })),
    );
    const answer = await ask("POST /things/a");
    expect(answer).toMatchObject({ status: 400, body: { ...members, request_id: expect.any(String) } });
  });

  test("reports the credits that the request left", async () => {
    const { ask } = await serve(thing(() => ({ kind: "json", status: 200, value: {}, creditsRemaining: 12 })));
    expect((await ask("POST /things/a")).headers.get("x-credits-remaining")).toBe("12");
  });
});
