import { readFile, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectProblem } from "../../testing/expectations.ts";
import {
  eventually,
  formOf,
  KEY,
  pdf,
  post,
  reportContent,
  startService,
  type TestService,
} from "../../testing/service.ts";

const PATH = "/api/v1/convert/test";
const TEXT_PATH = "/api/v1/convert/test-text";

let service: TestService;
beforeAll(async () => {
  service = await startService({ QUIRE_MAX_UPLOAD_BYTES: "4000000", QUIRE_MAX_JSON_BYTES: "3000000" });
});
afterAll(() => service.stop());
beforeEach(() => service.behaveWithContent(reportContent));

interface Reported {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly file?: {
    readonly source: string;
    readonly isText: boolean;
    readonly filename?: string;
    readonly path: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    readonly text: string;
  };
  readonly assets: readonly { readonly name: string; readonly text: string }[];
}

interface Item {
  readonly type: string;
  readonly loc: readonly unknown[];
  readonly input?: unknown;
  readonly msg: string;
}

type Entry = readonly [name: string, value: string | Blob, filename?: string];
type Body = object | string | Buffer | readonly Entry[];

/** Sends an object as JSON, a text or bytes as JSON as they are, and a list of entries as a form. */
function send(body: Body, path = PATH, headers: Record<string, string> = {}): Promise<Response> {
  if (Array.isArray(body)) {
    return post(service, formOf(body), { path, headers });
  }
  const json = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return post(service, json, { path, headers: { "content-type": "application/json", ...headers } });
}

async function reported(body: Body, path?: string): Promise<Reported & { readonly warnings: string | null }> {
  const response = await send(body, path);
  const answer = await response.json();
  expect([response.status, JSON.stringify(answer)]).toEqual([200, expect.anything()]);
  return { ...(answer as Reported), warnings: response.headers.get("x-warnings") };
}

async function itemsOf(body: Body, path?: string): Promise<readonly Item[]> {
  const { detail } = await expectProblem(await send(body, path), 422, "validation_error");
  return detail as readonly Item[];
}

/** Returns the faults that a request with invalid parameters is answered: type and place of each. */
const faults = async (body: Body, path?: string): Promise<unknown[]> =>
  (await itemsOf(body, path)).map(({ type, loc }) => [type, ...loc]);

const long = (sizeBytes: number, end = ""): string => `${'é\t"<p>'.repeat(Math.ceil(sizeBytes / 7))}${end}`;
const zip = Buffer.from("PK\u0003\u0004 a ZIP, as far as its head tells");

