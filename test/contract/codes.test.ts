import { expect, test } from "vitest";
import { as, call, newClient } from "../api/accounts.ts";
import { send } from "../api/client.ts";
import { Connection, head } from "../api/connection.ts";
import { expectFailure, expectOk } from "../api/reply.ts";
import { commonService } from "../api/service.ts";

/* Codes of errors (contract, section 3) that no suite of an operation comes upon. */

const service = commonService();
const TEMPLATES = "/api/v1/templates";
const ACCOUNT = "/api/v1/account";

const template = (slug: string) => ({ slug, content: "<p>{{ name }}" });

test("address_not_allowed: a key is used from elsewhere", async () => {
  const { key } = await newClient(service(), 5, { allowed_addresses: ["10.9.8.0/24"] });
  expectFailure(await send(service(), { path: ACCOUNT, key }), 403, "address_not_allowed");
});

test("name_taken: a template has the slug", async () => {
  expect((await call(service(), "POST", TEMPLATES, { value: template("taken-twice") })).status).toBe(201);
  expectFailure(await call(service(), "POST", TEMPLATES, { value: template("taken-twice") }), 409, "name_taken");
});

test("precondition_failed: the version has changed", async () => {
  const made = await call(service(), "POST", TEMPLATES, { value: template("changed-since") });
  as(made, 201);
  const path = `${TEMPLATES}/changed-since`;
  const change = (content: string) =>
    call(service(), "PUT", path, { value: { content }, headers: { "if-match": String(made.headers.etag) } });
  expectOk(await change("<p>Changed"));
  expectFailure(await change("<p>Changed again"), 412, "precondition_failed");
});

test("malformed_request: no HTTP", async () => {
  const connection = await Connection.open(service());
  connection.write("this is no request\r\n\r\n");
  const reply = await connection.readReply("GET");
  expect(reply && expectFailure(reply, 400, "malformed_request").detail).toMatch(/HTTP/);
});

test("headers_too_large: more than a server reads", async () => {
  const connection = await Connection.open(service());
  connection.write(head("GET", ACCOUNT, { "X-API-Key": service().key, "X-Much": "x".repeat(100_000) }));
  const reply = await connection.readReply("GET");
  expect(reply && expectFailure(reply, 431, "headers_too_large").code).toBe("headers_too_large");
});
