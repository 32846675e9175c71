import { expect, test } from "vitest";
import { OPERATIONS, PDF_TO_IMAGE, REMOVE_PASSWORD, send, toImages, upload } from "./client.ts";
import { pixelSize } from "./images.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, warningCodes, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 1: the form of a request. Files and their names are tested in uploads.test.ts. */

const service = commonService();
const plain = fixture("four-colours.pdf");
const RESOURCES = ["/health", "/health/live", "/health/ready", "/openapi.json", "/openapi.yaml", "/docs"];

const allowed = (header: string | undefined): string[] => (header ?? "").split(/, */).filter((method) => method !== "");

for (const { path } of OPERATIONS) {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"])(
    `%s ${path} is 405: POST only`,
    async (method) => {
      const reply = await send(service(), { method, path });
      expect(reply.status).toBe(405);
      expect(allowed(reply.headers.allow)).toContain("POST");
      expect(allowed(reply.headers.allow)).not.toContain(method);
      if (method !== "HEAD") {
        expectFailure(reply, 405, "method_not_allowed");
      }
    },
  );
}

test.each([...RESOURCES, "/api/v1/limits"])("GET resources answer HEAD: %s", async (path) => {
  const [get, bare] = await Promise.all([send(service(), { path }), send(service(), { method: "HEAD", path })]);
  expect([get.status, bare.status]).toEqual([200, 200]);
  expect(bare.body.length).toBe(0);
  expect(get.body.length).toBeGreaterThan(0);
  expect(bare.headers["content-type"]).toBe(get.headers["content-type"]);
});

test.each([...RESOURCES, "/api/v1/limits"])("%s takes no POST, PUT or DELETE", async (path) => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const reply = await send(service(), { method, path });
    expectFailure(reply, 405, "method_not_allowed");
    expect(allowed(reply.headers.allow)).toEqual(expect.arrayContaining(["GET", "HEAD"]));
    expect(allowed(reply.headers.allow)).not.toContain(method);
  }
});

test("a slash at the end makes no difference", async () => {
  expectOk(await upload(service(), { path: `${PDF_TO_IMAGE}/`, file: plain, fields: { dpi: 72 } }));
  expectOk(await upload(service(), { path: `${REMOVE_PASSWORD}/`, file: plain, fields: { password: "" } }));
  expectOk(await send(service(), { path: "/api/v1/limits/" }));
  expectOk(await send(service(), { path: "/health/" }));
  const wrongMethod = await send(service(), { path: `${PDF_TO_IMAGE}/` });
  expectFailure(wrongMethod, 405, "method_not_allowed");
});

test.each([
  "/api",
  "/api/v1",
  "/api/v1/convert",
  "/api/v2/convert/pdf-to-image",
  `${PDF_TO_IMAGE}/more`,
  "/%00",
  "/..%2f",
])("an unknown path is 404: %s", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    expectFailure(await send(service(), { method, path }), 404, "not_found");
  }
});

for (const { path } of OPERATIONS) {
  test.each([
    { contentType: "application/json", body: '{"file":"x"}' },
    { contentType: "application/json", body: "{not json" },
    { contentType: "application/x-www-form-urlencoded", body: "file=x&dpi=72" },
    { contentType: "text/plain", body: "file" },
    { contentType: "application/pdf", body: "%PDF-1.7" },
    { contentType: "multipart/mixed; boundary=x", body: "--x--\r\n" },
    { contentType: undefined, body: "file" },
  ])(`${path} takes forms only: $contentType is 422`, async ({ contentType, body }) => {
    const reply = await send(service(), {
      method: "POST",
      path,
      body: Buffer.from(body),
      headers: contentType === undefined ? {} : { "content-type": contentType },
    });
    expectFailure(reply, 422, "validation_error");
  });
}

test("the media type of a form is read without regard to case", async () => {
  const { contentType, body } = encodeForm([{ name: "file", content: plain }]);
  const reply = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body,
    headers: { "content-type": contentType.replace("multipart/form-data", "Multipart/Form-Data") },
  });
  expectOk(reply);
});

test("an empty text counts as absent: defaults apply", async () => {
  const names = ["page_number", "start_page", "end_page", "image_format", "dpi", "quality"];
  const more = ["transparent_background", "custom_width", "custom_height"];
  const empty = Object.fromEntries([...names, ...more].map((name) => [name, ""]));
  const [bare, emptied] = await Promise.all([toImages(service(), plain), toImages(service(), plain, empty)]);
  expect(expectOk(emptied).body.equals(expectOk(bare).body)).toBe(true);
  expect(warnings(emptied)).toEqual([]);
});

test.each(["?async=", "?async=maybe", "?async=2"])("a bad value in the query is refused: %s", async (query) => {
  const reply = await upload(service(), { path: `${PDF_TO_IMAGE}${query}`, file: plain });
  expectFault(reply, { type: "bool_parsing", loc: ["query", "async"] });
});

test("async=false leaves a request as it is", async () => {
  for (const word of ["false", "0", "OFF"]) {
    expectOk(await upload(service(), { path: `${PDF_TO_IMAGE}?async=${word}`, file: plain, fields: { dpi: 72 } }));
  }
});

