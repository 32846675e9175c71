import type { FastifyReply, FastifyRequest } from "fastify";
import type { Engines } from "../../../engines/engines.ts";
import type { Limits } from "../../../kernel/limits.ts";
import type { ContentOperation, FileOperation, Operation } from "../../../operations/operation.ts";
import type { TaskDirectory } from "../../blobs/task-directories.ts";
import type { JudgeUrl } from "../../webhooks/webhook-url.ts";
import { type BodyRules, bodyTooLarge } from "../body/body.ts";
import { wantedBy as bodyWantedBy, wrongContentType } from "../body/content-type.ts";
import { inviteBody } from "../body/expect-continue.ts";
import { fileFieldsOf } from "../body/field-names.ts";
import { bindForm } from "../body/form.ts";
import { isJson } from "../body/json/json-body.ts";
import { type JsonRules, receiveJson } from "../body/json/json-form.ts";
import { multipartBoundary } from "../body/multipart/multipart.ts";
import { type ResponseOptions, readResponseOptions, unknownQueryNames } from "../body/query.ts";
import { unknownQueryWarnings } from "../body/unknown-names.ts";
import { type ReceivedForm, receiveForm, type UploadRules } from "../body/upload.ts";
import type { BoundRequest } from "./bound-request.ts";
import { bindContent, keepsJson, mayBeLong, type ReceivedContent, wantsFile } from "./content/form.ts";
import { engineItems } from "./engine-items.ts";
import { fileChoice } from "./preferred-form.ts";

/** The rules by which the bodies of operations are received. */
export interface FormRules {
  readonly engines: Engines;
  readonly limits: Limits;
  readonly bodyRules: Omit<BodyRules, "limitBytes">;
  readonly judgeUrl: JudgeUrl;
}

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Receives and binds the body of a request to `operation`, its files in the inputs of `task`: steps 6 and 7 of the
 * order of checks (contract §2).
 * @throws InvalidRequest; what `receiveForm` and `receiveJson`, or `receive`, throw
 */
export async function receiveRequest(
  operation: Operation,
  call: Call,
  { task, rules }: Reception,
  receive: ReceivesContent = receiveContent,
): Promise<{ readonly bound: BoundRequest; readonly responseOptions: ResponseOptions }> {
  const { url } = call.request;
  if (operation.kind === "files") {
    const form = asAccepted(operation, await receiveFiles(operation, call, { task, rules }), call);
    const responseOptions = readResponseOptions(url, form.texts, rules.judgeUrl);
    const found = [...responseOptions.items, ...engineItems(operation, form.texts, rules.engines)];
    return { bound: withQueryWarnings(bindForm(operation, form, found), url), responseOptions };
  }
  const content = await receive(wantedBy(operation, rules.limits), call, { task, rules });
  const responseOptions = readResponseOptions(url, content.values, rules.judgeUrl);
  const found = [...responseOptions.items, ...engineItems(operation, content.values, rules.engines)];
  return { bound: withQueryWarnings(bindContent(operation, content, found), url), responseOptions };
}

/** Adds warnings for what was probably meant to be read and stands in the query, where nothing reads it. */
function withQueryWarnings<Bound extends BoundRequest>(bound: Bound, url: string): Bound {
  const unknown = unknownQueryNames(url);
  const warnings = unknownQueryWarnings(unknown, Object.keys(bound.operation.parameters.shape));
  return warnings.length === 0 ? bound : { ...bound, warnings: [...bound.warnings, ...warnings] };
}

/**
 * Returns the form as if the client had asked for the only kind of answer that it accepts; what the form itself says
 * counts more.
 */
function asAccepted(operation: FileOperation, form: ReceivedForm, { request }: Call): ReceivedForm {
  const choice = fileChoice(operation, request.headers.accept);
  return choice === undefined || (form.texts.get(choice.field) ?? "") !== ""
    ? form
    : { ...form, texts: new Map([...form.texts, [choice.field, choice.value]]) };
}

/** The parts of a form that are kept, and how. */
export type Wanted = Pick<UploadRules, "wantsFile" | "maxFiles" | "mayBeLong"> &
  Pick<JsonRules, "keepsJson"> & {
    /** The body that is asked for when another one comes. */
    readonly body: ReturnType<typeof bodyWantedBy>;
  };

const wantedBy = (operation: ContentOperation, limits: Limits): Wanted => ({
  wantsFile: (field) => wantsFile(operation, field),
  maxFiles: limits.files,
  mayBeLong: (field) => mayBeLong(operation, field),
  keepsJson: (field) => keepsJson(operation, field),
  body: bodyWantedBy(operation),
});

export interface Reception {
  readonly task: TaskDirectory;
  readonly rules: FormRules;
}

/** Receives the body of an operation that takes content: `receiveContent`, or a function that wraps it. */
export type ReceivesContent = (wanted: Wanted, call: Call, reception: Reception) => Promise<ReceivedContent>;

async function receiveFiles(operation: FileOperation, call: Call, reception: Reception): Promise<ReceivedForm> {
  const boundary = multipartBoundary(call.request.headers["content-type"]);
  if (boundary === undefined) {
    throw wrongContentType(bodyWantedBy(operation), call.request.headers["content-type"]);
  }
  const fields: readonly string[] = fileFieldsOf(operation);
  const wanted = {
    wantsFile: (field: string) => fields.includes(field),
    maxFiles: operation.files.max,
    mayBeLong: () => false,
    keepsJson: () => false,
    body: bodyWantedBy(operation),
  };
  return receiveMultipart(boundary, wanted, call, reception);
}

/** Receives JSON, or a form with the same fields (contract §1.3). */
export async function receiveContent(wanted: Wanted, call: Call, reception: Reception): Promise<ReceivedContent> {
  const contentType = call.request.headers["content-type"];
  if (isJson(contentType)) {
    return { ...(await receiveJsonBody(wanted, call, reception)), isJson: true, files: [], otherFileFields: new Set() };
  }
  const boundary = multipartBoundary(contentType);
  if (boundary === undefined) {
    throw wrongContentType(wanted.body, contentType);
  }
  const { texts, ...form } = await receiveMultipart(boundary, wanted, call, reception);
  return { ...form, values: texts, isJson: false };
}

async function receiveMultipart(
  boundary: string,
  wanted: Wanted,
  { request, reply }: Call,
  { task, rules: { limits, bodyRules } }: Reception,
): Promise<ReceivedForm> {
  inviteBody(request.raw, reply.raw);
  const { exchange } = request;
  const limitBytes = exchange.caller?.uploadBytes ?? limits.uploadBytes;
  const rules = { ...bodyRules, ...wanted, limitBytes, limits, boundary, directory: task.inputs };
  const form = await receiveForm(request.raw, rules);
  exchange.figures.uploadedBytes = form.sizeBytes;
  return form;
}

async function receiveJsonBody(
  { mayBeLong: isLong, keepsJson: isJsonKept }: Wanted,
  { request, reply }: Call,
  { task, rules: { limits, bodyRules } }: Reception,
) {
  const { exchange, headers } = request;
  const limitBytes = Math.min(limits.jsonBytes, exchange.caller?.uploadBytes ?? limits.uploadBytes);
  if (Number(headers["content-length"] ?? 0) > limitBytes) {
    throw bodyTooLarge(limitBytes, Number(headers["content-length"]));
  }
  inviteBody(request.raw, reply.raw);
  const rules = { ...bodyRules, mayBeLong: isLong, keepsJson: isJsonKept, limitBytes, limits, directory: task.inputs };
  const received = await receiveJson(request.raw, rules);
  exchange.figures.uploadedBytes = received.sizeBytes;
  return received;
}
