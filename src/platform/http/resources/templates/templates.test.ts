import { describe, expect, test } from "vitest";
import type { TemplateBounds } from "../../../store/template-store.ts";
import { builtInTemplates } from "../../../templates/built-in.ts";
import { TEMPLATE_BOUNDS } from "../../../templates/template-library.ts";
import { faultsOf, resourceService } from "../testing/resource-service.ts";

const letter = {
  slug: "letter",
  name: "Letter",
  description: "To customers.",
  format: "html",
  content: "<p>Dear {{name}}</p>",
  css: "p { color: navy }",
  header_html: "<b>Acme</b>",
  footer_html: "<i>Thanks</i>",
  page: { page_size: "A5", margin_top: "20mm", show_page_numbers: true },
  variables_schema: { type: "object", required: ["name"] },
  sample: { name: "Ada", more: [null, { a: "" }] },
  labels: { en: { dear: "Dear" }, "de-CH": { dear: "Grüezi" } },
};

const CREATED = "2030-05-15T12:00:00.123Z";

async function withTemplates(bounds: Partial<TemplateBounds> = {}) {
  const service = await resourceService({ templateBounds: { ...TEMPLATE_BOUNDS, ...bounds } });
  const [own, other] = [await service.newAccount("Own"), await service.newAccount("Other")];
  return { service, own, user: await service.newCaller(own), stranger: await service.newCaller(other) };
}

const failing = (status: number, code: string) => ({ status, body: { code } });
const notFound = failing(404, "not_found");
const changedMeanwhile = failing(412, "precondition_failed");
const lastFault = (answer: { readonly status: number; readonly body: { readonly detail: unknown } }) => {
  expect(answer.status).toBe(422);
  return faultsOf(answer);
};