test("unknown fields are ignored, and the answer names them", async () => {
  const [bare, extra] = await Promise.all([
    toImages(service(), plain, { dpi: 72 }),
    toImages(service(), plain, { dpi: 72, colour: "none", DPI: 300 }),
  ]);
  expect(expectOk(extra).body.equals(expectOk(bare).body)).toBe(true);
  expect(warnings(extra).toSorted()).toEqual(["unknown_field;name=DPI;suggestion=dpi", "unknown_field;name=colour"]);
});

test.each(["naïve", "a b", 'quo;te,"d', "x".repeat(500), "__proto__", "constructor", "toString"])(
  "an unknown field of any name does no harm: %j",
  async (name) => {
    const escaped = name.replaceAll('"', "%22");
    const { contentType, body } = encodeForm([
      { name: escaped, value: "1" },
      { name: "dpi", value: "72" },
      { name: "file", content: plain },
    ]);
    const reply = await send(service(), {
      method: "POST",
      path: PDF_TO_IMAGE,
      body,
      headers: { "content-type": contentType },
    });
    expectOk(reply);
    expect(warningCodes(reply)).toEqual(["unknown_field"]);
  },
);

test("the last of repeated fields wins", async () => {
  const [low, high] = await Promise.all([
    toImages(service(), plain, { dpi: [300, 150, 72] }),
    toImages(service(), plain, { dpi: ["not a number", 72, 150] }),
  ]);
  expect(pixelSize(expectOk(low).body)).toEqual([612, 792]);
  expect(pixelSize(expectOk(high).body)).toEqual([1275, 1650]);
});

test("fields count wherever they stand, also after the file", async () => {
  const more = [
    { name: "dpi", value: "72" },
    { name: "page_number", value: "2" },
  ];
  const reply = expectOk(await upload(service(), { path: PDF_TO_IMAGE, file: plain, more }));
  expect(reply.headers["content-disposition"]).toContain("page_2.png");
  expect(pixelSize(reply.body)).toEqual([612, 792]);
});

test("booleans have six words each, in any case", async () => {
  const transparent = await toImages(service(), plain, { transparent_background: "true", dpi: 72 });
  const opaque = await toImages(service(), plain, { transparent_background: "false", dpi: 72 });
  const expected = { true: expectOk(transparent).body, false: expectOk(opaque).body };
  expect(expected.true.equals(expected.false)).toBe(false);
  const words = {
    true: ["1", "on", "yes", "t", "y", "TRUE", "True", "On", "YES", "T", "Y"],
    false: ["0", "off", "no", "f", "n", "FALSE", "False", "Off", "NO", "F", "N"],
  };
  for (const meaning of ["true", "false"] as const) {
    for (const word of words[meaning]) {
      const reply = await toImages(service(), plain, { transparent_background: word, dpi: 72 });
      expect(expectOk(reply).body.equals(expected[meaning]), word).toBe(true);
    }
  }
});

test.each(["2", "-1", "tru", "yess", "ja", "null", "01", "1.0", "[]"])("%s is no boolean", async (word) => {
  expectFault(await toImages(service(), plain, { transparent_background: word }), {
    type: "bool_parsing",
    loc: ["body", "transparent_background"],
    input: word,
  });
});

test.each(["+72", "72.0", "72.000", "072", "+0072.0"])("%s is the integer 72", async (text) => {
  expect(pixelSize(expectOk(await toImages(service(), plain, { dpi: text })).body)).toEqual([612, 792]);
});

test.each([
  "72.5",
  "72.",
  ".72",
  "7e1",
  "0x48",
  "1_000",
  "1,000",
  "72dpi",
  "--72",
  "+",
  " 72",
  "72 ",
  "NaN",
  "Infinity",
  "٧٢",
  "７２",
  "true",
  "[72]",
  '"72"',
])("%j is no integer", async (text) => {
  for (const name of ["dpi", "quality", "custom_width", "page_number"]) {
    expectFault(await toImages(service(), plain, { [name]: text }), {
      type: "int_parsing",
      loc: ["body", name],
      input: text,
    });
  }
});

test("what was sent is repeated up to 200 characters only", async () => {
  const [short, long] = await Promise.all([
    toImages(service(), plain, { image_format: "s".repeat(200) }),
    toImages(service(), plain, { image_format: "l".repeat(201) }),
  ]);
  expectFault(short, { type: "enum", input: "s".repeat(200) });
  expect(expectFault(long, { type: "enum" })).not.toHaveProperty("input");
});

test("a fault states its bound or its choices in ctx", async () => {
  const reply = await toImages(service(), plain, { quality: 101, image_format: "GIF", dpi: 99 });
  expectFailure(reply, 422, "validation_error");
  const contexts = new Map(faults(reply).map(({ loc, ctx }) => [loc[1], ctx]));
  expect(contexts.get("quality")).toEqual({ le: 100 });
  expect(contexts.has("image_format") && contexts.has("dpi")).toBe(true);
});
