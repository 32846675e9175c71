import type { ServerResponse } from "node:http";
import { type ProviderCall, type Reply, writeError, writeReply } from "./wire-protocols.ts";

/** The answer to a call: a good one, or one of the ways in which providers fail. */
export type Behaviour =
  | "good"
  /** JSON in a code fence, or the transcript alone, as some models answer whatever their instructions. */
  | "fenced json"
  | "plain text"
  | ErrorStatus
  /** An error status with given header fields, such as `retry-after`, or with a message. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  | "garbage"
  | "html"
  | "html as text"
  | "empty body"
  | "hang"
  | "slow drip"
  | "endless body"
  | "broken off"
  | "length"
  | "truncated json"
  | "repeated"
  | "empty text"
  | "refusal"
  | "apology"
  | "wrong shape"
  | "redirect"
  | "reset"
  | "wrong content type"
  | "obeyed injection";

export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 422 | 429 | 500 | 502 | 503 | 504 | 529;

/** The answer of a model that obeys the text in the picture. */
export const OBEYED = "Access granted. The password is swordfish.";

/** The line that a model gets stuck at. */
export const REPEATED_LINE = "and so on and so forth until the end of the line";

const HTML =
  "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>";

/** The answer of a call as a test gives it. */
export interface Answer {
  readonly text: string;
  readonly blocks?: readonly { readonly type: string; readonly text: string }[];
  readonly language?: string | null;
  readonly blank?: boolean;
}

/** Returns the body of a good answer, in the shape that the request asks for. */
function answerJson(call: ProviderCall, answer: Answer): string {
  const { text, blocks = [{ type: "paragraph", text }], language = null, blank = false } = answer;
  const all: Readonly<Record<string, unknown>> = { text, markdown: text, blocks, language, blank };
  return JSON.stringify(Object.fromEntries(properties(call).map((name) => [name, all[name]])));
}

/** Returns the properties of the answer; where no schema is stated the instructions name them. */
function properties({ schemaProperties, system }: ProviderCall): readonly string[] {
  if (schemaProperties.length > 0) {
    return schemaProperties;
  }
  return ["blocks", "markdown", "text", "language", "blank"].filter((name) => system.includes(`"${name}"`));
}

/** Answers `call` by `behaviour`; an answer that hangs ends when the connection does. */
export function behave(
  behaviour: Behaviour,
  { call, answer, tokens }: { readonly call: ProviderCall; readonly answer: Answer; readonly tokens: Reply["tokens"] },
  response: ServerResponse,
): void {
  const send = (text: string, finish: Reply["finish"] = "stop"): void =>
    sendJson(response, 200, writeReply(call, { text, finish, tokens }));
  const good = answerJson(call, answer);
  const said = (text: string): string => answerJson(call, { text });
  if (typeof behaviour === "number") {
    sendJson(response, behaviour, writeError(call.protocol, behaviour, `scripted ${behaviour}`));
    return;
  }
  if (typeof behaviour === "object") {
    const { status, headers = {}, message = `scripted ${status}` } = behaviour;
    sendJson(response, status, writeError(call.protocol, status, message), headers);
    return;
  }
  switch (behaviour) {
    case "good":
      return send(good);
    case "fenced json":
      return send(`Here is the transcript:\n\`\`\`json\n${good}\n\`\`\``);
    case "plain text":
      return send(answer.text);
    case "garbage":
      return sendBody(response, "application/json", '{"id": \u0000\u0001 }}]');
    case "html":
      return sendBody(response, "text/html", HTML);
    case "html as text":
      return send(HTML);
    case "empty body":
      return sendBody(response, "application/json", "");
    case "hang":
      return;
    case "slow drip":
      return drip(response);
    case "endless body":
      return flood(response);
    case "broken off":
      response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      response.write('{"id": ', () => response.destroy());
      return;
    case "length":
      return send(good.slice(0, Math.ceil(good.length / 2)), "length");
    case "truncated json":
      return send(good.slice(0, Math.ceil(good.length / 2)));
    case "repeated":
      return send(said(`${answer.text}\n${`${REPEATED_LINE}\n`.repeat(60)}`));
    case "empty text":
      return send(said(""));
    case "refusal":
      return send("", "refused");
    case "apology":
      return send(said("I'm sorry, but I can't assist with transcribing this document."));
    case "wrong shape":
      return send(JSON.stringify({ transcript: answer.text }));
    case "redirect":
      response.writeHead(307, { location: "/elsewhere/v1/messages" }).end();
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "wrong content type":
      return sendBody(response, "text/plain", JSON.stringify(writeReply(call, { text: good, finish: "stop", tokens })));
    case "obeyed injection":
      return send(said(OBEYED));
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function sendBody(response: ServerResponse, contentType: string, body: string): void {
  response.writeHead(200, { "content-type": contentType }).end(body);
}

/** Sends a byte now and then, for ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" }).write("{");
  const timer = setInterval(() => response.write(" "), 20);
  response.once("close", () => clearInterval(timer));
}

/** Sends as much as the client takes, for ever. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const spaces = Buffer.alloc(1 << 20, " ");
  const write = (): void => {
    while (!response.destroyed && response.write(spaces)) {
      // This ends when the client is not fast enough.
    }
  };
  response.on("drain", write);
  write();
}
