import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Connect } from "../connecting.ts";
import { connectTcp } from "../connecting.ts";
import { createEgress, type Egress } from "../egress.ts";

/* Servers on the loopback interface, and an internet in which names and public addresses lead to them. */

export interface Listener {
  readonly port: number;
  /** The URLs of the requests; for TCP listeners, the connections. */
  readonly hits: string[];
  readonly requests: IncomingMessage[];
  readonly sockets: Set<Socket>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const answerOk: Handler = (_, response) => void response.end("reached");

export const httpListener = (handler: Handler = answerOk): Promise<Listener & { readonly server: Server }> =>
  listenFor(createHttpServer(), handler);

export const httpsListener = (
  { key, certificate }: Certificate,
  handler: Handler = answerOk,
): Promise<Listener & { readonly server: Server }> => listenFor(createHttpsServer({ key, cert: certificate }), handler);

async function listenFor(server: Server, handler: Handler): Promise<Listener & { readonly server: Server }> {
  const requests: IncomingMessage[] = [];
  const hits: string[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    hits.push(request.url ?? "");
    requests.push(request);
    response.on("error", () => {});
    handler(request, response);
  });
  return { server, hits, requests, ...(await listen(server)) };
}

export async function tcpListener(handler: (socket: Socket) => void): Promise<Listener> {
  const hits: string[] = [];
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    hits.push("connection");
    handler(socket);
  });
  return { hits, requests: [], ...(await listen(server)) };
}

export const echo = (socket: Socket): void => void socket.pipe(socket);

async function listen(server: TcpServer): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  server.listen({ host: "127.0.0.1", port: 0, backlog: 2048 });
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a self-signed certificate for `names` and the address 127.0.0.1. */
export function selfSigned(names: readonly string[]): Certificate {
  const directory = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, certificate] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
  const subjects = [...names.map((name) => `DNS:${name}`), "IP:127.0.0.1"].join();
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync(
    "openssl",
    ["req", "-x509", ...kind, ...files, "-subj", "/CN=test", "-addext", `subjectAltName=${subjects}`],
    { stdio: "ignore" },
  );
  const read = { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  rmSync(directory, { recursive: true });
  return read;
}

/** Addresses that are public and that lead to this machine in tests. */
export const PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:4700::1111"] as const;

export interface Internet {
  readonly egress: Egress;
  readonly lookups: string[];
  /** The connections that were made, as `address:port`, in order. */
  readonly dialled: string[];
}

/** The answers for a name: the same each time, or the first answer first and the last one from then on. */
type Answers = readonly string[] | { readonly turns: readonly (readonly string[])[] } | Error;

/**
 * Makes an egress whose names are `names`. Connections to `PUBLIC` addresses lead to 127.0.0.1; at port 80, 443 and the
 * like to the port that `ports` has for it.
 */
export function internet({
  names = {},
  ports = {},
  allow = "",
  outbound = "on",
  trusted,
  timeoutMs,
}: {
  readonly names?: Readonly<Record<string, Answers>>;
  readonly ports?: Readonly<Record<number, number>>;
  readonly allow?: string;
  readonly outbound?: "on" | "off";
  readonly trusted?: string;
  readonly timeoutMs?: number;
}): Internet {
  const [lookups, dialled]: [string[], string[]] = [[], []];
  const turns = new Map<string, number>();
  const resolve = (name: string): Promise<readonly string[]> => {
    lookups.push(name);
    const answers = names[name] ?? [];
    if (answers instanceof Error) {
      return Promise.reject(answers);
    }
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return Promise.resolve("turns" in answers ? (answers.turns[turn] ?? answers.turns.at(-1) ?? []) : answers);
  };
  const connect: Connect = (address, port) => {
    dialled.push(`${address}:${port}`);
    const isHere = PUBLIC.some((one) => one === address);
    return connectTcp(isHere ? "127.0.0.1" : address, (isHere ? ports[port] : undefined) ?? port);
  };
  const config = { QUIRE_OUTBOUND: outbound, QUIRE_OUTBOUND_ALLOW: allow } as const;
  const parts = { resolve, connect, ...(timeoutMs !== undefined && { timeoutMs }) };
  return { egress: createEgress(config, { ...parts, ...(trusted !== undefined && { trusted }) }), lookups, dialled };
}
