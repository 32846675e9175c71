import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Files } from "../../../operations/operation.ts";
import { eventually, formOf, KEY, pdf, post, startService, type TestService } from "../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.behave((files) => Promise.resolve({ files: files.map(({ filename }) => filename) }));
});

type Entry = readonly [name: string, value: string | Blob, filename?: string];

const file = (content = pdf()): Blob => new Blob([content]);
const one: Entry = ["file", file(), "a.pdf"];

interface Body {
  readonly code?: string;
  readonly limit_bytes?: number;
  readonly detail: readonly { type: string; loc: readonly string[]; input?: unknown }[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
}
const bodyOf = async (response: Response) => (await response.json()) as Body;

async function send(entries: readonly Entry[], path = "/api/v1/pdf/test") {
  const response = await post(service, formOf(entries), { path });
  return { status: response.status, warnings: response.headers.get("x-warnings"), body: await bodyOf(response) };
}

/** Returns the faults that a request with invalid parameters is answered: type and place of each. */
async function faults(entries: readonly Entry[], path?: string): Promise<unknown[]> {
  const { status, body } = await send(entries, path);
  expect([status, body.code]).toEqual([422, "validation_error"]);
  return body.detail.map(({ type, loc }) => [type, ...loc]);
}

const filesNamed = (name: string, count: number) =>
  Array.from({ length: count }, (_, at): Entry => [name, file(), `${at}.pdf`]);
const fieldsOf = (count: number) => Array.from({ length: count }, (_, at): Entry => [`field-${at}`, "x"]);

describe("files", () => {
  test("arrive as they were sent, under the service's own names", async () => {
    const content = `${pdf()}\n${"x".repeat(1_500_000)}`;
    let seen: Files | undefined;
    service.behave(async (files) => {
      seen = files;
      const bytes = await readFile(files[0].path);
      return {
        sha256: createHash("sha256").update(bytes).digest("hex"),
        mode: (await stat(files[0].path)).mode & 0o777,
      };
    });
    const { status, body } = await send([["file", file(content), "../../Ä report?.pdf"]]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sha256: createHash("sha256").update(content).digest("hex"), mode: 0o600 });
    expect(seen?.[0]).toMatchObject({
      filename: "Ä report?.pdf",
      mediaType: "application/pdf",
      sizeBytes: content.length,
    });
    expect(basename(seen?.[0].path ?? "")).toBe("input-1");
    await eventually(async () => (await service.tasks()).length === 0);
  });

  test("arrive whole in chunks of every size, several at once", async () => {
    service.behave(async (files) => ({
      sha256: createHash("sha256")
        .update(await readFile(files[0].path))
        .digest("hex"),
    }));
    const content = Buffer.concat([Buffer.from(`${pdf()}\n`), randomBytes(1_500_000)]);
    const form = new Response(formOf([["file", new Blob([content]), "a.pdf"]]));
    const contentType = form.headers.get("content-type") ?? "";
    const body = Buffer.from(await form.arrayBuffer());
    const answers = [1000, 16_384, 65_536, 100_001].map(async (chunkBytes) => {
      const chunks = (async function* () {
        for (let at = 0; at < body.length; at += chunkBytes) {
          yield await Promise.resolve(body.subarray(at, at + chunkBytes));
        }
      })();
      const answer = await fetch(`${service.url}/api/v1/pdf/test`, {
        method: "POST",
        headers: { "x-api-key": KEY, "content-type": contentType },
        body: ReadableStream.from(chunks),
        duplex: "half",
      });
      return await answer.json();
    });
    const sha256 = createHash("sha256").update(content).digest("hex");
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ sha256 });
    }
  });

  test("several are taken from any of the three spellings, in part order", async () => {
    const { body } = await send(
      [
        ["file", file(), "1.pdf"],
        ["files[]", file(), "2.pdf"],
        ["files", file(), "3.pdf"],
        ["file", file(), "4.pdf"],
      ],
      "/api/v1/pdf/test-many",
    );
    expect(body.files).toEqual(["1.pdf", "2.pdf", "3.pdf", "4.pdf"]);
  });

  test("too few and too many are faults", async () => {
    expect(await faults([])).toEqual([["missing", "body", "file"]]);
    expect(await faults([one, one])).toEqual([["too_long", "body", "file"]]);
    expect(await faults([], "/api/v1/pdf/test-many")).toEqual([["missing", "body", "files"]]);
    expect(await faults(filesNamed("files", 1), "/api/v1/pdf/test-many")).toEqual([["too_short", "body", "files"]]);
    expect(await faults(filesNamed("files", 5), "/api/v1/pdf/test-many")).toEqual([["too_long", "body", "files"]]);
    const { body } = await send([one, one]);
    expect(body.detail).toEqual([
      {
        type: "too_long",
        loc: ["body", "file"],
        msg: expect.stringMatching(/^There should be at most 1 file, not 2/),
        ctx: { max_length: 1, actual_length: 2 },
      },
    ]);
  });

  test("a text where a file is meant, and a file where a text is meant", async () => {
    expect(await faults([["file", "text"]])).toEqual([["value_error", "body", "file"]]);
    expect(await faults([["file", ""]])).toEqual([["missing", "body", "file"]]);
    expect(await faults([one, ["text", file(), "t.txt"]])).toEqual([["string_type", "body", "text"]]);
    expect(await faults([one, ["magnitude", file(), "t.txt"]])).toEqual([["string_type", "body", "magnitude"]]);
  });

  test("a file field that was left empty in a browser is not a file", async () => {
    const empty = raw('name="file"; filename=""\r\nContent-Type: application/octet-stream', "");
    const answer = await sendRaw([empty]);
    expect([answer.status, (await bodyOf(answer)).detail[0]?.type]).toEqual([422, "missing"]);
    const with2nd = await sendRaw([empty, raw('name="file"; filename="a.pdf"', pdf()), empty]);
    expect(with2nd.status).toBe(200);
  });

  test("a file without a name is document.pdf", async () => {
    const answer = await sendRaw([raw('name="file"\r\nContent-Type: application/pdf', pdf())]);
    expect((await bodyOf(answer)).files).toEqual(["document.pdf"]);
  });
});

