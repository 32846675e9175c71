import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { assertNever } from "../../kernel/assert.ts";
import { OutboundFailure } from "./outbound-failure.ts";

/**
 * An answer that the proxy makes itself. Only such answers have a Proxy-Status field: it is removed from all others.
 */
export interface ProxyAnswer {
  readonly status: 204 | 400 | 403 | 407 | 408 | 431 | 502 | 504;
  readonly headers: Readonly<Record<string, string>>;
}

export const NEEDS_CREDENTIALS: ProxyAnswer = {
  status: 407,
  headers: { "Proxy-Authenticate": 'Basic realm="outbound"' },
};

/** The answer to a request for the proxy itself. */
export const GREETING: ProxyAnswer = { status: 204, headers: {} };

export const BAD_REQUEST: ProxyAnswer = { status: 400, headers: {} };

/**
 * Returns the answer to a failure, with an error type of RFC 9209, 2.3. It does not say which rule refused a host: the
 * page that asked could read it.
 */
export function answerTo(failure: unknown): ProxyAnswer {
  const [status, error] =
    failure instanceof OutboundFailure ? statusAndError(failure) : [502 as const, "proxy_internal_error"];
  return { status, headers: { "Proxy-Status": `outbound; error=${error}` } };
}

function statusAndError({ reason }: OutboundFailure): [ProxyAnswer["status"], string] {
  switch (reason) {
    case "outbound_off":
    case "bad_url":
    case "not_public":
    case "port":
    case "not_allowed":
    case "budget_spent":
      return [403, "http_request_denied"];
    case "name_unknown":
      return [502, "dns_error"];
    case "timeout":
      return [504, "connection_timeout"];
    case "unreachable":
      return [502, "connection_refused"];
    case "certificate":
    case "tls":
    case "protocol":
      return [502, "http_protocol_error"];
    default:
      return assertNever(reason);
  }
}

export function sendAnswer(response: ServerResponse, { status, headers }: ProxyAnswer): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, "Cache-Control": "no-store", "Content-Length": 0 }).end();
}

const PHRASES: Readonly<Record<ProxyAnswer["status"], string>> = {
  204: "No Content",
  400: "Bad Request",
  403: "Forbidden",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
  502: "Bad Gateway",
  504: "Gateway Timeout",
};

/** Answers on a socket that the HTTP server has handed over, and closes it. */
export function sendRawAnswer(socket: Socket, { status, headers }: ProxyAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const fields = { ...headers, "Cache-Control": "no-store", "Content-Length": "0", Connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${PHRASES[status]}\r\n${lines.join("")}\r\n`);
  socket.destroySoon();
}