describe("making a template", () => {
  test("gives all of it back, and keeps it", async () => {
    const { user } = await withTemplates();
    const made = await user.ask("POST /templates", letter);
    const expected = { ...letter, builtin: false, picture: null, version: 1, created_at: CREATED, updated_at: CREATED };
    expect([made.status, made.body]).toEqual([201, expected]);
    expect(made.headers.get("location")).toBe("https://pdf.example/api/v1/templates/letter");
    expect(made.headers.get("etag")).toMatch(/^"tpl_[a-z0-9]{16}\.1"$/);
    const read = await user.ask("GET /templates/letter");
    expect([read.status, read.body, read.headers.get("etag")]).toEqual([200, expected, made.headers.get("etag")]);
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
  });

  test("takes a slug and a content, and nothing else that it must have", async () => {
    const { user } = await withTemplates();
    const made = await user.ask("POST /templates", { slug: "9-a", content: "é", page: null, sample: null });
    expect(made.body).toMatchObject({ name: "9-a", description: "", format: "html", css: "", page: {} });
    expect(made.body).toMatchObject({ variables_schema: null, sample: null });
  });

  test("reports all that is wrong at once", async () => {
    const { user } = await withTemplates();
    const wrong = {
      slug: "Letter",
      name: "",
      description: 5,
      format: "latex",
      css: "\0",
      header_html: {},
      page: { page_size: "A9", margin_top: 145, colour: "red", tagged: "maybe", title: [] },
      variables_schema: [],
      sample: "{}",
    };
    expect(lastFault(await user.ask("POST /templates", wrong))).toEqual([
      ["string_pattern_mismatch", "body", "slug"],
      ["missing", "body", "content"],
      ["string_too_short", "body", "name"],
      ["string_type", "body", "description"],
      ["enum", "body", "format"],
      ["value_error", "body", "css"],
      ["string_type", "body", "header_html"],
      ["value_error", "body", "page", "colour"],
      ["value_error", "body", "page", "page_size"],
      ["less_than_equal", "body", "page", "margin_top"],
      ["string_type", "body", "page", "title"],
      ["bool_parsing", "body", "page", "tagged"],
      ["model_attributes_type", "body", "variables_schema"],
      ["model_attributes_type", "body", "sample"],
    ]);
  });

  test.each(["", "a".repeat(65), "a_b", "ä", "a/b", " a", "a\n"])("refuses the slug %j", async (slug) => {
    const { user } = await withTemplates();
    expect(lastFault(await user.ask("POST /templates", { slug, content: "x" }))).toEqual([
      ["string_pattern_mismatch", "body", "slug"],
    ]);
  });

  test("reads the page block as a request does: other spellings, JSON's types, null as absent", async () => {
    const { user } = await withTemplates();
    const page = { page_numbers: true, margin_left: 10.5, page_size: "100x200mm", title: null, header_text: "" };
    const { body } = await user.ask("POST /templates", { slug: "a".repeat(64), content: "x", page });
    const { page_numbers: _, title: __, ...rest } = page;
    expect(body).toMatchObject({ page: { ...rest, show_page_numbers: true } });
    expect(Object.keys(body.page)).toHaveLength(4);
    const narrow = { page_size: "100x200mm", margin_left: 143, margin_right: 143 };
    expect(lastFault(await user.ask("POST /templates", { slug: "b", content: "x", page: narrow }))).toEqual([
      ["value_error", "body", "page", "margin_left"],
    ]);
  });

  test("refuses what cannot be compiled, and keeps nothing of it", async () => {
    const { user } = await withTemplates();
    const broken = { ...letter, content: "{{#}}" };
    expect(await user.ask("POST /templates", broken)).toMatchObject(failing(400, "template_error"));
    expect(await user.ask("GET /templates/letter")).toMatchObject(notFound);
    await user.ask("POST /templates", letter);
    expect(await user.ask("PUT /templates/letter", broken)).toMatchObject(failing(400, "template_error"));
    expect(await user.ask("PATCH /templates/letter", broken)).toMatchObject(failing(400, "template_error"));
    expect((await user.ask("GET /templates/letter")).body).toMatchObject({ version: 1, content: letter.content });
  });

  test("takes a slug once in an account", async () => {
    const { user, stranger } = await withTemplates();
    await user.ask("POST /templates", letter);
    expect(await user.ask("POST /templates", { ...letter, name: "x" })).toMatchObject(failing(409, "name_taken"));
    expect(await stranger.ask("POST /templates", letter)).toMatchObject({ status: 201 });
  });

  test("is done once for an Idempotency-Key", async () => {
    const { user } = await withTemplates();
    const headers = { "idempotency-key": "k" };
    const made = await user.ask("POST /templates", letter, headers);
    const again = await user.ask("POST /templates", letter, headers);
    expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([201, made.body, "true"]);
    expect(again.headers.get("etag")).toBe(made.headers.get("etag"));
    const other = await user.ask("POST /templates", { ...letter, slug: "other" }, headers);
    expect(other).toMatchObject(failing(422, "idempotency_mismatch"));
  });
});

const contentOf = (length: number) => ({ content: "x".repeat(length) });

test("a long template is made once for an Idempotency-Key too, though its answer is not kept", async () => {
  const { user } = await withTemplates();
  const long = { ...letter, content: "x".repeat(100_000) };
  const headers = { "idempotency-key": "k" };
  const made = await user.ask("POST /templates", long, headers);
  const again = await user.ask("POST /templates", long, headers);
  expect([made.status, again.status, again.body]).toEqual([201, 201, made.body]);
  expect((await user.ask("GET /templates/letter/versions")).body.items).toHaveLength(1);
});

