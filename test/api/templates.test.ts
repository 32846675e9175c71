import { describe, expect, test } from "vitest";
import { as, call, chargedBy, type List, moneyOf, newClient, newKey } from "./accounts.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { type JobObject, resultOf, untilFinal } from "./jobs.ts";
import { pageTexts } from "./pages.ts";
import { pdfInfo, run, withFile } from "./programs.ts";
import { errorBody, expectFailure, expectFault, expectOk, faults, json, type Reply, savedName } from "./reply.ts";
import { commonService, onOneDirectory, type Service } from "./service.ts";

/* Contract, section 8, stored templates: what is stored of them, and what is printed. */

const TEMPLATES = "/api/v1/templates";
const FROM_TEMPLATE = "/api/v1/pdf/from-template";

const letter = {
  slug: "letter",
  name: "Letter",
  format: "html",
  content: "<h1>Dear {{name}}</h1>{{#lines}}<p>{{text}} {{currency price}}</p>{{/lines}}{{> greeting}}",
  css: "h1 { font-size: 20pt }",
  footer_html: "<p>Page for {{name}}</p>",
  page: { page_size: "A5", title: "A letter" },
  variables_schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  sample: { name: "Ada", lines: [{ text: "Engine", price: 12.5 }] },
};
const greeting = { slug: "greeting", content: "<p>Kind regards, {{name}}</p>" };

interface TemplateObject {
  readonly slug: string;
  readonly version: number;
  readonly content: string;
  readonly builtin: boolean;
}

const template = async (service: Service, slug: string, key?: string): Promise<TemplateObject> =>
  as(await call(service, "GET", `${TEMPLATES}/${slug}`, key === undefined ? {} : { key }));

/** Makes an account that has stored both templates. */
async function withLetter(service: Service) {
  const client = await newClient(service, 100);
  const send = (request: string, value?: unknown, headers = {}): Promise<Reply> => {
    const [method = "", path = ""] = request.split(" ");
    return call(service, method, path, { value, key: client.key, headers });
  };
  for (const value of [letter, greeting]) {
    as(await send(`POST ${TEMPLATES}`, value), 201);
  }
  return { ...client, send };
}

const limitOf = (reply: Reply): unknown => reply.headers["x-ratelimit-limit"];

/** Fails unless another program reads the answer as a whole PDF; returns the text of each page. */
async function textsOf(reply: Reply): Promise<string[]> {
  const pdf = expectOk(reply).body;
  const { status, stderr } = await withFile(pdf, (path) => run("qpdf", ["--check", path]));
  expect(status, stderr).toBe(0);
  return (await pageTexts(pdf)).map((text) => text.replaceAll(/\s+/g, " ").trim());
}

