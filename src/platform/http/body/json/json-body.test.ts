import { request as openRequest } from "node:http";
import { fastify } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { InvalidContent } from "../../../../kernel/faults.ts";
import { drainBody, drainLimits } from "../../lifecycle/drain.ts";
import { toProblem } from "../../lifecycle/problem.ts";
import { InvalidRequest } from "../validation.ts";
import { JSON_BODY_BYTES, membersOf, readJsonBody } from "./json-body.ts";

const faultOf = (body: Buffer | string): unknown => {
  try {
    return membersOf(Buffer.from(body));
  } catch (error) {
    if (error instanceof InvalidContent) {
      return error.faults.map(({ fault, path }) => [fault.type, "body", ...path]);
    }
    return error instanceof InvalidRequest ? error.items.map(({ type, loc }) => [type, ...loc]) : error;
  }
};

describe("the members of a body", () => {
  test.each([
    ['{"a":1,"b":null,"c":{"d":null}}', { a: 1, c: { d: null } }],
    ["", {}],
    [" {} ", {}],
    ['\ufeff{"a":1}', { a: 1 }],
  ])("%j has members", (body, expected) => expect(faultOf(body)).toEqual(expected));

  test.each([
    ['{"a": }', [["json_invalid", "body", 6]]],
    ["{'a': 1}", [["json_invalid", "body", 1]]],
    // The offset counts bytes, and these letters have two each.
    ['{"ää": x}', [["json_invalid", "body", 9]]],
    ['{"a": "b', [["json_invalid", "body", 8]]],
    ["   ", [["json_invalid", "body", 3]]],
    ["[1]", [["model_attributes_type", "body"]]],
    ["null", [["model_attributes_type", "body"]]],
    ['"text"', [["model_attributes_type", "body"]]],
  ])("%j is refused", (body, expected) => expect(faultOf(body)).toEqual(expected));

  test("what is not UTF-8 is refused where it begins", () => {
    expect(faultOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toEqual([["json_invalid", "body", 2]]);
  });

  test("a member called __proto__ is a member", () => {
    expect(Object.keys(membersOf(Buffer.from('{"__proto__": {"a": 1}}')))).toEqual(["__proto__"]);
  });
});

/** Starts a service that answers with the members, or with what is wrong with the body. */
async function echo() {
  // At the end of a test a refused body may still be on its way: closing would wait for it.
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    // The client sends to the end, as to the service itself.
    drainBody(request.raw, reply.raw, drainLimits(JSON_BODY_BYTES));
    const { status, members } = toProblem(error, { requestId: "", retryAfterSeconds: 1 });
    return reply.code(status).send(members);
  });
  app.post("/", (request, reply) => readJsonBody({ request, reply }, { minBytesPerSecond: 0, rateWindowMs: 1000 }));
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return async (body: string | ReadableStream | null, contentType?: string) => {
    const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
    const response = await fetch(url, { method: "POST", body, headers, ...(body !== null && { duplex: "half" }) });
    return { status: response.status, body: Object(await response.json()), url };
  };
}

describe("a JSON body on its way", () => {
  test.each(["application/json", "APPLICATION/JSON; charset=utf-8", "application/merge-patch+json"])(
    "%s is read",
    async (type) => {
      const send = await echo();
      expect(await send('{"a":1}', type)).toMatchObject({ status: 200, body: { a: 1 } });
    },
  );

  test.each([
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/x-www-form-urlencoded",
  ])("%s is an invalid parameter", async (type) => {
    const send = await echo();
    expect(await send('{"a":1}', type)).toMatchObject({
      status: 422,
      body: { detail: [{ type: "value_error", loc: ["header", "Content-Type"] }] },
    });
  });

  test("no body is an empty object, whatever its type", async () => {
    const send = await echo();
    expect(await send(null)).toMatchObject({ status: 200, body: {} });
    expect(await send(null, "text/plain")).toMatchObject({ status: 200, body: {} });
  });

  test("a body of several chunks is whole", async () => {
    const send = await echo();
    const long = "x".repeat(JSON_BODY_BYTES - 100);
    expect(await send(JSON.stringify({ long }), "application/json")).toMatchObject({ status: 200, body: { long } });
  });

  test("a body above the limit is refused, announced or not", async () => {
    const send = await echo();
    const tooLong = `{"a":"${"x".repeat(JSON_BODY_BYTES)}"}`;
    const refusal = {
      status: 413,
      body: {
        code: "payload_too_large",
        limit_bytes: JSON_BODY_BYTES,
        detail: expect.stringMatching(/1 MB \(1048576 bytes\)/),
      },
    };
    expect(await send(tooLong, "application/json")).toMatchObject(refusal);
    expect(await send(new Blob([tooLong]).stream(), "application/json")).toMatchObject(refusal);
  });

  test("more values than are parsed in a moment are refused, however short they are", async () => {
    const send = await echo();
    const most = JSON.stringify({ a: Array(99_997).fill(1) });
    expect(await send(most, "application/json")).toMatchObject({ status: 200 });
    for (const [open, close] of ["[]", "{}"]) {
      const body = `{"a":[${`${open}${close},`.repeat(100_000)}1]}`;
      expect(await send(body, "application/json")).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    }
    // What looks like values within a text is none.
    const text = JSON.stringify({ a: "[],".repeat(300_000) });
    expect(await send(text, "application/json")).toMatchObject({ status: 200 });
  });

  test("an announced length above the limit is refused before anything has come", async () => {
    const send = await echo();
    const { url } = await send(null);
    const outgoing = openRequest(url, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": JSON_BODY_BYTES + 1 },
    });
    const status = new Promise((resolve, reject) => {
      outgoing.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
    });
    outgoing.flushHeaders();
    expect(await status).toBe(413);
    outgoing.destroy();
  });
});