describe("the bounds of a template", () => {
  const MEBIBYTE = 1024 * 1024;
  const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });

  test.each([
    ["content", "é".repeat(MEBIBYTE), "string_too_long", `${"é".repeat(MEBIBYTE)}.`],
    ["name", "n".repeat(200), "string_too_long", "n".repeat(201)],
    ["description", "d".repeat(2000), "string_too_long", "d".repeat(2001)],
    ["css", "c".repeat(MEBIBYTE / 4), "string_too_long", "c".repeat(MEBIBYTE / 4 + 1)],
    ["header_html", "h".repeat(65_536), "string_too_long", "h".repeat(65_537)],
    ["footer_html", "f".repeat(65_536), "string_too_long", "f".repeat(65_537)],
    ["sample", deep(64), "value_error", deep(65)],
    ["sample", { a: "s".repeat(MEBIBYTE - 8) }, "value_error", { a: "s".repeat(MEBIBYTE - 7) }],
    ["variables_schema", { a: "s".repeat(MEBIBYTE / 4 - 8) }, "value_error", { a: "s".repeat(MEBIBYTE / 4 - 7) }],
  ])("%s, on both sides", async (field, most, fault, tooMuch) => {
    const { user } = await withTemplates();
    expect(lastFault(await user.ask("PUT /templates/a", { content: "x", [field]: tooMuch }))).toEqual([
      [fault, "body", field],
    ]);
    const kept = await user.ask("PUT /templates/a", { content: "x", [field]: most });
    expect(kept.status).toBe(201);
    expect((await user.ask("GET /templates/a")).body[field]).toEqual(most);
  });

  test("JSON as deep as a body can make it is refused, and nothing fails", async () => {
    const { service, user } = await withTemplates();
    const nested = `{"slug":"a","content":"x","sample":${'{"a":'.repeat(49_000)}1${"}".repeat(49_000)}}`;
    expect(lastFault(await user.ask("POST /templates", nested))).toEqual([["value_error", "body", "sample"]]);
    expect(service.failures).toEqual([]);
  });

  test("a body of more than 8 MiB is refused", async () => {
    const { user } = await withTemplates();
    const body = { ...letter, unknown: "x".repeat(8 * MEBIBYTE) };
    expect(await user.ask("POST /templates", body)).toMatchObject({ status: 413, body: { limit_bytes: 8 * MEBIBYTE } });
  });

  test("an account has so many templates, and so much in them", async () => {
    const { user, stranger } = await withTemplates({ maxTemplates: 2, maxBytes: 1000 });
    const tooMany = failing(409, "too_many_templates");
    expect(await user.ask("PUT /templates/a", contentOf(500))).toMatchObject({ status: 201 });
    expect(await user.ask("PUT /templates/b", contentOf(1000))).toMatchObject(tooMany);
    expect(await user.ask("PUT /templates/a", contentOf(501))).toMatchObject(tooMany);
    expect(await user.ask("PUT /templates/b", contentOf(1))).toMatchObject({ status: 201 });
    expect(await user.ask("PUT /templates/c", contentOf(1))).toMatchObject(tooMany);
    expect(await user.ask("POST /templates", { slug: "c", ...contentOf(1) })).toMatchObject(tooMany);
    expect(await stranger.ask("PUT /templates/c", contentOf(1))).toMatchObject({ status: 201 });
    await user.ask("DELETE /templates/a");
    expect(await user.ask("PUT /templates/c", contentOf(900))).toMatchObject({ status: 201 });
  });
});

describe("changing a template", () => {
  test("PUT replaces all fields, PATCH those that it names, and each is a version", async () => {
    const { service, user } = await withTemplates();
    await user.ask("POST /templates", letter);
    service.clock.now += 1000;
    const put = await user.ask("PUT /templates/letter", { slug: "letter", content: "two", sample: { a: 1 } });
    const emptied = { name: "letter", description: "", css: "", header_html: "", footer_html: "", page: {} };
    expect([put.status, put.body]).toEqual([
      200,
      {
        ...letter,
        ...emptied,
        variables_schema: null,
        content: "two",
        sample: { a: 1 },
        labels: null,
        builtin: false,
        picture: null,
        version: 2,
        created_at: CREATED,
        updated_at: "2030-05-15T12:00:01.123Z",
      },
    ]);
    const patched = await user.ask("PATCH /templates/letter", { css: "p {}" });
    expect(patched.body).toEqual({ ...put.body, css: "p {}", version: 3 });
    expect(patched.headers.get("etag")).not.toBe(put.headers.get("etag"));
    expect((await user.ask("GET /templates/letter/versions/1")).body).toMatchObject({ ...letter, version: 1 });
    expect((await user.ask("GET /templates/letter/versions/2")).body).toEqual(put.body);
    expect((await user.ask("GET /templates/letter/versions/3")).body).toEqual(patched.body);
  });

  test("the same again makes no version", async () => {
    const { user } = await withTemplates();
    const made = await user.ask("PUT /templates/letter", letter);
    const again = await user.ask("PUT /templates/letter", letter);
    expect([made.status, again.status, again.body]).toEqual([201, 200, made.body]);
    expect((await user.ask("PATCH /templates/letter", {})).body).toEqual(made.body);
  });

  test("of what is not there nothing is changed", async () => {
    const { user, stranger } = await withTemplates();
    await user.ask("POST /templates", letter);
    for (const asker of [stranger, user]) {
      const slug = asker === user ? "other" : "letter";
      expect(await asker.ask(`PATCH /templates/${slug}`, { css: "" })).toMatchObject(notFound);
      expect(await asker.ask(`DELETE /templates/${slug}`)).toMatchObject(notFound);
      expect(await asker.ask(`GET /templates/${slug}`)).toMatchObject(notFound);
      expect(await asker.ask(`GET /templates/${slug}/versions`)).toMatchObject(notFound);
      expect(await asker.ask(`GET /templates/${slug}/versions/1`)).toMatchObject(notFound);
    }
  });

  test("a template keeps its slug, and the path has one", async () => {
    const { user } = await withTemplates();
    await user.ask("POST /templates", letter);
    const renamed = { slug: "other", content: "x" };
    expect(lastFault(await user.ask("PUT /templates/letter", renamed))).toEqual([["value_error", "body", "slug"]]);
    expect(lastFault(await user.ask("PATCH /templates/letter", renamed))).toEqual([["value_error", "body", "slug"]]);
    expect(lastFault(await user.ask("PUT /templates/Letter", letter))).toEqual([
      ["string_pattern_mismatch", "path", "slug"],
    ]);
  });
});