describe("templates", () => {
  const service = commonService({ keepsResults: true });

  test("a template that cannot be read is refused, with the line, and so is a schema that is none", async () => {
    const { send } = await withLetter(service());
    const broken = [
      { content: "<p>\n{{#each items}}" },
      { content: "<p>{{name" },
      { content: "{{shout name}}" },
      { content: "x", header_html: "{{/if}}" },
      { content: "x", footer_html: "{{#if}}" },
      { content: "x", variables_schema: { type: "nonsense" } },
    ];
    for (const value of broken) {
      expectFailure(await send(`PUT ${TEMPLATES}/letter`, value), 400, "template_error");
      expectFailure(await send(`POST ${TEMPLATES}`, { slug: "new", ...value }), 400, "template_error");
    }
    const reported = errorBody(await send(`PUT ${TEMPLATES}/letter`, { content: "<p>\n{{shout name}}" }));
    expect(reported.detail).toContain("line 2");
    expectFailure(await send(`GET ${TEMPLATES}/new`), 404, "not_found");
    expect(json(await send(`GET ${TEMPLATES}/letter`))).toMatchObject({ version: 1, content: letter.content });
  });

  test("templates of other accounts are not there, whatever is asked of them", async () => {
    const { send } = await withLetter(service());
    const { key } = await newClient(service(), 10);
    for (const [method, path, value] of [
      ["GET", "letter"],
      ["PATCH", "letter", { css: "" }],
      ["DELETE", "letter"],
      ["GET", "letter/versions"],
      ["GET", "letter/versions/1"],
    ] as const) {
      expectFailure(await call(service(), method, `${TEMPLATES}/${path}`, { key, value }), 404, "not_found");
    }
    const { items } = as<List<TemplateObject>>(await call(service(), "GET", TEMPLATES, { key }));
    expect(items.filter(({ builtin }) => !builtin)).toEqual([]);
    expect(json(await send(`GET ${TEMPLATES}/letter`))).toMatchObject({ version: 1, css: letter.css });
  });

  test("two who change the same version: one of them gets an error", async () => {
    const { send } = await withLetter(service());
    const etag = String((await send(`GET ${TEMPLATES}/letter`)).headers["etag"]);
    const changes = ["one", "two"].map((name) =>
      send(`PATCH ${TEMPLATES}/letter`, { name }, { "if-match": etag }).then(({ status }) => String(status)),
    );
    expect((await Promise.all(changes)).toSorted()).toEqual(["200", "412"]);
    expect(json(await send(`GET ${TEMPLATES}/letter`))).toMatchObject({ version: 2 });
    const unchanged = await send(`GET ${TEMPLATES}/letter`, undefined, { "if-none-match": '"x", "y"' });
    const known = await send(`GET ${TEMPLATES}/letter`, undefined, { "if-none-match": unchanged.headers["etag"] });
    expect([known.status, known.body.length, known.headers["etag"]]).toEqual([304, 0, unchanged.headers["etag"]]);
    const head = await send(`HEAD ${TEMPLATES}/letter`);
    expect([head.status, head.body.length, head.headers["etag"]]).toEqual([200, 0, unchanged.headers["etag"]]);
  });

  test("reads and writes count in the window of reads", async () => {
    const { send } = await withLetter(service());
    const account = await send("GET /api/v1/account");
    expect(limitOf(await send(`PATCH ${TEMPLATES}/letter`, { css: "" }))).toBe(limitOf(account));
    expect(limitOf(await send(`GET ${TEMPLATES}/letter`))).toBe(limitOf(account));
  });

  test.each(["invoice-standard", "receipt-minimal"])("every account has %s from its beginning", async (slug) => {
    const { key } = await newClient(service(), 100);
    expect(await template(service(), slug, key)).toMatchObject({ slug, builtin: true, version: 1 });
  });

  describe.skipIf(withoutChromium)("on paper", () => {
    test("a preview prints the sample, with what the template names, on its own paper", async () => {
      const { send, accountId } = await withLetter(service());
      const preview = await send(`POST ${TEMPLATES}/letter/preview`);
      expect(await textsOf(preview)).toEqual(["Dear Ada Engine $12.50 Kind regards, Ada Page for Ada"]);
      const info = await pdfInfo(preview.body);
      expect([info?.get("Page size"), info?.get("Title")]).toEqual([expect.stringContaining("(A5)"), "A letter"]);
      expect([savedName(preview), chargedBy(preview)]).toEqual(["letter.pdf", 1]);
      expect(await moneyOf(service(), accountId)).toEqual([99, 0, 99]);
    });

    test("a preview with variables is what the operation prints, byte for byte", async () => {
      const { send } = await withLetter(service());
      const variables = { name: "Grace <Hopper>", lines: [] };
      const preview = await send(`POST ${TEMPLATES}/letter/preview`, { variables });
      expect(await textsOf(preview)).toEqual([
        "Dear Grace <Hopper> Kind regards, Grace <Hopper> Page for Grace <Hopper>",
      ]);
      const printed = expectOk(await send(`POST ${FROM_TEMPLATE}`, { template_slug: "letter", variables }));
      expect(printed.body.equals(preview.body)).toBe(true);
    });

    test("variables that are missing or do not fit are reported, and cost nothing", async () => {
      const { send, accountId } = await withLetter(service());
      const preview = (variables: object) => send(`POST ${TEMPLATES}/letter/preview`, { variables });
      const missing = await preview({ lines: [] });
      expectFailure(missing, 422, "validation_error");
      expect(faults(missing).map(({ loc }) => loc.join("."))).toContain("body.variables.name");
      const wrong = await preview({ name: 5, lines: [] });
      expectFault(wrong, { loc: ["body", "variables", "name"] });
      expect(await moneyOf(service(), accountId)).toEqual([100, 0, 100]);
    });

    test("an old version is printed as it was, with what it names as that is now", async () => {
      const { send } = await withLetter(service());
      await send(`PATCH ${TEMPLATES}/letter`, { content: "<h1>Hello {{name}}</h1>" });
      await send(`PATCH ${TEMPLATES}/greeting`, { content: "<p>Yours, {{name}}</p>" });
      const preview = (version: number) => send(`POST ${TEMPLATES}/letter/preview`, { version });
      expect(await textsOf(await preview(1))).toEqual(["Dear Ada Engine $12.50 Yours, Ada Page for Ada"]);
      expect(await textsOf(await preview(2))).toEqual(["Hello Ada Page for Ada"]);
      expectFailure(await preview(3), 404, "not_found");
    });

    test("a job prints what it was accepted with", async () => {
      const { send, key } = await withLetter(service());
      const accepted = as<JobObject>(await send(`POST ${TEMPLATES}/letter/preview?async=true`), 202);
      as(await send(`PATCH ${TEMPLATES}/letter`, { content: "changed" }));
      await untilFinal(service(), accepted.job_id, key);
      expect(await textsOf(await resultOf(service(), accepted.job_id, key))).toEqual([
        "Dear Ada Engine $12.50 Kind regards, Ada Page for Ada",
      ]);
    });

    test.each(["invoice-standard", "receipt-minimal"])("%s prints its own sample", async (slug) => {
      const { key } = await newClient(service(), 100);
      const reply = await call(service(), "POST", `${TEMPLATES}/${slug}/preview`, { key });
      expect((await textsOf(reply)).join(" ")).toMatch(/\S/);
      expect(savedName(reply)).toBe(`${slug}.pdf`);
    });

    test("a test key's preview is not charged", async () => {
      const { accountId } = await withLetter(service());
      const { key } = await newKey(service(), { account_id: accountId, mode: "test" });
      const preview = await call(service(), "POST", `${TEMPLATES}/letter/preview`, { key });
      expect([expectOk(preview).status, chargedBy(preview)]).toEqual([200, 0]);
    });
  });
});

test("templates and their versions outlive the process, however it ends", async () => {
  await onOneDirectory(async (start) => {
    const first = await start();
    const { key, send } = await withLetter(first);
    const changed = as<TemplateObject>(await send(`PATCH ${TEMPLATES}/letter`, { css: "p {}" }));
    await first.kill();
    const second = await start();
    expect(await template(second, "letter", key)).toEqual(changed);
    const old = await call(second, "GET", `${TEMPLATES}/letter/versions/1`, { key });
    expect(json(old)).toMatchObject({ version: 1, css: letter.css });
    expect((await call(second, "DELETE", `${TEMPLATES}/letter`, { key })).status).toBe(204);
    await second.stop();
    const third = await start();
    expectFailure(await call(third, "GET", `${TEMPLATES}/letter`, { key }), 404, "not_found");
    expect(await template(third, "greeting", key)).toMatchObject({ version: 1 });
    await third.stop();
  });
});
