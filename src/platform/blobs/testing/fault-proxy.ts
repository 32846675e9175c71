import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong with one request. */
export type Fault =
  /** The store refuses. */
  | { readonly kind: "status"; readonly status: number; readonly code: string }
  /** The connection is cut after so many bytes of the request's body; the store sees nothing of it. */
  | { readonly kind: "cut request"; readonly afterBytes: number }
  /** The store does what is asked, and its answer is lost. */
  | { readonly kind: "lose answer" }
  /** The connection is cut after so many bytes of the answer's body. */
  | { readonly kind: "cut answer"; readonly afterBytes: number }
  /** After so many bytes of the answer's body nothing comes any more. */
  | { readonly kind: "stall answer"; readonly afterBytes: number }
  /** One byte of the answer's body is another one. */
  | { readonly kind: "damage answer" }
  /** The request waits before it reaches the store. */
  | { readonly kind: "delay"; readonly ms: number }
  /** There is never an answer. */
  | { readonly kind: "silence" };

/** A request as the proxy has seen it. */
export interface SeenRequest {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** The number of requests before it that had the same method and path, without the query. */
  readonly before: number;
  readonly headers: IncomingMessage["headers"];
}

export interface FaultProxy {
  readonly port: number;
  /** The requests so far. */
  readonly seen: readonly SeenRequest[];
  /** Decides from now on what goes wrong with each request; undefined: nothing. */
  decide(faultOf: (request: SeenRequest) => Fault | undefined): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy before an S3 server on `targetPort`. It reads a request to its end before it passes it on, since s3rver
 * keeps what there is of a broken one, which S3 does not; and it answers the abortion of uploads, which s3rver lacks.
 */
export async function startFaultProxy(targetPort: number, ownPort = 0): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  let faultOf: ((request: SeenRequest) => Fault | undefined) | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const path = url.split("?", 1)[0];
    const before = seen.filter((each) => each.method === method && each.url.split("?", 1)[0] === path).length;
    const noted = { method, url, before, headers };
    seen.push(noted);
    serve(incoming, outgoing, { targetPort, fault: faultOf?.(noted) }).catch(() => outgoing.destroy());
  });
  server.listen(ownPort, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    decide(next) {
      faultOf = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Passage {
  readonly targetPort: number;
  readonly fault: Fault | undefined;
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { targetPort, fault }: Passage,
): Promise<void> {
  if (fault?.kind === "cut request") {
    await cutRequest(incoming, fault.afterBytes);
    return;
  }
  const body = Buffer.concat(await incoming.toArray());
  if (fault?.kind === "status") {
    refuse(outgoing, fault);
    return;
  }
  if (fault?.kind === "silence") {
    return;
  }
  if (fault?.kind === "delay") {
    await sleep(fault.ms);
  }
  if (incoming.method === "DELETE" && incoming.url?.includes("uploadId=") === true) {
    outgoing.writeHead(204).end();
    return;
  }
  const answer = await passOn(incoming, body, targetPort);
  if (fault?.kind === "lose answer") {
    await answer.toArray();
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  await sendBack(Buffer.concat(await answer.toArray()), outgoing, fault);
}

async function cutRequest(incoming: IncomingMessage, afterBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes >= afterBytes) {
      break;
    }
  }
  incoming.socket.destroy();
}

function refuse(outgoing: ServerResponse, { status, code }: Extract<Fault, { kind: "status" }>): void {
  outgoing.writeHead(status, { "content-type": "application/xml" });
  outgoing.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

async function passOn(incoming: IncomingMessage, body: Buffer, port: number): Promise<IncomingMessage> {
  const { method, url: path, headers } = incoming;
  const passed = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  passed.end(body);
  const [answer] = (await once(passed, "response")) as [IncomingMessage];
  return answer;
}

async function sendBack(body: Buffer, outgoing: ServerResponse, fault: Fault | undefined): Promise<void> {
  if (fault?.kind === "cut answer") {
    outgoing.write(body.subarray(0, fault.afterBytes));
    // What was written has to be on its way before the connection is cut.
    await sleep(50);
    outgoing.destroy();
  } else if (fault?.kind === "stall answer") {
    outgoing.write(body.subarray(0, fault.afterBytes));
  } else if (fault?.kind === "damage answer") {
    const damaged = Buffer.from(body);
    const middle = damaged.length >> 1;
    damaged[middle] = (damaged[middle] ?? 0) ^ 0xff;
    outgoing.end(damaged);
  } else {
    outgoing.end(body);
  }
}