const ifMatch = (etag: string | null) => ({ "if-match": String(etag) });

describe("conditions", () => {
  test("a change that was made from another version is refused", async () => {
    const { user } = await withTemplates();
    const first = (await user.ask("POST /templates", letter)).headers.get("etag");
    const second = await user.ask("PATCH /templates/letter", { css: "a" }, ifMatch(first));
    expect(second).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await user.ask("PATCH /templates/letter", { css: "b" }, ifMatch(first))).toMatchObject(changedMeanwhile);
    expect(await user.ask("PUT /templates/letter", { content: "b" }, ifMatch(first))).toMatchObject(changedMeanwhile);
    expect(await user.ask("DELETE /templates/letter", undefined, ifMatch(first))).toMatchObject(changedMeanwhile);
    const etag = second.headers.get("etag");
    expect(await user.ask("PUT /templates/letter", { content: "b" }, ifMatch(etag))).toMatchObject({ status: 200 });
    expect(await user.ask("DELETE /templates/letter", undefined, ifMatch("*"))).toMatchObject({ status: 204 });
    expect(await user.ask("PUT /templates/letter", letter, ifMatch("*"))).toMatchObject(changedMeanwhile);
  });

  test("a template that took the slug of another one has another tag", async () => {
    const { user } = await withTemplates();
    const first = await user.ask("POST /templates", letter);
    await user.ask("DELETE /templates/letter");
    await user.ask("POST /templates", letter);
    const change = await user.ask("PATCH /templates/letter", { css: "" }, ifMatch(first.headers.get("etag")));
    expect(change).toMatchObject(changedMeanwhile);
  });

  test("If-None-Match: * makes a template and replaces none", async () => {
    const { user } = await withTemplates();
    const headers = { "if-none-match": "*" };
    expect(await user.ask("PUT /templates/letter", letter, headers)).toMatchObject({ status: 201 });
    expect(await user.ask("PUT /templates/letter", letter, headers)).toMatchObject(changedMeanwhile);
  });

  test("of changes at the same time each is made, and none is lost", async () => {
    const { user } = await withTemplates();
    await user.ask("POST /templates", letter);
    const changes = [{ css: "c" }, { name: "N" }, { description: "D" }];
    const answers = await Promise.all(changes.map((change) => user.ask("PATCH /templates/letter", change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const expected = { css: "c", name: "N", description: "D", version: 4 };
    expect((await user.ask("GET /templates/letter")).body).toMatchObject(expected);
  });

  test("a reader who has it is not sent it again", async () => {
    const { user } = await withTemplates();
    const etag = String((await user.ask("POST /templates", letter)).headers.get("etag"));
    for (const path of ["/templates/letter", "/templates/letter/versions/1"] as const) {
      const known = await user.ask(`GET ${path}`, undefined, { "if-none-match": `"x", W/${etag}` });
      expect([known.status, known.body, known.headers.get("etag")]).toEqual([304, undefined, etag]);
    }
    await user.ask("PATCH /templates/letter", { css: "" });
    expect(await user.ask("GET /templates/letter", undefined, { "if-none-match": etag })).toMatchObject({
      status: 200,
    });
  });
});

describe("lists", () => {
  test("templates are listed by slug without their texts, those of the account alone", async () => {
    const { user, stranger } = await withTemplates();
    const slugs = ["b", "zz", "a-1", "a0"];
    for (const slug of slugs) {
      await user.ask(`PUT /templates/${slug}`, { content: slug });
    }
    await stranger.ask("PUT /templates/c", { content: "c" });
    const expected = [...slugs, ...builtInTemplates.map(({ slug }) => slug)].toSorted();
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await user.ask(`GET /templates?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map(({ slug }: { slug: string }) => slug));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(expected);
    const { items } = (await user.ask("GET /templates")).body;
    expect(items.find(({ slug }: { slug: string }) => slug === "b")).toEqual({
      slug: "b",
      name: "b",
      description: "",
      format: "html",
      builtin: false,
      picture: null,
      version: 1,
      created_at: CREATED,
      updated_at: CREATED,
    });
  });

  test("versions are listed newest first, page by page", async () => {
    const { user } = await withTemplates({ maxVersions: 4 });
    for (let version = 1; version <= 6; version += 1) {
      await user.ask("PUT /templates/letter", { content: `version ${version}`, name: `v${version}` });
    }
    const page = async (query: string) => {
      const { body } = await user.ask(`GET /templates/letter/versions${query}`);
      return [
        body.items.map(({ version, name }: { version: number; name: string }) => [version, name]),
        body.next_cursor,
      ];
    };
    expect(await page("?limit=3")).toEqual([[6, 5, 4].map((version) => [version, `v${version}`]), "4"]);
    expect(await page("?limit=3&cursor=4")).toEqual([[[3, "v3"]], null]);
    expect(await page("?cursor=1")).toEqual([[], null]);
    for (const version of ["2", "7", "0", "x", "1e0", "99999999999999999999"]) {
      expect(await user.ask(`GET /templates/letter/versions/${version}`)).toMatchObject(notFound);
    }
  });
});

describe("the built-in templates", () => {
  test.each(builtInTemplates.map(({ slug }) => slug))(
    "%s is there, and gives way to one of the account",
    async (slug) => {
      const { user, stranger } = await withTemplates();
      const builtIn = await user.ask(`GET /templates/${slug}`);
      expect(builtIn).toMatchObject({ status: 200, body: { slug, builtin: true, version: 1, created_at: CREATED } });
      expect(await user.ask(`DELETE /templates/${slug}`)).toMatchObject(notFound);
      const etag = String(builtIn.headers.get("etag"));
      const patched = await user.ask(`PATCH /templates/${slug}`, { name: "Ours" }, { "if-match": etag });
      expect(patched).toMatchObject({ status: 200, body: { builtin: false, version: 2, name: "Ours" } });
      expect(patched.body.content).toBe(builtIn.body.content);
      expect((await user.ask(`GET /templates/${slug}/versions/1`)).body).toEqual(builtIn.body);
      const versions = (await user.ask(`GET /templates/${slug}/versions`)).body.items;
      expect(versions.map(({ version, builtin }: Record<string, unknown>) => [version, builtin])).toEqual([
        [2, false],
        [1, true],
      ]);
      const page = async (query: string) => {
        const { body } = await user.ask(`GET /templates/${slug}/versions?limit=1${query}`);
        return [body.items.map(({ version }: { version: number }) => version), body.next_cursor];
      };
      expect([await page(""), await page("&cursor=2"), await page("&cursor=1")]).toEqual([
        [[2], "2"],
        [[1], null],
        [[], null],
      ]);
      const slugs = (await user.ask("GET /templates")).body.items.map((item: { slug: string }) => item.slug);
      expect(slugs.filter((listed: string) => listed === slug)).toHaveLength(1);
      expect((await stranger.ask(`GET /templates/${slug}`)).body).toMatchObject({ builtin: true });
      expect(await user.ask(`DELETE /templates/${slug}`)).toMatchObject({ status: 204 });
      expect((await user.ask(`GET /templates/${slug}`)).body).toEqual(builtIn.body);
      expect(await user.ask("POST /templates", { ...letter, slug })).toMatchObject({
        status: 201,
        body: { version: 2 },
      });
    },
  );
});

test.each(builtInTemplates.map(({ slug }) => slug))("%s can be read and written again as it is", async (slug) => {
  const { user } = await withTemplates();
  const { body } = await user.ask(`GET /templates/${slug}`);
  const written = await user.ask(`PUT /templates/${slug}`, body);
  expect([written.status, written.body]).toEqual([
    200,
    { ...body, builtin: false, picture: null, version: 2, created_at: CREATED, updated_at: CREATED },
  ]);
});

test("built-in templates have pictures, until the account has its own", async () => {
  const { user } = await withTemplates();
  const { items } = (await user.ask("GET /templates")).body;
  const pictures = items.map(({ slug, picture }: { slug: string; picture: string }) => [slug, picture]);
  expect(pictures).toEqual(builtInTemplates.map(({ slug }) => [slug, `/api/v1/templates/${slug}/picture`]));
  await user.ask("PATCH /templates/quote-standard", { css: "p {}" });
  expect((await user.ask("GET /templates/quote-standard")).body.picture).toBe(null);
  expect(await user.ask("GET /templates/quote-standard/picture")).toMatchObject(notFound);
  expect(await user.ask("GET /templates/nobody/picture")).toMatchObject(notFound);
});

test.each([
  [[], []],
  [{ en: "x" }, ["body.labels.en"]],
  [{ en: { a: 1 } }, ["body.labels.en"]],
  [{ "no tag": { a: "A" }, de: { a: ["A"] } }, ["body.labels.no tag", "body.labels.de"]],
])("labels %j are a fault", async (labels, places) => {
  const { user } = await withTemplates();
  const answer = await user.ask("POST /templates", { ...letter, labels });
  expect(answer.status).toBe(422);
  const found = answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join("."));
  expect(found).toEqual(places.length === 0 ? ["body.labels"] : places);
});

test("reading takes templates:read or templates:write, writing templates:write", async () => {
  const { service, own, user } = await withTemplates();
  await user.ask("POST /templates", letter);
  const shut = failing(403, "insufficient_scope");
  const reader = await service.newCaller(own, { scopes: ["templates:read"] });
  const writer = await service.newCaller(own, { scopes: ["templates:write"] });
  const printer = await service.newCaller(own, { scopes: ["pdf", "account", "admin"] });
  expect(await reader.ask("GET /templates")).toMatchObject({ status: 200 });
  expect(await writer.ask("GET /templates/letter")).toMatchObject({ status: 200 });
  expect(await printer.ask("GET /templates/letter")).toMatchObject(shut);
  expect(await reader.ask("POST /templates", letter)).toMatchObject(shut);
  expect(await reader.ask("PUT /templates/letter", letter)).toMatchObject(shut);
  expect(await reader.ask("PATCH /templates/letter", {})).toMatchObject(shut);
  expect(await reader.ask("DELETE /templates/letter")).toMatchObject(shut);
  expect(await writer.ask("DELETE /templates/letter")).toMatchObject({ status: 204 });
});

test("a test key writes templates of its account as well, up to 5 MiB at once", async () => {
  const { service, own, user } = await withTemplates();
  const tester = await service.newCaller(own, { mode: "test" });
  expect(await tester.ask("POST /templates", letter)).toMatchObject({ status: 201 });
  expect(await user.ask("GET /templates/letter")).toMatchObject({ status: 200 });
  const large = { slug: "a", content: "x", unknown: "x".repeat(5 * 1024 * 1024) };
  expect(await tester.ask("POST /templates", large)).toMatchObject({ status: 413 });
  expect(await user.ask("POST /templates", large)).toMatchObject({ status: 201 });
});
