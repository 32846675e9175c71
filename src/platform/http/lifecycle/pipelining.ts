import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The number of requests that may wait on a connection for the answers to those before them. */
const MAX_WAITING = 16;

/** The requests of a connection: whether one is being answered, and those that wait for it. */
interface Line {
  isBusy: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Makes a server answer the requests of a connection one after the other, each in a turn of the event loop of its own
 * (RFC 9112 §9.3.2 allows both). Node would begin all that arrive in one piece at once, more than a thousand, and every
 * other client would wait for them. A connection on which too many wait is closed. Called after all listeners for
 * requests have been added.
 */
export function answerInTurn(server: Server): void {
  const handlers = server.listeners("request");
  const lines = new WeakMap<Socket, Line>();
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // The parser goes on with what had been read when the connection was closed.
    if (socket.destroyed) {
      return;
    }
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] };
    lines.set(socket, line);
    const begin = (): void => {
      response.once("close", () => giveTurn(line));
      for (const handle of handlers) {
        Reflect.apply(handle, server, [request, response]);
      }
    };
    if (!line.isBusy) {
      line.isBusy = true;
      begin();
    } else if (line.waiting.length < MAX_WAITING) {
      line.waiting.push(() => !socket.destroyed && begin());
    } else {
      socket.destroy();
    }
  });
}

/** Lets the next request of a connection begin, after whatever else has arrived meanwhile. */
function giveTurn(line: Line): void {
  const next = line.waiting.shift();
  line.isBusy = next !== undefined;
  if (next !== undefined) {
    setImmediate(next);
  }
}
