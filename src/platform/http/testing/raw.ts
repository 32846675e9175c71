import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { KEY } from "./service.ts";

/** Returns the head of a request, as text. */
export const head = (headers: Record<string, string | number>, path = "/api/v1/pdf/test"): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
/** The headers of a form whose boundary is `B`. */
export const FORM = { "X-API-Key": KEY, "Content-Type": "multipart/form-data; boundary=B" };
/** Returns a form with one file. */
export const formBody = (content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
    Buffer.from(content),
    Buffer.from("\r\n--B--\r\n"),
  ]);

export interface RawAnswer {
  readonly text: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly json: unknown;
}

/** Sends bytes as they are and returns the first answer; `more` is sent piece by piece afterwards. */
export async function rawRequest(
  port: number,
  bytes: string | Buffer,
  { halfClose = false, more = [] as readonly (string | Buffer)[], pauseMs = 5 } = {},
): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(bytes);
  // The service asks for the rest when it has begun to look at the request, however long that takes.
  if (isExpecting(bytes)) {
    await Promise.race([once(socket, "data"), closed]);
  }
  for (const piece of more) {
    await delay(pauseMs);
    socket.write(piece);
  }
  if (halfClose) {
    socket.end();
  }
  while (!isComplete(text)) {
    if ((await Promise.race([closed.then(() => "closed"), delay(5)])) === "closed") {
      break;
    }
  }
  socket.destroy();
  return parseAnswer(text);
}

const isExpecting = (bytes: string | Buffer): boolean => /^expect: 100-continue\r$/im.test(bytes.toString("latin1"));

const withoutContinue = (text: string): string => text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");

function isComplete(text: string): boolean {
  const [heading = "", body] = withoutContinue(text).split(/\r\n\r\n(.*)/s);
  const length = Number(/^content-length: (\d+)/im.exec(heading)?.[1] ?? 0);
  return body !== undefined && body.length >= length;
}

function parseAnswer(all: string): RawAnswer {
  const text = withoutContinue(all);
  const [heading = "", body = ""] = text.split(/\r\n\r\n(.*)/s);
  const [statusLine = "", ...lines] = heading.split("\r\n");
  return {
    text: all,
    status: Number(statusLine.split(" ")[1]),
    headers: new Map(lines.map((line) => [line.split(": ")[0]?.toLowerCase() ?? "", line.replace(/^[^:]*: /, "")])),
    json: body.startsWith("{") ? JSON.parse(body) : undefined,
  };
}
