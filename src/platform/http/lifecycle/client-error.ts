import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Failure } from "../../../kernel/failure.ts";
import type { OpenExchange } from "./activity.ts";
import { Exchange } from "./exchange.ts";
import type { LifecycleDeps } from "./lifecycle.ts";
import { type Problem, toProblem } from "./problem.ts";
import { requestIdFrom } from "./request-id.ts";

// Closing at once would reset the connection, and with it the answer, while the client still sends.
const LINGER_MS = 2000;

type AnsweringDeps = Pick<LifecycleDeps, "activity" | "standardHeaders" | "windows" | "metrics" | "log">;

/**
 * Creates the handler that answers what the HTTP parser refuses. No request exists then and no hook runs, so the answer
 * is written to the socket by hand, with the same headers and the same body as every other error.
 */
export function createParserErrorHandler(deps: AnsweringDeps): (error: Error, socket: Duplex) => void {
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser complains again about whatever follows on a connection that has had its answer.
    if (answered.has(socket)) {
      return;
    }
    answered.add(socket);
    const code = "code" in error ? String(error.code) : "";
    const open = deps.activity.exchangesOn(socket);
    if (!socket.writable || code === "ECONNRESET" || open.some(({ response }) => response.headersSent)) {
      socket.destroy();
      return;
    }
    answerByHand(socket, failureOf(code, open.at(-1)), { deps, exchange: open.at(-1)?.exchange });
  };
}

function failureOf(code: string, open: OpenExchange | undefined): Failure {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("request_timeout", "The request did not arrive in time.");
    case "HPE_HEADER_OVERFLOW":
      return new Failure("headers_too_large", "The headers of the request are too large.");
    case "HPE_INVALID_EOF_STATE":
      return open !== undefined && !open.request.complete
        ? new Failure("malformed_multipart", "The request body is cut short.")
        : new Failure("malformed_request", "The request is cut short.");
    default:
      return new Failure(
        "malformed_request",
        "The request is not valid HTTP/1.1: check the address for blanks, and that it begins with http:// where no proxy adds TLS.",
      );
  }
}

/** Writes the answer to the socket; `exchange` is the request that is cut short, when its head could be read. */
function answerByHand(
  socket: Duplex,
  failure: Failure,
  { deps, exchange }: { deps: AnsweringDeps; exchange: Exchange | undefined },
): void {
  const { responseState } = exchange ?? strangerOn(socket, deps);
  const problem = toProblem(failure, { requestId: responseState.requestId, retryAfterSeconds: 1 });
  writeAndLinger(socket, problem, deps.standardHeaders(responseState));
  if (exchange !== undefined) {
    // The exchange is reported when it is over.
    exchange.rawStatus = problem.status;
    exchange.figures.code = problem.code;
    return;
  }
  deps.metrics.requestFinished({ route: undefined, method: "", status: problem.status, seconds: 0 });
  deps.log.info({ request_id: responseState.requestId, status: problem.status, code: problem.code }, "request");
}

/** Returns an exchange for a client whose request cannot be read; it counts as a client without a key. */
function strangerOn(socket: Duplex, { windows }: AnsweringDeps): Exchange {
  return new Exchange({
    requestId: requestIdFrom({}),
    headers: {},
    address: socket instanceof Socket ? (socket.remoteAddress ?? "") : "",
    access: "public",
    identity: { kind: "refused", code: "missing_api_key" },
    windows,
    creditsOf: () => 0,
  });
}

function writeAndLinger(socket: Duplex, problem: Problem, standardHeaders: Readonly<Record<string, string>>): void {
  const headers = {
    ...standardHeaders,
    ...problem.headers,
    "content-length": String(problem.body.length),
    date: new Date().toUTCString(),
    connection: "close",
  };
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n");
  const hasLeft = socket.readableEnded;
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), problem.body]), () => {
    if (hasLeft) {
      socket.destroy();
    }
  });
  socket.on("data", () => {});
  socket.once("end", () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