describe("JSON", () => {
  test("brings a text to a file, and its own types to the parameters", async () => {
    let mode = 0;
    service.behaveWithContent(async (content, context, parameters) => {
      mode = (await stat(content.file?.path ?? "")).mode & 0o777;
      return reportContent(content, context, parameters);
    });
    const parameters = { scale: 0.5, count: 3, single: true, mode: "screen", title: "T", tags: ["a", null], names: {} };
    expect(await reported({ html: "<p>Grüße 😀</p>", ...parameters })).toEqual({
      parameters: { ...parameters, tags: ["a", null], names: { values: {}, unknown: [] } },
      file: {
        source: "html",
        isText: true,
        path: "content",
        mediaType: "text/html",
        sizeBytes: 19,
        text: "<p>Grüße 😀</p>",
      },
      assets: [],
      warnings: null,
    });
    expect(mode).toBe(0o600);
    await eventually(async () => (await service.tasks()).length === 0);
  });

  test("may have a long text, which is the same as a short one", async () => {
    for (const sizeBytes of [900_000, 1_100_000, 1_900_000]) {
      const text = long(sizeBytes, "\ud83d");
      let seen = "";
      service.behaveWithContent(async (content, context, parameters) => {
        seen = await readFile(content.file?.path ?? "", "utf8");
        return reportContent(content, context, parameters);
      });
      const { parameters, file } = await reported({ scale: 2, html: text, title: "after" });
      expect(parameters).toMatchObject({ scale: 2, title: "after" });
      expect(file).toMatchObject({ source: "html", isText: true, mediaType: "text/html" });
      expect(seen === text.toWellFormed()).toBe(true);
    }
  });

  test("a byte order mark before the body or the text is not part of the text", async () => {
    expect((await reported(`\ufeff${JSON.stringify({ html: "\ufeffA" })}`)).file).toMatchObject({
      text: "A",
      sizeBytes: 1,
    });
    expect((await reported(`{"html":"\\ufeff${"A".repeat(1_100_000)}"}`)).file).toMatchObject({ sizeBytes: 1_100_000 });
  });

  test("null counts as absent, an empty text as a text", async () => {
    const { parameters } = await reported({
      html: "A",
      scale: null,
      url: null,
      file: null,
      title: "",
      retention_seconds: null,
    });
    expect(parameters).toMatchObject({ scale: 1, title: "" });
    expect(await faults({ html: "", scale: "", mode: "", single: "", tags: "", count: "" })).toEqual([
      ["string_too_short", "body", "html"],
      ["float_parsing", "body", "scale"],
      ["int_parsing", "body", "count"],
      ["bool_parsing", "body", "single"],
      ["enum", "body", "mode"],
      ["value_error", "body", "tags"],
    ]);
    expect(await faults({ html: null })).toEqual([["missing", "body", "html"]]);
  });

  test("types are read as FastAPI reads them, and all faults are reported at once", async () => {
    expect(
      (await reported({ html: "A", scale: "1.5", count: 2.0, single: "yes", tags: '["x"]' })).parameters,
    ).toMatchObject({
      scale: 1.5,
      count: 2,
      single: true,
      tags: ["x"],
    });
    const wrong = { html: 5, scale: true, count: 1.5, single: 2, mode: 7, title: 12, tags: ["ok", "much too long", 3] };
    const items = await itemsOf({ ...wrong, names: { author: 1 } });
    expect(items.map(({ type, loc, input }) => [type, loc.slice(1).join("."), input])).toEqual([
      ["string_type", "html", 5],
      ["float_parsing", "scale", true],
      ["int_parsing", "count", 1.5],
      ["bool_parsing", "single", 2],
      ["enum", "mode", 7],
      ["string_type", "title", 12],
      ["string_too_long", "tags.1", "much too long"],
      ["string_type", "tags.2", 3],
      ["string_type", "names.author", undefined],
    ]);
    expect(await faults('{"html":"A","scale":1e999}')).toEqual([["float_parsing", "body", "scale"]]);
    expect(await faults({ html: "A", scale: [1], retention_seconds: 5 })).toEqual([
      ["value_error", "body", "retention_seconds"],
      ["float_parsing", "body", "scale"],
    ]);
  });

  test("the last of a name wins, whichever is long", async () => {
    const big = JSON.stringify("B".repeat(1_100_000));
    expect((await reported('{"html":"A","scale":2,"html":"C","scale":1.5}')).file?.text).toBe("C");
    expect((await reported(`{"html":${big},"html":"C"}`)).file).toMatchObject({ sizeBytes: 1, text: "C" });
    expect((await reported(`{"html":"C","html":${big}}`)).file).toMatchObject({ sizeBytes: 1_100_000 });
    expect(await faults(`{"html":${big},"html":5}`)).toEqual([["string_type", "body", "html"]]);
  });

  test("unknown members are ignored and named, those of every object's prototype too", async () => {
    const { parameters, warnings } = await reported(
      '{"html":"A","__proto__":{"scale":2},"constructor":1,"toString":{},"operation":"x","async":true}',
    );
    expect(parameters).toMatchObject({ scale: 1 });
    const names = ["__proto__", "constructor", "toString", "operation", "async"];
    const suggestions = new Map([["async", ';suggestion="?async=true"']]);
    expect(warnings).toBe(names.map((name) => `unknown_field;name=${name}${suggestions.get(name) ?? ""}`).join(", "));
    expect((await reported('{"html":"A","names":{"__proto__":{"author":"x"}}}')).parameters.names).toEqual({
      values: {},
      unknown: ["__proto__"],
    });
  });

  test.each<[Body, string, number]>([
    ['{"html":"A",}', "json_invalid", 12],
    ['{"html":"é" 1}', "json_invalid", 13],
    [Buffer.from('{"html":"\xe9"}', "latin1"), "json_invalid", 9],
    [Buffer.from('{"html":"A"}', "utf16le"), "json_invalid", 1],
    [`{"html":"A","x":${"[".repeat(200)}${"]".repeat(200)}}`, "json_invalid", 115],
    ['{"html":"A"', "json_invalid", 11],
  ])("what is not JSON is reported with the byte where it ends", async (body, type, offset) => {
    expect(await faults(body)).toEqual([[type, "body", offset]]);
  });

  test("another value than an object is none, and nothing at all has no members", async () => {
    expect(await faults('["html"]')).toEqual([["model_attributes_type", "body"]]);
    expect(await faults('"html"')).toEqual([["model_attributes_type", "body"]]);
    expect(await faults(Buffer.alloc(0))).toEqual([["missing", "body", "html"]]);
  });

  test("has its own limit, counted while it arrives when it does not say its size", async () => {
    const body = Buffer.from(JSON.stringify({ html: "A".repeat(3_000_000) }));
    expect(await expectProblem(await send(body), 413, "payload_too_large")).toMatchObject({ limit_bytes: 3_000_000 });
    expect(await sendChunked(body)).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    expect(await sendChunked(body.subarray(0, 2_900_000))).toMatchObject({ status: 422 });
    const form = await send([["html", "A".repeat(3_500_000)]]);
    expect(form.status).toBe(202);
  });

  test.each<[string, object | string]>([
    ["a text that is no content", { html: "A", title: "T".repeat(1_050_000) }],
    ["a text that nobody knows", { html: "A", other: "T".repeat(1_050_000) }],
    ["an object in place of the content", { html: ["T".repeat(1_050_000)] }],
    ["a name", { ["T".repeat(1_050_000)]: 1 }],
    ["too many members", Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`field-${at}`, at]))],
  ])("%s is too large", async (_, body) => {
    await expectProblem(await send(body), 413, "payload_too_large");
  });
});

