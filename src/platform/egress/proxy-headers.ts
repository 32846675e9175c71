import type { IncomingMessage } from "node:http";

/* The header fields that pass through the proxy. Names and values are `rawHeaders`: name, value, name, value. */

/**
 * The header fields that belong to one connection (RFC 9110, 7.6.1) or to this proxy. Each side frames its messages
 * itself.
 */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "proxy-status",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Returns header fields as pairs, without those of the connection and those that `Connection` names. */
export function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): [string, string][] {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return pairs(rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && (!named.has(lower) || lower === "content-length");
  });
}

/** Methods whose requests have no content unless they say so. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Returns the header fields of the request to `host` (as the URL has it, which counts more than the Host field: RFC
 * 9112, 3.2.2). The proxy adds no fields about itself: no Via, no Forwarded.
 */
export function requestHeaders(request: IncomingMessage, host: string, upgrade?: "websocket"): string[] {
  const connection = upgrade === undefined ? ["Connection", "close"] : ["Connection", "Upgrade", "Upgrade", upgrade];
  const kept = endToEndHeaders(request).filter(([name]) => !/^(host|expect)$/i.test(name));
  return [["Host", host], ...kept, ...framing(request), connection].flat();
}

/**
 * Returns the framing fields, because Node would declare chunks for a POST without content, and send no content of a
 * GET that comes in chunks.
 */
function framing({ headers, method = "GET" }: IncomingMessage): [string, string][] {
  if (headers["transfer-encoding"] !== undefined) {
    return [["Transfer-Encoding", "chunked"]];
  }
  return headers["content-length"] === undefined && !WITHOUT_CONTENT.has(method) ? [["Content-Length", "0"]] : [];
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
}