const raw = (header: string, content: string): string =>
  `--B\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
const sendRaw = (parts: readonly string[], end = "--B--\r\n"): Promise<Response> =>
  post(service, Buffer.from(parts.join("") + end), { headers: { "content-type": "multipart/form-data; boundary=B" } });

describe("parameters", () => {
  test("are parsed, with their defaults; the last of a name wins; empty counts as absent", async () => {
    const { body } = await send([one, ["size", "3"], ["size", "4"], ["text", ""], ["mode", "B"]]);
    expect(body.parameters).toEqual({ size: 4, mode: "b" });
  });

  test("all faults are reported together, with what was sent", async () => {
    const { body } = await send([
      ["size", "ten"],
      ["mode", "c"],
      ["text", "much too long"],
    ]);
    expect(body.detail).toEqual([
      { type: "missing", loc: ["body", "file"], msg: expect.stringMatching(/^Field required: `file` is missing/) },
      expect.objectContaining({
        type: "string_too_long",
        loc: ["body", "text"],
        input: "much too long",
        ctx: { max_length: 10 },
      }),
      expect.objectContaining({ type: "int_parsing", loc: ["body", "size"], input: "ten" }),
      expect.objectContaining({ type: "enum", loc: ["body", "mode"], input: "c", ctx: { expected: "'a' or 'b'" } }),
    ]);
  });

  test("secrets and long texts are not repeated", async () => {
    const { body } = await send([
      one,
      ["password", "s".repeat(1025)],
      ["size", "9".repeat(201)],
      ["text", "t".repeat(200)],
    ]);
    expect(body.detail.map(({ loc, input }) => [loc[1], input])).toEqual([
      ["text", "t".repeat(200)],
      ["size", undefined],
      ["password", undefined],
    ]);
    expect(JSON.stringify(body)).not.toContain("sss");
  });

  test("an alias is the parameter, and faults name the field as it was sent", async () => {
    expect((await send([one, ["magnitude", "7"]])).body.parameters.size).toBe(7);
    expect((await send([one, ["magnitude", "7"], ["size", "7"]])).body.parameters.size).toBe(7);
    expect((await send([one, ["magnitude", "7"], ["size", ""]])).body.parameters.size).toBe(7);
    expect(await faults([one, ["magnitude", "70"]])).toEqual([["less_than_equal", "body", "magnitude"]]);
    expect(await faults([one, ["size", "7"], ["magnitude", "8"]])).toEqual([["extra_conflict", "body", "magnitude"]]);
  });

  test("async in the query is checked", async () => {
    const answers = await Promise.all(
      ["?async=false", "?async=0&x=1", "?async", "?async=YES", "?async=", "?async=maybe"].map((query) =>
        send([one], `/api/v1/pdf/test${query}`),
      ),
    );
    expect(answers.map(({ status, warnings }) => [status, warnings])).toEqual([
      [200, null],
      [200, null],
      [202, null],
      [202, null],
      [422, null],
      [422, null],
    ]);
    expect(answers.at(-1)?.body.detail).toEqual([
      expect.objectContaining({ type: "bool_parsing", loc: ["query", "async"], input: "maybe" }),
    ]);
  });

  test("unknown fields are ignored, and reported", async () => {
    const { status, warnings } = await send([
      one,
      ["foo", "1"],
      ["constructor", "2"],
      ["bar", file(), "x"],
      ['q"ü\u0007', "3"],
    ]);
    expect([status, warnings]).toEqual([
      200,
      'unknown_field;name=foo, unknown_field;name=constructor, unknown_field;name="q%22??", unknown_field;name=bar',
    ]);
    const many = Array.from({ length: 60 }, (_, at): Entry => [`unknown-${at}`, "x".repeat(1000)]);
    expect((await send([one, ...many])).warnings).toMatch(/name=unknown-19, more;count=40$/);
  });

  test("texts are UTF-8, or of the charset that their part names", async () => {
    const answer = await sendRaw([
      raw('name="file"; filename="a.pdf"', pdf()),
      raw('name="text"\r\nContent-Type: text/plain; charset=UTF-16LE', "\u2713\0a\0"),
    ]);
    expect((await bodyOf(answer)).parameters.text).toBe(Buffer.from("\u2713\0a\0").toString("utf16le"));
  });
});

describe("bounds", () => {
  test.each([
    ["100 fields", [one, ...fieldsOf(100)], 200],
    ["101 fields", [one, ...fieldsOf(101)], 413],
    ["200 files", [one, ...filesNamed("other", 199)], 200],
    ["201 files", [one, ...filesNamed("other", 200)], 413],
    ["a field of 1 MB", [one, ["foo", "x".repeat(1_048_576)]], 200],
    ["a field of 1 MB and a byte", [one, ["foo", "x".repeat(1_048_577)]], 413],
    ["a body a little below the limit", [["file", file(pdf() + " ".repeat(1_999_500)), "a.pdf"]], 200],
    ["a body a little above the limit", [["file", file(pdf() + " ".repeat(2_000_000)), "a.pdf"]], 413],
  ] as const)("%s", async (_, entries, status) => {
    const answer = await send(entries as readonly Entry[]);
    expect([answer.status, answer.body.code]).toEqual([status, status === 413 ? "payload_too_large" : undefined]);
    await eventually(async () => (await service.tasks()).length === 0);
  });

  test("the limit that was met is reported", async () => {
    expect((await send([one, ["foo", "x".repeat(1_048_577)]])).body.limit_bytes).toBe(1_048_576);
    expect((await send([["file", file("x".repeat(2_000_001)), "a"]])).body.limit_bytes).toBe(2_000_000);
  });
});

describe("broken forms are answered 400, and leave nothing behind", () => {
  const part = raw('name="file"; filename="a.pdf"', pdf());
  test.each([
    ["nothing", [], ""],
    ["garbage", ["%PDF-1.7 garbage"], ""],
    ["no final boundary", [part], ""],
    ["cut short", [part.slice(0, -20)], ""],
    ["a bad header", [part, raw('name="text"\r\nbad header', "x")], "--B--"],
    ["5,000 headers", [raw(`name="file"; filename="a.pdf"${"\r\nX: y".repeat(5000)}`, pdf())], "--B--"],
    ["a large file without final boundary", [raw('name="file"; filename="a.pdf"', "x".repeat(1_500_000))], ""],
  ])("%s", async (_, parts, end) => {
    const answer = await sendRaw(parts, end);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: "malformed_multipart" }),
    ]);
    expect(answer.headers.get("connection")).toBe("keep-alive");
    await eventually(async () => (await service.tasks()).length === 0);
  });
});

describe("answers", () => {
  test("a file has its length, name and type, and is not kept or guessed at", async () => {
    for (const sizeBytes of [0, 1, 262_144, 262_145, 5_000_000]) {
      const content = Buffer.alloc(sizeBytes, "abc");
      service.behave(() => Promise.resolve(content));
      const answer = await post(service, formOf([one]));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-length": String(sizeBytes),
        "content-disposition": 'attachment; filename="result.pdf"',
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-warnings": "test_warning;at=run",
        "x-credits-charged": "1",
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  test("JSON is application/json", async () => {
    const answer = await post(service, formOf([one]));
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-warnings")).toBeNull();
  });
});