/** Sends JSON without a Content-Length. */
function sendChunked(body: Buffer): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": KEY, "content-type": "application/json" };
    const request = httpRequest(service.url + PATH, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    });
    request.on("error", reject);
    for (let at = 0; at < body.length; at += 50_000) {
      request.write(body.subarray(at, at + 50_000));
    }
    request.end();
  });
}

/** Sends a form as it is written here: the end of each Content-Disposition, and the content in Latin-1. */
function sendParts(parts: readonly (readonly [disposition: string, content: string])[]): Promise<Response> {
  const written = parts.map(
    ([disposition, content]) => `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
  );
  const body = Buffer.from(`${written.join("")}--B--\r\n`, "latin1");
  return post(service, body, { path: PATH, headers: { "content-type": "multipart/form-data; boundary=B" } });
}

describe("a form", () => {
  test("has the same fields, lists and objects as JSON text", async () => {
    const answer = await reported([
      ["html", "\ufeff<p>é</p>"],
      ["scale", "0.5"],
      ["count", ""],
      ["single", "on"],
      ["title", ""],
      ["tags", '["a"]'],
      ["names", '{"author":"Ä"}'],
      ["url", ""],
    ]);
    expect(answer).toMatchObject({
      parameters: { scale: 0.5, single: true, tags: ["a"], names: { values: { author: "Ä" } } },
      file: { source: "html", isText: true, mediaType: "text/html", text: "<p>é</p>" },
    });
    expect(answer.parameters).not.toHaveProperty("title");
    expect(answer.parameters).not.toHaveProperty("count");
  });

  test("may have a long text, in UTF-8 whatever it was sent in", async () => {
    const text = long(1_200_000, "end");
    expect((await reported([["html", text]])).file).toMatchObject({
      isText: true,
      sizeBytes: Buffer.byteLength(text),
      text: text.slice(0, 1000),
    });
    const response = await sendParts([
      ['name="html"\r\nContent-Type: text/html; charset=iso-8859-1', "é".repeat(1_100_000)],
    ]);
    expect(await response.json()).toMatchObject({ file: { sizeBytes: 2_200_000, text: "é".repeat(1000) } });
    await expectProblem(
      await send([
        ["html", "A"],
        ["title", "A".repeat(1_050_000)],
      ]),
      413,
      "payload_too_large",
    );
  });

  test("may have a file in place of the text, and files that the content refers to", async () => {
    const response = await sendParts([
      ['name="html"; filename="page.html"', "<img src=img/a.png>"],
      ['name="assets"; filename="img/a.png"', "1"],
      ['name="x"; filename="./b//c.css"', "2"],
      ['name="y"; filename="img\\a.png"', "3"],
      ['name="d.js"; filename=""', "4"],
      ['name="file"; filename=""', ""],
    ]);
    const answer = (await response.json()) as Reported;
    expect(answer.file).toMatchObject({ source: "html", isText: false, filename: "page.html", mediaType: "text/html" });
    expect(answer.assets.map(({ name, text }) => [name, text])).toEqual([
      ["img/a.png", "3"],
      ["b/c.css", "2"],
      ["d.js", "4"],
    ]);
    expect([response.status, response.headers.get("x-warnings")]).toEqual([200, null]);
  });

  test("what a file is, is determined by its content", async () => {
    expect((await reported([["file", new Blob([zip]), "a.html"]])).file).toMatchObject({
      source: "file",
      mediaType: "application/zip",
    });
    expect((await reported([["file", new Blob(["%PDF is a format"]), "a.zip"]])).file?.mediaType).toBe("text/html");
    expect((await reported([["file", new Blob([Buffer.from("\ufeff<p>", "utf16le")])]])).file?.mediaType).toBe(
      "text/html",
    );
    for (const [name, content] of [
      ["file", pdf()],
      ["file", Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1")],
      ["file", Buffer.from([1, 0, 2])],
      ["html", zip],
    ] as const) {
      const body = await expectProblem(
        await send([[name, new Blob([content]), "a.html"]]),
        400,
        "unsupported_file_type",
      );
      expect(body.detail).toContain("text/html");
    }
    await expectProblem(await send([["file", new Blob([]), "a.html"]]), 400, "empty_file");
  });

  test("its faults are reported at once", async () => {
    const file = new Blob(["<p>"]);
    expect(
      await faults([
        ["file", file, "a.html"],
        ["file", file, "b.html"],
        ["scale", "9"],
        ["title", file, "t.txt"],
        ["other", file, "../a.css"],
      ]),
    ).toEqual([
      ["too_long", "body", "file"],
      ["string_type", "body", "title"],
      ["value_error", "body", "other"],
      ["less_than_equal", "body", "scale"],
    ]);
    expect(await faults([["file", "<p>"]])).toEqual([["value_error", "body", "file"]]);
  });

  test("where nothing is referred to, a file in an unknown field is ignored and named", async () => {
    const { warnings, assets, file } = await reported(
      [
        ["text", new Blob(["T"]), "a.txt"],
        ["other", new Blob(["1"]), "a.png"],
        ["file", new Blob(["1"]), "a.png"],
      ],
      TEXT_PATH,
    );
    expect([warnings, assets, file?.text]).toEqual(["unknown_field;name=other, unknown_field;name=file", [], "T"]);
  });
});

describe("either", () => {
  test("exactly one source gives the content", async () => {
    expect((await reported({ url: "https://example.org/" })).parameters.url).toBe("https://example.org/");
    expect(
      await reported([
        ["url", "https://example.org/"],
        ["a", new Blob(["1"]), "a.css"],
      ]),
    ).not.toHaveProperty("file");
    const [item] = await itemsOf({ scale: 1 });
    expect(item).toMatchObject({
      type: "missing",
      loc: ["body", "html"],
      msg: "Field required: one of html, url, file.",
    });
    expect((await itemsOf({}, TEXT_PATH))[0]).toMatchObject({
      type: "missing",
      msg: 'Field required: `text` is missing. The body has no members; send {"text":"…"}.',
    });
    expect(await faults({ html: "A", url: "https://example.org/" })).toEqual([["value_error", "body", "url"]]);
    expect(
      await faults([
        ["html", "A"],
        ["url", "x"],
        ["file", new Blob(["A"]), "a"],
      ]),
    ).toEqual([
      ["value_error", "body", "url"],
      ["value_error", "body", "file"],
    ]);
    expect(await faults({ file: "A" })).toEqual([["value_error", "body", "file"]]);
  });

  test("other spellings are taken, and may not contradict", async () => {
    expect(await reported({ html_content: "A", factor: 2 })).toMatchObject({
      parameters: { scale: 2 },
      file: { text: "A" },
    });
    expect((await reported({ html_content: "A", html: "A" })).file).toMatchObject({ source: "html", text: "A" });
    expect(
      (
        await reported([
          ["html", ""],
          ["html_content", "A"],
        ])
      ).file,
    ).toMatchObject({ text: "A" });
    expect(await faults({ html_content: "A", html: "B", factor: 9, scale: 1 })).toEqual([
      ["extra_conflict", "body", "html"],
      ["extra_conflict", "body", "scale"],
      ["less_than_equal", "body", "factor"],
    ]);
    const one = long(1_100_000);
    expect(
      (
        await reported([
          ["html", one],
          ["html_content", one],
        ])
      ).file?.sizeBytes,
    ).toBe(Buffer.byteLength(one));
    expect(
      await faults([
        ["html", one],
        ["html_content", `${one}!`],
      ]),
    ).toEqual([["extra_conflict", "body", "html_content"]]);
  });

  test("what is sent on to others in the caller's name is not repeated", async () => {
    for (const body of [{ html: "A", headers: "secret", tags: "shown" }, '{"html":"A","headers":5,"tags":"shown"}']) {
      const items = await itemsOf(body);
      expect(items.map(({ loc, input }) => [loc[1], input])).toEqual([
        ["tags", "shown"],
        ["headers", undefined],
      ]);
    }
    expect(
      JSON.stringify(
        await itemsOf([
          ["html", "A"],
          ["headers", '{"token":"secret"'],
        ]),
      ),
    ).not.toContain("secret");
  });

  test("other content types are refused", async () => {
    for (const type of ["text/html", "application/x-www-form-urlencoded"]) {
      expect(await (await send("<p>", PATH, { "content-type": type })).json()).toMatchObject({
        code: "validation_error",
        detail: [{ type: "value_error", loc: ["header", "Content-Type"] }],
      });
    }
    expect((await send({ html: "A" }, PATH, { "content-type": "Application/JSON; charset=utf-8" })).status).toBe(200);
    expect((await send({ file: "A" }, "/api/v1/pdf/test")).status).toBe(422);
  });
});
