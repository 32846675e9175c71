import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { eventually, KEY, servicesPerTest, type TestService } from "../../testing/service.ts";

const start = servicesPerTest();

const OPERATION = "/api/v1/pdf/test-template";
const TEMPLATES = "/api/v1/templates";

/** Sends JSON, or no body. */
async function ask(
  service: TestService,
  request: string,
  body?: unknown,
  { key = KEY, headers = {} }: { readonly key?: string; readonly headers?: Record<string, string> } = {},
) {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(service.url + path, {
    method,
    headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : Object(JSON.parse(text)),
  };
}

/** Starts a service whose operation answers with the template, the variables and the parameters that it is given. */
async function withOperation() {
  const service = await start();
  service.behaveWithContent(async ({ file, template }, _context, parameters) => ({
    result: {
      kind: "json",
      value: {
        slug: template?.slug,
        template: JSON.parse(await readFile(template?.path ?? "", "utf8")),
        variables: JSON.parse(await readFile(file?.path ?? "", "utf8")),
        parameters,
      },
    },
    pages: 1,
  }));
  const write = (slug: string, fields: object) => ask(service, `PUT ${TEMPLATES}/${slug}`, fields);
  const print = (fields: object, more: Parameters<typeof ask>[3] = {}) =>
    ask(service, `POST ${OPERATION}`, { variables: {}, ...fields }, more);
  return { service, write, print };
}

async function newAccountKey(service: TestService, scopes?: readonly string[]): Promise<string> {
  const account = await ask(service, "POST /api/v1/accounts", { name: "Other", credits: 100 });
  const key = { name: "k", account_id: account.body.account_id, ...(scopes && { scopes }) };
  return (await ask(service, "POST /api/v1/keys", key)).body.key;
}

const failing = (status: number, code: string) => ({ status, body: { code } });
const notFound = failing(404, "not_found");

test("an operation has the template that is named, as it is now, with all that it names itself", async () => {
  const { write, print } = await withOperation();
  await write("footer", { content: "F {{> sign}}" });
  await write("sign", { content: "S" });
  const page = { page_size: "A5", show_page_numbers: true };
  const letter = { css: "p {}", header_html: "H", page, variables_schema: { type: "object" }, sample: { a: 1 } };
  await write("letter", { name: "Letter", content: "one" });
  await write("letter", { name: "Letter", content: "two {{> footer}} {{> nobody}}", ...letter });
  expect(await print({ template_slug: "letter", variables: { x: [1.5, null] } })).toMatchObject({
    status: 200,
    body: {
      slug: "letter",
      template: {
        slug: "letter",
        version: 2,
        name: "Letter",
        format: "html",
        content: "two {{> footer}} {{> nobody}}",
        css: "p {}",
        headerHtml: "H",
        footerHtml: "",
        page,
        variablesSchema: { type: "object" },
        partials: { footer: "F {{> sign}}", sign: "S" },
      },
      variables: { x: [1.5, null] },
      parameters: { template_slug: "letter" },
    },
  });
  expect((await print({ template: "letter", version: 1 })).body.template).toMatchObject({ version: 1, content: "one" });
});

test("a missing template is reported after what is wrong with parameters, and costs nothing", async () => {
  const { service, write, print } = await withOperation();
  await write("letter", { content: "one" });
  const stranger = { key: await newAccountKey(service) };
  for (const answer of [
    await print({ template_slug: "other" }),
    await print({ template_slug: "LETTER" }),
    await print({ template_slug: "letter", version: 2 }),
    await print({ template_slug: "letter" }, stranger),
    await ask(service, "POST /api/v1/estimate", { operation: "test-template", template_slug: "other", variables: {} }),
  ]) {
    expect(answer).toMatchObject(notFound);
    expect(answer.headers.get("x-credits-charged")).toBe("0");
  }
  expect(await print({ template_slug: "other", version: 0 })).toMatchObject(failing(422, "validation_error"));
  const account = await ask(service, "GET /api/v1/account", undefined, stranger);
  expect(account.body).toMatchObject({ balance: 100, held: 0 });
});

test("an unknown template is reported before missing credits, and a retry runs again", async () => {
  const { service, print } = await withOperation();
  const account = await ask(service, "POST /api/v1/accounts", { name: "Poor", credits: 0 });
  const key = (await ask(service, "POST /api/v1/keys", { name: "k", account_id: account.body.account_id })).body.key;
  expect(await print({ template_slug: "other" }, { key, headers: { "idempotency-key": "k" } })).toMatchObject(notFound);
  await ask(service, `PUT ${TEMPLATES}/other`, { content: "x" }, { key });
  const again = await print({ template_slug: "other" }, { key, headers: { "idempotency-key": "k" } });
  expect(again).toMatchObject(failing(402, "insufficient_credits"));
});

test("a template that names too many others is its own fault", async () => {
  const { write, print } = await withOperation();
  await write("letter", { content: Array.from({ length: 51 }, (_, index) => `{{> t${index}}}`).join("") });
  expect(await print({ template_slug: "letter" })).toMatchObject(failing(400, "template_error"));
});

test("an estimate is made of it", async () => {
  const { service, write } = await withOperation();
  await write("letter", { content: "one" });
  const wanted = { operation: "test-template", template_slug: "letter", variables: {} };
  const estimate = await ask(service, "POST /api/v1/estimate", wanted);
  expect(estimate).toMatchObject({ status: 200, body: { operation: "test-template", credits: 9, mode: "sync" } });
});

test("a job prints the template as it was when it was accepted", async () => {
  const { service, write } = await withOperation();
  await write("letter", { content: "one {{> footer}}" });
  await write("footer", { content: "F" });
  const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
  service.behaveWithContent(async ({ template, file }) => {
    await changed;
    const texts = await Promise.all([template?.path, file?.path].map((path) => readFile(path ?? "", "utf8")));
    return { result: { kind: "json", value: { slug: template?.slug, texts } }, pages: 1 };
  });
  const accepted = await ask(service, `POST ${OPERATION}?async=true`, { template_slug: "letter", variables: { a: 1 } });
  expect(accepted.status).toBe(202);
  await write("letter", { content: "two" });
  await ask(service, `DELETE ${TEMPLATES}/footer`);
  await ask(service, `DELETE ${TEMPLATES}/letter`);
  goOn();
  const job = `/api/v1/jobs/${accepted.body.job_id}`;
  await eventually(async () => (await ask(service, `GET ${job}`)).body.status === "complete");
  const { slug, texts } = (await ask(service, `GET ${job}/result`)).body;
  expect(slug).toBe("letter");
  expect(JSON.parse(texts[0])).toMatchObject({ version: 1, content: "one {{> footer}}", partials: { footer: "F" } });
  expect(JSON.parse(texts[1])).toEqual({ a: 1 });
});

test("a preview is the operation, with the template's sample where no variables are given", async () => {
  const { service, write } = await withOperation();
  await write("letter", { content: "one", sample: { name: "Ada" } });
  await write("letter", { content: "two", sample: { name: "Bob" } });
  await write("bare", { content: "three" });
  const preview = (slug: string, body?: unknown) => ask(service, `POST ${TEMPLATES}/${slug}/preview`, body);
  const plain = await preview("letter");
  expect(plain).toMatchObject({ status: 200, body: { variables: { name: "Bob" }, template: { content: "two" } } });
  expect(plain.headers.get("x-credits-charged")).toBe("3");
  const given = [
    [{}, { name: "Bob" }, 2],
    [{ variables: null }, { name: "Bob" }, 2],
    [{ version: 1 }, { name: "Ada" }, 1],
    [{ version: "1" }, { name: "Ada" }, 1],
    [{ variables: { name: "Cy" } }, { name: "Cy" }, 2],
    [{ data: { name: "Cy" }, version: 1 }, { name: "Cy" }, 1],
    [{ template: "bare", template_slug: "bare" }, { name: "Bob" }, 2],
  ] as const;
  for (const [body, variables, version] of given) {
    expect(await preview("letter", body)).toMatchObject({ status: 200, body: { variables, template: { version } } });
  }
  expect((await preview("bare")).body).toMatchObject({ variables: {}, template: { content: "three" } });
  expect(await preview("other")).toMatchObject(notFound);
  expect(await preview("letter", { version: 3 })).toMatchObject(notFound);
  expect(await preview("letter", { version: "x" })).toMatchObject(failing(422, "validation_error"));
});

test("a preview takes a form as well", async () => {
  const { service, write } = await withOperation();
  await write("letter", { content: "one", sample: { name: "Ada" } });
  const previewOf = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.append(name, value);
    }
    const url = `${service.url}${TEMPLATES}/letter/preview`;
    const response = await fetch(url, { method: "POST", headers: { "x-api-key": KEY }, body: form });
    return Object(await response.json());
  };
  expect((await previewOf({ version: "1", variables: "" })).variables).toEqual({ name: "Ada" });
  expect((await previewOf({ variables: '{"name":"Cy"}' })).variables).toEqual({ name: "Cy" });
});

test("a preview takes a key that may write templates or print them, and its own account's templates", async () => {
  const { service, write } = await withOperation();
  await write("letter", { content: "one" });
  const previewWith = async (scopes: readonly string[]) => {
    const key = (await ask(service, "POST /api/v1/keys", { name: "k", scopes })).body.key;
    return (await ask(service, `POST ${TEMPLATES}/letter/preview`, undefined, { key })).status;
  };
  expect(await previewWith(["templates:write"])).toBe(200);
  expect(await previewWith(["pdf"])).toBe(200);
  expect(await previewWith(["templates:read", "convert"])).toBe(403);
  const key = await newAccountKey(service);
  expect(await ask(service, `POST ${TEMPLATES}/letter/preview`, undefined, { key })).toMatchObject(notFound);
});
