import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../../../kernel/failure.ts";
import { JsonScanner } from "../../../../kernel/json/json-scanner.ts";
import { Utf8Check } from "../../../../kernel/json/utf8-check.ts";
import { type BodyRules, bodyTooLarge, readBody } from "../body.ts";
import { wantsJson, wrongContentType } from "../content-type.ts";
import { inviteBody } from "../expect-continue.ts";
import { InvalidRequest, itemFor } from "../validation.ts";

/** The members of a JSON object as they were sent. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The size of the largest JSON body of most of the service's own resources, in bytes. */
export const JSON_BODY_BYTES = 1024 * 1024;

/** The limit of members of a resource, known or not: each unknown one is a fault that is reported. */
const MAX_MEMBERS = 1000;

/**
 * The limit of names and values of a body at whatever depth. Parsing is done in one go, and takes as long as there are
 * values, however few bytes each has; a template with this many in its sample is parsed in some 50 ms.
 */
const MAX_VALUES = 100_000;

/**
 * Reads the members of a request's JSON object; those that are null count as absent, and a missing body counts as an
 * object without members. `limitBytes` absent means `JSON_BODY_BYTES`.
 * @throws Failure `payload_too_large`, `request_timeout`
 * @throws InvalidRequest when it is not JSON, or not an object
 * @throws ClientGone when the client has gone
 */
export async function readJsonBody(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  {
    limitBytes = JSON_BODY_BYTES,
    ...rules
  }: Omit<BodyRules, "limitBytes"> & { readonly limitBytes?: number | undefined },
): Promise<JsonMembers> {
  const { headers } = request;
  if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") {
    return {};
  }
  if (!isJson(headers["content-type"])) {
    throw wrongContentType(wantsJson, headers["content-type"]);
  }
  if (Number(headers["content-length"] ?? 0) > limitBytes) {
    throw bodyTooLarge(limitBytes, Number(headers["content-length"]));
  }
  inviteBody(request.raw, reply.raw);
  const chunks: Buffer[] = [];
  const checks = new ArrivalChecks();
  for await (const chunk of readBody(request.raw, { ...rules, limitBytes })) {
    // A chunk is lent: its memory is gone with the next one.
    chunks.push(Buffer.from(chunk));
    checks.push(chunk);
  }
  checks.finish();
  return membersOf(Buffer.concat(chunks));
}

/** Finds what is wrong with a body piece by piece as it arrives, so that nothing else waits for long. */
class ArrivalChecks {
  readonly #utf8 = new Utf8Check();
  // How deep a member may be is for the resource to say.
  readonly #scanner = new JsonScanner(Number.POSITIVE_INFINITY);
  #members = 0;
  #isEmpty = true;

  push(chunk: Buffer): void {
    this.#isEmpty &&= chunk.length === 0;
    this.#utf8.push(chunk);
    for (const { kind } of this.#scanner.push(chunk)) {
      this.#members += kind === "name end" ? 1 : 0;
      if (this.#members > MAX_MEMBERS) {
        throw new Failure("payload_too_large", `The JSON object has more than ${MAX_MEMBERS} members.`);
      }
    }
    if (this.#scanner.count > MAX_VALUES) {
      throw new Failure("payload_too_large", `The JSON object has more than ${MAX_VALUES} names and values in all.`);
    }
  }

  finish(): void {
    if (!this.#isEmpty) {
      this.#utf8.finish();
      this.#scanner.finish();
    }
  }
}

/** Returns whether a Content-Type is JSON. */
export const isJson = (contentType = ""): boolean =>
  /^application\/(?:json|[\w.!#$&^-]+\+json)$/i.test((contentType.split(";", 1)[0] ?? "").trim());

/**
 * Returns the members of a complete body that are not null.
 * @throws InvalidRequest when it is not JSON, or not an object
 * @internal Exported for tests.
 */
export function membersOf(body: Buffer): JsonMembers {
  if (body.length === 0) {
    return {};
  }
  const value = parse(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = "Input should be a JSON object";
    throw new InvalidRequest([itemFor({ type: "model_attributes_type", message, advice: AN_OBJECT }, ["body"])]);
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** What to do about a body of JSON that is no object. */
export const AN_OBJECT = 'Put the values into an object, such as {"name": "value"}, and serialise it once, not twice.';

function parse(body: Buffer): unknown {
  const utf8 = new Utf8Check();
  utf8.push(body);
  utf8.finish();
  try {
    // Without a byte order mark, which JSON.parse does not take.
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    // Says where it stops being JSON: JSON.parse has that only in words, and not always.
    const scanner = new JsonScanner();
    Array.from(scanner.push(body));
    scanner.finish();
    throw error;
  }
}
